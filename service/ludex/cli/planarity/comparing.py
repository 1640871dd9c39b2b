"""`ludex planarity equivalence`, `lookup` and `dedup`: which drawings are the same, under a relation."""

from contextlib import nullcontext
from typing import Annotated

import typer

from ludex.cli.lists import ListLimit
from ludex.cli.opening import opened
from ludex.cli.output import Json, answer, json_text, table, write
from ludex.cli.planarity.sources import Drawn, read_drawing, read_drawings
from ludex.cli.progress import TimeLimit, searching
from ludex.planarity.identity.equivalence import RELATIONS_ABOUT, Relation

RelationOption = Annotated[Relation, typer.Option("--relation", help=RELATIONS_ABOUT)]
_ALL = 2**31 - 2


def equivalence(
    a: Drawn,
    b: Annotated[str, typer.Argument(metavar="DRAWING", help="As the first.", show_default=False)],
    relation: RelationOption = Relation.SWAP,
    as_json: Json = False,
) -> None:
    """Tell whether two drawings are equivalent, with a matching of their vertices or an invariant that differs."""
    from ludex.planarity.identity.equivalence import compare

    found = compare(read_drawing(a), read_drawing(b), relation)
    lines = [f"{'equivalent' if found.equivalent else 'not equivalent'}: {found.reason}"]
    if found.matching is not None:
        lines += table([("vertex of a", "vertex of b"), *enumerate(found.matching)])
    answer(found, as_json, lines)


def lookup(
    drawing: Drawn,
    relation: RelationOption = Relation.SWAP,
    limit: ListLimit = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Find the stored levels that are equivalent to a drawing, each with a matching of the vertices."""
    from ludex.operations.planarity.lookup import matching_levels

    sought = read_drawing(drawing)
    with opened() as catalogue, searching(time_limit) as budget:
        found = matching_levels(catalogue, sought, relation, limit=limit or _ALL, budget=budget)
    if as_json:
        items = ",".join(one.text() for one in found.items)
        write([f'{{"items":[{items}],"matchings":{json_text(found.matchings)}}}'])
        return
    pairs = zip(found.items, found.matchings, strict=True)
    lines = [f"{level.label}  matching {' '.join(map(str, matching))}" for level, matching in pairs]
    write(lines or ["no stored level is equivalent"])


def dedup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file with a drawing a line; `-`: standard input.")],
    relation: RelationOption = Relation.SWAP,
    stored: Annotated[bool, typer.Option("--stored/--no-stored", help="Name the stored levels of each class.")] = True,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Sort the drawings of a file into classes of equivalent ones. Drawings count from 0."""
    from ludex.operations.planarity.lookup import dedup as sorted_into_classes

    drawings = read_drawings(file)
    with opened() if stored else nullcontext() as catalogue, searching(time_limit) as budget:
        found = sorted_into_classes(catalogue, drawings, relation, budget=budget)
    lines = [
        f"{' '.join(map(str, one.members))}{'  stored: ' + ' '.join(one.levels) if one.levels else ''}" for one in found
    ]
    answer({"classes": found}, as_json, lines)
