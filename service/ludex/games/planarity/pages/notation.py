"""Drawings in the search field: recognize their notation, look them up, and compare them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from flask import url_for
from werkzeug.wrappers import Response

from ludex.catalogue.kinds.label import label
from ludex.catalogue.objects.reading import find_many
from ludex.engine.budget import Budget
from ludex.engine.difficulty import difficulty_word
from ludex.engine.evidence import Evidence
from ludex.engine.exact_json import compact_json, exact_json
from ludex.engine.notation import is_json
from ludex.games.planarity import solving, study
from ludex.games.planarity.crossings import parts
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.equivalence import EquivalenceRelation
from ludex.games.planarity.identity.equivalence import compare as compare_drawings
from ludex.games.planarity.identity.swap_class import CENSUS_CLASS as CENSUS_TAG
from ludex.games.planarity.identity.swap_class import LEVEL as SWAP_CLASS
from ludex.games.planarity.kinds import CENSUS_CLASS, GRAPH, LEVEL, ORDER_TYPE, X_TYPE
from ludex.games.planarity.kinds.level import drawing_of, identify_class
from ludex.games.planarity.operations.levels import find_level, store_level
from ludex.games.planarity.operations.lookup import invariants, matching_levels
from ludex.games.planarity.pages.blueprint import blueprint
from ludex.games.planarity.pictures.drawings import drawing_svg, point_set_svg, solution_svg
from ludex.games.planarity.requests.comparing import GraphInput, graph_of_text
from ludex.games.planarity.requests.inputs import (
    DrawingInput,
    PointsInput,
    drawing_of_text,
    looks_like_drawing,
    points_of_text,
)
from ludex.games.planarity.solving.solution import Solution
from ludex.games.planarity.untangle import circle, is_untangle
from ludex.graphs.canonical import Difference, InvariantDifference
from ludex.pictures.svg import PictureTooLarge
from ludex.requests.fields import validate
from ludex.requests.inputs import InputContext, SearchContext
from ludex.web.comparison import (
    MOST_SHOWN,
    ComparedRelation,
    Comparison,
    Match,
    Matching,
    NamedClass,
    PicturePair,
    RelationMatches,
    compared_relation,
    matching_pair,
)
from ludex.web.computing import computes
from ludex.web.declarations import Notation, NotationExample, Recognition, faults_in
from ludex.web.game_pages import LookupTab, site
from ludex.web.lookup import show_tab
from ludex.web.site.addresses import object_address
from ludex.web.site.form_input import PageContext
from ludex.web.site.text_filters import counted

RELATIONS: dict[EquivalenceRelation, tuple[str, str]] = {
    EquivalenceRelation.ORDER_TYPE: (
        "Same drawing",
        "the same graph on points of the same order type, up to reflection",
    ),
    EquivalenceRelation.SWAP: ("Same puzzle", "the same edges cross after every sequence of swaps"),
    EquivalenceRelation.GRAPH: ("Same graph", "isomorphic graphs, regardless of the positions of the vertices"),
    EquivalenceRelation.POINT_SET: (
        "Same order type",
        "all triples of points have the same orientation, or all have the opposite orientation",
    ),
    EquivalenceRelation.X_TYPE: ("Same x-type", "the same segments between points cross, regardless of the graph"),
}
"""The display name and the meaning of each relation, starting with the strongest relation."""

IMPLIED = {
    EquivalenceRelation.ORDER_TYPE: tuple(RELATIONS),
    EquivalenceRelation.SWAP: (EquivalenceRelation.SWAP, EquivalenceRelation.GRAPH),
    EquivalenceRelation.POINT_SET: (EquivalenceRelation.POINT_SET, EquivalenceRelation.X_TYPE),
}
"""For each relation, the relations that it implies. The same matching is valid for all of them."""

_GOAL_SECONDS = 0.5

_MOST_SEGMENTS = 200
"""The maximum number of segments in a picture that shows all segments between points."""


def matching_drawings(a: Drawing, b: Drawing, matching: Matching) -> PicturePair:
    """Draw two drawings. Vertex i of a and the matching vertex of b both have the number i and the same colour."""
    return matching_pair(a, b, matching, drawing_svg)


def _compare(a: Drawing, b: Drawing, context: SearchContext) -> list[ComparedRelation]:
    """Return, for each relation, whether two drawings are related, and how. Raises Fault and BudgetExhausted."""
    return list(_compared_relations(a, b, context))


def _compared_relations(a: Drawing, b: Drawing, context: SearchContext) -> Iterator[ComparedRelation]:
    implied_by: dict[EquivalenceRelation, str] = {}
    reported: list[Difference] = []
    for relation, (name, about) in RELATIONS.items():
        if relation in implied_by:
            yield ComparedRelation(
                name, about, True, f"follows from “{implied_by[relation].lower()}”, by the same matching"
            )
            continue
        with context.search() as budget:
            found = compare_drawings(a, b, relation)
            budget.check()
        if found.matching is not None:
            implied_by |= {implied: name for implied in IMPLIED.get(relation, ()) if implied not in implied_by}
        if found.difference in reported:
            yield ComparedRelation(name, about, False, found.reason)
            continue
        reported += [] if found.difference is None else [found.difference]
        yield compared_relation(
            name,
            about,
            found,
            lambda matching: matching_drawings(a, b, matching),
            lambda difference: _differing(a, b, difference),
        )


def _differing(a: Drawing, b: Drawing, difference: InvariantDifference) -> PicturePair | None:
    """Draw the invariant in which two drawings differ: its values at the vertices, the hull, or all segments."""
    draw, caption = _INVARIANTS.get(difference.invariant, (None, ""))
    most = max(a.vertices, b.vertices)
    if draw is None or (draw is _every_segment and most * (most - 1) // 2 > _MOST_SEGMENTS):
        return None
    return PicturePair(draw(a), draw(b), caption)


def _by_degree(drawing: Drawing) -> str:
    degrees = Counter(end for edge in drawing.edges for end in edge)
    return drawing_svg(drawing, [degrees[vertex] for vertex in range(drawing.vertices)])


def _by_part(drawing: Drawing) -> str:
    sizes = dict.fromkeys(range(drawing.vertices), 1)
    for part in parts(drawing)[0]:
        sizes |= dict.fromkeys(part.vertices, len(part.vertices))
    return drawing_svg(drawing, [sizes[vertex] for vertex in range(drawing.vertices)])


def _every_segment(drawing: Drawing) -> str:
    return drawing_svg(Drawing(drawing.points, tuple(combinations(range(drawing.vertices), 2))))


_VALUES = "The number at each vertex is its value."
_INVARIANTS: dict[str, tuple[Callable[[Drawing], str], str]] = {
    "degrees": (_by_degree, _VALUES),
    "vertices of the connected parts": (_by_part, _VALUES),
    "crossings": (drawing_svg, ""),
    "vertices of the hull": (lambda drawing: point_set_svg(drawing.points), ""),
    "crossings between all segments": (_every_segment, ""),
}

COMPARISON = Comparison(
    "a drawing of Swap Planarity",
    "drawings",
    "planarity equivalence",
    ("planarity-level", "planarity-census-class"),
    _compare,
    drawing_svg,
    (("two drawings of a four-cycle", "4:0-1,0-2,1-3,2-3", "4:0-1,1-2,2-3,0-3"),),
)


_MEMBERS = frozenset(("points", "edges", "drawing", "graph6", "untangle"))


def read_drawing(text: str, context: InputContext) -> Drawing:
    """Return the drawing that a text denotes. Raises Fault."""
    with faults_in(text):
        return validate(DrawingInput, drawing_of_text(text)).read(context)


def _recognize(text: str, context: InputContext, budget: Budget) -> Recognition:
    """Return what a text denotes: a drawing or points if the text has coordinates, and otherwise a graph."""
    if is_json(text) and _is_graph(text):
        with faults_in(text):
            graph = validate(GraphInput, graph_of_text(text)).read(context)
        return _recognize_graph(graph, "JSON", budget)
    if is_json(text) and _has_no_edges(text):
        with faults_in(text):
            points = validate(PointsInput, points_of_text(text)).read(context)
        about = f"a set of {len(points)} points"
        return Recognition(about, ORDER_TYPE.name, ORDER_TYPE.identify(points, budget), point_set_svg(points))
    drawing = read_drawing(text, context)
    size = f"of {drawing.vertices} vertices and {counted(len(drawing.edges), 'edge')}"
    if is_json(text):
        identity = identify_class(SWAP_CLASS, drawing)
        return Recognition(f"a drawing {size}", LEVEL.name, identity, drawing_svg(drawing))
    notation = "an Untangle game description" if is_untangle(text) else "graph6"
    return _recognize_graph(Graph(drawing.vertices, drawing.edges), notation, budget)


def _recognize_graph(graph: Graph, notation: str, budget: Budget) -> Recognition:
    picture = drawing_svg(Drawing(circle(graph.vertices), graph.edges)) if graph.vertices > 1 else ""
    size = f"of {graph.vertices} vertices and {counted(len(graph.edges), 'edge')}"
    return Recognition(f"a graph {size}, from {notation}", GRAPH.name, GRAPH.identify(graph, budget), picture)


def _fits(text: str) -> bool:
    """Return whether a text looks like a drawing, points or a graph."""
    if not is_json(text):
        return is_untangle(text) or looks_like_drawing(text)
    try:
        members = exact_json(text)
    except ValueError:
        return False
    return isinstance(members, dict) and not _MEMBERS.isdisjoint(members)


def _is_graph(text: str) -> bool:
    """Return whether JSON describes a graph without points, in graph6 or as a vertex count and edges."""
    with faults_in(text):
        given = exact_json(text)
    return (
        isinstance(given, dict) and "points" not in given and ("graph6" in given or {"vertices", "edges"} <= set(given))
    )


def _has_no_edges(text: str) -> bool:
    with faults_in(text):
        given = exact_json(text)
    given = given.get("drawing", given) if isinstance(given, dict) else given
    return isinstance(given, list) or (isinstance(given, dict) and "edges" not in given)


NOTATION = Notation(
    _fits,
    ("JSON", "graph6", "an Untangle game description such as `4:0-2,1-3`"),
    read_drawing,
    _recognize,
    (
        NotationExample("A graph in graph6", "C~"),
        NotationExample("An Untangle game description", "4:0-1,1-2,2-3,3-0"),
        NotationExample(
            "A drawing",
            '{"points":[[0,0],[4,0],[5,4],[0,3]],"edges":[[0,1],[1,3],[3,2],[2,0]]}',
            '{"points": [[0, 0], [4, 0], …], "edges": [[0, 1], …]}',
        ),
        NotationExample("The name of a graph", "Petersen"),
        NotationExample("Levels with certain properties", "levels with 6 swaps"),
    ),
    takes_json=True,
)


def drawing_json(drawing: Drawing) -> str:
    """Return a drawing as compact JSON for use in addresses and text fields.

    >>> drawing_json(Drawing(((0, 0), (1, 0)), ((0, 1),)))
    '{"points":[[0,0],[1,0]],"edges":[[0,1]]}'
    """
    return compact_json({"points": drawing.points, "edges": drawing.edges})


def _relations(drawing: Drawing) -> list[RelationMatches]:
    """Return, for each relation, the equivalent stored levels, starting with the strongest relation."""
    found = []
    for relation, (name, about) in RELATIONS.items():
        with PageContext("planarity lookup").search() as budget:
            levels = matching_levels(site.catalogue, drawing, relation, limit=MOST_SHOWN + 1, budget=budget)
        pairs = zip(levels.items, levels.matchings, strict=True)
        matches = tuple(Match(level, relation.value, matching) for level, matching in pairs)
        kept = ", ".join(RELATIONS[implied][0].lower() for implied in IMPLIED.get(relation, (relation,)))
        identical = relation in (EquivalenceRelation.ORDER_TYPE, EquivalenceRelation.SWAP)
        found.append(RelationMatches(name, about, matches, identical, kept))
    return found


def _describe(drawing: Drawing, same: Match | None, solve: bool) -> Mapping[str, Any]:
    with PageContext("planarity invariants").search():
        known = invariants(drawing)
        of_census = identify_class(CENSUS_TAG, drawing)
    classes = (
        ("Census class", CENSUS_CLASS, label(CENSUS_CLASS.name, of_census.invariants, of_census.key)),
        ("Graph", GRAPH, known.graph),
        ("Order type", ORDER_TYPE, known.order_type),
        ("X-type", X_TYPE, known.x_type),
    )
    with site.catalogue.reading() as reader:
        stored = {name for _, kind, name in classes if find_many(reader, kind, [name], whole=False)}
    goal, remedy = _goal(drawing, same)
    return {
        "written": drawing_json(drawing),
        "known": known,
        "named": [NamedClass(title, name, object_address(name)) for title, _, name in classes if name in stored],
        "solution": _solution(drawing, same) if solve else None,
        "goal": goal,
        "remedy": remedy,
    }


def _goal(drawing: Drawing, same: Match | None) -> tuple[str, str]:
    """Return the minimum and the difficulty of a drawing in words, as far as they are known within a moment.

    The second text says how to change an unsolvable drawing. It is empty for all other drawings.
    """
    if same is not None:
        level = find_level(site.catalogue, same.label)
        solution, difficulty = level.solution, level.difficulty
    else:
        with site.search("planarity-solve", _GOAL_SECONDS, "ludex planarity solve") as budget:
            solution, difficulty = study.difficulty.solve_and_grade(drawing, budget)
    if solution.min_swaps is None:
        if not solution.proved:
            return "Fewest swaps: not known yet.", ""
        return "No sequence of swaps removes all crossings.", _remedy(drawing)
    if solution.min_swaps == 0:
        return "No edges cross: there is nothing to solve yet.", ""
    known = f"{solution.min_swaps}" if solution.proved else f"{solution.lower_bound} to {solution.min_swaps}"
    words = "" if difficulty is None else f" Difficulty: {difficulty_word(difficulty.grade)}."
    return f"Fewest swaps: {known}.{words}", ""


def _remedy(drawing: Drawing) -> str:
    """Return how to change an unsolvable drawing so that it may become solvable."""
    if len(parts(drawing)[0]) > 1:
        return "Only vertices joined by an edge can swap. Add an edge between the ends of two edges that cross."
    return "Remove edges that cross until swaps can remove all other crossings."


@dataclass(frozen=True, slots=True)
class SolutionSteps:
    """A solution with its evidence, its swaps as JSON, and a picture of all steps.

    The picture is empty if it cannot be drawn.
    """

    solution: Solution
    evidence: Evidence | None
    swaps: str
    picture: str


def _solution(drawing: Drawing, same: Match | None) -> SolutionSteps:
    """Return the solution of the stored equivalent level as swaps of this drawing, or search for a solution."""
    if same is not None:
        level = find_level(site.catalogue, same.label)
        solution, evidence = level.solution, level.evidence
        back = {image: vertex for vertex, image in enumerate(same.matching)}
        swaps: tuple[Edge, ...] = tuple((back[u], back[v]) for u, v in solution.swaps)
    else:
        with PageContext("planarity solve").search() as budget:
            solution = solving.minimum_swaps.solve(drawing, budget)
            proved = solution.proved
            evidence = solving.lower_bounds.evidence_of(drawing, solution.min_swaps, budget) if proved else None
        swaps = tuple(solution.swaps)
    try:
        picture = solution_svg(drawing, swaps) if swaps else ""
    except PictureTooLarge:
        picture = ""
    return SolutionSteps(solution, evidence, compact_json(swaps), picture)


def _store(drawing: Drawing, context: SearchContext) -> str:
    """Solve and store a drawing, and return the label of its level. Raises Fault and BudgetExhausted."""
    with context.search() as budget:
        return store_level(context.catalogue, drawing, budget).label


def draft_address(_drawing: Drawing, text: str) -> str:
    """Return the address at which a drawing that is not stored can be played."""
    return url_for("planarity.play_draft", text=text)


LOOKUP = LookupTab(
    "Swap Planarity",
    "planarity.look_up_drawing",
    read_drawing,
    _relations,
    _describe,
    lambda drawing, match: matching_drawings(drawing, drawing_of(match.stored), match.matching),
    _store,
    modules=("planarity/draw", "spoilers"),
    title="Draw a level",
    about="Tap to add vertices and edges. The fewest swaps are found while you draw.",
    play=draft_address,
)


@blueprint.route("/draw", methods=["GET", "POST"])
@computes
def look_up_drawing() -> str | Response:
    """Look up the drawings in the query or the form. Raises Fault."""
    return show_tab(LOOKUP)
