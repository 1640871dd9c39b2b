"""Cards of SWISH in any notation are looked up and stored, without a script."""

import pytest
from flask.testing import FlaskClient

from ludex.engine.budget import Budget
from ludex.games.swish.pages.notation import NOTATION
from ludex.requests.session import Session
from tests.web.lookup import heading, look_up, stored


def test_cards_of_swish_are_stored_and_found_in_any_order_and_by_their_hypergraph(client: FlaskClient) -> None:
    assert heading(look_up(client, "*o,o*", "/draw/swish")) == "Not saved yet"
    label = stored(client, "*o,o*", "/draw/swish")
    assert heading(look_up(client, "o*,*o", "/draw/swish")) == "It is in the catalogue"
    other = look_up(client, "o/* */o", "/draw/swish")
    assert heading(other) == "Not saved yet"
    assert label in other.text
    assert "It has 2 cards." in look_up(client, "*o,o*", "/draw/swish", solve="1").text


def test_a_deck_is_known_as_such_and_a_very_large_one_refused(client: FlaskClient) -> None:
    assert heading(look_up(client, "swish-36", "/draw/swish")) == "Not saved yet"
    assert "the limit is 1,000" in look_up(client, "swish-16x16", "/draw/swish").text
    assert heading(look_up(client, ",".join(["*o"] * 1000), "/draw/swish")) == "Not saved yet"


@pytest.mark.parametrize(
    ("text", "about", "kind"),
    [
        ("*o", "a SWISH card of 1 × 2", "swish-card"),
        ("*o./...,o../.*.", "a SWISH position of 2 cards", "swish-position"),
        ('{"cards": ["*o/..", "../*o"], "symmetry": "square"}', "a SWISH position of 2 cards", "swish-position"),
    ],
)
def test_a_text_is_recognized_as_a_card_or_a_position(text: str, about: str, kind: str) -> None:
    assert NOTATION.matches(text)
    found = NOTATION.recognize(text, Session(None), Budget())  # no text names what is stored
    assert (found.about, found.kind) == (about, kind)
    assert "<svg" in found.picture


# A point and a circle have n (n - 1) places on n cells. Burnside's lemma counts them up to flips: 12 are fixed on 4x3.
@pytest.mark.parametrize(
    ("text", "cards"),
    [("", 36), ("nonsense", 36), ("*o", 1), ("*o,o*", 1), ("*o......../..........", 95), ("*o" + "." * 19, 0)],
)
def test_the_cards_of_the_board_of_a_text_can_be_picked(client: FlaskClient, text: str, cards: int) -> None:
    page = client.get("/draw/swish", query_string={"text": text} if text else {}).text
    assert page.count('name="card" value=') == cards


@pytest.mark.parametrize(("text", "playable"), [("*o", False), ("*o,o*", True), ("*o.o*.", False)])
def test_two_cards_of_one_pair_are_playable(client: FlaskClient, text: str, playable: bool) -> None:
    assert ("/play/swish/draft" in client.get("/draw/swish", query_string={"text": text}).text) is playable
