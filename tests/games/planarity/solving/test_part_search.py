"""Minimum swaps of drawings of 8 to 11 vertices are those of brute force."""

import pytest

from ludex.games.planarity.solving import part_search
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
