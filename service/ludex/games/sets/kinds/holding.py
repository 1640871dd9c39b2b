"""Lists of positions by cards that they hold, as they are shown or in disguise."""

from collections.abc import Mapping

from ludex.catalogue.kinds.document_filter import DocumentFilter, DocumentFilterError, ParsedPattern
from ludex.games.sets.deck import DIGITS, MAX_PROPERTIES
from ludex.games.sets.identity.containment import holds_image
from ludex.games.sets.kinds.of_deck import CardsOfDeck
from ludex.graphs.embedding import EmbeddingTooHard

HOLDS, UP_TO = "holds", "up_to"
MOST_CARDS = 16


def _made(given: Mapping[str, str]) -> ParsedPattern[CardsOfDeck]:
    if HOLDS not in given:
        raise DocumentFilterError(UP_TO, "it says how cards are held; give `holds` too")
    if given.get(UP_TO, "symmetry") != "symmetry":
        raise DocumentFilterError(
            UP_TO, "write `symmetry`, or leave it out: then positions hold cards as they are shown"
        )
    codes = given[HOLDS].split(",")
    pattern = [tuple(map(DIGITS.find, code)) for code in codes]
    if len(codes) > MOST_CARDS:
        raise DocumentFilterError(HOLDS, f"{len(codes)} cards, at most {MOST_CARDS} are looked for")
    for code, card in zip(codes, pattern, strict=True):
        if len(card) != len(pattern[0]) or not 1 <= len(card) <= MAX_PROPERTIES or min(card, default=-1) < 0:
            raise DocumentFilterError(HOLDS, f"{code!r} is no card like the others: a base-36 digit for each property")
    if len(set(codes)) < len(codes):
        raise DocumentFilterError(HOLDS, "a card comes twice; write each once")
    least = max(value for card in pattern for value in card) + 1
    filters = {"properties": len(pattern[0]), "min_values": least, "min_size": len(codes)}
    if UP_TO not in given:
        return ParsedPattern(filters, lambda document: set(codes) <= set(document.cards))

    def fits(document: CardsOfDeck) -> bool:
        try:
            return holds_image(document.position, pattern)
        except EmbeddingTooHard as error:
            raise DocumentFilterError(HOLDS, f"{error}: {document.label}") from None

    return ParsedPattern(filters, fits)


CARDS_HELD: DocumentFilter[CardsOfDeck] = DocumentFilter(
    {
        HOLDS: "Only those that are shown with these cards, joined by commas.",
        UP_TO: "`symmetry`: only those that hold an image of these cards under a symmetry that keeps sets.",
    },
    _made,
)
