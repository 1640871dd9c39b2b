"""Integer sequences over HTTP and on pages: the same terms in every form."""

import re
import time

import pytest
from flask.testing import FlaskClient

PATH = "planarity-hardest-path"
CAPS = "set-caps-maximum-3-values"


def test_the_list_has_every_sequence_in_the_fixed_form(visitor: FlaskClient) -> None:
    answer = visitor.get("/api/v1/sequences").json
    assert answer["count"] == len(answer["items"]) >= 30
    assert answer["next"] is None
    for item in answer["items"]:
        assert item.keys() >= {"name", "title", "definition", "offset", "terms", "claims", "oeis"}
        assert len(item["claims"]) == len(item["terms"])
        assert visitor.get(f"/api/v1/sequences/{item['name']}").json == item


def test_a_term_leads_to_its_claim(visitor: FlaskClient) -> None:
    sequence = visitor.get(f"/api/v1/sequences/{CAPS}").json
    assert (sequence["offset"], sequence["terms"], sequence["oeis"]) == (1, [2, 4, 9, 20], "A090245")
    for term, claim in zip(sequence["terms"], sequence["claims"], strict=True):
        query = f"/api/v1/objects/{claim['subject']}/claims?statement={claim['statement']}"
        assert visitor.get(query).json["items"][0]["value"] == term


def test_the_list_is_fast(visitor: FlaskClient) -> None:
    visitor.get("/api/v1/sequences")
    start = time.process_time()
    visitor.get("/api/v1/sequences")
    assert time.process_time() - start < 0.5


def test_the_b_file_has_the_same_terms(visitor: FlaskClient) -> None:
    answer = visitor.get(f"/api/v1/sequences/{CAPS}.b.txt")
    assert answer.content_type == "text/plain; charset=us-ascii"
    assert answer.text.splitlines()[1:] == ["1 2", "2 4", "3 9", "4 20"]


def test_the_oeis_format_names_the_sequence(visitor: FlaskClient) -> None:
    lines = visitor.get(f"/api/v1/sequences/{CAPS}.oeis.txt").text.splitlines()
    assert "%S A090245 2, 4, 9, 20" in lines
    assert all(line.startswith("%") for line in lines)


@pytest.mark.parametrize("end", ["", ".b.txt", ".oeis.txt"])
def test_an_unknown_sequence_is_a_problem(visitor: FlaskClient, end: str) -> None:
    answer = visitor.get(f"/api/v1/sequences/nothing{end}")
    assert answer.status_code == 404
    assert answer.content_type == "application/problem+json"
    assert "there is no sequence 'nothing'" in answer.json["detail"]


def test_the_list_page_leads_to_every_sequence(visitor: FlaskClient) -> None:
    names = {item["name"] for item in visitor.get("/api/v1/sequences").json["items"]}
    assert set(re.findall(r'<dt><a href="/sequences/([^"]+)">', visitor.get("/sequences").text)) == names
    assert 'href="/sequences"' in visitor.get("/results").text


def test_a_page_has_the_terms_a_plot_and_the_conjecture(visitor: FlaskClient) -> None:
    text = visitor.get(f"/sequences/{PATH}").text
    assert "0, 0, 1, 3, 5, 7, 10, 14, 18, 22" in text
    assert "<svg" in text
    assert "Conjecture: a(n) = floor((n^2 - 3n + 2)/4)" in text
    assert "Not known to be in the OEIS." in text
    assert "ludex sequences planarity-hardest-wheel --next" in visitor.get("/sequences/planarity-hardest-wheel").text


def test_a_page_links_the_claims_and_the_oeis(visitor: FlaskClient) -> None:
    text = visitor.get(f"/sequences/{CAPS}").text
    assert 'href="https://oeis.org/A090245"' in text
    assert text.count(">set.cap-maximum</a>") == 4


def test_every_page_is_served(visitor: FlaskClient) -> None:
    for item in visitor.get("/api/v1/sequences").json["items"]:
        answer = visitor.get(f"/sequences/{item['name']}")
        assert answer.status_code == 200
        assert str(item["terms"][-1]) in answer.text.replace(",", "")


def test_an_unknown_page_is_not_found(visitor: FlaskClient) -> None:
    answer = visitor.get("/sequences/nothing", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "there is no sequence" in answer.text.lower()
