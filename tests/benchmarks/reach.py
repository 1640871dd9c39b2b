"""The reach of the searches for minimum swaps and exchanges, and the rate of generation, in seconds of one processor.

The drawings are Delaunay triangulations after random flips and removals of edges, scrambled by k random swaps or by k
random exchanges. A search for minimum swaps ends with the proof, without counting the optimal solutions. The limits
count processor time, so that other programs on the machine change the results little.
"""

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass

from ludex.engine.budget import Budget
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.making.generation import GenerationParameters, generate, plane_drawing, scramble_drawing
from ludex.games.planarity.making.point_sets import Method
from ludex.games.planarity.solving.exchanges import minimum_exchanges
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.variants import exchange_vertices
from tests.benchmarks.first_solutions import print_rows

# Vertices, edges, swaps, and the limit of a search in seconds: 10 for rows where only bounds are expected.
SWAP_ROWS = (
    (20, 36, 200, 25),
    (24, 44, 200, 10),
    (24, 44, 200, 30),
    (30, 55, 16, 25),
    (30, 55, 40, 10),
    (30, 55, 40, 120),
    (40, 75, 8, 25),
    (40, 75, 16, 10),
    (40, 75, 40, 10),
    (60, 110, 8, 25),
    (60, 110, 12, 25),
    (60, 110, 40, 10),
    (100, 185, 6, 30),
)
# The limit for finding a solution of at most the number of random swaps.
FIRST_SECONDS = 10
EXCHANGE_ROWS = ((18, 32, 200, 10), (30, 55, 8, 25))
# Vertices, edges, swaps, method, and the number of levels.
GENERATION_ROWS = ((11, 20, 4, Method.REJECTION, 1000), (20, 36, 8, Method.REPAIR, 100))


@dataclass(frozen=True, slots=True)
class Reached:
    """The bounds that a search of a drawing has proved, and the processor time it took, in seconds."""

    lower: int
    upper: int | None
    seconds: float

    def text(self) -> str:
        """Return the minimum, or its bounds."""
        if self.lower == self.upper:
            return str(self.upper)
        return f"{self.lower} to {'?' if self.upper is None else self.upper}"


def random_plane_drawing(vertices: int, edges: int, seed: int) -> Drawing:
    """Return a random plane drawing with almost any points."""
    delta = 10 if vertices <= 64 else 2
    parameters = GenerationParameters(vertices, edges, 1, delta=delta, flips=10, seed=seed, method=Method.REPAIR)
    return plane_drawing(parameters, RandomNumbers(seed))


def scrambled_level(vertices: int, edges: int, swaps: int, seed: int) -> Drawing:
    """Return a plane drawing after random swaps."""
    return scramble_drawing(random_plane_drawing(vertices, edges, seed), swaps, seed)


def exchanged_level(vertices: int, edges: int, exchanges: int, seed: int) -> Drawing:
    """Return a plane drawing after random exchanges of any two vertices."""
    drawing, numbers = random_plane_drawing(vertices, edges, seed), RandomNumbers.numbered(seed, 1)
    for _ in range(exchanges):
        u = numbers.below(vertices)
        drawing = exchange_vertices(drawing, u, (u + 1 + numbers.below(vertices - 1)) % vertices)
    return drawing


def main(levels: int) -> None:
    """Print a line for each row: the results of its levels, and the median of the processor seconds."""
    print(f"{'swaps: n, m, k':>24} {'proved':>7} {'seconds':>8} {'bounds':>7}  minimum, or its bounds")
    for *size, seconds in SWAP_ROWS:
        _print_row(size, [_swaps(scrambled_level(*size, seed), seconds) for seed in range(1, levels + 1)])
    print(f"{'exchanges: n, m, k':>24}")
    for *size, seconds in EXCHANGE_ROWS:
        _print_row(size, [_exchanges(exchanged_level(*size, seed), seconds) for seed in range(1, levels + 1)])
    print(f"{'first solutions':>24} {'found':>7}  more swaps than were made")
    print_rows(5 * levels, FIRST_SECONDS)
    print(f"{'generation: n, m, s':>24} {'levels':>7} {'levels/s':>8}")
    for *size, method, count in GENERATION_ROWS:
        generate(GenerationParameters(*size, method=method), 1)
        start = time.process_time()
        found = len(generate(GenerationParameters(*size, method=method, seed=1), count).items)
        print(f"{', '.join(map(str, size)):>24} {found:>7} {found / (time.process_time() - start):>8.0f}", flush=True)


def _swaps(drawing: Drawing, seconds: float) -> Reached:
    start = time.process_time()
    solution = solve(drawing, Budget(seconds=seconds, clock=time.process_time), counted=False)
    taken = time.process_time() - start
    if solution.min_swaps is not None and not is_plane(drawing.after(solution.swaps)):
        raise ValueError(f"the swaps leave crossings: {drawing}")
    return Reached(solution.lower_bound, solution.min_swaps, taken)


def _exchanges(drawing: Drawing, seconds: float) -> Reached:
    start = time.process_time()
    found = minimum_exchanges(drawing, Budget(seconds=seconds, clock=time.process_time))
    return Reached(found.lower_bound, found.min_exchanges, time.process_time() - start)


def _print_row(size: list[int], results: list[Reached]) -> None:
    """Print the number of proofs, the median time, the median of lower bound / upper bound, and all results."""
    proved = sum(result.lower == result.upper for result in results)
    print(
        f"{', '.join(map(str, size)):>24} {f'{proved}/{len(results)}':>7} "
        f"{statistics.median(result.seconds for result in results):>8.2f} {statistics.median(_ratios(results)):>7.2f}  "
        f"{', '.join(result.text() for result in results)}",
        flush=True,
    )


def _ratios(results: list[Reached]) -> Iterator[float]:
    for result in results:
        yield result.lower / result.upper if result.upper else 0.0
