"""`ludex sets deck`: the stored decks, and the whole ones, which come on demand."""

from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.sets.arguments import CardFile, Cards, Properties, Values
from ludex.cli.sets.sources import read_source
from ludex.sets.named_decks import NamedDeck, built_in

if TYPE_CHECKING:
    from ludex.api.sets.decks import SetDeckWithCards

app = typer.Typer(help="Decks: lists of different cards with a name.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="DECK", help="The deck's slug or label.")]


@app.command("list")
def list_decks(as_json: Json = False) -> None:
    """List the stored decks. Besides them there is `set-V-P` for V values and P properties, up to a million cards."""
    from ludex.api.sets.decks import show as answer_of
    from ludex.catalogue.sets.decks import DECKS

    with opened() as database, database.reading() as session:
        decks = [answer_of(stored) for stored in DECKS.stream(session, {})]
    rows = [(deck.slug, deck.size, f"{deck.values}^{deck.properties}", deck.title, deck.label) for deck in decks]
    value = {"items": [deck.model_dump(mode="json") for deck in decks], "count": len(decks), "count_exact": True}
    output.answer_object(value, as_json, output.table([("slug", "cards", "of", "title", "label"), *rows]))


@app.command()
def show(name: Name, as_json: Json = False) -> None:
    """Show a deck and its cards, a line each; of a whole deck of more than 4,096 cards their number only."""
    deck = _with_cards(name)
    heading = [f"# {deck.slug}: {deck.title}", f"# {deck.label}, {deck.size:,} cards"]
    described = [f"# {deck.description}"] if deck.description else []
    output.answer(deck, as_json, [*heading, *described, *(deck.cards or [])])


def _with_cards(name: str) -> "SetDeckWithCards":
    from ludex.api.sets.deck_lookup import find_listed
    from ludex.api.sets.decks import KIND, SetDeckWithCards

    with opened() as database, database.reading() as session:
        listed = find_listed(session, name)
        if listed is None:
            raise CommandError(f"there is no deck {name!r}; `ludex sets deck list` shows those that are stored")
        answer = KIND.show_whole(session, listed)
    assert isinstance(answer, SetDeckWithCards)
    return answer


@app.command()
def add(
    slug: Annotated[str, typer.Argument(help="The deck's name: small letters and digits, in words joined by `-`.")],
    cards: Cards = None,
    file: CardFile = None,
    properties: Properties = None,
    values: Values = None,
    title: Annotated[str | None, typer.Option("--title", help="What it is called.")] = None,
    description: Annotated[str, typer.Option("--description", help="What it is.")] = "",
    as_json: Json = False,
) -> None:
    """Store a deck of your own. Cards that are a stored deck already: that deck gets the name too."""
    from ludex.catalogue.sets.decks import store_deck
    from ludex.sets.identity.keys import deck_label

    position = read_source(cards, None, file, properties, values).position
    whole = position.deck
    named = title or f"{len(position.cards)} cards of {whole.properties} properties and {whole.values} values"
    with opened() as database, database.writing() as session:
        created = store_deck(session, NamedDeck(slug, named, description, position)).created
    deck = _with_cards(deck_label(position))
    state = "stored" if created else f"known before, as {', '.join(deck.slugs)}"
    output.answer(deck, as_json, [f"{slug}: {deck.label}, {deck.size:,} cards: {state}"])


@app.command()
def remove(name: Name) -> None:
    """Delete a deck of your own. Its cards and positions stay; so do the decks of the starting catalogue."""
    from ludex.catalogue.decks import UnknownDeck
    from ludex.catalogue.sets.decks import delete_deck

    try:
        with opened() as database, database.writing() as session:
            delete_deck(session, name)
    except UnknownDeck:
        if built_in(name) is not None:
            raise CommandError(f"{name} is a whole deck: it is always there and cannot be deleted") from None
        raise CommandError(f"there is no deck {name!r}; `ludex sets deck list` shows those that are stored") from None
    output.write([f"{name} is deleted"])
