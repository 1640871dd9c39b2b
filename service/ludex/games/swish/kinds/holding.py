"""Filters of positions by cards that they contain, exactly or up to symmetry."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Protocol

from ludex.catalogue.kinds.kind import DocumentFilter, DocumentFilterError, ParsedPattern
from ludex.games.swish.card import CardNotationError, Symmetry
from ludex.games.swish.hypergraph import HypergraphError, hypergraph_junctions
from ludex.games.swish.identity.card_matching import holds_cards, holds_image
from ludex.games.swish.position import Position, PositionError
from ludex.graphs.embedding import EmbeddingTooHard

HOLDS, UP_TO = "holds", "up_to"
MOST_CARDS = 16


class CardsDocument(Protocol):
    """The fields of a position document that the filters read."""

    label: str
    cards: list[str]
    symmetry: Symmetry
    hypergraph: str | None


def _parse_filters(parameters: Mapping[str, str]) -> ParsedPattern[CardsDocument]:
    if HOLDS not in parameters:
        raise DocumentFilterError(UP_TO, "it needs `holds` too")
    if parameters.get(UP_TO, "symmetry") != "symmetry":
        raise DocumentFilterError(UP_TO, "write `symmetry`, or leave it out to match exactly these cards")
    codes = tuple(parameters[HOLDS].split(","))
    if len(codes) > MOST_CARDS:
        raise DocumentFilterError(HOLDS, f"{len(codes)} cards; at most {MOST_CARDS} are allowed")
    pattern = _pattern(codes, Symmetry.RECTANGLE)
    filters: dict[str, Any] = {"min_size": len(codes)}
    if UP_TO in parameters:
        try:
            hypergraph_junctions(pattern)
        except HypergraphError as error:
            raise DocumentFilterError(HOLDS, str(error)) from None
        return ParsedPattern(filters, lambda document: _holds_image(document, codes))
    filters |= {"height": pattern.height, "width": pattern.width}
    return ParsedPattern(filters, lambda document: _holds(document, codes))


def _holds(document: CardsDocument, codes: tuple[str, ...]) -> bool:
    return holds_cards(_position(document), _pattern(codes, document.symmetry))


def _holds_image(document: CardsDocument, codes: tuple[str, ...]) -> bool:
    if document.hypergraph is None:
        return False
    try:
        return holds_image(_position(document), _pattern(codes, document.symmetry))
    except DocumentFilterError:
        return False  # the cards are invalid under the symmetry of the position
    except (EmbeddingTooHard, HypergraphError) as error:
        raise DocumentFilterError(HOLDS, f"{error}: {document.label}") from None


def _position(document: CardsDocument) -> Position:
    return Position.from_codes(document.cards, document.symmetry)


@lru_cache(maxsize=64)
def _pattern(codes: tuple[str, ...], symmetry: Symmetry) -> Position:
    try:
        return Position.from_codes(list(codes), symmetry)
    except (CardNotationError, PositionError, ValueError) as error:
        raise DocumentFilterError(HOLDS, str(error)) from None


CARDS_HELD: DocumentFilter[CardsDocument] = DocumentFilter(
    {
        HOLDS: "Only positions with all of these cards, separated by commas. Repeat a card to require copies.",
        UP_TO: "`symmetry`: only positions with cards that have the same hypergraph as these cards.",
    },
    _parse_filters,
)
