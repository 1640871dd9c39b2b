"""Violated swishes as cheap cycles, and the linear program for the most cards that avoid them."""

import random
from itertools import combinations

import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.position import Position
from ludex.games.swish.solving.certificate import check_maximum
from ludex.games.swish.solving.copies import Kinds
from ludex.games.swish.solving.cycle_cuts import CardProgram, CycleSearch
from ludex.games.swish.solving.independent_sets import minimal_swishes
from ludex.games.swish.solving.no_swish import largest_no_swish_set


def random_cards(number: int, height: int, width: int, seed: int) -> Position:
    numbers = random.Random(seed)
    codes = []
    for _ in range(number):
        board = ["."] * (height * width)
        point, circle = numbers.sample(range(height * width), 2)
        board[point], board[circle] = "*", "o"
        codes.append("/".join("".join(board[row * width : (row + 1) * width]) for row in range(height)))
    return Position.from_codes(codes)


def all_kept(kinds: Kinds) -> dict[tuple[int, int], float]:
    return {(k, n): 1.0 for k in range(len(kinds.members)) for n in range(1, kinds.telling_copies(k) + 1)}


@pytest.mark.parametrize("seed", range(6))
def test_every_minimal_swish_of_a_few_cards_is_found(seed: int) -> None:
    position = random_cards(9, 3, 3, seed)
    kinds = Kinds.of(position)
    search = CycleSearch.of(kinds)
    assert search is not None
    found = search.violated(all_kept(kinds), Budget(), longer=12)
    minimal = minimal_swishes(position)
    masks = [int(mask) for mask in minimal.masks]
    expected = {kinds.count(tuple(card for card in range(9) if mask >> card & 1)) for mask in masks}
    assert expected <= found
    # Every cycle is a swish, which contains a minimal one.
    assert all(minimal.has_swish(cards) for count in found for cards in kinds.expand(count))


def test_the_bound_of_the_program_holds() -> None:
    position = random_cards(14, 4, 3, 3)
    kinds = Kinds.of(position)
    minimal = minimal_swishes(position)
    most = max(
        size for size in range(15) if any(not minimal.has_swish(cards) for cards in combinations(range(14), size))
    )
    search, program = CycleSearch.of(kinds), CardProgram(kinds)
    assert search is not None
    cuts, shares = search.violated(all_kept(kinds), Budget()), all_kept(kinds)
    bounds = [program.bound()] if program.solve(Budget()) else []
    while cuts:
        program.add(cuts)
        solved = program.solve(Budget())
        assert solved is not None
        shares = solved
        bounds.append(program.bound())
        cuts = search.violated(shares, Budget())
    assert bounds[0] == 14
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] >= most == largest_no_swish_set(position).size


def test_other_cards_have_no_arcs() -> None:
    assert CycleSearch.of(Kinds.of(Position.from_codes(["**o", "o.*"]))) is None


def test_the_search_ends_with_its_budget() -> None:
    kinds = Kinds.of(random_cards(9, 3, 3, 1))
    search = CycleSearch.of(kinds)
    assert search is not None
    with pytest.raises(BudgetExhausted):
        search.violated(all_kept(kinds), Budget(0.0))


def test_a_hundred_cards_have_a_certificate() -> None:
    position = random_cards(100, 8, 8, 2)
    found = largest_no_swish_set(position)
    assert found.proved
    check_maximum(position, found)
