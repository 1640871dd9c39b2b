"""Integer sequences over HTTP: the same terms in every form."""

import pytest
from flask.testing import FlaskClient

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


@pytest.mark.parametrize("end", ["", ".b.txt", ".oeis.txt"])
def test_an_unknown_sequence_is_a_problem(visitor: FlaskClient, end: str) -> None:
    answer = visitor.get(f"/api/v1/sequences/nothing{end}")
    assert answer.status_code == 404
    assert answer.content_type == "application/problem+json"
    assert "there is no sequence 'nothing'" in answer.json["detail"]
