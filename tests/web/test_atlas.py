"""Complete collections over HTTP and on their page."""

from flask.testing import FlaskClient


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
