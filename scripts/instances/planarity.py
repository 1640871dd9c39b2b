"""Swap Planarity benchmarks of growing size: minimum swaps of drawings, and plane drawings on given points.

The optimum is known by construction (Lemma 1, Theorem 2, a planted drawing) or through CaDiCaL (python-sat, one of the
test requirements). In the second case, a sequence of swaps that makes the drawing plane proves the upper bound, and
CaDiCaL proves the lower bound: with fewer swaps, the formula that is exported for other solvers is unsatisfiable. For
the largest instances, CaDiCaL takes too long, and the optimum is known only from Ludex's own search.
"""

import json
from collections.abc import Callable, Iterator

from ludex.benchmarks import Benchmark, benchmarks
from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.benchmarks import drawing_of
from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.making.generation import GenerationParameters, plane_drawing, scramble_drawing
from ludex.games.planarity.making.point_sets import Method
from ludex.games.planarity.points import hull
from ludex.games.planarity.reductions.binary_programs import embedding_program, swap_program
from ludex.games.planarity.reductions.known_levels import Gadget, folded_cycle, gadget_level
from ludex.games.planarity.solving.minimum_swaps import solve
from scripts.instances.optimum import UnsolvedInstance, known_optimum

_LEMMA = "closed form"


_CONSTRUCTION = "construction"


_PLANTED = "planted drawing"


_FORMULA = "CaDiCaL on the formula"


_SEARCH = "our search"


def families() -> Iterator[UnsolvedInstance]:
    """Yield every instance, family by family, with the function that computes its optimum."""
    for vertices in (4, 6, 8, 10, 12, 14, 16, 18):
        cycle = folded_cycle(vertices)
        instance = _instance(f"planarity-cycle-{vertices}", "minimum-swaps", cycle.drawing, _LEMMA)
        yield instance, known_optimum(cycle.min_swaps)
    for gadget in Gadget:
        for blocks in (3, 7, 11) if gadget is Gadget.VARIABLE else (3,):
            level = gadget_level(gadget, blocks)
            name = f"planarity-gadget-{gadget}" + (f"-{blocks}" if gadget is Gadget.VARIABLE else "")
            yield _instance(name, "minimum-swaps", level.drawing, _CONSTRUCTION), known_optimum(level.min_swaps)
    yield from _on_points()
    # These are levels of the starting catalogue, named by their labels.
    for stored in benchmarks(["planarity-level-*"]):
        drawing = drawing_of(stored)
        yield _instance(stored.name, "minimum-swaps", drawing, _FORMULA), _least_swaps(drawing)
    yield from _scrambled()


def _on_points() -> Iterator[UnsolvedInstance]:
    for vertices in (10, 14, 18, 22, 26, 30, 32, 36, 40, 50):
        plane = _plane(vertices, 2 * vertices - 3, vertices)
        order = RandomNumbers(vertices).shuffled(vertices)
        drawing = plane.moved(tuple(plane.points[place] for place in order))
        yield (
            _instance(f"planarity-embedding-planted-{vertices}", "plane-on-points", drawing, _PLANTED),
            known_optimum(1),
        )
    for vertices in range(8, 17):
        drawing = _on_other_points(vertices, 2 * vertices)
        instance = _instance(f"planarity-embedding-other-{vertices}", "plane-on-points", drawing, _FORMULA)
        yield instance, _embeds(drawing)


def _scrambled() -> Iterator[UnsolvedInstance]:
    for vertices, edges, swaps in ((8, 12, 8), (9, 14, 8), (10, 16, 12), (11, 18, 10), (12, 20, 14)):
        drawing = scramble_drawing(_plane(vertices, edges, vertices), swaps, vertices)
        name = f"planarity-scrambled-{vertices}"
        yield _instance(name, "minimum-swaps", drawing, _FORMULA), _least_swaps(drawing)
    for vertices, edges, swaps in ((13, 22, 16), (18, 32, 14), (24, 42, 16), (26, 46, 18), (22, 40, 16)):
        drawing = scramble_drawing(_plane(vertices, edges, vertices), swaps, vertices)
        instance = _instance(f"planarity-scrambled-{vertices}", "minimum-swaps", drawing, _SEARCH)
        yield instance, _searched(drawing)


def _plane(vertices: int, edges: int, seed: int) -> Drawing:
    parameters = GenerationParameters(vertices, edges, 1, delta=10, seed=seed, method=Method.REPAIR)
    return plane_drawing(parameters, RandomNumbers(seed))


def _on_other_points(vertices: int, edges: int) -> Drawing:
    """Return the graph of one plane drawing on the points of another plane drawing whose hull is small enough."""
    graph = _plane(vertices, edges, 1).edges
    seed = 2
    while len(hull(points := _plane(vertices, edges, seed).points)) > 3 * vertices - 3 - edges:
        seed += 1
    return Drawing(points, graph)


def _instance(name: str, problem: str, drawing: Drawing, known_by: str) -> Benchmark:
    points, edges = (json.dumps(list(map(list, pairs))) for pairs in (drawing.points, drawing.edges))
    source = f'{{"points": {points},\n "edges": {edges}}}\n'
    return Benchmark(name, problem, "drawing", (), drawing.vertices, 0, known_by, source)


def _embeds(drawing: Drawing) -> Callable[[Budget], int | None]:
    return lambda _budget: int(_satisfiable(embedding_program(drawing)))


def _least_swaps(drawing: Drawing) -> Callable[[Budget], int | None]:
    """Return a function that finds the minimum from swaps that make the drawing plane and a proof by CaDiCaL."""

    def least(budget: Budget) -> int | None:
        swaps = solve(drawing, budget).swaps
        if not swaps or not is_plane(drawing.after(swaps)):
            return None
        return None if _satisfiable(swap_program(drawing, len(swaps) - 1)) else len(swaps)

    return least


def _searched(drawing: Drawing) -> Callable[[Budget], int | None]:
    def search(budget: Budget) -> int | None:
        solution = solve(drawing, budget)
        return solution.min_swaps if solution.proved else None

    return search


def _satisfiable(program: BinaryProgram) -> bool:
    from pysat.solvers import Solver

    with Solver(name="cadical153", bootstrap_with=map(list, program.cnf().clauses)) as solver:
        return bool(solver.solve())
