"""Where a command's cards come from: its arguments, a file, standard input, a deck, a stored object."""

import re
from dataclasses import dataclass
from pathlib import Path

from ludex.cli.failures import CommandError
from ludex.cli.input_text import STANDARD_INPUT, called, read_items
from ludex.cli.sets.arguments import CardFile, Cards, DeckName, Properties, Values
from ludex.cli.stored_objects import find_value, labelled
from ludex.sets.deck import Deck
from ludex.sets.known import cards_in
from ludex.sets.named_decks import NamedDeck, built_in
from ludex.sets.position import Position, PositionError, laid_out

VALUES = 3
"""Of cards that are given without their number of values: those of the real game."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The properties and values that a command was given, or None."""

    properties: int | None = None
    values: int | None = None

    def read(self, codes: list[str], place: str = "", lines: list[int] | None = None) -> Position:
        """Read cards. Raises CommandError, which begins with the place, and with the line of the card at fault."""
        properties = self.properties if self.properties is not None or not codes else len(codes[0])
        if properties is None:
            raise CommandError("--properties: how many they are cannot be told from no cards")
        deck = Deck(max(1, properties), VALUES if self.values is None else self.values)
        try:
            return Position.from_codes(deck, codes)
        except PositionError as error:
            if error.card is None or lines is None:
                at = f"{place}: {error}" if place else str(error)
            else:
                at = f"{place}, line {lines[error.card]}: {error.message}"
            beyond = self.values is None and error.card is not None and _is_beyond(codes[error.card], deck)
            raise CommandError(at + ("; --values says how many there are" if beyond else "")) from error

    def require(self, deck: Deck, name: str) -> None:
        """Raise CommandError where a deck has other properties or values."""
        for field in ("properties", "values"):
            given, own = getattr(self, field), getattr(deck, field)
            if given not in (None, own):
                raise CommandError(f"--{field}: {given}, but the deck {name} has {own}; leave it out")


def _is_beyond(code: str, deck: Deck) -> bool:
    """Tell whether a code has as many digits as it must, but digits that the deck has not."""
    return len(code) == deck.properties and not set(code) <= set(deck.alphabet)


@dataclass(frozen=True, slots=True)
class Given:
    """The cards that a command is given: a parameter of this type has five options."""

    cards: Cards = None
    deck: DeckName = None
    file: CardFile = None
    properties: Properties = None
    values: Values = None

    @property
    def named(self) -> list[str]:
        """Return the names of the sources that are given."""
        sources = (("cards", self.cards), ("--deck", self.deck), ("--file", self.file))
        return [name for name, value in sources if value]

    def read(self) -> Position | Deck:
        """Return the cards that exactly one source names; a whole deck is not laid out. Raises CommandError."""
        if len(self.named) > 1:
            raise CommandError(f"{' and '.join(self.named)} are given; give one of them")
        shape = Shape(self.properties, self.values)
        if self.deck:
            found = find_deck(self.deck)
            shape.require(found if isinstance(found, Deck) else found.deck, self.deck)
            return found
        if self.file is not None:
            return read_file(str(self.file), shape)
        if self.cards:
            return shape.read(self.cards)
        raise CommandError("no cards: give cards such as 0121, --deck SLUG, or --file FILE with a card a line")


def number_drawn(deck: Deck, n: int | None) -> int:
    """Return how many cards of a deck are drawn, by default as many as a game begins with. Raises CommandError."""
    number = deck.first_table if n is None else n
    if number > deck.size:
        raise CommandError(f"-n: {number:,} cards, the deck has {deck.size:,}")
    return number


def find_deck(name: str) -> Position | Deck:
    """Return the cards of the deck with this slug or label, whole or stored. Raises CommandError."""
    whole = built_in(name)
    if whole is not None:
        return whole
    try:
        found: NamedDeck = find_value(name, "set-deck")
    except CommandError as error:
        raise CommandError(f"{error}; set-V-P is a whole deck, of a million cards at most") from None
    return found.cards


def read_file(name: str, shape: Shape) -> Position:
    """Read a card a line; empty lines and lines that begin with `#` are passed over. Raises CommandError."""
    items = read_items(name)
    return shape.read([code for _, code in items], called(name), [number for number, _ in items])


def read_position(text: str, shape: Shape) -> Position:
    """Read a position from one argument: cards joined by commas, a file, `-`, a deck, or a stored object's label."""
    if text == STANDARD_INPUT or Path(text).is_file():
        return read_file(text, shape)
    if labelled(text):
        cards = cards_in(find_value(text))
        if cards is None:
            raise CommandError(f"{text} has no cards of SET; give the label of a position, a deck, a cap or a set")
        return laid_out(cards)
    if built_in(text) is None:
        try:
            return shape.read(re.split(r"[,\s]+", text.strip()), repr(text))
        except CommandError:
            if "," in text:
                raise
    try:
        return laid_out(find_deck(text))
    except CommandError:
        raise CommandError(
            f"{text!r} is no position: give cards joined by commas, a file, a deck's slug or a position's label"
        ) from None


def read_positions(name: str, shape: Shape) -> list[Position]:
    """Read a position a line, its cards joined by commas or spaces. Raises CommandError."""
    return [
        shape.read(re.split(r"[,\s]+", line), f"{called(name)}, line {number}") for number, line in read_items(name)
    ]
