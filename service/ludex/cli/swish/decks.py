"""`ludex swish deck`: the stored decks, and those that come on demand; `board`: what is known of a whole board."""

import json
import re
from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.lists import kind_called, write_list
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.stored_objects import delete_object, find_object, stored_text
from ludex.cli.swish.sources import Given
from ludex.cli.unfolding import unfolded
from ludex.swish.card import Symmetry

app = typer.Typer(help="Decks: lists of cards with a name, copies included.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="DECK", help="The deck's slug or label.")]


@app.command("list")
def list_decks(as_json: Json = False) -> None:
    """List the stored decks. Besides them there is `swish-HxW` for every board up to 16x16."""
    write_list(kind_called("decks", "swish"), [], form="json" if as_json else "table")


@app.command()
def show(name: Name, as_json: Json = False) -> None:
    """Show a deck and its cards, in the order in which indices count."""
    text = find_object(name, "swish-deck").text()
    if as_json:
        output.write([text])
        return
    deck = json.loads(text)
    heading = [f"# {deck['slug']}: {deck['title']}"]
    heading += [f"# {deck['label']}, {deck['size']} cards, symmetry {deck['symmetry']}"]
    heading += [f"# {deck['description']}"] if deck["description"] else []
    output.write([*heading, *deck["cards"]])


def _add(
    slug: Annotated[str, typer.Argument(help="The deck's name: small letters and digits, in words joined by `-`.")],
    given: Given,
    title: Annotated[str | None, typer.Option("--title", help="What it is called.")] = None,
    description: Annotated[str, typer.Option("--description", help="What it is.")] = "",
    as_json: Json = False,
) -> None:
    """Store a deck of your own, copies included. Cards that are a stored deck already: that deck gets the name too."""
    from ludex.operations.swish.decks import store_deck

    position = given.read().position
    with opened() as catalogue:
        stored = store_deck(catalogue, position, slug, title, description)
    text = stored_text(stored)
    state = "stored" if stored.created else f"known before, as {', '.join(json.loads(text)['slugs'])}"
    output.write([text] if as_json else [f"{slug}: {stored.label}, {len(position.cards)} cards: {state}"])


app.command("add")(unfolded(_add, deck=None))


@app.command()
def remove(name: Name) -> None:
    """Delete a deck of your own. Its cards and positions stay; so do the decks of the starting catalogue."""
    delete_object(name, "swish-deck")


def board(
    size: Annotated[str, typer.Argument(metavar="HxW", help="Rows and columns, such as 4x3.")],
    symmetry: Annotated[Symmetry, typer.Option("--symmetry")] = Symmetry.RECTANGLE,
    as_json: Json = False,
) -> None:
    """Show how many cards a board has, its largest no-swish sets, and one of them."""
    from ludex.swish.study import boards

    match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", size)
    if match is None:
        raise CommandError(f"HxW: {size!r} is no board; write rows and columns, such as 4x3")
    found = boards.board(int(match[1]), int(match[2]), symmetry)
    rows = [
        ("cards", found.cards),
        ("cards of a largest no-swish set", found.largest_no_swish_set),
        ("such sets", found.maximum_sets),
    ]
    lines = [*output.table(rows), *(["one of them:", *found.construction] if found.construction else [])]
    output.answer(found, as_json, lines)
