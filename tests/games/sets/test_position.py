"""Positions of SET: different cards of one deck."""

import pytest

from ludex.games.sets.deck import Deck
from ludex.games.sets.position import (
    MAX_KEY_CELLS,
    Position,
    PositionError,
    PositionTooLarge,
    as_position,
    explain_no_set,
    is_set,
    require_size,
)
from tests.oracles import set_brute_force as oracle


def test_a_position_keeps_the_order_of_its_cards() -> None:
    position = Position.from_codes(Deck(2, 3), ["21", "00", "12"])
    assert position.codes == ("21", "00", "12")
    assert position.sorted().codes == ("00", "12", "21")


def test_there_may_be_no_cards() -> None:
    assert Position(Deck(2, 3), ()).codes == ()
    assert explain_no_set(Deck(2, 3), []) == "no cards are not a set: a set has 3 cards, not 0"


def test_a_deck_stands_for_all_its_cards() -> None:
    assert as_position(Deck(2, 2)).codes == ("00", "01", "10", "11")
    assert as_position(Position(Deck(2, 2), (3,))).codes == ("11",)


def test_keys_are_for_4096_cards_at_most() -> None:
    require_size(Position(Deck(13, 2), range(4096)))
    with pytest.raises(PositionTooLarge, match="4097 cards given; a canonical key supports at most 4096"):
        require_size(Position(Deck(13, 2), range(4097)))
    assert MAX_KEY_CELLS == 4096**2


@pytest.mark.parametrize(
    ("cards", "card", "message"),
    [
        ((0, 5, 0), 2, "card 2: 00 is repeated, first as card 0; list each card once"),
        ((0, 9), 1, "card 1: card number 9 does not exist: the cards are 0 to 8"),
        ((-1,), 0, "card 0: card number -1 does not exist: the cards are 0 to 8"),
    ],
)
def test_copies_and_strange_cards_are_refused(cards: tuple[int, ...], card: int, message: str) -> None:
    with pytest.raises(PositionError, match=message) as error:
        Position(Deck(2, 3), cards)
    assert error.value.card == card


def test_a_wrong_code_is_named_by_its_index() -> None:
    with pytest.raises(PositionError, match="card 1: digit 1") as error:
        Position.from_codes(Deck(2, 3), ["00", "30"])
    assert error.value.card == 1


@pytest.mark.parametrize("deck", [Deck(2, 1), Deck(3, 2), Deck(2, 3), Deck(2, 4)], ids=str)
def test_a_set_is_what_trying_all_choices_finds(deck: Deck) -> None:
    from itertools import combinations

    everything = range(deck.size)
    found = {chosen for chosen in combinations(everything, deck.values) if is_set(deck, chosen)}
    codes = oracle.all_sets(oracle.whole_deck(deck.properties, deck.values), deck.values)
    assert {tuple(map(deck.code, chosen)) for chosen in found} == codes


@pytest.mark.parametrize("values", range(1, 7))
def test_a_set_with_a_card_repeated_is_none(values: int) -> None:
    cards = list(range(values))
    assert is_set(Deck(1, values), cards)
    assert is_set(Deck(1, values), iter(cards))
    assert not is_set(Deck(1, values), [*cards, cards[-1]])


@pytest.mark.parametrize(
    ("codes", "reason"),
    [
        (["0000", "0010", "1000"], "property 1 has the values 0, 0, 1; property 3 has the values 0, 1, 0; in every"),
        (["0000", "0111", "0220"], "property 4 has the values 0, 1, 0; in every"),
        (["0000", "0000", "0001"], "a set has no repeated cards"),
        (["0000", "0001"], "a set has 3 cards, not 2"),
    ],
)
def test_each_property_that_fails_is_named(codes: list[str], reason: str) -> None:
    deck = Deck(4, 3)
    explained = explain_no_set(deck, [deck.number(code) for code in codes])
    assert explained is not None
    assert explained.startswith(f"{', '.join(codes)} are not a set: {reason}")
    assert explain_no_set(deck, [0, 16, 23]) is None
