"""Compare minimum swaps and minimum exchanges of random drawings of 8 to 11 vertices with brute force.

`python -m tests.benchmarks.agreement 10000` compares 10,000 drawings of each kind.
"""

import sys
from itertools import combinations
from random import Random

from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.making.generation import GenerationParameters, plane_drawing, scramble_drawing
from ludex.games.planarity.solving.exchanges import minimum_exchanges
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.variants import exchange_vertices
from tests.benchmarks.planarity_baselines import compiled_fewest_moves

# Brute force tries all sequences of so many moves, about 150,000 for a drawing of 11 vertices.
MOST_SWAPS = 4
MOST_EXCHANGES = 3


def random_plane_drawing(number: int) -> Drawing:
    """Return a plane drawing of 8 to 11 vertices: trees, triangulations, and graphs between them."""
    random = Random(number)
    n = random.randint(8, 11)
    parameters = GenerationParameters(
        n, random.randint(n - 1, 2 * n - 1), 1, delta=50, flips=random.randint(0, 9), seed=number
    )
    return plane_drawing(parameters, RandomNumbers(number))


def check_swaps(number: int) -> None:
    """Raise AssertionError unless the search for minimum swaps agrees with brute force, with and without counts."""
    plane = random_plane_drawing(number)
    swaps = 1 + number % MOST_SWAPS
    drawing = scramble_drawing(plane, swaps, number)
    expected = compiled_fewest_moves(drawing, drawing.edges)
    solution = solve(drawing)
    assert solution.proved, drawing
    assert (solution.min_swaps, solution.sequences) == expected, drawing
    # The counts do not depend on where the search begins.
    from_above, proved = solve(drawing, expected=swaps), solve(drawing, counted=False)
    assert (from_above.min_swaps, from_above.sequences) == expected, drawing
    assert (proved.min_swaps, proved.proved) == (expected[0], True), drawing


def check_exchanges(number: int) -> None:
    """Raise AssertionError unless the search for minimum exchanges agrees with brute force."""
    drawing = random_plane_drawing(number)
    random = Random(number)
    for _ in range(1 + number % MOST_EXCHANGES):
        drawing = exchange_vertices(drawing, *random.sample(range(drawing.vertices), 2))
    found = minimum_exchanges(drawing)
    expected = compiled_fewest_moves(drawing, list(combinations(range(drawing.vertices), 2)))
    assert found.proved, drawing
    assert (found.min_exchanges, found.optimal_solutions.sequences) == expected, drawing


def main(drawings: int) -> None:
    """Compare so many drawings of each kind, and print how many agree."""
    for number in range(drawings):
        check_swaps(number)
        check_exchanges(number)
        if not (number + 1) % 1000:
            print(f"{number + 1} drawings of each kind agree", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
