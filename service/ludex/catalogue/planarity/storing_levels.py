"""Storing levels once, with the graphs, order types and x-types that they belong to.

A drawing that is swap-equivalent to a stored one is that level: what is stored stays, but for a solution that is proved
where the stored one was not, or better.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy.orm import Session

from ludex.catalogue.planarity.graphs import store_graphs
from ludex.catalogue.planarity.levels import MEASURES, StoredLevel, load_levels, read_drawing
from ludex.catalogue.planarity.order_types import store_order_types
from ludex.catalogue.planarity.preparing import PreparedDrawing, PreparedLevel
from ludex.catalogue.storing import store_many
from ludex.catalogue.tables import LevelRow
from ludex.graphs.isomorphism import through
from ludex.planarity.drawing import Edge

if TYPE_CHECKING:
    from ludex.planarity.solving.minimum_swaps import Solution
    from ludex.planarity.study.difficulty import Difficulty


@dataclass(frozen=True, slots=True)
class LevelStored:
    """What came of storing a level: the stored one, and whether it is new.

    Where it is not, `matching` lists, for vertex i of the drawing given, its vertex of the stored drawing.
    """

    level: StoredLevel
    created: bool
    matching: tuple[int, ...] | None


def store_level(session: Session, level: PreparedLevel, *, starting: bool = False) -> LevelStored:
    """Store a level, or find the one that it is."""
    return store_levels(session, [level], starting=starting)[0]


def store_levels(session: Session, levels: Sequence[PreparedLevel], *, starting: bool = False) -> list[LevelStored]:
    """Store levels in bulk, in the order given. Of equal ones the first may be created, the others are not."""
    links = store_links(session, [level.prepared for level in levels])
    stored = store_many(session, LevelRow, [_values(level, links, starting) for level in levels], keep_order=True)
    new = {key for key, row in stored.items() if row.created}
    matchings: list[tuple[int, ...] | None] = []
    for level in levels:
        row = stored[level.key].row
        if level.key in new:
            new.discard(level.key)
            matchings.append(None)
            continue
        matching = matching_to_stored(level.prepared, row.drawing)
        matchings.append(matching)
        for name, value in _improvement(row, level, matching).items():
            setattr(row, name, value)
        row.starting = row.starting or starting
    session.flush()
    loaded = load_levels(session, [stored[level.key].row for level in levels])
    return [LevelStored(level, matching is None, matching) for level, matching in zip(loaded, matchings, strict=True)]


def store_links(session: Session, drawings: Sequence[PreparedDrawing]) -> dict[bytes, int]:
    """Store the graphs, order types and x-types of drawings; return the ids of the graphs and order types by key."""
    graphs = store_graphs(session, [drawing.graph for drawing in drawings])
    order_types = store_order_types(session, [drawing.points for drawing in drawings])
    ids = {key: stored.row.id for key, stored in graphs.items()}
    return ids | {key: stored.row.id for key, stored in order_types.items()}


def matching_to_stored(given: PreparedDrawing, stored: dict[str, Any]) -> tuple[int, ...]:
    """Return, for each vertex of a drawing, the vertex of a stored drawing of the same swap class that it matches."""
    from ludex.planarity.identity.swap_class import canonical_drawing

    return through(given.order, canonical_drawing(read_drawing(stored)).order)


def drawing_values(prepared: PreparedDrawing, links: Mapping[bytes, int]) -> dict[str, Any]:
    """Return the columns that hold a drawing and what it belongs to."""
    drawing = prepared.drawing
    return {
        "key": prepared.key,
        "label": prepared.label,
        "drawing": {
            "points": [list(point) for point in drawing.points],
            "edges": [list(edge) for edge in drawing.edges],
        },
        "vertices": drawing.vertices,
        "edges": len(drawing.edges),
        "crossings": prepared.crossings,
        "graph_id": links[prepared.graph.key],
        "order_type_id": links[prepared.points.key],
    }


def _values(level: PreparedLevel, links: Mapping[bytes, int], starting: bool) -> dict[str, Any]:
    return {
        **drawing_values(level.prepared, links),
        "hull": level.prepared.points.hull,
        "delta": level.delta,
        **solution_values(level.solution),
        **difficulty_values(level.difficulty),
        "provenance": dict(level.provenance),
        "source": level.source,
        "starting": starting,
    }


def solution_values(solution: "Solution", matching: Sequence[int] | None = None) -> dict[str, Any]:
    """Return the columns that hold a solution; its swaps are renamed by a matching, if one is given."""
    known = solution.min_swaps is not None
    return {
        "min_swaps": solution.min_swaps,
        "proved": solution.proved,
        "lower_bound": solution.lower_bound,
        "reason": solution.reason,
        "swaps": [_renamed(swap, matching) for swap in solution.swaps] if known else None,
        "arrangements": solution.arrangements,
        "sequences": solution.sequences,
    }


def _renamed(swap: Edge, matching: Sequence[int] | None) -> list[int]:
    return sorted(swap if matching is None else (matching[swap[0]], matching[swap[1]]))


def difficulty_values(difficulty: "Difficulty | None") -> dict[str, Any]:
    """Return the columns that hold a difficulty."""
    if difficulty is None:
        return dict.fromkeys(MEASURES)
    measures = {name: getattr(difficulty, name) for name in MEASURES}
    return measures | {"arrangements": difficulty.final_drawings, "sequences": difficulty.sequences}


def _improvement(row: LevelRow, level: PreparedLevel, matching: Sequence[int]) -> dict[str, Any]:
    """Return the columns of a stored level that a solution of an equivalent drawing improves."""
    solution = level.solution
    if solution.proved and not row.proved:
        return solution_values(solution, matching) | difficulty_values(level.difficulty)
    changes: dict[str, Any] = {}
    if row.proved and solution.proved:
        if row.arrangements is None and solution.arrangements is not None:
            changes |= {"arrangements": solution.arrangements, "sequences": solution.sequences}
        if row.grade is None and level.difficulty is not None:
            changes |= difficulty_values(level.difficulty)
    elif not row.proved:
        if solution.min_swaps is not None and (row.min_swaps is None or solution.min_swaps < row.min_swaps):
            changes |= solution_values(solution, matching)
        changes["lower_bound"] = max(row.lower_bound, solution.lower_bound)
    return changes
