"""Decks of SET: numbers and notation of cards, and seeded orders of the deck."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.games.sets.deck import CardError, Deck, DeckError, digit_array
from tests.oracles import set_brute_force as oracle

DECKS = [Deck(p, v) for p, v in ((1, 1), (19, 1), (19, 2), (4, 3), (12, 3), (9, 4), (6, 10), (3, 36), (1, 36))]


@pytest.mark.parametrize("deck", DECKS, ids=str)
@given(data=st.data())
def test_a_card_is_its_number_its_values_and_its_notation(deck: Deck, data: st.DataObject) -> None:
    card = data.draw(st.integers(0, deck.size - 1))
    assert deck.number(deck.code(card)) == card == int(deck.code(card), 36 if deck.values == 1 else deck.values)
    assert deck.card(deck.digits(card)) == card
    assert len(deck.code(card)) == deck.properties
    assert digit_array(deck, np.array([card, 0], np.int32)).tolist() == [list(deck.digits(card)), [0] * deck.properties]


@pytest.mark.parametrize(
    ("properties", "values", "size", "first"),
    [(4, 3, 81, 12), (1, 3, 3, 3), (2, 2, 4, 4), (3, 2, 8, 6), (2, 1, 1, 1), (6, 10, 1_000_000, 60)],
)
def test_a_game_starts_with_as_many_cards_as_properties_times_values(
    properties: int, values: int, size: int, first: int
) -> None:
    deck = Deck(properties, values)
    assert (deck.size, deck.first_table) == (size, first)


def test_numbers_ascend_with_the_notation() -> None:
    assert [Deck(3, 4).code(card) for card in range(64)] == oracle.whole_deck(3, 4)


@pytest.mark.parametrize(
    ("properties", "values", "field"),
    [(0, 3, "properties"), (20, 1, "properties"), (4, 0, "values"), (4, 37, "values"), (13, 3, None), (4, 36, None)],
)
def test_a_deck_has_limits(properties: int, values: int, field: str | None) -> None:
    with pytest.raises(DeckError) as error:
        Deck(properties, values)
    assert error.value.field == field
    assert error.value.places == [(name,) for name in ([field] if field else ["properties", "values"])]
    assert str(error.value) == error.value.message


@pytest.mark.parametrize(
    ("deck", "code", "message"),
    [
        (Deck(4, 3), "012", "3 digits given; a card must have 4, one for each property"),
        (Deck(4, 3), "", "0 digits given; a card must have 4, one for each property"),
        (Deck(4, 3), "0131", "digit 3 is '3'; the values are 0 to 2"),
        (Deck(1, 1), "1", "digit 1 is '1'; the values are 0"),
        (Deck(1, 11), "b", "digit 1 is 'b'; the values are 0 to 9 and a"),
        (Deck(1, 36), "A", "digit 1 is 'A'; the values are 0 to 9 and a to z"),
        (Deck(2, 3), "0²", "digit 2 is '²'; the values are 0 to 2"),
    ],
)
def test_a_wrong_card_is_refused_with_its_place(deck: Deck, code: str, message: str) -> None:
    with pytest.raises(CardError, match="^" + message.replace("²", ".") + "$"):
        deck.number(code)


@pytest.mark.parametrize("deck", [Deck(1, 1), Deck(4, 3), Deck(2, 7)], ids=str)
def test_a_shuffled_deck_has_every_card_once(deck: Deck) -> None:
    assert sorted(deck.shuffled(5)) == list(range(deck.size))
    assert list(deck.shuffled(5)) == list(deck.shuffled(5))
