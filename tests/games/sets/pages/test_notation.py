"""Cards of SET in any notation are looked up and stored, without a script."""

from flask.testing import FlaskClient

from tests.web.lookup import heading, look_up, stored


def test_a_table_of_set_is_stored_and_found_under_a_symmetry(client: FlaskClient) -> None:
    page = "/draw/sets"
    assert heading(look_up(client, "0000,0121,0212,1111", page)) == "No, it is new"
    label = stored(client, "0000,0121,0212,1111", page)
    found = look_up(client, "1111,1202,1020,0000", page)
    assert heading(found) == "Yes, it is in the catalogue"
    assert label in found.text
    ticked = client.get(page, query_string=[("card", "0000"), ("card", "0121")])
    assert ticked.text.count(" checked>") == 2
    assert "1 set." in look_up(client, "0000,0121,0212,1111", page, solve="1").text
