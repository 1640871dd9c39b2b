"""Positions of SWISH, one a line, stored."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from ludex.requests.imported import Imported, Line, Terms
from ludex.requests.swish.sources import GivenCards, cards_of_text, looks_like_cards
from ludex.swish.position import Position

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.imported import ImportedLine


def _run(
    catalogue: "Catalogue", lines: Iterable[Line], read: Callable[[Line], Position], terms: Terms
) -> "Iterator[ImportedLine]":
    from ludex.catalogue.kinds.swish import POSITION
    from ludex.operations.imported import as_they_are, import_lines
    from ludex.swish.known_position import KnownPosition

    return import_lines(catalogue, lines, as_they_are(POSITION, read, KnownPosition), terms.budget, terms.expected)


POSITIONS = Imported(
    "swish-position",
    "swish/positions",
    "swish import",
    "positions",
    '`{"cards": [...]}` with `symmetry` if it is not `rectangle`, codes joined by commas, or a label',
    GivenCards,
    cards_of_text,
    GivenCards.position,
    looks_like_cards,
    _run,
    "Each is stored as a position.",
)
