from dataclasses import replace

import pytest

from ludex.engine.budget import Budget, Unchecked
from ludex.games.swish.deck import built_in_deck, deal
from ludex.games.swish.known_results import KnownPosition, deal_faults, place_faults, witness_faults
from ludex.games.swish.position import Position
from ludex.games.swish.solving.search import count_by_size, find_any, find_largest
from ludex.games.swish.study.difficulty import grade_of
from ludex.games.swish.swishes import Largest, Stack
from tests.games.swish.commercial import dealt

PAIR = Position.from_codes(["*o", "o*", "*o"])
FOUR = Position.from_codes(["*o./.../...", ".*o/.../...", "*.o/.../...", "*.o/.../..."])
CANONICAL_FOUR = FOUR.canonical()
DECK = built_in_deck("swish-60")
SMALL = Stack(Position.from_codes(["*o./.../...", "o*./.../..."]).cards)


def test_a_claim_about_a_position_is_read_again():
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
        (2, {"stack": ["*o", "o*"], "bound": "cards"}, "bound of a largest swish must be an object"),
        (2, {"stack": "*o"}, "must be its stack"),
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


TWO, FULL = (find_any(FOUR, max_size=2), find_largest(FOUR).swish)


@pytest.mark.parametrize(
    ("known", "other", "better"),
    [
        (None, None, False),
        (None, Largest(TWO, proved=False), True),
        (Largest(TWO, proved=False), None, False),
        (Largest(TWO, proved=False), Largest(TWO, proved=False), False),
        (Largest(TWO, proved=False), Largest(FULL, proved=False), True),
        (Largest(FULL, proved=False), Largest(TWO, proved=False), False),
        (Largest(FULL, proved=False), Largest(FULL, proved=True), True),
        (Largest(FULL, proved=True), Largest(FULL, proved=True), False),
        (Largest(FULL, proved=True), Largest(FULL, proved=True, bound={"by": "cards"}), True),
        (Largest(FULL, proved=True, bound={"by": "cards"}), Largest(FULL, proved=True, bound={"by": "cards"}), False),
        (Largest(TWO, proved=True), Largest(FULL, proved=True, bound={"by": "cards"}), False),
    ],
)
def test_a_larger_or_better_proved_swish_is_better_known(known, other, better) -> None:
    found = KnownPosition(FOUR, known).better_known(KnownPosition(FOUR, other))
    assert found == (KnownPosition(FOUR, other).canonical() if better else None)


def test_a_proved_swish_gets_a_certificate_that_none_is_larger() -> None:
    known = KnownPosition(FOUR, Largest(FULL, proved=True))
    certified = known.with_bound(Budget())
    assert certified.largest.bound is not None
    assert certified.certificate == {
        "stack": [str(card) for card in FULL.stack],
        "bound": dict(certified.largest.bound),
    }
    assert list(certified.canonical().faults(Budget())) == []
    assert certified.with_bound(Budget()) is certified
    for unproved in (KnownPosition(FOUR), KnownPosition(FOUR, Largest(TWO, proved=False))):
        assert unproved.with_bound(Budget()) is unproved
    without = KnownPosition(Position.from_codes(["*o"]), Largest(None, proved=True))
    assert without.certificate is None
    forged = dict(certified.largest.bound, digest="0")
    [fault] = KnownPosition(FOUR, Largest(FULL, proved=True, bound=forged)).faults(Budget())
    assert "digest" in fault


def test_the_number_of_largest_swishes_gives_a_grade_and_is_checked() -> None:
    known = KnownPosition(FOUR, find_largest(FOUR))
    measured = known.measured(Budget())
    assert measured.swishes == count_by_size(FOUR)[4].placements
    assert measured.grade == grade_of(4, 4, measured.swishes)
    assert (known.grade, KnownPosition(FOUR, None, 3).grade) == (None, None)
    for same in (KnownPosition(FOUR), measured):
        assert same.measured(Budget()) is same
    assert list(measured.faults(Budget())) == []
    more = measured.swishes + 1
    assert list(replace(measured, swishes=more).faults(Budget())) == [
        f"there are {more - 1} largest swishes, not {more}"
    ]
    [fault] = KnownPosition(FOUR, Largest(FULL, proved=False), 1).faults(Budget())
    assert fault == "only small positions with a proved largest swish have a difficulty"
    assert list(KnownPosition(FOUR, None, 1).faults(Budget())) == []


def test_a_number_of_largest_swishes_is_kept_and_filled_in() -> None:
    known = KnownPosition(FOUR, Largest(FULL, proved=True))
    measured, certified = known.measured(Budget()), known.with_bound(Budget())
    assert known.better_known(measured) == measured
    for worse in (known, measured, KnownPosition(FOUR, Largest(TWO, proved=False), 9)):
        assert measured.better_known(worse) is None
    assert measured.better_known(certified) == replace(certified.canonical(), swishes=measured.swishes)
    assert certified.better_known(measured) == replace(certified, swishes=measured.swishes)


def test_the_canonical_position_has_the_canonical_cards_and_the_same_stack() -> None:
    known = KnownPosition(FOUR, Largest(FULL, proved=True)).canonical()
    assert known.position == CANONICAL_FOUR
    assert sorted(known.largest.swish.stack) == sorted(FULL.stack)
    for placed in known.largest.swish.cards:
        assert CANONICAL_FOUR.cards[placed.index].configured(placed.configuration) == placed.placed
    assert KnownPosition(FOUR).canonical() == KnownPosition(CANONICAL_FOUR)


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
def test_values_of_other_games_are_ignored(faults) -> None:
    assert list(faults("cap", "deck", 0, None)) == []
