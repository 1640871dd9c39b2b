"""`ludex planarity equivalence`, `lookup` and `dedup`: which drawings are the same, under a relation."""

from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.planarity.sources import Drawn, drawing_of, opened_lines, read_drawing
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.stored_objects import ListLimit
from ludex.planarity.drawing import Drawing
from ludex.planarity.identity.equivalence import Relation

RelationOption = Annotated[
    Relation,
    typer.Option(
        "--relation",
        help="`swap`: the same crossings after every sequence of swaps; `order-type`: a matching keeps graph and order "
        "type; `graph`: isomorphic graphs; `point-set`, `x-type`: the points alone.",
    ),
]


def equivalence(
    a: Drawn,
    b: Annotated[str, typer.Argument(metavar="DRAWING", help="As the first.", show_default=False)],
    relation: RelationOption = Relation.SWAP,
    as_json: Json = False,
) -> None:
    """Tell whether two drawings are equivalent, with a matching of their vertices or an invariant that differs."""
    from ludex.api.planarity.equivalence import DrawingComparison
    from ludex.planarity.identity.equivalence import compare

    found = compare(read_drawing(a), read_drawing(b), relation)
    matching = None if found.matching is None else list(found.matching)
    model = DrawingComparison(equivalent=found.equivalent, matching=matching, reason=found.reason)
    lines = [f"{'equivalent' if found.equivalent else 'not equivalent'}: {found.reason}"]
    lines += output.table([("vertex of a", "vertex of b"), *enumerate(matching)]) if matching else []
    output.answer(model, as_json, lines)


def lookup(
    drawing: Drawn, relation: RelationOption = Relation.SWAP, limit: ListLimit = None, as_json: Json = False
) -> None:
    """Find the stored levels that are equivalent to a drawing, each with a matching of the vertices."""
    from ludex.api.planarity.levels import show
    from ludex.api.planarity.storing_levels import EquivalentLevels
    from ludex.catalogue.planarity.lookup import matching_levels, seek

    sought = seek(read_drawing(drawing), relation)
    with opened() as database, database.reading() as session:
        found = matching_levels(session, sought, limit=limit or 2**31 - 1).items
    model = EquivalentLevels(
        items=[show(level) for level, _ in found], matchings=[list(matching) for _, matching in found]
    )
    lines = [f"{level.label}  vertices {' '.join(map(str, matching))}" for level, matching in found]
    output.answer(model, as_json, lines or ["no stored level is equivalent"])


def dedup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file with a drawing a line; `-`: standard input.")],
    relation: RelationOption = Relation.SWAP,
    stored: Annotated[bool, typer.Option("--stored/--no-stored", help="Name the stored levels of each class.")] = True,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Sort the drawings of a file into classes of equivalent ones. Drawings count from 0."""
    from ludex.api.planarity.storing_levels import ClassesOfDrawings, ClassOfDrawings
    from ludex.catalogue.planarity.lookup import FoundClass
    from ludex.catalogue.planarity.lookup import dedup as sorted_with_stored
    from ludex.planarity.identity.equivalence import classes

    drawings = read_drawings(file)
    with searching(time_limit) as budget:
        if stored:
            with opened() as database:
                found = sorted_with_stored(database, drawings, relation, limit=100, budget=budget)
        else:
            found = [FoundClass(one.members, one.matchings, ()) for one in classes(drawings, relation, budget)]
    model = ClassesOfDrawings(
        classes=[
            ClassOfDrawings(
                members=list(one.members), matchings=[list(each) for each in one.matchings], levels=list(one.levels)
            )
            for one in found
        ]
    )
    lines = [
        f"{' '.join(map(str, one.members))}{'  stored: ' + ' '.join(one.levels) if one.levels else ''}" for one in found
    ]
    output.answer(model, as_json, lines)


def read_drawings(name: str) -> list[Drawing]:
    """Read a drawing a line; empty lines are passed over. Raises CommandError, which names the line."""
    drawings = []
    with opened_lines(name) as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                try:
                    drawings.append(drawing_of(line))
                except ValueError as error:
                    raise CommandError(f"{name}, line {number}: {error}") from error
    if not drawings:
        raise CommandError(f"{name} holds no drawings: write one a line, as JSON with points and edges")
    return drawings
