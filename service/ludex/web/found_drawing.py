"""What the catalogue has of a drawing that a visitor gives: under which relation, with the matching; its solution."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.planarity import CENSUS_CLASS, GRAPH, LEVEL, ORDER_TYPE, X_TYPE
from ludex.catalogue.kinds.planarity.drawn_class import drawing_of, identify_class
from ludex.catalogue.label import label
from ludex.catalogue.reading import Shown, find_many
from ludex.engine.compact_json import compact_json
from ludex.games.planarity.pictures.drawings import solution_svg
from ludex.operations.planarity.invariants import invariants
from ludex.operations.planarity.levels import find_level
from ludex.operations.planarity.lookup import matching_levels
from ludex.pictures.svg import PictureTooLarge
from ludex.planarity.drawing import Drawing, Edge
from ludex.planarity.identity.equivalence import Relation
from ludex.planarity.identity.swap_class import CENSUS_CLASS as CENSUS_TAG
from ludex.planarity.solving.minimum_swaps import Solution
from ludex.requests.planarity.levels import add
from ludex.requests.planarity.sources import TimedDrawing
from ludex.web.addresses import object_address, picture_address
from ludex.web.given import PageContext
from ludex.web.likeness import IMPLIED, RELATIONS, matched_drawings
from ludex.web.notations.planarity import read_drawing
from ludex.web.page import Site

MOST_SHOWN = 6
"""The most levels that are shown of one relation."""


@dataclass(frozen=True, slots=True)
class Match:
    """A stored object that something given is equivalent to: its label, addresses, and for each part its part there."""

    label: str
    address: str
    picture: str
    relation: str
    matching: Sequence[int]


@dataclass(frozen=True, slots=True)
class Found:
    """What is stored under one relation: some matches, and whether there are more."""

    name: str
    about: str
    relation: str
    matches: tuple[Match, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Named:
    """A class that something is in: what it is called, its label, and its address if it is stored."""

    name: str
    label: str
    address: str


def answer(site: Site, text: str, asked: Mapping[str, str]) -> Mapping[str, Any]:
    """Return what the page shows of the drawing that a text means. Raises Fault, BudgetExhausted."""
    drawing = read_drawing(text, PageContext(site, "planarity lookup"))
    with PageContext(site, "planarity invariants").search():
        known = invariants(drawing)
        of_census = identify_class(CENSUS_TAG, drawing)
    found, stored = _related(site, drawing)
    chosen = _chosen(found, asked)
    pair = None if chosen is None else matched_drawings(drawing, drawing_of(stored[chosen.label]), chosen.matching)
    same = next((one for one in (*found[0].matches, *found[1].matches)), None)
    return {
        "drawing": drawing,
        "written": written(drawing),
        "known": known,
        "named": _named(
            site.catalogue,
            [
                ("Level", LEVEL, known.level),
                ("Class of the census", CENSUS_CLASS, label(CENSUS_CLASS.name, of_census.invariants, of_census.key)),
                ("Graph", GRAPH, known.graph),
                ("Order type", ORDER_TYPE, known.order_type),
                ("X-type", X_TYPE, known.x_type),
            ],
        ),
        "found": found,
        "chosen": chosen,
        "kept": "" if chosen is None else _kept(Relation(chosen.relation)),
        "pair": pair,
        "same": same,
        "solution": _solution(site, drawing, same) if asked.get("solve") else None,
        "stored": asked.get("stored") == "1",
    }


def store(text: str, work: PageContext) -> str:
    """Solve and store the drawing that a text means, and return its label. Raises Fault, BudgetExhausted."""
    drawing = read_drawing(text, work)
    points, edges = ([list(one) for one in part] for part in (drawing.points, drawing.edges))
    return add(TimedDrawing(points=points, edges=edges), work).stored.label


def written(drawing: Drawing) -> str:
    """Return a drawing as JSON, as short as it is: what stands in addresses and in the field of text.

    >>> written(Drawing(((0, 0), (1, 0)), ((0, 1),)))
    '{"points":[[0,0],[1,0]],"edges":[[0,1]]}'
    """
    return compact_json({"points": drawing.points, "edges": drawing.edges})


def _related(site: Site, drawing: Drawing) -> tuple[list[Found], dict[str, Shown]]:
    """Return what is stored under each relation, the strongest first, and the stored levels by their labels."""
    found: list[Found] = []
    stored: dict[str, Shown] = {}
    for relation, (name, about) in RELATIONS.items():
        with PageContext(site, "planarity lookup").search() as budget:
            met = matching_levels(site.catalogue, drawing, relation, limit=MOST_SHOWN + 1, budget=budget)
        stored |= {one.label: one for one in met.items}
        matches = tuple(
            Match(one.label, object_address(one.label), picture_address(LEVEL, one.label), relation.value, matching)
            for one, matching in zip(met.items[:MOST_SHOWN], met.matchings, strict=False)
        )
        found.append(Found(name, about, relation.value, matches, len(met.items) > MOST_SHOWN))
    return found, stored


def _chosen(found: Sequence[Found], asked: Mapping[str, str]) -> Match | None:
    """Return the match that is asked for, else one by the strongest relation."""
    matches = [match for one in found for match in one.matches]
    wanted = [match for match in matches if match.label == asked.get("with")]
    exactly = [match for match in wanted if match.relation == asked.get("relation")]
    return next(iter([*exactly, *wanted, *matches]), None)


def _kept(relation: Relation) -> str:
    """Return in words what the matching of a relation keeps: `the same puzzle, the same graph`."""
    return ", ".join(RELATIONS[one][0].lower() for one in IMPLIED.get(relation, (relation,)))


def _named(catalogue: Catalogue, classes: Sequence[tuple[str, Any, str]]) -> list[Named]:
    with catalogue.reading() as reader:
        there = {name for _, kind, name in classes if find_many(reader, kind, [name], whole=False)}
    return [Named(name, label, object_address(label) if label in there else "") for name, _, label in classes]


@dataclass(frozen=True, slots=True)
class Steps:
    """A solution to step through: what is known of it, its swaps as JSON, and a picture of all steps if it can be."""

    solution: Solution
    swaps: str
    picture: str


def _solution(site: Site, drawing: Drawing, same: Match | None) -> Steps:
    """Return the solution that is stored of the same puzzle, its swaps those of this drawing; else search for one."""
    if same is not None:
        solution = find_level(site.catalogue, same.label).solution
        back = {image: vertex for vertex, image in enumerate(same.matching)}
        swaps: tuple[Edge, ...] = tuple((back[u], back[v]) for u, v in solution.swaps)
    else:
        from ludex.planarity.solving.minimum_swaps import solve

        with PageContext(site, "planarity solve").search() as budget:
            solution = solve(drawing, budget)
        swaps = tuple(solution.swaps)
    try:
        picture = solution_svg(drawing, swaps) if swaps else ""
    except PictureTooLarge:
        picture = ""
    return Steps(solution, compact_json(swaps), picture)
