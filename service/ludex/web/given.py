"""What visitors give in a field of text: a drawing, cards of SWISH or of SET, in every notation that commands read."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import ValidationError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.registry import Registry
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.planarity.drawing import Drawing
from ludex.planarity.untangle import is_untangle
from ludex.requests.bounds import TIME_LIMIT_DEFAULT
from ludex.requests.fields import SERVED, Asked, faults_of
from ludex.requests.planarity import sources as planarity
from ludex.requests.request import Work
from ludex.requests.sets import sources as sets
from ludex.requests.swish import sources as swish
from ludex.sets.position import Position as SetPosition
from ludex.swish.position import Position as SwishPosition
from ludex.web.page import Site

T = TypeVar("T")
A = TypeVar("A", bound=Asked)
Given = Drawing | SwishPosition | SetPosition

MOST_CHARACTERS = 65_536
MOST_IN_ADDRESS = 6_000
"""The most characters of a text that an address holds: a service takes lines of 8,190."""

_SET_VALUES = 3


@dataclass(frozen=True, slots=True)
class PageWork:
    """What carries out a request for a page: within the bounds of the service, in one of its computing slots.

    `command` are the words of the command that does the same. It `stores` only what the visitor wants to be stored.
    """

    site: Site
    command: str
    stores: bool = False

    @property
    def catalogue(self) -> Catalogue:
        """Return the catalogue. Raises a problem if the visitor may not store what is to be stored."""
        return self.site.storing() if self.stores else self.site.catalogue

    @property
    def kept(self) -> Catalogue | None:
        """Return the catalogue if something is to be stored, else None."""
        return self.catalogue if self.stores else None

    @contextmanager
    def search(self) -> Iterator[Budget]:
        """Hold a computing slot for a search."""
        words = self.command
        with self.site.search(words.replace(" ", "-"), TIME_LIMIT_DEFAULT, f"ludex {words}") as budget:
            yield budget

    def bound(self, most: T) -> T | None:
        """Return the bound."""
        return most


def game_of(text: str, registry: Registry) -> str:
    """Return the game whose notation a text is in, by its name in addresses; empty if it is in none.

    >>> from ludex.catalogue.kinds import GAMES
    >>> [game_of(text, Registry(GAMES)) for text in ("4:0-2,1-3", "*o,o*", "0121,1111", "set-3-4", "hello there")]
    ['planarity', 'swish', 'sets', 'sets', '']
    """
    text = text.strip()
    if not text:
        return ""
    kind = registry.labelled(text)
    if kind is not None:
        return kind.address.partition("/")[0]
    for game, looks, decks in _GAMES:
        if (decks and text.startswith(decks)) or _looks(looks, text):
            return game
    return ""


_GAMES: tuple[tuple[str, Callable[[str], bool], str], ...] = (
    ("planarity", lambda text: is_untangle(text) or planarity.looks_like_drawing(text), ""),
    ("swish", swish.looks_like_cards, "swish-"),
    # Cards of SET may be letters alone: here these are words.
    ("sets", lambda text: any(map(str.isdigit, text)) and sets.looks_like_cards(text), "set-"),
)


def _looks(looks: Callable[[str], bool], text: str) -> bool:
    try:
        return looks(text)
    except (ValueError, RecursionError):
        return False


def read_drawing(text: str, work: Work) -> Drawing:
    """Return the drawing that a text means. Raises Fault."""
    with _readable(text):
        return _validated(planarity.GivenDrawing, planarity.drawing_of_text(text)).read(work)


def read_swish(text: str, work: Work, symmetry: str = "") -> SwishPosition:
    """Return the cards of SWISH that a text means; `symmetry` is theirs if they are told without one. Raises Fault."""
    with _readable(text):
        fields = swish.cards_of_text(text)
        return _validated(swish.GivenCards, ({"symmetry": symmetry} if symmetry else {}) | fields).position(work)


def read_set(text: str, work: Work) -> SetPosition:
    """Return the cards of SET that a text means: of three values and as many properties as a card has digits.

    Digits beyond 2 make it more values. Raises Fault.
    """
    with _readable(text):
        fields = sets.cards_of_text(text)
        codes = fields.get("cards")
        if isinstance(codes, list) and codes and all(isinstance(code, str) for code in codes):
            properties, values = set_shape(codes)
            fields = {"properties": properties, "values": values} | fields
        return _validated(sets.GivenSetCards, fields).position(work)


def set_shape(codes: Sequence[str]) -> tuple[int, int]:
    """Return the properties and the values of the deck that cards of SET are taken to be of.

    >>> set_shape(["0000", "0121"]), set_shape(["03"])
    ((4, 3), (2, 4))
    """
    digits = [int(one, 36) for code in codes for one in code if one.isascii() and one.isalnum()]
    return len(codes[0]), max(_SET_VALUES, max(digits, default=0) + 1)


READERS: dict[str, Callable[[str, Work], Given]] = {
    "planarity": read_drawing,
    "swish": read_swish,
    "sets": read_set,
}


@contextmanager
def _readable(text: str) -> Iterator[None]:
    if len(text) > MOST_CHARACTERS:
        raise Fault(f"{len(text):,} characters; at most {MOST_CHARACTERS:,} are read here")
    try:
        yield
    except json.JSONDecodeError as error:
        raise Fault(f"this begins as JSON does, and is none: {error}") from None
    except Fault:
        raise
    except ValueError as error:
        raise Fault(str(error)) from None
    except RecursionError:
        raise Fault("nested too deeply") from None


def _validated(model: type[A], fields: dict[str, Any]) -> A:
    try:
        return model.model_validate(fields, context=SERVED)
    except ValidationError as error:
        place, said = faults_of(error)[0]
        raise Fault(said, place) from None
