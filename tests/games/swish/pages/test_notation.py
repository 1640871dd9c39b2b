"""Cards of SWISH in any notation are looked up and stored, without a script."""

from flask.testing import FlaskClient

from tests.web.lookup import heading, look_up, stored


def test_cards_of_swish_are_stored_and_found_in_any_order_and_by_their_hypergraph(client: FlaskClient) -> None:
    assert heading(look_up(client, "*o,o*", "/draw/swish")) == "No, it is new"
    label = stored(client, "*o,o*", "/draw/swish")
    assert heading(look_up(client, "o*,*o", "/draw/swish")) == "Yes, it is in the catalogue"
    other = look_up(client, "o/* */o", "/draw/swish")
    assert heading(other) == "No, but the catalogue has related objects"
    assert label in other.text
    assert "It has 2 cards." in look_up(client, "*o,o*", "/draw/swish", solve="1").text


def test_a_deck_is_known_as_such_and_a_very_large_one_refused(client: FlaskClient) -> None:
    assert heading(look_up(client, "swish-36", "/draw/swish")) in ("No, it is new", "Yes, as a deck")
    assert "the limit is 1,000" in look_up(client, "swish-16x16", "/draw/swish").text
