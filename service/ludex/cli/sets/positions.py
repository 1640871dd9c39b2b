"""`ludex sets add`, `equivalence`, `lookup` and `dedup`: positions, stored once up to the symmetries that keep sets."""

import json
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.sets.arguments import Limit, Properties, Values
from ludex.cli.sets.solving import sets_said
from ludex.cli.sets.sources import Given, Shape, read_position, read_positions
from ludex.cli.stored_objects import show_stored
from ludex.sets.position import laid_out
from ludex.sets.solving.names import Find
from ludex.sets.solving.solver import EVERY

_POSITION = "Cards joined by commas, a file with a card a line, a deck's slug, or a stored position's or cap's label."


def add(
    given: Given,
    find: Annotated[Find | None, typer.Option("--find", help="What to find and store with them.")] = None,
    limit: Limit = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Store cards as a position, and the sets that are looked for. One that is equivalent is the stored one."""
    from ludex.operations.sets.positions import store_position

    position = laid_out(given.read())
    with opened() as catalogue, searching(time_limit) as budget:
        done = store_position(catalogue, position, find, limit or EVERY, budget)
    found, lines = None, []
    if done.found is not None:
        found = done.found.written(position.deck)
        known = done.found.count
        lines = [f"at least {sets_said(len(found.sets))}" if known is None else sets_said(known)]
        lines += [" ".join(one) for one in found.sets]
    show_stored(done.stored, as_json, lines, matching=done.matching, found=found)


def equivalence(
    a: Annotated[str, typer.Argument(metavar="A", help=_POSITION)],
    b: Annotated[str, typer.Argument(metavar="B", help="As A.")],
    properties: Properties = None,
    values: Values = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Tell whether a symmetry that keeps sets takes one position to another, with the matching of their cards."""
    from ludex.sets.identity.equivalence import compare

    shape = Shape(properties, values)
    first, second = read_position(a, shape), read_position(b, shape)
    with searching(time_limit) as budget:
        found = compare(first, second, budget)
    lines = [f"{'equivalent' if found.equivalent else 'not equivalent'}: {found.reason}"]
    pairs = [(first.codes[i], second.codes[j]) for i, j in enumerate(found.matching or ())]
    lines += output.table([("card of a", "card of b"), *pairs]) if pairs else []
    output.answer(found.written, as_json, lines)


def lookup(
    given: Given,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Find the stored position that is equivalent to the cards, with a matching. There is at most one."""
    from ludex.operations.sets.positions import find_equivalent

    position = laid_out(given.read())
    with opened() as catalogue, searching(time_limit) as budget:
        one = find_equivalent(catalogue, position, budget)
    found = [] if one is None else [one]
    items = [json.loads(replace(shown, rest=None).text()) for shown, _ in found]
    lines = [f"{shown.label}  cards {' '.join(map(str, matching))}" for shown, matching in found]
    value = {"items": items, "matchings": [matching for _, matching in found]}
    output.answer(value, as_json, lines or ["no equivalent position is stored"])


def dedup(
    positions: Annotated[list[str] | None, typer.Argument(metavar="POSITION...", help=_POSITION)] = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", help="A file with a position a line, its cards joined by spaces; `-`: standard input."),
    ] = None,
    properties: Properties = None,
    values: Values = None,
    stored: Annotated[bool, typer.Option("--stored/--no-stored", help="Name the stored position of each.")] = True,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Sort positions into classes of equivalent ones. Positions are counted from 0, as they are given."""
    from ludex.operations.sets.positions import dedup as sort_into_classes

    shape = Shape(properties, values)
    given = [read_position(text, shape) for text in positions or []]
    given += [] if file is None else read_positions(str(file), shape)
    if not given:
        raise CommandError("no positions: give them as arguments, or --file FILE with a position a line")
    with opened() if stored else nullcontext() as catalogue, searching(time_limit) as budget:
        found = sort_into_classes(catalogue, given, budget)
    lines = [
        f"{' '.join(map(str, one.members))}{'  stored: ' + ' '.join(one.positions) if one.positions else ''}"
        for one in found
    ]
    output.answer({"classes": found}, as_json, lines)
