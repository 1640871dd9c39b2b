"""What makes a stack of cards a swish, and its identity: golden stacks keep their keys."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.evidence import Evidence
from ludex.games.swish.card import Card, Configuration, Symmetry
from ludex.games.swish.identity.card_matching import canonical_stack, swish_key
from ludex.games.swish.position import Position
from ludex.games.swish.swishes import (
    AnySwish,
    FoundSwish,
    Largest,
    LargestSwish,
    PlacedCard,
    Placement,
    SizeCount,
    Swish,
    SwishCounts,
    Swishes,
    SwishListing,
    is_swish,
    swish_responses,
    truncate_listing,
)
from tests.games.swish.random_tables import tables, written
from tests.oracles import swish_stacks as oracle
from tests.oracles import swishes


@settings(deadline=None)
@given(tables())
def test_a_stack_is_a_swish_where_each_cell_has_nothing_or_one_point_and_one_circle(position: Position) -> None:
    assert is_swish(position.cards) == swishes.forms_swish(written(position))


@pytest.mark.parametrize(
    ("codes", "why"),
    [
        ([], "no card"),
        (["*o"], "a single card"),
        (["*o.", ".*o"], "a point that meets no circle"),
        (["*o", "*o"], "two points meet"),
        (["*o.", "o*.", "o*."], "two circles meet"),
        (["*o", "o*", "*o", "o*"], "two points and two circles on each cell"),
        (["*o", "o*."], "two boards"),
    ],
)
def test_a_stack_is_no_swish(codes: list[str], why: str) -> None:
    assert not is_swish([Card.from_code(code) for code in codes]), why


@settings(deadline=None)
@given(tables(), st.data())
def test_a_stack_turned_as_a_whole_in_any_order_keeps_its_key(position: Position, data: st.DataObject) -> None:
    configuration = data.draw(st.sampled_from(position.symmetry.configurations))
    turned = data.draw(st.permutations([card.configured(configuration) for card in position.cards]))
    assert canonical_stack(turned, position.symmetry) == canonical_stack(position.cards, position.symmetry)
    assert swish_key(turned, position.symmetry) == swish_key(position.cards, position.symmetry)


@settings(deadline=None)
@given(tables())
def test_the_canonical_stack_is_the_least_of_the_turned_ones(position: Position) -> None:
    expected = oracle.canonical_stack(written(position), position.symmetry.value)
    assert list(map(str, canonical_stack(position.cards, position.symmetry))) == expected


def test_cards_flipped_one_by_one_may_make_another_swish() -> None:
    one = [Card.from_code(code) for code in ["*o.", "o*."]]
    other = [Card.from_code(code) for code in ["*o./...", "o*./..."]]
    assert swish_key(one, Symmetry.RECTANGLE) != swish_key(other, Symmetry.RECTANGLE)
    apart = [["*o../*o..", "o*../o*.."], ["*o../o*..", "o*../*o.."]]
    keys = {swish_key([Card.from_code(code) for code in codes], Symmetry.RECTANGLE) for codes in apart}
    assert len(keys) == 2


def test_a_swish_knows_its_size_its_cards_and_its_stack() -> None:
    laid = [Card.from_code("*o"), Card.from_code("o*")]
    swish = Swish((Placement(3, Configuration.IDENTITY, laid[0]), Placement(5, Configuration.FLIP_LEFT, laid[1])))
    assert (swish.size, swish.indices, list(swish.stack)) == (2, (3, 5), laid)


PAIR = Position.from_codes(["*o.", ".*o", "*o."])
SWISH = Swish(
    (Placement(0, Configuration.IDENTITY, PAIR.cards[0]), Placement(2, Configuration.FLIP_LEFT, Card.from_code(".o*")))
)
FOUND = FoundSwish(2, (PlacedCard(0, "*o.", "identity", "*o."), PlacedCard(2, "*o.", "flip-left", ".o*")))


def test_a_swish_in_a_response_has_codes_as_listed_and_as_placed() -> None:
    assert swish_responses([SWISH], PAIR) == [FOUND]
    first, second = swish_responses([SWISH, SWISH], PAIR)
    assert first.cards[1] is second.cards[1]
    assert AnySwish.of(SWISH, PAIR) == AnySwish(True, FOUND)
    assert AnySwish.of(None, PAIR) == AnySwish(False, None)
    assert Swishes.of(SwishListing((SWISH,), complete=False), PAIR) == Swishes([FOUND], False)
    counts = {10: SizeCount(1, 2), 2: SizeCount(3, 4)}
    assert list(SwishCounts.of(counts).by_size.items()) == [("2", SizeCount(3, 4)), ("10", SizeCount(1, 2))]
    assert Swish.as_written(PAIR.cards, [2, 0]).indices == (0, 2)
    assert Swish.as_written(PAIR.cards, [1]).stack == (PAIR.cards[1],)


@pytest.mark.parametrize(
    ("largest", "size", "at_most", "evidence"),
    [
        (Largest(SWISH, proved=True), 2, 2, Evidence.SEARCH),
        (Largest(None, proved=True), 0, 0, Evidence.SEARCH),
        (Largest(SWISH, proved=True, bound={"by": "cards"}), 2, 2, Evidence.CERTIFICATE),
        (Largest(SWISH, proved=True, bound={"by": "reduction"}), 2, 2, Evidence.RECOMPUTED),
        (Largest(SWISH, proved=False), 2, 3, None),
        (Largest(SWISH, proved=False, upper_bound=9), 2, 3, None),
        (Largest(None, proved=False, upper_bound=2), 0, 2, None),
    ],
)
def test_a_largest_swish_has_a_bound_and_evidence(
    largest: Largest, size: int, at_most: int, evidence: Evidence | None
) -> None:
    response = LargestSwish.of(largest, PAIR)
    assert (response.size, response.upper_bound, response.evidence) == (size, at_most, evidence)
    assert (response.swish, response.proved, response.bound) == (FOUND if size else None, largest.proved, largest.bound)
    if size or largest.proved:
        assert largest.known(Budget()) is largest
    else:
        with pytest.raises(BudgetExhausted, match="cancelled"):
            largest.known(Budget(stop=lambda: True))
        with pytest.raises(BudgetExhausted, match="time"):
            largest.known(Budget())


@pytest.mark.parametrize(("characters", "shown"), [(0, 1), (12, 1), (23, 1), (24, 2), (35, 2), (36, 3), (100, 3)])
def test_a_listing_ends_before_its_codes_are_too_long(characters: int, shown: int) -> None:
    """Each of the two cards of a swish has two codes of three characters."""
    listing = SwishListing((SWISH,) * 3, complete=True)
    assert truncate_listing(listing, PAIR, characters) == SwishListing((SWISH,) * shown, complete=shown == 3)
    # A code of two rows of three cells has seven characters.
    board = Position.from_codes(["*o./..."])
    assert len(truncate_listing(listing, board, 2 * 28).items) == 2
    assert len(truncate_listing(listing, board, 2 * 28 - 1).items) == 1
