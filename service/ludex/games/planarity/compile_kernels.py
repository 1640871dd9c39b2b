"""Ahead-of-time compilation of the Swap Planarity kernels."""

from itertools import pairwise

from ludex.engine.budget import Budget
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity import identity
from ludex.games.planarity.crossings import crossing_pairs
from ludex.games.planarity.drawing import MAX_VERTICES, Drawing
from ludex.games.planarity.kernels.rotations import MAX_WORDS
from ludex.games.planarity.making.generation import GenerationParameters, generate
from ludex.games.planarity.making.point_sets import Method, largest_delta
from ludex.games.planarity.making.triangulation import Triangulation
from ludex.games.planarity.points import Points
from ludex.games.planarity.reductions.known_levels import folded_cycle
from ludex.games.planarity.solving.arrangements import PlaneArrangements, find_by_annealing
from ludex.games.planarity.solving.embedding import embed
from ludex.games.planarity.solving.exchanges import minimum_exchanges
from ludex.games.planarity.solving.hints import fewer_swaps, hint
from ludex.games.planarity.solving.state_space import StateSpace
from ludex.games.planarity.solving.upper_bounds import LengthSearch, ShortSolutions, find_short_path
from ludex.games.planarity.study.census import census, census_totals
from ludex.games.planarity.study.difficulty import solve_and_grade
from ludex.games.planarity.untangle import circle


def compile_kernels() -> None:
    """Compile the kernels by running every variant of every search on tiny drawings."""
    census_totals(4)
    next(census(4))
    load_hints()
    square = ((0, 0), (4, 0), (5, 5), (0, 4))
    path, cross = Drawing(square, ((0, 2), (1, 2), (1, 3))), Drawing(square, ((0, 2), (1, 3)))
    for drawing in (path, cross):
        crossing_pairs(drawing)
        solve_and_grade(drawing)
        minimum_exchanges(drawing)
        for relation in identity.equivalence.EquivalenceRelation:
            identity.equivalence.relation_form(drawing, relation)
    compile_large_sets()
    embed(path, square)
    largest_delta(square)
    triangulate(square)
    identity.invariants.count_automorphisms(path.vertices, path.edges)
    list(find_by_annealing(path, StateSpace.of(path), Budget(), starts=1))
    for method in Method:
        generate(GenerationParameters(vertices=6, edges=8, swaps=2, method=method), 1)


def compile_large_sets() -> None:
    """Compile the kernels for drawings of more than 64 vertices, by searching a tiny drawing with sets of two words."""
    drawing = folded_cycle(6).drawing
    space = StateSpace.of(drawing, words=MAX_WORDS)
    ShortSolutions(drawing, space).improve(Budget())
    LengthSearch(drawing, space).walk(0, Budget())
    list(PlaneArrangements(space)(Budget()))
    list(find_by_annealing(drawing, space, Budget(), starts=1))
    many = circle(MAX_VERTICES)
    fewer_swaps(Drawing(many, ((0, 1), (1, 2))), range(MAX_VERTICES), 1, Budget())
    identity.swap_class.swap_key(Drawing(many, tuple(pairwise(range(MAX_VERTICES)))))
    identity.order_type.canonical_order_type(many)
    triangulate(many)


def triangulate(points: Points) -> None:
    """Compile the kernels for triangulations of this number of `points`."""
    triangulation = Triangulation.delaunay(points)
    triangulation.flip_randomly(1, RandomNumbers(1))
    triangulation.apexes(*triangulation.edges()[0])


def load_hints() -> None:
    """Load the kernels that hints need, for exact searches and for searches that reach their time limit."""
    drawing = folded_cycle(6).drawing
    hint(drawing, [drawing.edges[0], drawing.edges[0]])
    space = StateSpace.of(drawing)
    ShortSolutions(drawing, space).improve(Budget())
    LengthSearch(drawing, space).walk(0, Budget())
    for arrangements in PlaneArrangements(space)(Budget()):
        find_short_path(space, arrangements)
