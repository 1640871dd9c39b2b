"""Where a command's cards come from: its arguments, a file, standard input, a deck, a stored object."""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.labels import is_label
from ludex.sets.deck import CardError, Deck
from ludex.sets.named_decks import built_in
from ludex.sets.position import Position, PositionError

STANDARD_INPUT = "-"
VALUES = 3
"""Of cards that are given without their number of values: those of the real game."""

_NO_CARDS = "no cards: give cards such as 0121, --deck SLUG, or --file FILE with a card a line"


@dataclass(frozen=True, slots=True)
class Source:
    """Cards in the order in which they were given; None stands for the whole deck, which is not laid out yet."""

    deck: Deck
    cards: Position | None

    @property
    def position(self) -> Position:
        """Return the cards. Of a whole deck there may be a million."""
        return Position.whole(self.deck) if self.cards is None else self.cards


@dataclass(frozen=True, slots=True)
class Shape:
    """The properties and values that a command was given, or None."""

    properties: int | None = None
    values: int | None = None

    def deck(self, codes: list[str]) -> Deck:
        """Return the deck of some cards. Raises CommandError where the properties are not known."""
        properties = self.properties if self.properties is not None or not codes else len(codes[0])
        if properties is None:
            raise CommandError("--properties: how many they are cannot be told from no cards")
        return Deck(max(1, properties), VALUES if self.values is None else self.values)

    def require(self, deck: Deck, name: str) -> None:
        """Raise CommandError where a deck has other properties or values."""
        for option, given, own in (
            ("--properties", self.properties, deck.properties),
            ("--values", self.values, deck.values),
        ):
            if given not in (None, own):
                raise CommandError(f"{option}: {given}, but {name} has {own}; leave it out")


def read_source(
    cards: list[str] | None,
    deck: str | None,
    file: Path | None,
    properties: int | None = None,
    values: int | None = None,
) -> Source:
    """Return the cards that exactly one of the three names. Raises CommandError, which names the place."""
    given = [name for name, value in (("cards", cards), ("--deck", deck), ("--file", file)) if value]
    if len(given) > 1:
        raise CommandError(f"{' and '.join(given)} are given; give one of them")
    shape = Shape(properties, values)
    if deck:
        found = find_deck(deck)
        shape.require(found.deck, f"the deck {deck}")
        return found
    if file is not None:
        position = read_file(str(file), shape)
    elif cards:
        position = _read_codes(cards, shape, "")
    else:
        raise CommandError(_NO_CARDS)
    return Source(position.deck, position)


def _read_codes(codes: list[str], shape: Shape, place: str) -> Position:
    """Read cards. Raises CommandError, which begins with the place, and names --values where a digit is beyond them."""
    deck = shape.deck(codes)
    try:
        return Position.from_codes(deck, codes)
    except PositionError as error:
        beyond = shape.values is None and isinstance(error.__cause__, CardError) and "the values are" in str(error)
        hint = "; --values says how many there are" if beyond else ""
        raise CommandError(f"{place}{error}{hint}") from error


def whole_deck(name: str) -> Deck:
    """Return the whole deck with this slug. Raises CommandError."""
    deck = built_in(name)
    if deck is None:
        raise CommandError(
            f"{name!r} is no whole deck; write set-V-P for V values and P properties, a million cards at most"
        )
    return deck


def find_deck(name: str) -> Source:
    """Return the cards of the deck with this slug or label, whole or stored. Raises CommandError."""
    from ludex.catalogue.sets.decks import load_deck

    whole = built_in(name)
    if whole is not None:
        return Source(whole, None)
    with opened() as database, database.reading() as session:
        loaded = load_deck(session, name)
    if loaded is None:
        raise CommandError(
            f"there is no deck {name!r}; set-V-P is a whole one, of a million cards at most, and "
            "`ludex sets deck list` shows those that are stored"
        )
    position = loaded[1].position
    return Source(position.deck, position)


def read_file(name: str, shape: Shape) -> Position:
    """Read a card a line; empty lines and lines that begin with `#` are passed over. Raises CommandError."""
    numbered = [(number, line.strip()) for number, line in enumerate(_lines(name), start=1)]
    codes = [(number, line) for number, line in numbered if line and not line.startswith("#")]
    shown = "standard input" if name == STANDARD_INPUT else name
    deck = shape.deck([code for _, code in codes])
    try:
        return Position.from_codes(deck, [code for _, code in codes])
    except PositionError as error:
        place = shown if error.card is None else f"{shown}, line {codes[error.card][0]}"
        raise CommandError(f"{place}: {error.message}") from error


def _lines(name: str) -> list[str]:
    if name == STANDARD_INPUT:
        return sys.stdin.read().splitlines()
    file = Path(name)
    if not file.is_file():
        raise CommandError(f"there is no file {name}")
    return file.read_text(encoding="utf-8").splitlines()


def read_position(text: str, shape: Shape) -> Position:
    """Read a position from one argument: cards joined by commas, a file, `-`, a deck, or a stored position or cap."""
    if text == STANDARD_INPUT or Path(text).is_file():
        return read_file(text, shape)
    if built_in(text) is not None:
        return find_deck(text).position
    if is_label(text, "setposition") or is_label(text, "cap"):
        return _stored_cards(text)
    try:
        return _read_codes(re.split(r"[,\s]+", text.strip()), shape, f"{text!r}: ")
    except CommandError:
        if "," in text:
            raise
    try:
        return find_deck(text).position
    except CommandError:
        raise CommandError(
            f"{text!r} is no position: give cards joined by commas, a file, a deck's slug or a position's label"
        ) from None


def read_positions(name: str, shape: Shape) -> list[Position]:
    """Read a position a line, its cards joined by commas or spaces. Raises CommandError."""
    return [
        _read_codes(re.split(r"[,\s]+", line.strip()), shape, f"{name}, line {number}: ")
        for number, line in enumerate(_lines(name), start=1)
        if line.strip() and not line.startswith("#")
    ]


def _stored_cards(label: str) -> Position:
    from ludex.catalogue.sets.caps import CAPS
    from ludex.catalogue.sets.positions import POSITIONS

    with opened() as database, database.reading() as session:
        stored = CAPS.by_label(session, label) if is_label(label, "cap") else POSITIONS.by_label(session, label)
    if stored is None:
        raise CommandError(f"nothing is stored as {label}; `ludex sets list positions` shows what is")
    return stored.position
