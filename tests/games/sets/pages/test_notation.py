"""Cards of SET in any notation are looked up and stored, without a script."""

import json
import re

import pytest
from flask.testing import FlaskClient

from ludex.engine.budget import Budget
from ludex.games.sets.pages import notation
from ludex.games.sets.pages.notation import NOTATION
from ludex.requests.session import Session
from tests.web.lookup import heading, look_up, stored


def test_a_table_of_set_is_stored_and_found_under_a_symmetry(client: FlaskClient) -> None:
    page = "/draw/sets"
    assert heading(look_up(client, "0000,0121,0212,1111", page)) == "Not saved yet"
    label = stored(client, "0000,0121,0212,1111", page)
    found = look_up(client, "1111,1202,1020,0000", page)
    assert heading(found) == "It is in the catalogue"
    assert label in found.text
    ticked = client.get(page, query_string=[("card", "0000"), ("card", "0121")])
    assert ticked.text.count(" checked>") == 2
    assert "1 set." in look_up(client, "0000,0121,0212,1111", page, solve="1").text


@pytest.mark.parametrize(
    ("text", "about", "kind"),
    [
        ("0121", "a SET card of 4 properties with 3 values", "set-card"),
        ("0000 0121,1111", "a SET position of 3 cards of 4 properties with 3 values", "set-position"),
        ("03,12", "a SET position of 2 cards of 2 properties with 4 values", "set-position"),
        (
            '{"properties": 2, "values": 5, "cards": ["00", "13"]}',
            "2 cards of 2 properties with 5 values",
            "set-position",
        ),
    ],
)
def test_a_text_is_recognized_as_a_card_or_a_position(text: str, about: str, kind: str) -> None:
    assert NOTATION.matches(text)
    found = NOTATION.recognize(text, Session(None), Budget())  # no text names what is stored
    assert about in found.about
    assert found.kind == kind
    assert "<svg" in found.picture


@pytest.mark.parametrize("text", ["levels with 6 swaps", "k5", "a1 b2", "*o,o*", "", "abc 0121 x"])
def test_sentences_and_other_notations_are_no_cards(text: str) -> None:
    assert not NOTATION.matches(text)


@pytest.mark.parametrize(
    ("text", "first", "cards"),
    [("", "0000", 81), ("0000", "0000", 81), ("03", "00", 16), ("000", "000", 27), ("00000000", "", 0)],
)
def test_the_cards_of_the_deck_of_a_text_can_be_picked(client: FlaskClient, text: str, first: str, cards: int) -> None:
    page = client.get("/draw/sets", query_string={"text": text} if text else {}).text
    values = re.findall(r'name="card" value="([0-9a-z]+)"', page)
    assert len(values) == cards
    assert values[:1] == ([first] if first else [])


def test_a_line_of_codes_is_of_three_values_and_json_states_its_deck() -> None:
    read = notation._fields_of_line
    assert read("0001,1111") == {"properties": 4, "values": 3, "cards": ["0001", "1111"]}
    given = {"properties": 2, "values": 4, "cards": ["00", "13"]}
    assert read(json.dumps(given)) == given
