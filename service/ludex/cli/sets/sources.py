"""Where a command's cards come from: its arguments, a file, standard input, a deck, a stored object."""

import re
from dataclasses import dataclass
from pathlib import Path

from ludex.cli.failures import CommandError
from ludex.cli.input_text import STANDARD_INPUT, called, read_items
from ludex.cli.opening import opened
from ludex.cli.stored_objects import labelled
from ludex.sets.deck import Deck
from ludex.sets.named_decks import built_in
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


def read_source(
    cards: list[str] | None,
    deck: str | None,
    file: Path | None,
    properties: int | None = None,
    values: int | None = None,
) -> Position | Deck:
    """Return the cards that exactly one of the three names; a whole deck is not laid out. Raises CommandError."""
    given = [name for name, value in (("cards", cards), ("--deck", deck), ("--file", file)) if value]
    if len(given) > 1:
        raise CommandError(f"{' and '.join(given)} are given; give one of them")
    shape = Shape(properties, values)
    if deck:
        found = find_deck(deck)
        shape.require(found if isinstance(found, Deck) else found.deck, deck)
        return found
    if file is not None:
        return read_file(str(file), shape)
    if cards:
        return shape.read(cards)
    raise CommandError("no cards: give cards such as 0121, --deck SLUG, or --file FILE with a card a line")


def whole_deck(name: str) -> Deck:
    """Return the whole deck with this slug. Raises CommandError."""
    deck = built_in(name)
    if deck is None:
        raise CommandError(
            f"{name!r} is no whole deck; write set-V-P for V values and P properties, a million cards at most"
        )
    return deck


def find_deck(name: str) -> Position | Deck:
    """Return the cards of the deck with this slug or label, whole or stored. Raises CommandError."""
    whole = built_in(name)
    if whole is not None:
        return whole
    from ludex.catalogue.reading import UnknownObject
    from ludex.operations.sets.decks import find_cards

    try:
        with opened() as catalogue:
            return find_cards(catalogue, name)
    except UnknownObject:
        raise CommandError(
            f"there is no deck {name!r}; set-V-P is a whole one, of a million cards at most, and "
            "`ludex sets deck list` shows those that are stored"
        ) from None


def read_file(name: str, shape: Shape) -> Position:
    """Read a card a line; empty lines and lines that begin with `#` are passed over. Raises CommandError."""
    items = read_items(name)
    return shape.read([code for _, code in items], called(name), [number for number, _ in items])


def read_position(text: str, shape: Shape) -> Position:
    """Read a position from one argument: cards joined by commas, a file, `-`, a deck, or a stored object's label."""
    if text == STANDARD_INPUT or Path(text).is_file():
        return read_file(text, shape)
    if labelled(text):
        from ludex.operations.sets.decks import find_cards

        with opened() as catalogue:
            return laid_out(find_cards(catalogue, text, kind=None))
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
