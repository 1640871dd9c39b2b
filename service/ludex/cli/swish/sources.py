"""Where a command's cards come from: its arguments, a file, standard input, a deck, a stored position."""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ludex.cli.failures import CommandError
from ludex.cli.input_text import STANDARD_INPUT, called, read_items
from ludex.cli.opening import opened
from ludex.cli.stored_objects import find_value, labelled
from ludex.cli.swish.arguments import CardCodes, CardFile, DeckName, SymmetryOption
from ludex.swish.card import Symmetry
from ludex.swish.deck import Deck, built_in_deck
from ludex.swish.position import Position, PositionError

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.operations.swish.decks import Cards

_CODES = re.compile(r"[*o./]+(?:[,\s]+[*o./]+)*")
_NO_CARDS = "no cards: give card codes in quotes, --deck SLUG, or --file FILE with a code a line"


def catalogue_if(wanted: bool) -> "AbstractContextManager[Catalogue | None]":
    """Open the catalogue, or yield None: a command that stores nothing needs none."""
    return opened() if wanted else nullcontext()


@contextmanager
def catalogue_of_deck(name: str) -> "Iterator[Catalogue | None]":
    """Open the catalogue that has a deck; a built-in deck needs none. Raises CommandError where there is no deck."""
    from ludex.catalogue.reading import UnknownObject

    try:
        with catalogue_if(built_in_deck(name) is None) as catalogue:
            yield catalogue
    except UnknownObject:
        raise CommandError(f"there is no deck {name!r}; `ludex swish deck list` shows those that are stored") from None


def find_deck(name: str) -> Deck:
    """Return the deck with this slug or label, built in or stored. Raises CommandError."""
    from ludex.operations.swish import decks

    with catalogue_of_deck(name) as catalogue:
        return decks.find_deck(catalogue, name)


@dataclass(frozen=True, slots=True)
class Given:
    """The cards that a command is given, under a symmetry: a parameter of this type has four options."""

    cards: CardCodes = None
    deck: DeckName = None
    file: CardFile = None
    symmetry: SymmetryOption = None

    @property
    def named(self) -> list[str]:
        """Return the names of the sources that are given."""
        sources = (("cards", self.cards), ("--deck", self.deck), ("--file", self.file))
        return [name for name, value in sources if value]

    def read(self) -> "Cards":
        """Return the cards that exactly one of the sources names. Raises CommandError, which names the place."""
        from ludex.operations.swish.decks import Cards, cards_of_deck

        if len(self.named) > 1:
            raise CommandError(f"{' and '.join(self.named)} are given; give one of them")
        if self.deck:
            with catalogue_of_deck(self.deck) as catalogue:
                return cards_of_deck(catalogue, self.deck, self.symmetry)
        symmetry = self.symmetry or Symmetry.RECTANGLE
        if self.file is not None:
            return Cards(_read_file(str(self.file), symmetry))
        if not self.cards:
            raise CommandError(_NO_CARDS)
        try:
            return Cards(Position.from_codes(self.cards, symmetry))
        except PositionError as error:
            hint = "; in a shell a code is quoted, or it becomes a file's name" if error.card is not None else ""
            raise CommandError(f"{error}{hint}") from error


def _read_file(name: str, symmetry: Symmetry) -> Position:
    codes = read_items(name)
    try:
        return Position.from_codes([code for _, code in codes], symmetry)
    except PositionError as error:
        place = called(name) if error.card is None else f"{called(name)}, line {codes[error.card][0]}"
        raise CommandError(f"{place}: {error.message}") from error


def read_position(text: str, symmetry: Symmetry = Symmetry.RECTANGLE) -> Position:
    """Read a position from one argument: codes joined by commas, a file, `-`, a deck, or a stored position's label."""
    if text == STANDARD_INPUT or Path(text).is_file():
        return _read_file(text, symmetry)
    if _CODES.fullmatch(text):
        return _read_codes(text, symmetry, repr(text))
    if labelled(text, "swish-position"):
        return find_value(text, "swish-position").position  # type: ignore[no-any-return]
    try:
        return find_deck(text).position
    except CommandError:
        raise CommandError(
            f"{text!r} is no position: give card codes joined by commas, a file, a deck's slug or a position's label"
        ) from None


def read_positions(name: str, symmetry: Symmetry = Symmetry.RECTANGLE) -> list[Position]:
    """Read a position a line, its codes joined by commas or spaces. Raises CommandError."""
    return [_read_codes(line, symmetry, f"{called(name)}, line {number}") for number, line in read_items(name)]


def _read_codes(text: str, symmetry: Symmetry, place: str) -> Position:
    try:
        return Position.from_codes(re.split(r"[,\s]+", text.strip()), symmetry)
    except PositionError as error:
        raise CommandError(f"{place}: {error}") from error
