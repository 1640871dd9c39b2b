"""Faults of links between objects of SWISH are told; what is not of SWISH is passed over."""

import pytest

from ludex.games.swish.checks import deal_faults, place_faults, witness_faults
from ludex.games.swish.dealing import deal
from ludex.games.swish.deck import built_in_deck
from ludex.games.swish.known_position import KnownPosition
from ludex.games.swish.position import Position
from ludex.games.swish.solving.search import find_largest
from ludex.games.swish.swishes import Stack

DECK = built_in_deck("swish-60")
FOUR = Position.from_codes(["*o./.../...", ".*o/.../...", "*.o/.../...", "*.o/.../..."]).canonical()
SMALL = Stack(Position.from_codes(["*o./.../...", "o*./.../..."]).cards)


def test_a_deal_is_told_from_another() -> None:
    dealt = KnownPosition(DECK.position.part(deal(DECK.position, 5, seed=9)).canonical())
    assert list(deal_faults(dealt, DECK, 9, {"n": 5})) == []
    assert list(deal_faults(dealt, DECK, 8, {"n": 5})) == ["the deal of 5 cards with seed 8 is another position"]
    for seed, detail in ((9, None), (9, {}), (9, {"n": "5"}), (-1, {"n": 5}), (2**63, {"n": 5})):
        [fault] = deal_faults(dealt, DECK, seed, detail)
        assert "a deal has n cards and a seed from 0 to" in fault


def test_a_swish_lies_where_its_cards_are() -> None:
    [fault] = place_faults(SMALL, KnownPosition(FOUR), 0, None)
    assert fault.startswith("placement: ")


def test_only_a_largest_swish_is_a_witness() -> None:
    known = KnownPosition(FOUR, find_largest(FOUR))
    assert known.largest is not None
    assert known.largest.swish is not None
    assert list(witness_faults(Stack(known.largest.swish.stack), known, 0, None)) == []
    [fault] = witness_faults(SMALL, KnownPosition(FOUR), 0, None)
    assert fault == "it is not a largest swish of the position"


def test_a_set_is_what_a_listing_keeps() -> None:
    kept = FOUR.part((0, 1))
    assert list(witness_faults(kept, KnownPosition(FOUR), 0, {"indices": [0, 1]})) == []
    [fault] = witness_faults(kept, KnownPosition(FOUR), 0, {"indices": [1, 2]})
    assert fault == "the indices are not those of its cards"
    [fault] = witness_faults(kept, KnownPosition(FOUR), 0, {"indices": [9]})
    assert fault.startswith("kept cards: ")


@pytest.mark.parametrize("faults", [deal_faults, place_faults, witness_faults])
def test_what_is_not_of_swish_is_passed_over(faults) -> None:
    assert list(faults("cap", "deck", 0, None)) == []
