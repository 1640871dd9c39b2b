import pytest

from ludex.engine.budget import Budget, Unchecked
from ludex.games.swish.dealing import deal
from ludex.games.swish.deck import built_in_deck
from ludex.games.swish.known_results import KnownPosition, deal_faults, place_faults, witness_faults
from ludex.games.swish.position import Position
from ludex.games.swish.solving.search import find_any, find_largest
from ludex.games.swish.swishes import Largest, Stack
from tests.games.swish.commercial import dealt

PAIR = Position.from_codes(["*o", "o*", "*o"])
FOUR = Position.from_codes(["*o./.../...", ".*o/.../...", "*.o/.../...", "*.o/.../..."])
CANONICAL_FOUR = FOUR.canonical()
DECK = built_in_deck("swish-60")
SMALL = Stack(Position.from_codes(["*o./.../...", "o*./.../..."]).cards)


def test_what_is_stated_of_a_position_is_read_as_it_was_known():
    for position in (PAIR, dealt(4, n=8), Position.from_codes(["*o"])):
        known = KnownPosition(position, find_largest(position)).canonical()
        assert KnownPosition.from_json(known.position, known.largest.size, True, known.certificate) == known
        assert list(known.faults(Budget())) == []
    assert KnownPosition(PAIR).certificate is None
    assert list(KnownPosition(PAIR).faults(Budget())) == []


@pytest.mark.parametrize(
    ("size", "certificate", "message"),
    [
        (1, None, "has 1 cards, but its stack is missing"),
        (2, [], "must be its stack"),
        (2, {"stack": [1, 2]}, "must be its stack"),
        (2, {"stack": []}, "at least one card"),
        (2, {"stack": ["*o.", "o*."]}, "a card that is not in the position"),
        (3, {"stack": ["*o", "o*"]}, "has 3 cards, but its stack has 2"),
    ],
)
def test_what_states_no_largest_swish_is_refused(size, certificate, message):
    with pytest.raises(ValueError, match=message):
        KnownPosition.from_json(PAIR, size, True, certificate)


def test_a_wrong_largest_swish_has_faults():
    small = find_any(FOUR, max_size=2)
    assert small is not None
    assert list(KnownPosition(FOUR, Largest(small, proved=False)).faults(Budget())) == []
    [fault] = KnownPosition(FOUR, Largest(small, proved=True)).faults(Budget())
    assert fault == "the largest swish has 4 cards or more, not 2"
    stated = KnownPosition.from_json(FOUR, 2, False, {"stack": [".*o/.../...", "*.o/.../..."]})
    assert list(stated.faults(Budget())) == ["the stack of the largest swish is not a swish"]
    [late] = KnownPosition(dealt(4), Largest(None, proved=True)).faults(Budget(stop=lambda: True))
    assert isinstance(late, Unchecked)


def test_a_deal_is_told_from_another() -> None:
    dealt = KnownPosition(DECK.position.part(deal(DECK.position, 5, seed=9)).canonical())
    assert list(deal_faults(dealt, DECK, 9, {"n": 5})) == []
    assert list(deal_faults(dealt, DECK, 8, {"n": 5})) == ["the deal of 5 cards with seed 8 is another position"]
    for seed, detail in ((9, None), (9, {}), (9, {"n": "5"}), (-1, {"n": 5}), (2**63, {"n": 5})):
        [fault] = deal_faults(dealt, DECK, seed, detail)
        assert "a deal has n cards and a seed from 0 to" in fault


def test_a_swish_lies_where_its_cards_are() -> None:
    [fault] = place_faults(SMALL, KnownPosition(CANONICAL_FOUR), 0, None)
    assert fault.startswith("placement: ")


def test_only_a_largest_swish_is_a_witness() -> None:
    known = KnownPosition(CANONICAL_FOUR, find_largest(CANONICAL_FOUR))
    assert known.largest is not None
    assert known.largest.swish is not None
    assert list(witness_faults(Stack(known.largest.swish.stack), known, 0, None)) == []
    [fault] = witness_faults(SMALL, KnownPosition(CANONICAL_FOUR), 0, None)
    assert fault == "it is not a largest swish of the position"


def test_a_set_is_what_a_listing_keeps() -> None:
    kept = CANONICAL_FOUR.part((0, 1))
    assert list(witness_faults(kept, KnownPosition(CANONICAL_FOUR), 0, {"indices": [0, 1]})) == []
    [fault] = witness_faults(kept, KnownPosition(CANONICAL_FOUR), 0, {"indices": [1, 2]})
    assert fault == "the indices are not those of its cards"
    [fault] = witness_faults(kept, KnownPosition(CANONICAL_FOUR), 0, {"indices": [9]})
    assert fault.startswith("kept cards: ")


@pytest.mark.parametrize("faults", [deal_faults, place_faults, witness_faults])
def test_what_is_not_of_swish_is_passed_over(faults) -> None:
    assert list(faults("cap", "deck", 0, None)) == []
