"""Blocks of orbits, compared with trying every set of cards, and cuts of pairs of orbits."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.card import Symmetry, orbit_numbers
from ludex.games.swish.position import Position
from ludex.games.swish.solving import orbit_blocks
from ludex.games.swish.solving.copies import Kinds
from ludex.games.swish.solving.cycle_cuts import CycleSearch
from ludex.games.swish.solving.orbit_blocks import MOST_ORBITS, OrbitBlocks
from ludex.games.swish.solving.search import find_any
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
