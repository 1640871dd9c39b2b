"""`ludex sets caps`: the most cards without a set, proved where that is within reach; and how many caps there are."""

from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli import output
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.sets.arguments import CardFile, Cards, DeckName, Properties, Store, Values, Whole
from ludex.cli.sets.sources import Source, read_source, whole_deck
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.sets.position import Position

if TYPE_CHECKING:
    from ludex.api.sets.caps import LargestCap
    from ludex.catalogue.sets.caps import PreparedCap
    from ludex.sets.solving.caps import Cap
    from ludex.sets.study.cap_counts import CapCounts

_NAMING_SECONDS = 5.0

app = typer.Typer(help="Caps: cards without a set among them.", no_args_is_help=True)


@app.command()
def largest(
    cards: Cards = None,
    deck: DeckName = None,
    file: CardFile = None,
    properties: Properties = None,
    values: Values = None,
    time_limit: TimeLimit = None,
    store: Store = False,
    as_json: Json = False,
) -> None:
    """Find the most cards without a set, of a deck or among some cards, and prove that there are no more.

    Where a proof is beyond reach, or ended early: the best found, and what is proved to be no less than the maximum.
    """
    from ludex.sets.solving.caps import largest_cap, largest_cap_within

    source = read_source(cards, deck, file, properties, values)
    with searching(time_limit) as budget:
        cap = largest_cap(source.deck, budget) if source.cards is None else largest_cap_within(source.cards, budget)
    prepared = _prepared(Position(source.deck, cap.cards), needed=store)
    model = _stored(source, cap, prepared) if store and prepared is not None else _answer(source, cap, prepared)
    output.answer(model, as_json, [_said(cap), *([] if model.label is None else [model.label]), *model.cards])


def _prepared(cards: Position, *, needed: bool) -> "PreparedCap | None":
    """Return what names and stores a cap, for a search that was ended too; None where it takes long and is not needed.

    Raises PositionTooLarge, where it is needed.
    """
    from ludex.catalogue.sets.caps import prepare_cap
    from ludex.sets.identity.key_bounds import PositionTooLarge

    try:
        return prepare_cap(cards, Budget(seconds=None if needed else _NAMING_SECONDS))
    except (PositionTooLarge, BudgetExhausted):
        if needed:
            raise
        return None


def _stored(source: Source, cap: "Cap", prepared: "PreparedCap") -> "LargestCap":
    from ludex.api.models import Duplicate
    from ludex.catalogue.sets.caps import store_cap, store_maximum

    with opened() as database, database.writing() as session:
        made = store_maximum(session, prepared, cap) if source.cards is None else store_cap(session, prepared)
    known = None if made.created else Duplicate(relation="symmetry", matching=list(made.matching))
    return _answer(source, cap, prepared).model_copy(update={"duplicate_of": known})


def _answer(source: Source, cap: "Cap", prepared: "PreparedCap | None") -> "LargestCap":
    from ludex.api.sets import PREFIX
    from ludex.api.sets.caps import LargestCap

    label = None if prepared is None else prepared.label
    return LargestCap(
        label=label,
        url=None if label is None else f"{PREFIX}/caps/{label}",
        properties=source.deck.properties,
        values=source.deck.values,
        size=cap.size,
        proved=cap.proved,
        upper_bound=cap.upper_bound,
        method=cap.method,
        cards=list(map(source.deck.code, cap.cards)),
        duplicate_of=None,
    )


def _said(cap: "Cap") -> str:
    cards = f"{cap.size:,} card{'' if cap.size == 1 else 's'} without a set"
    if cap.method == "none":
        return f"{cards}: all of them"
    if cap.proved:
        return f"{cards}, proved to be the most ({cap.method})"
    return f"{cards}; it is proved that there are no more than {cap.upper_bound:,} ({cap.method})"


@app.command()
def count(
    deck: Whole,
    up_to: Annotated[int | None, typer.Option("--up-to", min=0, help="Only caps of at most so many cards.")] = None,
    time_limit: TimeLimit = None,
    store: Store = False,
    as_json: Json = False,
) -> None:
    """Count the caps of a deck by size, and their classes under the symmetries that keep sets.

    The 81 cards of set-3-4 take some minutes. Ctrl-C: the sizes that are counted by then.
    """
    from ludex.sets.study.cap_counts import count_caps

    whole = whole_deck(deck)
    with searching(time_limit) as budget:
        counts = count_caps(whole, budget, up_to)
    if store:
        from ludex.catalogue.sets.cap_counts import store_cap_counts

        with opened() as database, database.writing() as session:
            store_cap_counts(session, counts)
    _show(counts, as_json)


def _show(counts: "CapCounts", as_json: bool) -> None:
    sizes = list(zip(range(len(counts.by_size)), counts.by_size, counts.classes, strict=True))
    value = {
        "properties": counts.deck.properties,
        "values": counts.deck.values,
        "complete": counts.complete,
        "items": [{"size": size, "caps": caps, "classes": classes} for size, caps, classes in sizes],
    }
    rows = [(size, f"{caps:,}", f"{classes:,}") for size, caps, classes in sizes]
    end = "there are none of more cards" if counts.complete else "there may be some of more cards"
    output.answer_object(value, as_json, [*output.table([("cards", "caps", "classes"), *rows]), end])
