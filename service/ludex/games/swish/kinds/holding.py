"""Lists of positions by cards that they hold, as they are or in disguise."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Protocol

from ludex.catalogue.kinds.document_filter import DocumentFilter, DocumentFilterError, ParsedPattern
from ludex.games.swish.card import CardNotationError, Symmetry
from ludex.games.swish.hypergraph import HypergraphError, hypergraph_junctions
from ludex.games.swish.identity.containment import holds_cards, holds_image
from ludex.games.swish.position import Position, PositionError
from ludex.graphs.embedding import EmbeddingTooHard

HOLDS, UP_TO = "holds", "up_to"
MOST_CARDS = 16


class Cards(Protocol):
    """What of the document of a position is looked into."""

    label: str
    cards: list[str]
    symmetry: Symmetry
    hypergraph: str | None


def _made(given: Mapping[str, str]) -> ParsedPattern[Cards]:
    if HOLDS not in given:
        raise DocumentFilterError(UP_TO, "it says how cards are held; give `holds` too")
    if given.get(UP_TO, "symmetry") != "symmetry":
        raise DocumentFilterError(UP_TO, "write `symmetry`, or leave it out: then positions hold cards as they are")
    codes = tuple(given[HOLDS].split(","))
    if len(codes) > MOST_CARDS:
        raise DocumentFilterError(HOLDS, f"{len(codes)} cards, at most {MOST_CARDS} are looked for")
    pattern = _pattern(codes, Symmetry.RECTANGLE)
    filters: dict[str, Any] = {"min_size": len(codes)}
    if UP_TO in given:
        try:
            hypergraph_junctions(pattern)
        except HypergraphError as error:
            raise DocumentFilterError(HOLDS, str(error)) from None
        return ParsedPattern(filters, lambda document: _holds_image(document, codes))
    filters |= {"height": pattern.height, "width": pattern.width}
    return ParsedPattern(filters, lambda document: _holds(document, codes))


def _holds(document: Cards, codes: tuple[str, ...]) -> bool:
    return holds_cards(_position(document), _pattern(codes, document.symmetry))


def _holds_image(document: Cards, codes: tuple[str, ...]) -> bool:
    if document.hypergraph is None:
        return False
    try:
        return holds_image(_position(document), _pattern(codes, document.symmetry))
    except DocumentFilterError:
        return False  # the cards have no such board under the position's symmetry
    except (EmbeddingTooHard, HypergraphError) as error:
        raise DocumentFilterError(HOLDS, f"{error}: {document.label}") from None


def _position(document: Cards) -> Position:
    return Position.from_codes(document.cards, document.symmetry)


@lru_cache(maxsize=64)
def _pattern(codes: tuple[str, ...], symmetry: Symmetry) -> Position:
    try:
        return Position.from_codes(list(codes), symmetry)
    except (CardNotationError, PositionError, ValueError) as error:
        raise DocumentFilterError(HOLDS, str(error)) from None


CARDS_HELD: DocumentFilter[Cards] = DocumentFilter(
    {
        HOLDS: "Only those that hold these cards, joined by commas, each as often as it is given.",
        UP_TO: "`symmetry`: only those that hold cards whose hypergraph is the same, which may be other cards.",
    },
    _made,
)
