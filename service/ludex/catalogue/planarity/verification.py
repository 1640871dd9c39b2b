"""What must hold of every stored row of Swap Planarity, recomputed from its content."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy.orm import Session

from ludex.catalogue.documents import CHECK_SECONDS
from ludex.catalogue.planarity.claims import solution_fault
from ludex.catalogue.planarity.graphs import graph_values
from ludex.catalogue.planarity.levels import read_difficulty, read_drawing, read_edges
from ludex.catalogue.planarity.order_types import read_points
from ludex.catalogue.planarity.packs import MAX_SLUG
from ludex.catalogue.planarity.preparing import (
    PreparedDrawing,
    drawing_delta,
    prepare_drawing,
    prepare_graph,
    prepare_points,
)
from ludex.catalogue.tables import CensusClassRow, GraphRow, LevelRow, OrderTypeRow, PackLevelRow, PackRow, XTypeRow
from ludex.catalogue.verify import Check, Unchecked, differing
from ludex.engine.budget import Budget
from ludex.planarity.points import require_general_position

if TYPE_CHECKING:
    from ludex.planarity.solving.minimum_swaps import Solution


def _graph(session: Session, row: GraphRow, budget: Budget) -> Iterator[str]:
    del session, budget
    from ludex.graphs.graph6 import read_graph6

    graph = read_graph6(row.graph6)
    prepared = prepare_graph(graph.number_of_nodes(), tuple((min(edge), max(edge)) for edge in graph.edges))
    yield from differing(row, **graph_values(prepared))


def _x_type(session: Session, row: XTypeRow, budget: Budget) -> Iterator[str]:
    del session, budget
    points = read_points(row.representative)
    require_general_position(points)
    prepared = prepare_points(points)
    yield from differing(
        row, key=prepared.x_key, label=prepared.x_label, form=prepared.x_form, points=len(prepared.points)
    )


def _order_type(session: Session, row: OrderTypeRow, budget: Budget) -> Iterator[str]:
    del budget
    points = read_points(row.representative)
    require_general_position(points)
    prepared = prepare_points(points)
    yield from differing(
        row,
        key=prepared.key,
        label=prepared.label,
        form=prepared.form,
        points=len(prepared.points),
        hull=prepared.hull,
    )
    x_type = session.get_one(XTypeRow, row.x_type_id)
    if x_type.key != prepared.x_key:
        yield f"its x-type is not {x_type.label}"


def _drawing(session: Session, row: LevelRow | CensusClassRow, prepared: PreparedDrawing) -> Iterator[str]:
    """Yield what is wrong with the columns that follow from the drawing."""
    drawing = prepared.drawing
    yield from differing(
        row,
        key=prepared.key,
        label=prepared.label,
        vertices=drawing.vertices,
        edges=len(drawing.edges),
        crossings=prepared.crossings,
    )
    if [list(edge) for edge in drawing.edges] != row.drawing["edges"]:
        yield "the edges are not in order"
    graph = session.get_one(GraphRow, row.graph_id)
    if graph.key != prepared.graph.key:
        yield f"its graph is not {graph.label}"
    order_type = session.get_one(OrderTypeRow, row.order_type_id)
    if order_type.key != prepared.points.key:
        yield f"its order type is not {order_type.label}"


def _level(session: Session, row: LevelRow, budget: Budget) -> Iterator[str]:
    prepared = prepare_drawing(read_drawing(row.drawing))
    yield from _drawing(session, row, prepared)
    yield from differing(
        row,
        hull=prepared.points.hull,
        delta=drawing_delta(prepared.drawing),
        source=row.provenance.get("source"),
    )
    stored = _stored_solution(row)
    fault = solution_fault(prepared.drawing, stored)
    if fault is not None:
        yield fault
    yield from _minimum(row, prepared, budget)


def _stored_solution(row: LevelRow) -> "Solution":
    from ludex.planarity.solving.minimum_swaps import Solution

    return Solution(
        crossings=row.crossings,
        min_swaps=row.min_swaps,
        proved=row.proved,
        swaps=read_edges(row.swaps or []),
        arrangements=row.arrangements,
        sequences=row.sequences,
        lower_bound=row.lower_bound,
        reason=row.reason,
    )


def _minimum(row: LevelRow, prepared: PreparedDrawing, budget: Budget) -> Iterator[str]:
    """Yield what is wrong with the numbers of a level, all of them found anew by a search of a few seconds."""
    from ludex.planarity.study.difficulty import graded

    again, measured = graded(prepared.drawing, _within(budget))
    if not again.proved:
        budget.check()
        if row.proved:
            yield Unchecked(f"the minimum was not proved again within {CHECK_SECONDS:g} seconds")
        elif row.lower_bound > again.lower_bound:
            yield Unchecked(f"the lower bound was not proved again within {CHECK_SECONDS:g} seconds")
        return
    if not row.proved:
        yield from _unproved(row, again)
        return
    found = {"min_swaps": again.min_swaps, "lower_bound": again.lower_bound}
    counted = {"arrangements": again.arrangements, "sequences": again.sequences}
    yield from differing(row, **found, **{name: n for name, n in counted.items() if getattr(row, name) is not None})
    stored = read_difficulty(row)
    if stored is None:
        return
    if measured is None:
        budget.check()
        yield Unchecked(f"the difficulty was not measured again within {CHECK_SECONDS:g} seconds")
    elif measured != stored:
        yield f"its difficulty is {stored}, but must be {measured}"


def _unproved(row: LevelRow, truth: "Solution") -> Iterator[str]:
    least = truth.min_swaps
    if row.min_swaps is not None and (least is None or row.min_swaps < least):
        yield f"min_swaps is {row.min_swaps}, but must be at least {least}"
    if least is not None and row.lower_bound > least:
        yield f"lower_bound is {row.lower_bound}, but the minimum is {least}"


def _within(budget: Budget) -> Budget:
    return Budget(seconds=min(CHECK_SECONDS, budget.remaining()), stop=budget.stop)


def _census_class(session: Session, row: CensusClassRow, budget: Budget) -> Iterator[str]:
    from ludex.planarity.solving.minimum_swaps import solve

    prepared = prepare_drawing(read_drawing(row.drawing), "census")
    yield from _drawing(session, row, prepared)
    again = solve(prepared.drawing, _within(budget))
    if not again.proved:
        budget.check()
        yield Unchecked(f"the minimum was not proved again within {CHECK_SECONDS:g} seconds")
        return
    found: Mapping[str, Any] = {
        "min_swaps": again.min_swaps,
        "arrangements": again.arrangements,
        "sequences": again.sequences,
    }
    yield from differing(row, **found)


def _pack(session: Session, row: PackRow, budget: Budget) -> Iterator[str]:
    del session, budget
    if not 1 <= len(row.slug) <= MAX_SLUG:
        yield "its slug has a wrong length"


def _pack_level(session: Session, row: PackLevelRow, budget: Budget) -> Iterator[str]:
    del budget
    level = session.get_one(LevelRow, row.level_id)
    if level.grade is None:
        yield f"{level.label} has no grade, so that it has no place in the pack"


PLANARITY_CHECKS: tuple[Check[Any], ...] = (
    Check(GraphRow, _graph),
    Check(XTypeRow, _x_type),
    Check(OrderTypeRow, _order_type),
    Check(LevelRow, _level),
    Check(CensusClassRow, _census_class),
    Check(PackRow, _pack),
    Check(PackLevelRow, _pack_level),
)
