"""Filters of positions by cards that they contain, exactly or up to symmetry."""

from collections.abc import Mapping

from ludex.catalogue.kinds.document_filter import DocumentFilter, DocumentFilterError, ParsedPattern
from ludex.games.sets.deck import DIGITS, MAX_PROPERTIES
from ludex.games.sets.identity.containment import holds_image
from ludex.games.sets.kinds.of_deck import CardsOfDeck
from ludex.graphs.embedding import EmbeddingTooHard

HOLDS, UP_TO = "holds", "up_to"
MOST_CARDS = 16


def _parse_filters(parameters: Mapping[str, str]) -> ParsedPattern[CardsOfDeck]:
    if HOLDS not in parameters:
        raise DocumentFilterError(UP_TO, "it needs `holds` too")
    if parameters.get(UP_TO, "symmetry") != "symmetry":
        raise DocumentFilterError(UP_TO, "write `symmetry`, or leave it out to match exactly these cards")
    codes = parameters[HOLDS].split(",")
    pattern = [tuple(map(DIGITS.find, code)) for code in codes]
    if len(codes) > MOST_CARDS:
        raise DocumentFilterError(HOLDS, f"{len(codes)} cards; at most {MOST_CARDS} are allowed")
    for code, card in zip(codes, pattern, strict=True):
        if len(card) != len(pattern[0]) or not 1 <= len(card) <= MAX_PROPERTIES or min(card, default=-1) < 0:
            raise DocumentFilterError(
                HOLDS, f"{code!r} is not a card like the others: write a base-36 digit for each property"
            )
    if len(set(codes)) < len(codes):
        raise DocumentFilterError(HOLDS, "a card is repeated; list each card once")
    least = max(value for card in pattern for value in card) + 1
    filters = {"properties": len(pattern[0]), "min_values": least, "min_size": len(codes)}
    if UP_TO not in parameters:
        return ParsedPattern(filters, lambda document: set(codes) <= set(document.cards))

    def fits(document: CardsOfDeck) -> bool:
        try:
            return holds_image(document.position, pattern)
        except EmbeddingTooHard as error:
            raise DocumentFilterError(HOLDS, f"{error}: {document.label}") from None

    return ParsedPattern(filters, fits)


CARDS_HELD: DocumentFilter[CardsOfDeck] = DocumentFilter(
    {
        HOLDS: "Only positions with all of these cards, separated by commas.",
        UP_TO: "`symmetry`: only positions with an image of these cards under a symmetry that preserves sets.",
    },
    _parse_filters,
)
