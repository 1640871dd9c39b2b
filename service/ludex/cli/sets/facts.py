"""`ludex sets facts`: what is known of a whole deck in closed form."""

from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.output import Json
from ludex.cli.sets.arguments import Whole
from ludex.cli.sets.sources import whole_deck


def facts(
    deck: Whole,
    cards: Annotated[
        int | None,
        typer.Option("-n", "--cards", min=0, help="How many are drawn; as many as a game begins with if not given."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the numbers of cards and sets of a deck, and the sets to expect among random cards."""
    from ludex.api.sets.facts import facts_of

    whole = whole_deck(deck)
    drawn = min(whole.values * whole.properties, whole.size) if cards is None else cards
    if drawn > whole.size:
        raise CommandError(f"-n: {drawn:,} cards, the deck has {whole.size:,}")
    model = facts_of(whole, drawn)
    expected = model.expected_sets
    rows: list[tuple[str, object]] = [
        ("cards", f"{model.cards:,}"),
        ("sets", f"{model.sets:,}"),
        ("sets through a card", f"{model.sets_through_card:,}"),
        *(
            (f"sets through two cards that differ in {differing}", f"{number:,}")
            for differing, number in model.sets_through_pair.items()
        ),
        ("sets that a game can find, at most", f"{model.most_sets_in_game:,}"),
        (
            f"sets to expect among {drawn:,} cards",
            f"{expected.numerator}/{expected.denominator} = {expected.expected:.6g}",
        ),
    ]
    output.answer(model, as_json, output.table(rows))
