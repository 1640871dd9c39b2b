"""`ludex swish deck`: the stored decks, and those that come on demand."""

from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.swish.arguments import CardFile, Cards, SymmetryOption
from ludex.cli.swish.sources import read_source
from ludex.swish.deck import Deck, built_in_deck
from ludex.swish.identity.keys import deck_label

if TYPE_CHECKING:
    from ludex.api.swish.decks import DeckWithCards

app = typer.Typer(help="Decks: lists of cards with a name, copies included.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="DECK", help="The deck's slug or label.")]


@app.command("list")
def list_decks(as_json: Json = False) -> None:
    """List the stored decks. Besides them there is `swish-HxW` for every board up to 16x16."""
    from ludex.api.swish.decks import show as answer_of
    from ludex.catalogue.swish.decks import DECKS

    with opened() as database, database.reading() as session:
        decks = [answer_of(stored) for stored in DECKS.stream(session, {})]
    rows = [(deck.slug, deck.size, f"{deck.height}x{deck.width}", deck.title, deck.label) for deck in decks]
    value = {"items": [deck.model_dump(mode="json") for deck in decks], "count": len(decks), "count_exact": True}
    output.answer_object(value, as_json, output.table([("slug", "cards", "board", "title", "label"), *rows]))


@app.command()
def show(name: Name, as_json: Json = False) -> None:
    """Show a deck and its cards, in the order in which indices count."""
    deck = _with_cards(name)
    heading = [f"# {deck.slug}: {deck.title}", f"# {deck.label}, {deck.size} cards, symmetry {deck.symmetry}"]
    described = [f"# {deck.description}"] if deck.description else []
    output.answer(deck, as_json, [*heading, *described, *deck.cards])


def _with_cards(name: str) -> "DeckWithCards":
    from ludex.api.swish.deck_lookup import find_listed, listing_of
    from ludex.api.swish.decks import DeckWithCards
    from ludex.api.swish.decks import show as answer_of

    with opened() as database, database.reading() as session:
        listed = find_listed(session, name)
        if listed is None:
            raise CommandError(f"there is no deck {name!r}; `ludex swish deck list` shows those that are stored")
        cards = [str(card) for card in listing_of(session, listed).cards]
    return DeckWithCards.model_validate(answer_of(listed).model_dump() | {"cards": cards})


@app.command()
def add(
    slug: Annotated[str, typer.Argument(help="The deck's name: small letters and digits, in words joined by `-`.")],
    cards: Cards = None,
    file: CardFile = None,
    symmetry: SymmetryOption = None,
    title: Annotated[str | None, typer.Option("--title", help="What it is called.")] = None,
    description: Annotated[str, typer.Option("--description", help="What it is.")] = "",
    as_json: Json = False,
) -> None:
    """Store a deck of your own, copies included. Cards that are a stored deck already: that deck gets the name too."""
    from ludex.catalogue.swish.decks import store_deck

    position = read_source(cards, None, file, symmetry).position
    named = title or f"{len(position.cards)} cards of the {position.height} x {position.width} board"
    with opened() as database, database.writing() as session:
        created = store_deck(session, Deck(slug, named, description, position)).created
    deck = _with_cards(deck_label(position))
    state = "stored" if created else f"known before, as {', '.join(deck.slugs)}"
    output.answer(deck, as_json, [f"{slug}: {deck.label}, {deck.size} cards: {state}"])


@app.command()
def remove(name: Name) -> None:
    """Delete a deck of your own. Its cards and positions stay; so do the decks of the starting catalogue."""
    from ludex.catalogue.swish.decks import UnknownDeck, delete_deck

    try:
        with opened() as database, database.writing() as session:
            delete_deck(session, name)
    except UnknownDeck:
        if built_in_deck(name) is not None:
            raise CommandError(f"{name} is a built-in deck: it is always there and cannot be deleted") from None
        raise CommandError(f"there is no deck {name!r}; `ludex swish deck list` shows those that are stored") from None
    output.write([f"{name} is deleted"])
