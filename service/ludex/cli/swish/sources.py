"""Where a command's cards come from: its arguments, a file, standard input, a deck, a stored position."""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.labels import is_label
from ludex.swish.card import Symmetry
from ludex.swish.deck import Deck, built_in_deck, whole_board_under
from ludex.swish.position import Position, PositionError

STANDARD_INPUT = "-"
_CODES = re.compile(r"[*o./]+(?:[,\s]+[*o./]+)*")
_NO_CARDS = "no cards: give card codes in quotes, --deck SLUG, or --file FILE with a code a line"


@dataclass(frozen=True, slots=True)
class Source:
    """Cards, in the order in which they were given, and the deck where they are its listing."""

    position: Position
    deck: Deck | None = None


def read_source(
    cards: list[str] | None, deck: str | None, file: Path | None, symmetry: Symmetry | None = None
) -> Source:
    """Return the cards that exactly one of the three names. Raises CommandError, which names the place."""
    given = [name for name, value in (("cards", cards), ("--deck", deck), ("--file", file)) if value]
    if len(given) > 1:
        raise CommandError(f"{' and '.join(given)} are given; give one of them")
    if deck:
        return _under_symmetry(find_deck(deck), symmetry)
    if file is not None:
        return Source(read_file(str(file), symmetry or Symmetry.RECTANGLE))
    if not cards:
        raise CommandError(_NO_CARDS)
    try:
        return Source(Position.from_codes(cards, symmetry or Symmetry.RECTANGLE))
    except PositionError as error:
        hint = "; in a shell a code is quoted, or it becomes a file's name" if error.card is not None else ""
        raise CommandError(f"{error}{hint}") from error


def _under_symmetry(deck: Deck, symmetry: Symmetry | None) -> Source:
    if symmetry is None or symmetry is deck.position.symmetry:
        return Source(deck.position, deck)
    whole = whole_board_under(deck, symmetry)
    return Source(whole.position, whole) if whole else Source(Position(deck.position.cards, symmetry))


def find_deck(name: str) -> Deck:
    """Return the deck with this slug or label, built in or stored. Raises CommandError."""
    deck = built_in_deck(name) or _stored_deck(name)
    if deck is None:
        raise CommandError(f"there is no deck {name!r}; `ludex swish deck list` shows those that are stored")
    return deck


def _stored_deck(name: str) -> Deck | None:
    from ludex.catalogue.swish.decks import load_deck

    with opened() as database, database.reading() as session:
        loaded = load_deck(session, name)
    return None if loaded is None else loaded[1]


def read_file(name: str, symmetry: Symmetry = Symmetry.RECTANGLE) -> Position:
    """Read a card code a line; empty lines and lines that begin with `#` are passed over. Raises CommandError."""
    numbered = [(number, line.strip()) for number, line in enumerate(_lines(name), start=1)]
    codes = [(number, line) for number, line in numbered if line and not line.startswith("#")]
    shown = "standard input" if name == STANDARD_INPUT else name
    try:
        return Position.from_codes([code for _, code in codes], symmetry)
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


def read_position(text: str, symmetry: Symmetry = Symmetry.RECTANGLE) -> Position:
    """Read a position from one argument: codes joined by commas, a file, `-`, a deck, or a stored position's label."""
    if text == STANDARD_INPUT or Path(text).is_file():
        return read_file(text, symmetry)
    if _CODES.fullmatch(text):
        return read_codes(text, symmetry, repr(text))
    if is_label(text, "position"):
        return _stored_position(text)
    try:
        return find_deck(text).position
    except CommandError:
        raise CommandError(
            f"{text!r} is no position: give card codes joined by commas, a file, a deck's slug or a position's label"
        ) from None


def read_codes(text: str, symmetry: Symmetry, place: str) -> Position:
    """Read card codes that are joined by commas or spaces. Raises CommandError, which begins with the place."""
    try:
        return Position.from_codes(re.split(r"[,\s]+", text.strip()), symmetry)
    except PositionError as error:
        raise CommandError(f"{place}: {error}") from error


def read_positions(name: str, symmetry: Symmetry = Symmetry.RECTANGLE) -> list[Position]:
    """Read a position a line, its codes joined by commas or spaces. Raises CommandError."""
    return [
        read_codes(line, symmetry, f"{name}, line {number}")
        for number, line in enumerate(_lines(name), start=1)
        if line.strip() and not line.startswith("#")
    ]


def _stored_position(label: str) -> Position:
    from ludex.catalogue.swish.positions import POSITIONS

    with opened() as database, database.reading() as session:
        stored = POSITIONS.by_label(session, label)
    if stored is None:
        raise CommandError(f"there is no stored position {label}; `ludex swish list positions` shows those that are")
    return stored.position
