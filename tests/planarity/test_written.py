"""What answers show of drawings, of searches and of the census."""

from ludex.planarity.drawing import Drawing
from ludex.planarity.solving.exchanges import minimum_exchanges
from ludex.planarity.study.census import census
from ludex.planarity.written import ChangedDrawing, CountedClass, MinimumExchanges, SolutionCounts

CROSSED_PATH = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))


def test_exchanges_are_shown_with_their_counts():
    found = minimum_exchanges(CROSSED_PATH)
    shown = MinimumExchanges.of(found)
    assert (shown.crossings, shown.min_exchanges, shown.proved, shown.exchanges) == (1, 1, True, found.exchanges)
    assert shown.optimal_solutions == SolutionCounts(found.arrangements, found.sequences)
    assert (shown.lower_bound, shown.reason) == (found.lower_bound, found.reason)


def test_a_changed_drawing_is_shown_with_its_numbers():
    shown = ChangedDrawing.of(CROSSED_PATH)
    assert (shown.drawing, shown.vertices, shown.edges, shown.crossings) == (CROSSED_PATH, 4, 3, 1)


def test_a_counted_class_is_shown_with_its_counts():
    for one in census(4):
        shown = CountedClass.of(one)
        assert (shown.drawing, shown.crossings, shown.min_swaps) == (one.drawing, one.crossings, one.min_swaps)
        assert shown.optimal_solutions == SolutionCounts(one.arrangements, one.sequences)
