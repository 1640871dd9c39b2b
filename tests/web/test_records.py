"""The tables of records over HTTP and on their pages."""

import re

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
