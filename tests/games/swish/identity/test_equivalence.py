import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.card import Card, Configuration, Symmetry
from ludex.games.swish.hypergraph import HypergraphError
from ludex.games.swish.identity.equivalence import classes, compare
from ludex.games.swish.position import Position
from tests.oracles import isomorphism as oracle
from tests.trials import examples

some = settings(deadline=None, max_examples=examples(50))


@st.composite
def positions(draw, most=5, boards=((1, 3), (2, 2), (2, 3), (4, 3), (1, 6))):
    height, width = draw(st.sampled_from(boards))
    cells = st.tuples(st.integers(1, height), st.integers(1, width))
    pairs = st.tuples(cells, cells).filter(lambda pair: pair[0] != pair[1])
    return Position(
        tuple(Card.one_pair(height, width, *pair) for pair in draw(st.lists(pairs, min_size=1, max_size=most)))
    )


def slow(position):
    cards = [(card.points[0], card.circles[0]) for card in position.cards]
    return oracle.hypergraph(cards, position.height, position.width, position.symmetry is Symmetry.SQUARE)


def single(width, *pairs):
    return Position(tuple(Card.one_pair(1, width, (1, a), (1, b)) for a, b in pairs))


def cycle(*lengths, twist=0):
    """Cycles of orbits of two cells, one card between neighbours; `twist` of them are crossed once."""
    width = 2 * sum(lengths)
    pairs, start = [], 1
    for number, length in enumerate(lengths):
        last = width + 1 - start if number < twist else start
        pairs += [(i, i + 1) for i in range(start, start + length - 1)] + [(start + length - 1, last)]
        start += length
    return single(width, *pairs)


@some
@given(positions(9), st.data())
def test_reordered_and_flipped_positions_are_equivalent(position, data):
    order = data.draw(st.permutations(range(len(position.cards))))
    flips = st.sampled_from(position.symmetry.configurations)
    other = Position(tuple(position.cards[i].configured(data.draw(flips)) for i in order))
    answer = compare(position, other)
    assert answer.equivalent
    assert sorted(answer.matching) == list(range(len(order)))
    if len(order) <= 3:
        assert answer.matching in oracle.card_permutations(slow(position), slow(other))


@some
@given(positions(3), positions(3))
def test_it_agrees_with_vf2_on_any_two_positions(a, b):
    answer = compare(a, b)
    assert answer.equivalent == oracle.isomorphic(slow(a), slow(b))
    assert (answer.matching is None) != answer.equivalent
    if answer.equivalent:
        assert answer.matching in oracle.card_permutations(slow(a), slow(b))


@settings(deadline=None, max_examples=examples(40))
@given(positions(3), st.data())
def test_it_agrees_with_vf2_on_near_misses(position, data):
    """One card has its point moved."""
    height, width = position.height, position.width
    index = data.draw(st.integers(0, len(position.cards) - 1))
    circle = position.cards[index].circles[0]
    cells = [(a, b) for a in range(1, height + 1) for b in range(1, width + 1) if (a, b) != circle]
    cards = list(position.cards)
    cards[index] = Card.one_pair(height, width, data.draw(st.sampled_from(cells)), circle)
    other = Position(tuple(cards))
    assert compare(position, other).equivalent == oracle.isomorphic(slow(position), slow(other))


def test_a_transposed_board_is_equivalent():
    a = Position.from_codes(["*../..o/.../...", ".*./o../.../..."])
    b = Position(tuple(card.configured(Configuration.TRANSPOSE) for card in a.cards))
    assert compare(a, b).matching == (0, 1)


def test_two_triangles_are_not_a_hexagon():
    answer = compare(cycle(6), cycle(3, 3))
    assert not answer.equivalent
    assert answer.reason == "connected parts of size 6: 1 in a, 0 in b"


def test_a_crossed_cycle_is_not_a_plain_one_though_no_colours_tell():
    # Plain, the hypergraph falls into two triangles tied by their cards; crossed, it is one hexagon.
    answer = compare(cycle(3), cycle(3, twist=1))
    assert not answer.equivalent
    assert answer.reason.startswith(
        "colour refinement finds no difference; canonical forms (hypergraph) from byte 3 on:"
    )
    assert not oracle.isomorphic(slow(cycle(3)), slow(cycle(3, twist=1)))


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        (["*o"], ["*o", "*o"], "cards: 1 in a, 2 in b"),
        (["*o", "*o"], ["*o.", "*.o"], "arcs: 16 in a, 8 in b"),
    ],
)
def test_the_reason_names_what_differs(a, b, reason):
    answer = compare(Position.from_codes(a), Position.from_codes(b))
    assert not answer.equivalent
    assert answer.reason == reason


def test_square_and_rectangle_differ_in_configurations():
    a = Position.from_codes(["*o/.."])
    b = Position.from_codes(["*o/.."], Symmetry.SQUARE)
    assert compare(a, b).reason == "configurations of a card: 4 in a, 8 in b"


def test_degrees_name_the_cards_that_differ():
    # Trees of orbits of two cells: the branch sits at another place.
    answer = compare(single(12, (1, 2), (2, 3), (3, 4), (3, 5)), single(12, (1, 2), (2, 3), (3, 4), (2, 5)))
    assert answer.reason == (
        "cards whose configurations have the degrees 0 out 2 in, 0 out 2 in, 0 out 2 in, 0 out 2 in: 1 in a, 0 in b"
    )


def test_colour_refinement_names_the_round_and_a_card():
    a = single(20, (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (2, 7), (5, 8))
    b = single(20, (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (2, 7), (4, 8))
    assert compare(a, b).reason == (
        "cards like card 1 of a, which round 2 of colour refinement distinguishes from other cards: 1 in a, 0 in b"
    )


@settings(deadline=None, max_examples=20)
@given(st.lists(positions(2, ((1, 3), (2, 2))), max_size=6))
def test_classes_are_those_of_comparing(listed):
    found = classes(listed)
    assert sorted(index for group in found for index in group.members) == list(range(len(listed)))
    assert [group.members[0] for group in found] == sorted(group.members[0] for group in found)
    home = {index: group.members[0] for group in found for index in group.members}
    for i, a in enumerate(listed):
        for j, b in enumerate(listed):
            assert (home[i] == home[j]) == compare(a, b).equivalent
    for group in found:
        first = slow(listed[group.members[0]])
        assert group.matchings[0] == tuple(range(len(listed[group.members[0]].cards)))
        for member, matching in zip(group.members, group.matchings, strict=True):
            assert matching in oracle.card_permutations(first, slow(listed[member]))


def test_other_cards_have_no_hypergraph_to_compare():
    with pytest.raises(HypergraphError):
        compare(Position.from_codes(["*o"]), Position.from_codes(["**o"]))


def test_comparisons_and_classes_stop_at_their_time_limit() -> None:
    position = Position.from_codes(["*o", "o*"])
    for run in (lambda budget: compare(position, position, budget), lambda budget: classes([position], budget)):
        run(Budget())
        with pytest.raises(BudgetExhausted):
            run(Budget(seconds=0.0))
