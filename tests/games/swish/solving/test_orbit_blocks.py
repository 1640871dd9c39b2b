"""Blocks of orbits, compared with trying every set of cards, and cuts of pairs of orbits.

Violated swishes as cheap cycles, and the linear program for the most cards that avoid them.
"""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.card import Symmetry, orbit_numbers
from ludex.games.swish.position import Position
from ludex.games.swish.solving import orbit_blocks
from ludex.games.swish.solving.certificate import check_maximum
from ludex.games.swish.solving.independent_sets import minimal_swishes
from ludex.games.swish.solving.no_swish import largest_no_swish_set
from ludex.games.swish.solving.orbit_blocks import MOST_ORBITS, CardProgram, CycleSearch, OrbitBlocks
from ludex.games.swish.solving.search import find_any
from ludex.games.swish.solving.weights import Kinds
from tests.games.swish.hard_tables import random_table
from tests.games.swish.random_tables import one_pair_tables, written
from tests.oracles import deals, derangements


def blocks_of(position: Position) -> OrbitBlocks:
    kinds = Kinds.of(position)
    cycles = CycleSearch.of(kinds)
    assert cycles is not None
    return OrbitBlocks(kinds, cycles)


def without_swish(position: Position) -> list[tuple[int, ...]]:
    """Return every set of cards without a swish."""
    cards = range(len(position.cards))
    swishes = derangements.card_sets(written(position), position.height * position.width, position.symmetry.value)
    every = (chosen for size in range(len(cards) + 1) for chosen in combinations(cards, size))
    return [chosen for chosen in every if not any(swish <= set(chosen) for swish in swishes)]


@settings(deadline=None, max_examples=15)
@given(one_pair_tables(most_cards=8, most_cells=9))
def test_the_heaviest_set_of_a_block_is_that_of_trying_every_set(position: Position) -> None:
    blocks, numbers = blocks_of(position), random.Random(len(position.cards))
    kind_of, every = Kinds.of(position).kind_of, without_swish(position)
    for size in (1, 2, 3):
        for orbits in combinations(blocks.orbits, size):
            block = blocks.block(orbits)
            if block is None:
                continue
            weights = {direction: numbers.randint(0, 5) for direction in block.directions}
            found = block.heaviest(weights, Budget())
            assert found is not None
            assert sum(weights[d] * number for d, number in block.count(found[1]).items()) == found[0]
            weight = {kind: weights[d] for (kind, _), d in zip(block.levels, block.directions, strict=True)}
            assert found[0] == max(sum(weight.get(kind_of[i], 0) for i in chosen) for chosen in every)


@settings(deadline=None, max_examples=15)
@given(one_pair_tables(most_cards=9, most_cells=6))
def test_the_best_set_of_few_orbits_is_a_largest_set(position: Position) -> None:
    blocks = blocks_of(position)
    best = blocks.best_set(Budget())
    assert len(set(best)) == len(best)
    assert not best or find_any(position.part(best)) is None
    if len(blocks.orbits) <= 3:
        card_sets = derangements.card_sets(written(position), position.height * position.width, position.symmetry.value)
        assert len(best) == len(deals.largest(len(position.cards), card_sets)[0])


@pytest.mark.parametrize("symmetry", list(Symmetry))
@pytest.mark.parametrize("seed", range(3))
def test_a_cut_excludes_no_set_without_a_swish(seed: int, symmetry: Symmetry) -> None:
    position = Position(random_table(3, 8 + seed % 2, 1).cards, symmetry)
    blocks, kinds, numbers = blocks_of(position), Kinds.of(position), random.Random(seed)
    levels = [(k, n) for k in range(len(kinds.members)) for n in range(1, kinds.telling_copies(k) + 1)]
    cuts = [
        cut for _ in range(5) for cut in blocks.violated({level: numbers.random() ** 0.2 for level in levels}, Budget())
    ]
    number = orbit_numbers(position.height, position.width, symmetry)
    cells = [(card.points[0], card.circles[0]) for card in (position.cards[kind[0]] for kind in kinds.members)]
    sizes = {len({number[cell] for kind, _ in cut.weights for cell in cells[kind]}) for cut in cuts}
    assert sizes <= {2, 3}
    assert 3 in sizes or symmetry is Symmetry.SQUARE
    for chosen in without_swish(position):
        counts = dict(kinds.count(chosen))
        for cut in cuts:
            assert sum(w for (kind, n), w in cut.weights.items() if counts.get(kind, 0) >= n) <= cut.most


def test_a_board_with_many_orbits_has_no_best_set() -> None:
    blocks = blocks_of(random_table(10, 300, 1))
    assert len(blocks.orbits) > MOST_ORBITS
    assert blocks.best_set(Budget()) == []


def test_a_search_whose_budget_is_exhausted_ends() -> None:
    with pytest.raises(BudgetExhausted):
        blocks_of(random_table(6, 100, 1)).best_set(Budget(seconds=0.0))


def test_the_search_for_the_best_order_consults_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orbit_blocks, "_SETS_BETWEEN_CHECKS", 8)
    blocks = blocks_of(random_table(6, 100, 1))
    assert len(blocks.best_set(Budget())) == 69
    # All blocks are known now, so the rest of the time is spent on their order.
    checks: list[bool] = []

    def stop() -> bool:
        checks.append(True)
        return len(checks) > 4

    for orbits in list(blocks._blocks):
        monkeypatch.setitem(blocks._blocks, orbits, None)
    with pytest.raises(BudgetExhausted):
        blocks.best_set(Budget(stop=stop))
    assert len(checks) == 5


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
