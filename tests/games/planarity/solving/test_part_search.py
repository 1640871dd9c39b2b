"""Minimum swaps of drawings of 8 to 11 vertices are those of brute force, and the bounds rise by their schedule."""

import pytest

from ludex.games.planarity.solving import part_search
from ludex.games.planarity.solving.part_search import BoundSchedule
from tests.benchmarks.agreement import check_swaps


@pytest.mark.parametrize("number", range(24))
def test_minimum_swaps_and_their_sequences_are_those_of_brute_force(number: int) -> None:
    check_swaps(number)


@pytest.mark.parametrize("number", range(8))
def test_a_search_that_starts_with_a_short_solution_agrees_too(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # The search for short solutions usually begins much later.
    monkeypatch.setattr(part_search, "_IMPROVING_STEPS", -1)
    check_swaps(number)


@pytest.mark.parametrize("number", range(24))
def test_a_search_guided_by_weighted_distances_agrees_too(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Paths of fewer swaps are usually searched to all arrangements at once.
    monkeypatch.setattr(part_search, "_GUIDED", 1)
    check_swaps(number)


@pytest.mark.parametrize(("bound", "following"), [(0, 1), (3, 4), (4, 6), (5, 7)])
def test_while_listings_are_short_the_bound_rises_by_one_and_from_four_on_by_two(bound: int, following: int) -> None:
    schedule = BoundSchedule()
    schedule.record(bound, 100, 0.01)
    assert schedule.following(9.0, is_bounded=False) == following


# Each listing takes twice as long as the one before, so that a rise by k takes 2^k times as long.
@pytest.mark.parametrize(
    ("listings", "remaining", "unbounded", "bounded"),
    [
        # Four times as long at most: the bound rises by two.
        ([(8, 20_000), (9, 40_000)], 1000.0, 11, 11),
        ([(8, 20_000), (10, 80_000)], 1000.0, 12, 12),
        # Six tenths of the remaining time are 12, 16 or 0.6 times as long as the last listing.
        ([(8, 20_000), (9, 40_000)], 20.0, 11, 12),
        ([(8, 20_000), (9, 40_000)], 1.0, 11, 10),
        # An estimate needs 20,000 placements: without one, the growth is 1.6, and 4 < 1.6^3.
        ([(8, 19_999), (9, 159_992)], 1000.0, 11, 11),
        ([(8, 20_000), (9, 160_000)], 1000.0, 11, 10),
        # The growth is 1.15 at least, so that four times as long is a rise by nine, of which four are made at once.
        ([(8, 20_000), (9, 20_000)], 1000.0, 13, 18),
        # The same bound again says nothing on the growth.
        ([(8, 20_000), (9, 40_000), (9, 320_000)], 1000.0, 11, 11),
    ],
)
def test_the_next_listing_takes_a_few_times_as_long(
    listings: list[tuple[int, int]], remaining: float, unbounded: int, bounded: int
) -> None:
    schedule = BoundSchedule()
    for bound, steps in listings:
        schedule.record(bound, steps, 1.0)
    assert schedule.following(remaining, is_bounded=False) == unbounded
    assert schedule.following(remaining, is_bounded=True) == bounded
