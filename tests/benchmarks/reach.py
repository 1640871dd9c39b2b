"""The reach of the search for minimum swaps: large drawings made by random swaps, one core, at most some seconds each.

The drawings are Delaunay triangulations after random flips and removals of edges, scrambled by k random swaps.
"""

import statistics
import time

from ludex.engine.budget import Budget
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.making.generation import plane_drawing, scramble_drawing
from ludex.games.planarity.making.point_sets import Method
from ludex.games.planarity.making.provenance import Parameters
from ludex.games.planarity.solving.minimum_swaps import solve

SECONDS = 25.0
ROWS = (
    (20, 36, 200),
    (24, 44, 200),
    (30, 55, 16),
    (30, 55, 40),
    (40, 75, 8),
    (40, 75, 16),
    (40, 75, 40),
    (60, 110, 8),
    (60, 110, 12),
    (60, 110, 40),
)


def scrambled_level(vertices: int, edges: int, swaps: int, seed: int) -> Drawing:
    """Return a plane drawing after random swaps."""
    parameters = Parameters(vertices, edges, 1, delta=10, flips=10, seed=seed, method=Method.REPAIR)
    return scramble_drawing(plane_drawing(parameters, RandomNumbers(seed)), swaps, seed)


def main(levels: int, seconds: float = SECONDS) -> None:
    """Print a line for each row: the results of its levels, and the median of the processor seconds."""
    print(f"{'n, m, k':>14} {'proved':>7} {'seconds':>8}  minimum, or its bounds")
    for vertices, edges, swaps in ROWS:
        times, results, proved = [], [], 0
        for seed in range(1, levels + 1):
            drawing = scrambled_level(vertices, edges, swaps, seed)
            start = time.process_time()
            solution = solve(drawing, Budget(seconds=seconds))
            times.append(time.process_time() - start)
            if not is_plane(drawing.after(solution.swaps)):
                raise ValueError(f"{vertices}, {edges}, {swaps}, seed {seed}: the swaps leave crossings")
            proved += solution.proved
            bounds = "" if solution.proved else f"{solution.lower_bound} to "
            results.append(f"{bounds}{solution.min_swaps}")
        name = f"{vertices}, {edges}, {swaps}"
        print(
            f"{name:>14} {f'{proved}/{levels}':>7} {statistics.median(times):>8.2f}  {', '.join(results)}", flush=True
        )
