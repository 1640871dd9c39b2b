"""Positions of SET, one a line, stored."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from ludex.requests.imported import Imported, Line, Terms
from ludex.requests.sets.sources import StorableSetCards, cards_of_text, looks_like_cards
from ludex.sets.position import Position

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.imported import ImportedLine


def _run(
    catalogue: "Catalogue", lines: Iterable[Line], read: Callable[[Line], Position], terms: Terms
) -> "Iterator[ImportedLine]":
    from ludex.catalogue.kinds.sets import POSITION
    from ludex.operations.imported import as_they_are, import_lines
    from ludex.sets.known import KnownPosition

    return import_lines(catalogue, lines, as_they_are(POSITION, read, KnownPosition), terms.budget, terms.expected)


POSITIONS = Imported(
    "set-position",
    "sets/positions",
    "sets import",
    "positions",
    '`{"properties": 4, "values": 3, "cards": [...]}`, codes joined by commas, or a label',
    StorableSetCards,
    cards_of_text,
    StorableSetCards.position,
    looks_like_cards,
    _run,
    "Each is stored as a position.",
)
