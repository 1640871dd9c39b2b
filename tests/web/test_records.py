"""Exact results over HTTP and on their pages: tables of records, sequences and collections."""

import re

import pytest
from flask.testing import FlaskClient


def test_the_list_and_each_table_agree(visitor: FlaskClient) -> None:
    found = visitor.get("/api/v1/records").json
    assert found["count"] == len(found["items"]) >= 6
    page = visitor.get("/records").text
    for table in found["items"]:
        whole = visitor.get(f"/api/v1/records/{table['name']}").json
        assert whole["cells"] and whole.items() >= table.items()
        assert f'<a href="/records/{table["name"]}">' in page
    assert visitor.get("/api/v1/records/planarity-easiest").status_code == 404
    assert visitor.get("/records/planarity-easiest").status_code == 404


def test_every_cell_is_on_the_page_with_a_link_to_its_claim_proof_or_publication(visitor: FlaskClient) -> None:
    for name in [table["name"] for table in visitor.get("/api/v1/records").json["items"]]:
        table = visitor.get(f"/api/v1/records/{name}").json
        text = visitor.get(f"/records/{table['name']}").text
        cells = [cell for cell in re.findall(r"<td>(.*?)</td>", text) if cell]
        assert len(cells) == len(table["cells"])
        for shown, cell in zip(cells, table["cells"], strict=True):
            value = f"{cell['lower'] if cell['value'] is None else cell['value']:,}"
            assert value in shown
            link = {"claim": "/objects/", "proof": "#proof", "cited": "https://doi.org/10."}[cell["source"]]
            assert f'href="{link}' in shown
            if cell["claim"] is not None:
                assert f'href="/objects/{cell["claim"]["subject"]}#claims"' in shown


def test_links_of_a_table_lead_to_claims_and_to_the_objects(visitor: FlaskClient) -> None:
    table = visitor.get("/api/v1/records/planarity-hardest").json
    [cell] = [cell for cell in table["cells"] if (cell["row"], cell["column"]) == (5, 8)]
    claims = visitor.get(f"/api/v1/objects/{cell['claim']['subject']}/claims").json["items"]
    assert cell["claim"]["statement"] in {claim["statement"] for claim in claims}
    text = visitor.get("/records/planarity-hardest").text
    [address] = set(re.findall(r'href="(/planarity/census/classes\?vertices=5&amp;edges=8&amp;[^"]*)"', text))
    listed = visitor.get(f"/api/v1{address.replace('&amp;', '&')}").json
    assert listed["count"] == cell["instances"] == 3


def test_the_list_and_each_collection_agree(visitor: FlaskClient) -> None:
    found = visitor.get("/api/v1/collections").json
    assert found["count"] == len(found["items"]) >= 30
    assert found["next"] is None
    for item in found["items"]:
        assert visitor.get(f"/api/v1/collections/{item['name']}").json == item
    assert visitor.get("/api/v1/collections/planarity-order-types-9").status_code == 404


def test_the_page_has_a_row_for_each_collection(visitor: FlaskClient) -> None:
    text = visitor.get("/documentation/completeness").text
    for item in visitor.get("/api/v1/collections").json["items"]:
        assert f"<code>{item['name']}</code>" in text
    assert "/planarity/order-types?points=8" in text


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
