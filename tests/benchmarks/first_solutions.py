"""How often a search finds a solution of at most the number of random swaps that were made, within a time limit.

The drawings are plane grids and Delaunay triangulations of 60 vertices, scrambled by 1 to 15 random swaps. The limit
counts processor time.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from ludex.engine.budget import Budget
from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.making.generation import scramble_drawing
from ludex.games.planarity.solving.minimum_swaps import solve
from tests.games.planarity.sample_drawings import plane_grid, plane_triangulation

FAMILIES: dict[str, tuple[Callable[[Random], Drawing], ...]] = {
    "grids": (
        plane_grid,
        lambda rng: plane_grid(rng, 12, 5),
        lambda rng: plane_grid(rng, 15, 4),
        lambda rng: plane_grid(rng, 20, 3),
    ),
    "triangulations": (plane_triangulation,),
}
MOST_SWAPS = 15


@dataclass(frozen=True, slots=True)
class FirstSolution:
    """The number of random swaps of a drawing, the number of swaps that the search found, and its processor seconds."""

    seed: int
    made: int
    found: int | None
    seconds: float

    @property
    def holds(self) -> bool:
        """Return whether the search found a solution that is no longer than the random swaps."""
        return self.found is not None and self.found <= self.made


def scrambled(family: str, seed: int) -> tuple[Drawing, int]:
    """Return a drawing of a family after random swaps, and the number of swaps."""
    makers, swaps = FAMILIES[family], 1 + (seed - 1) % MOST_SWAPS
    return scramble_drawing(makers[seed % len(makers)](Random(seed)), swaps, seed), swaps


def first_solutions(family: str, seeds: range, seconds: float) -> Iterator[FirstSolution]:
    """Search each drawing of a family for at most the given processor seconds.

    Raises ValueError if a solution leaves crossings.
    """
    for seed in seeds:
        drawing, made = scrambled(family, seed)
        start = time.process_time()
        solution = solve(drawing, Budget(seconds=seconds, clock=time.process_time), counted=False)
        taken = time.process_time() - start
        if solution.min_swaps is not None and not is_plane(drawing.after(solution.swaps)):
            raise ValueError(f"the swaps leave crossings: {drawing}")
        yield FirstSolution(seed, made, solution.min_swaps, taken)


def print_rows(count: int, seconds: float) -> None:
    """Print, for each family, how many of `count` drawings the search solves with at most the random swaps."""
    for family in FAMILIES:
        results = list(first_solutions(family, range(1, count + 1), seconds))
        longer = [
            f"{result.made} swaps, {result.found} found (seed {result.seed})" for result in results if not result.holds
        ]
        print(f"{family:>24} {f'{count - len(longer)}/{count}':>7}  {'; '.join(longer)}", flush=True)
