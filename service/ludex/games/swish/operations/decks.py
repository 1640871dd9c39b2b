"""Decks and whole boards: finding them by any of their names, and storing them."""

from dataclasses import replace

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Entry, prepare
from ludex.catalogue.objects.aliases import name_object, names_of, require_free
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import UnknownObject, find, plain_value, shown
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import as_shown, store
from ludex.catalogue.storage.snapshot import Writer
from ludex.games.swish.card import CardClass, Symmetry
from ludex.games.swish.deck import STARTING_SLUGS, Cards, Deck, built_in_deck, whole_board_deck
from ludex.games.swish.kinds import BOARD, DECK, HYPERGRAPH, POSITION
from ludex.games.swish.kinds.statements import HAS_HYPERGRAPH
from ludex.games.swish.position import Position
from ludex.games.swish.study.boards import board_facts
from ludex.games.swish.swishes import Stack


def find_deck(catalogue: Catalogue | None, name: str) -> Deck:
    """Return the deck with a slug or label, with its cards as listed. A built-in deck need not be stored.

    Its slug is the first of its names, or its label if it has none. Without a catalogue, only the built-in decks are
    found. Raises UnknownObject.
    """
    built_in = built_in_deck(name)
    if built_in is not None:
        return built_in
    if catalogue is None:
        raise UnknownObject(
            f"no built-in deck is called {name!r}; there are {', '.join(STARTING_SLUGS)}, and swish-HxW"
        )
    with catalogue.reading() as reader:
        shown = find(reader, name, DECK)
        slugs = names_of(reader, shown.id)
    deck = plain_value(DECK, shown)
    return replace(deck, slug=slugs[0]) if slugs else deck


def cards_of_deck(catalogue: Catalogue | None, name: str, symmetry: Symmetry | None = None) -> Cards:
    """Return the cards of a deck, under another symmetry if one is given.

    For the whole deck of a square board, these are the cards that are distinct under that symmetry. The cards of any
    other deck are kept, but no longer form a deck. Raises UnknownObject, and PositionError for a board without the
    symmetry.
    """
    deck = find_deck(catalogue, name)
    return _under(Cards(deck.position, deck), symmetry)


def cards_of_object(catalogue: Catalogue, name: str, symmetry: Symmetry | None = None) -> Cards:
    """Return the cards of a stored object of SWISH, such as a deck or a position, as :func:`cards_of_deck` does.

    Raises UnknownObject, also for an object without cards.
    """
    with catalogue.reading() as reader:
        found = find(reader, name)
        if found.kind.name == HYPERGRAPH.name:  # it has no cards; use those of the first position with it
            having = neighbours(reader, found.id, HAS_HYPERGRAPH.inverse, kind=POSITION.name, limit=1)
            found = shown(reader, POSITION, [neighbour.id for neighbour in having])[0] if having else found
        value = plain_value(found.kind, found)
    position = _cards_in(value)
    if not isinstance(position, Position):
        raise UnknownObject(f"{name} has no cards of SWISH; name a deck, a position or a no-swish set of SWISH")
    return _under(Cards(position, value if isinstance(value, Deck) else None), symmetry)


def _cards_in(value: object) -> object:
    """Return the cards of a value of SWISH, or the value itself if it has no cards."""
    match value:
        case CardClass():
            return Position((value.card,), value.symmetry)
        case Stack():
            return Position(value.cards, value.symmetry)
        case _:
            return getattr(value, "position", value)


def _under(cards: Cards, symmetry: Symmetry | None) -> Cards:
    if symmetry is None or symmetry is cards.position.symmetry:
        return cards
    whole = None if cards.deck is None else whole_board_deck(cards.deck, symmetry)
    return Cards(whole.position, whole) if whole else Cards(Position(cards.position.cards, symmetry))


def store_deck(
    catalogue: Catalogue, position: Position, slug: str | None = None, title: str | None = None, description: str = ""
) -> Stored:
    """Store a user-defined deck under a slug, by default a slug made of its label.

    If the cards are those of a stored deck, that deck keeps its listing and gets the slug as an additional name. Raises
    SlugError for an invalid slug (NameTaken if it belongs to another deck or a built-in one), and TextError for a title
    or a description that cannot be stored.
    """
    unnamed = Deck("", title or f"Cards of the {position.height} x {position.width} board", description, position)
    entry = prepare(DECK, unnamed)
    name = slug or f"own-{entry.label.rpartition('-')[2]}"
    require_free(DECK, name, unnamed)
    with catalogue.writing() as writer:
        stored = store(writer, entry)
        name_object(writer, DECK, stored.id, [name])
        return as_shown(writer, stored)


def ensure_deck(writer: Writer, entry: Entry[Deck]) -> Stored:
    """Store a deck that a request uses, under the slug of the deck, unless it is stored already.

    Built-in decks are stored on demand.
    """
    stored = store(writer, entry)
    if entry.value.slug != entry.label:
        name_object(writer, DECK, stored.id, [entry.value.slug])
    return stored


def store_board(catalogue: Catalogue, height: int, width: int, symmetry: Symmetry = Symmetry.RECTANGLE) -> Stored:
    """Store a board, or find the stored board. Raises BoardError."""
    entry = prepare(BOARD, board_facts(height, width, symmetry))
    with catalogue.writing() as writer:
        return as_shown(writer, store(writer, entry))
