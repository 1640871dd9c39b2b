"""The commands for the decks of a card game."""

import json
from collections.abc import Callable
from typing import Annotated

import typer

from ludex.cli.commands.lists import write_list
from ludex.cli.commands.stored_objects import delete_object, find_object
from ludex.cli.game_commands import registry
from ludex.cli.output import Json, write

_Deck = Annotated[str, typer.Argument(metavar="DECK", help="Slug or label of the deck.")]


def deck_commands(game: str, kind: str) -> dict[str, Callable[..., None]]:
    """Return the commands for the decks of a game, keyed by the words of the commands.

    Parameters
    ----------
    game : str
        The name of the game.
    kind : str
        The name of the kind to which the game's decks belong.
    """

    def list_decks(as_json: Json = False) -> None:
        """List the stored decks.

        With --json, each line is one deck. Complete decks that are not stored are not listed, but they can be shown by
        slug.
        """
        write_list(registry().called("decks", game), [], form="ndjson" if as_json else "table")

    def show(name: _Deck, as_json: Json = False) -> None:
        """Show a deck, with the cards in index order.

        For a very large deck, show only the number of cards.
        """
        text = find_object(name, kind).text()
        deck = json.loads(text)
        head = [f"{deck['slug']}: {deck['title']}", f"{deck['label']}, {deck['size']:,} cards", deck["description"]]
        write([text] if as_json else [*(f"# {line}" for line in head if line), *(deck["cards"] or [])])

    def remove(name: _Deck, as_json: Json = False) -> None:
        """Delete a deck.

        The deck's cards and positions are not deleted. Decks of the starting catalogue cannot be deleted.
        """
        delete_object(name, kind, as_json)

    return {"deck list": list_decks, "deck show": show, "deck remove": remove}
