"""Swap Planarity: minimum swaps, keys and generation against plain ways, and against the times that we want."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from math import comb

import igraph

from ludex.catalogue.starting import starting_lines
from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity.swap_class import swap_key
from ludex.games.planarity.making.generation import GenerationParameters, generate
from ludex.games.planarity.making.point_sets import Method
from ludex.games.planarity.reductions.known_levels import Gadget, folded_cycle, gadget_level
from ludex.games.planarity.solving.hints import Hint, hint
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.solving.solution import Solution
from ludex.graphs.canonical import ColouredGraph, canonical_form_of_simple
from tests.benchmarks import planarity_baselines as plain
from tests.benchmarks.rows import Row, Target
from tests.games.planarity.keys import order_type_key

BRUTE_FORCE = "the paper's brute force, compiled"
COMPILED = plain.compiled_brute_force
COLOURED = "igraph's BLISS, with its coloured graphs built before"
BLISS = "igraph's BLISS, given the edges"
PLAIN_GENERATOR = "plain Python: rejection, brute force"

Pair = tuple[Drawing, Drawing]
Edges = tuple[int, list[tuple[int, int]]]
"""The number of vertices and the edges of a graph."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Two drawings, with their coloured graphs as igraph takes them."""

    pair: Pair
    bliss: list[igraph.Graph]


State = tuple[Drawing, list[tuple[int, int]], Solution | None]

PATIENCE = 0.3
"""The seconds that the page of a game lets a hint take."""


def rows() -> list[Row | Target]:
    """Return the rows of this game."""
    four, five = (_levels(11, 20, swaps, 5) for swaps in (4, 5))
    pairs = _pairs(four)
    many = [one for one, _ in pairs]
    classes, types = (
        _compared(pairs, plain.swap_graph),
        _compared(pairs, lambda one: plain.order_type_graph(one.points)),
    )
    levels, played, random_ones = _starting_levels(), _played_states(), _random_states()
    return [
        Row("minimum swaps, n = 11, m = 20, s = 4", BRUTE_FORCE, four, _solutions, COMPILED),
        Row("minimum swaps, n = 11, m = 20, s = 5", BRUTE_FORCE, five, _solutions, COMPILED),
        Target("minimum swaps, n = 11, m = 20, s = 8", 0.050, _levels(11, 20, 8, 25), solve, _needs(8)),
        Target("minimum swaps, n = 14, m = 26, s = 10", 0.300, _levels(14, 26, 10, 25), solve, _needs(10)),
        Target("minimum swaps, the 12-cycle of Lemma 1", 10.0, [folded_cycle(12).drawing], solve, _needs(comb(6, 2))),
        Target("a hint for a starting level, a swap made", 0.1, levels, _hint, _is_proved),
        Target("the slowest hint for a starting level", 0.1, levels, _hint, _is_proved, max),
        Target("the slowest hint in play, n = 14", 0.5, played, _hint, _is_proved, max),
        Target("a hint for a random arrangement, n = 14", 0.5, random_ones, _soon, _is_useful),
        Target("the slowest hint for a random arrangement, n = 14", 0.5, random_ones, _soon, _is_useful, max),
        Target("minimum swaps, a leg of Theorem 2, n = 56", 60.0, [gadget_level(Gadget.LEG).drawing], solve, _needs(8)),
        Target("minimum swaps, a formula, n = 58", 60.0, [gadget_level(Gadget.VARIABLES).drawing], solve, _needs(8)),
        Row("are two drawings swap-equivalent, n = 11", COLOURED, classes, _same_class, _same_bliss_form),
        Row("have two sets one order type, n = 11", COLOURED, types, _same_type, _same_bliss_form),
        Row("the key of a graph, n = 11, m = 20", BLISS, _graphs(11, 20), _graph_form, _bliss_order),
        Row("the key of a graph, n = 120, m = 300", BLISS, _graphs(120, 300), _graph_form, _bliss_order),
        Target("a swap key, n = 11", 1 / 20_000, many, swap_key, bool),
        Target("an order-type key, n = 11", 1 / 20_000, [one.points for one in many], order_type_key, bool),
        Row("a generated level, n = 11, m = 20, s = 4", PLAIN_GENERATOR, list(range(3)), _level, _plain_level),
    ]


def _levels(n: int, m: int, swaps: int, count: int) -> list[Drawing]:
    parameters = GenerationParameters(n, m, swaps, delta=200, seed=1, method=Method.REPAIR)
    return [level.drawing for level in generate(parameters, count).items]


def _pairs(drawings: list[Drawing]) -> list[Pair]:
    """Return each drawing with a copy, renumbered, mirrored and moved a little, and with one after a swap."""
    source = random.Random(1)
    return [pair for drawing in drawings for pair in ((drawing, _copy(drawing, source)), (drawing, _other(drawing)))]


def _copy(drawing: Drawing, source: random.Random) -> Drawing:
    number = list(range(drawing.vertices))
    source.shuffle(number)
    points = [(0, 0)] * drawing.vertices
    for vertex, (x, y) in enumerate(drawing.points):
        points[number[vertex]] = (-100 * x + source.randrange(100), 100 * y + source.randrange(100))
    return Drawing(tuple(points), tuple((number[u], number[v]) for u, v in drawing.edges))


def _other(drawing: Drawing) -> Drawing:
    key = swap_key(drawing)
    return next(after for edge in drawing.edges if swap_key(after := drawing.swapped(edge)) != key)


def _starting_levels() -> list[State]:
    """Return every level of the starting catalogue, after a random swap, with its solution."""
    source = random.Random(1)
    lines = (json.loads(line) for line in starting_lines().splitlines())
    given = (one["drawing"] for one in lines if one.get("kind") == "planarity-level")
    drawings = [Drawing.from_numbers(one["points"], one["edges"]) for one in given]
    return [(drawing, [source.choice(drawing.edges)], solve(drawing)) for drawing in drawings]


def _played_states() -> list[State]:
    """Return generated levels, from trees to nearly triangulations, after some random swaps."""
    source = random.Random(1)
    drawings = [drawing for m in range(13, 33) for drawing in _levels(14, m, 4, 5)]
    return [(drawing, source.choices(drawing.edges, k=source.randrange(1, 6)), None) for drawing in drawings]


def _random_states() -> list[State]:
    """Return random arrangements of plane drawings, after a random swap."""
    source, states = random.Random(1), []
    for m in range(13, 33):
        for drawing in _levels(14, m, 1, 5):
            points = list(drawing.points)
            source.shuffle(points)
            states.append((drawing.moved(tuple(points)), [source.choice(drawing.edges)], None))
    return states


def _hint(state: State) -> Hint:
    drawing, swaps, known = state
    return hint(drawing, swaps, known=known)


def _soon(state: State) -> Hint:
    drawing, swaps, known = state
    return hint(drawing, swaps, Budget(seconds=PATIENCE), known)


def _is_proved(found: Hint) -> bool:
    return found.proved and (found.remaining is None) == (found.minimum is None)


def _is_useful(found: Hint) -> bool:
    return _is_proved(found) or bool(found.best)


def _solutions(drawing: Drawing) -> tuple[int | None, int | None]:
    solution = solve(drawing)
    return solution.min_swaps, solution.sequences


def _needs(swaps: int) -> Callable[[Solution], bool]:
    return lambda solution: solution.proved and solution.min_swaps == swaps


def _compared(pairs: list[Pair], coloured: Callable[[Drawing], ColouredGraph]) -> list[Compared]:
    """Build the graphs of the library before the clock starts."""
    graphs = [tuple(map(coloured, pair)) for pair in pairs]
    return [Compared(pair, [plain.as_igraph(one) for one in both]) for pair, both in zip(pairs, graphs, strict=True)]


def _same_class(given: Compared) -> bool:
    return swap_key(given.pair[0]) == swap_key(given.pair[1])


def _same_type(given: Compared) -> bool:
    return order_type_key(given.pair[0].points) == order_type_key(given.pair[1].points)


def _same_bliss_form(given: Compared) -> bool:
    return plain.bliss_form(given.bliss[0]) == plain.bliss_form(given.bliss[1])


def _graphs(vertices: int, edges: int) -> list[Edges]:
    source, pairs = random.Random(1), list(combinations(range(vertices), 2))
    return [(vertices, source.sample(pairs, edges)) for _ in range(20)]


def _graph_form(given: Edges) -> tuple[int, ...]:
    return canonical_form_of_simple(*given).order


def _bliss_order(given: Edges) -> tuple[int, ...]:
    order = igraph.Graph(n=given[0], edges=given[1]).canonical_permutation(sh="fl")
    places = [0] * given[0]
    for place, vertex in enumerate(order):
        places[vertex] = place
    return tuple(places)


def _level(seed: int) -> int | None:
    return generate(GenerationParameters(11, 20, 4, delta=200, seed=seed), 1).items[0].solution.min_swaps


def _plain_level(seed: int) -> int:
    return plain.straightforward_level(11, 20, 4, 0.02, seed)
