"""`ludex swish deck` and `ludex sets deck`: the stored decks, listed, shown and deleted."""

import json
from collections.abc import Callable
from typing import Annotated

import typer

from ludex.cli.commands.lists import kind_called, write_list
from ludex.cli.commands.stored_objects import delete_object, find_object
from ludex.cli.terminal import output
from ludex.cli.terminal.output import Json

Name = Annotated[str, typer.Argument(metavar="DECK", help="The deck's slug or label.")]


def deck_commands(game: str, kind: str) -> dict[str, Callable[..., None]]:
    """Return the commands for the decks of a game, by their words."""

    def list_decks(as_json: Json = False) -> None:
        """List the stored decks. The whole ones come on demand, by their slugs."""
        write_list(kind_called("decks", game), [], form="json" if as_json else "table")

    def show(name: Name, as_json: Json = False) -> None:
        """Show a deck and its cards, in the order in which indices count; of a very large deck their number only."""
        text = find_object(name, kind).text()
        deck = json.loads(text)
        said = [f"{deck['slug']}: {deck['title']}", f"{deck['label']}, {deck['size']:,} cards", deck["description"]]
        output.write([text] if as_json else [*(f"# {line}" for line in said if line), *(deck["cards"] or [])])

    def remove(name: Name, as_json: Json = False) -> None:
        """Delete a deck of your own. Its cards and positions stay; so do the decks of the starting catalogue."""
        delete_object(name, kind, as_json)

    return {"deck list": list_decks, "deck show": show, "deck remove": remove}
