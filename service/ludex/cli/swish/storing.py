"""`ludex swish add`, and how a command stores a position."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli import output
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.swish.arguments import CardFile, Cards, DeckName, Limit, SymmetryOption
from ludex.cli.swish.sources import read_source
from ludex.swish.position import Position

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from ludex.catalogue.tables import PositionRow
    from ludex.engine.budget import Budget
    from ludex.swish.found import Swish


class FindWith(StrEnum):
    """What to find and store with a position."""

    ANY = "any"
    LARGEST = "largest"
    ALL = "all"


@contextmanager
def stored_position(position: Position) -> Iterator["tuple[Session, PositionRow]"]:
    """Store a position with its hypergraph, and yield the session, still open, and the position's row."""
    from ludex.catalogue.swish.hypergraphs import hypergraph_of
    from ludex.catalogue.swish.positions import store_position

    hypergraph = hypergraph_of(position)
    with opened() as database, database.writing() as session:
        yield session, store_position(session, position, hypergraph).row


def add(
    cards: Cards = None,
    deck: DeckName = None,
    file: CardFile = None,
    symmetry: SymmetryOption = None,
    find: Annotated[FindWith | None, typer.Option("--find", help="What to find and store with it.")] = None,
    limit: Limit = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Store cards as a position, with their hypergraph, and with the swishes that are looked for."""
    from ludex.api.models import Duplicate
    from ludex.api.swish.positions import position_fields
    from ludex.api.swish.stacks import found_swish
    from ludex.api.swish.storing_positions import FoundSwishes, StoredPositionAnswer
    from ludex.catalogue.swish.hypergraphs import hypergraph_of
    from ludex.catalogue.swish.placing import to_canonical_order
    from ludex.catalogue.swish.positions import POSITIONS, store_position
    from ludex.catalogue.swish.swishes import store_largest, store_swishes

    position = read_source(cards, deck, file, symmetry).position
    with opened() as database:
        with searching(time_limit) as budget:
            swishes, complete = _look_for(position, find, limit, budget)
        hypergraph = hypergraph_of(position)
        with database.writing() as session:
            stored = store_position(session, position, hypergraph)
            if find is FindWith.LARGEST:
                store_largest(session, stored.row, position, swishes[0] if swishes else None, complete)
            elif swishes:
                store_swishes(session, stored.row, position, swishes)
        with database.reading() as session:
            shown = POSITIONS.by_label(session, stored.row.label)
    assert shown is not None
    matching = to_canonical_order(position, range(len(position.cards)))
    found = FoundSwishes(swishes=[found_swish(swish, position) for swish in swishes], complete=complete)
    model = StoredPositionAnswer.model_validate(
        position_fields(shown)
        | {
            "matching": matching,
            "duplicate_of": None if stored.created else Duplicate(relation="same-cards", matching=matching),
            "found": found if find else None,
        }
    )
    state = "stored" if stored.created else "known before"
    lines = [f"{model.label}: {state}"]
    if find:
        sizes = ", ".join(str(swish.size) for swish in swishes[:20]) or "none"
        lines.append(f"swishes: {len(swishes)} of size {sizes}{'' if complete else '; there may be more'}")
    output.answer(model, as_json, lines)


def _look_for(
    position: Position, find: FindWith | None, limit: int | None, budget: "Budget"
) -> "tuple[list[Swish], bool]":
    from ludex.swish.solving.search import find_all, find_any, find_largest

    match find:
        case FindWith.ANY:
            swish = find_any(position, budget=budget)
            return ([] if swish is None else [swish]), True
        case FindWith.LARGEST:
            largest = find_largest(position, budget=budget)
            return ([] if largest.swish is None else [largest.swish]), largest.proved
        case FindWith.ALL:
            listing = find_all(position, budget=budget, limit=limit or 2**62)
            return list(listing.items), listing.complete
        case None:
            return [], True
