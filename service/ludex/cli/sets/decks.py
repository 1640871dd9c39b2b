"""`ludex sets deck`: the stored decks, and the whole ones, which come on demand."""

import json
from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.lists import kind_called, write_list
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.sets.sources import Given
from ludex.cli.stored_objects import delete_object, find_object, show_stored
from ludex.cli.unfolding import unfolded
from ludex.sets.position import laid_out

app = typer.Typer(help="Decks: lists of different cards with a name.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="DECK", help="The deck's slug or label.")]


@app.command("list")
def list_decks(as_json: Json = False) -> None:
    """List the stored decks. Besides them there is `set-V-P` for V values and P properties, up to a million cards."""
    write_list(kind_called("decks", "sets"), [], form="json" if as_json else "table")


@app.command()
def show(name: Name, as_json: Json = False) -> None:
    """Show a deck and its cards, a line each; of a whole deck of more than 4,096 cards their number only."""
    text = find_object(name, "set-deck").text()
    deck = json.loads(text)
    heading = [f"# {deck['slug']}: {deck['title']}", f"# {deck['label']}, {deck['size']:,} cards"]
    described = [f"# {deck['description']}"] if deck["description"] else []
    output.write([text] if as_json else [*heading, *described, *(deck["cards"] or [])])


def _add(
    slug: Annotated[str, typer.Argument(help="The deck's name: small letters and digits, in words joined by `-`.")],
    given: Given,
    title: Annotated[str | None, typer.Option("--title", help="What it is called.")] = None,
    description: Annotated[str, typer.Option("--description", help="What it is.")] = "",
    as_json: Json = False,
) -> None:
    """Store a deck of your own. Cards that are a stored deck already: that deck gets the name too."""
    from ludex.operations.sets.decks import store_deck

    position = laid_out(given.read())
    with opened() as catalogue:
        stored = store_deck(catalogue, position, slug, title, description)
    show_stored(stored, as_json, [f"{len(position.cards):,} cards, called {slug}"])


app.command("add")(unfolded(_add, deck=None))


@app.command()
def remove(name: Name) -> None:
    """Delete a deck of your own. Its cards and positions stay; so do the decks of the starting catalogue."""
    delete_object(name, "set-deck")
