"""`ludex sets caps`: the most cards without a set, proved where that is within reach; and how many caps there are."""

from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli import output
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.sets.arguments import Store, Whole
from ludex.cli.sets.sources import Given
from ludex.cli.unfolding import unfolded
from ludex.engine.budget import Budget

if TYPE_CHECKING:
    from ludex.operations.sets.caps import LargestCap

_NAMING_SECONDS = 5.0

app = typer.Typer(help="Caps: cards without a set among them.", no_args_is_help=True)


@app.command()
@unfolded
def largest(
    given: Given,
    time_limit: TimeLimit = None,
    store: Store = False,
    as_json: Json = False,
) -> None:
    """Find the most cards without a set, of a deck or among some cards, and prove that there are no more.

    Where a proof is beyond reach, or ended early: the best found, and what is proved to be no less than the maximum.
    """
    from ludex.operations.sets.caps import find_largest_cap, store_largest_cap

    source = given.read()
    if store:
        with opened() as catalogue, searching(time_limit) as budget:
            found = store_largest_cap(catalogue, source, budget, naming=Budget())
    else:
        with searching(time_limit) as budget:
            found = find_largest_cap(source, budget, naming=Budget(seconds=_NAMING_SECONDS))
    lines = [_said(found), *([] if found.label is None else [found.label]), *found.cards.codes]
    output.answer(found.as_document(), as_json, lines)
    if store and found.stored is None:
        output.complain("the cap is not stored: it has too many cards for a label")
        raise typer.Exit(1)


def _said(cap: "LargestCap") -> str:
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
    from ludex.operations.sets.cap_counts import count_caps_of_deck
    from ludex.sets.study.cap_counts import CapsOfDeck, count_caps

    if store:
        with opened() as catalogue, searching(time_limit) as budget:
            counts, _ = count_caps_of_deck(catalogue, deck, budget, up_to)
    else:
        with searching(time_limit) as budget:
            counts = count_caps(deck, budget, up_to)
    rows = [(one.size, f"{one.caps:,}", f"{one.classes:,}") for one in counts.sizes]
    end = "there are none of more cards" if counts.complete else "there may be some of more cards"
    output.answer(CapsOfDeck.of(counts), as_json, [*output.table([("cards", "caps", "classes"), *rows]), end])


@app.command()
def counts(as_json: Json = False) -> None:
    """List the numbers of caps that are stored, by deck and size."""
    from ludex.operations.sets.cap_counts import every_cap_counts

    with opened() as catalogue:
        items = [one for counts in every_cap_counts(catalogue) for one in counts.sizes]
    rows = [(f"{one.values}^{one.properties}", one.size, f"{one.caps:,}", f"{one.classes:,}") for one in items]
    output.answer_list(items, as_json, [("of", "cards", "caps", "classes"), *rows])
