"""`ludex swish no-swish`: the most cards without a swish among them, proved; or every such set of a small deck."""

from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli import output
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.swish.arguments import CardFile, Cards, DeckName, Store, SymmetryOption
from ludex.cli.swish.sources import Source, read_source

if TYPE_CHECKING:
    from ludex.engine.budget import Budget
    from ludex.swish.solving.no_swish import NoSwishMaximum


def no_swish(
    cards: Cards = None,
    deck: DeckName = None,
    file: CardFile = None,
    symmetry: SymmetryOption = None,
    every: Annotated[
        bool, typer.Option("--all", help="Every largest set, and their classes; at most 64 cards.")
    ] = False,
    certificate: Annotated[bool, typer.Option("--certificate", help="Show the swishes that prove it.")] = False,
    time_limit: TimeLimit = None,
    store: Store = False,
    as_json: Json = False,
) -> None:
    """Keep as many cards as possible without a swish among them, and prove that no more can be kept."""
    source = read_source(cards, deck, file, symmetry)
    if every:
        _every(source, time_limit, store, as_json)
    else:
        _largest(source, certificate, time_limit, store, as_json)


def _largest(source: Source, certificate: bool, time_limit: float | None, store: bool, as_json: bool) -> None:
    from ludex.api.swish.no_swish_sets import show_maximum
    from ludex.swish.solving.no_swish import largest_no_swish_set

    position = source.position
    with searching(time_limit) as budget:
        maximum = largest_no_swish_set(position, budget)
    known_before = store and not _store(source, [maximum])
    model = show_maximum(position, maximum, known_before)
    state = (
        f"proved by {len(maximum.certificate):,} swishes"
        if maximum.proved
        else f"not proved: no set has more than {maximum.upper_bound}"
    )
    lines = [f"{maximum.size} cards without a swish, {state}: {model.label}"]
    lines += output.table((index, card) for index, card in zip(model.indices, model.cards, strict=True))
    if certificate:
        lines += ["each of these sets of cards, by index, is a swish:"]
        lines += [" ".join(map(str, swish)) for swish in maximum.certificate]
    output.answer(model, as_json, lines)


def _every(source: Source, time_limit: float | None, store: bool, as_json: bool) -> None:
    from ludex.api.swish.deck_maxima import Maxima
    from ludex.swish.solving.maximum_sets import maximum_no_swish_sets, set_classes

    position = source.position
    with searching(time_limit) as budget:
        sets = maximum_no_swish_sets(position, budget)
        classes, with_reversal = (set_classes(position, sets, reversal=reversal) for reversal in (False, True))
        if store:
            _store_every(source, sets, budget)
    model = Maxima(
        size=len(sets[0]),
        count=len(sets),
        sets=[list(one) for one in sets],
        classes=classes,
        classes_with_reversal=with_reversal,
    )
    lines = [
        f"{model.count:,} largest sets of {model.size} cards without a swish: {len(classes)} classes, "
        f"{len(with_reversal)} where points and circles may be exchanged; one of each class, by index:"
    ]
    lines += [f"{len(one):,} sets like " + " ".join(map(str, sets[one[0]])) for one in classes]
    output.answer(model, as_json, lines)


def _store_every(source: Source, sets: list[tuple[int, ...]], budget: "Budget") -> None:
    """Store every set as a largest one. What excludes a larger set is the same for all of them."""
    from dataclasses import replace

    from ludex.swish.solving.no_swish import largest_no_swish_set

    proof = largest_no_swish_set(source.position, budget)
    if proof.proved:
        _store(source, [replace(proof, indices=one) for one in sets])


def _store(source: Source, maxima: "list[NoSwishMaximum]") -> bool:
    """Store largest sets with what proves them, and tell whether any of them is new."""
    from ludex.catalogue.swish.decks import deck_positions, store_deck
    from ludex.catalogue.swish.no_swish_sets import store_maximum
    from ludex.catalogue.swish.positions import store_position
    from ludex.catalogue.tables import DeckRow, PositionRow

    position = source.position
    with opened() as database, database.writing() as session:
        owner: DeckRow | PositionRow
        if source.deck is not None:
            owner = store_deck(session, source.deck).row
            listing = deck_positions(session, [owner.id])[owner.id]
        else:
            owner, listing = store_position(session, position).row, position.canonical()
        created = [store_maximum(session, owner, position, listing, maximum).created for maximum in maxima]
    return any(created)
