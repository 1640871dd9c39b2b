"""The relations that card games share, and the filter of lists by the cards that a position contains.

The relations link cards to the objects that contain them, and sets of cards to the positions that contain the sets.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ludex.catalogue.kinds.kind import DocumentFilter, DocumentFilterError, ParsedPattern
from ludex.catalogue.kinds.relation import Check, Relation


def holds(card: str, *holders: str) -> Relation:
    """Return the relation from objects of the given kinds to the cards that they contain."""
    return Relation(
        name="holds",
        inverse="held-by",
        sources=holders,
        targets=(card,),
        about="A card of an object. The place is the index of the card. The detail is the card's code in the object, "
        "if it differs from the canonical code.",
    )


def lies_in(found: str, position: str, check: Check) -> Relation:
    """Return the relation from a set of cards to the positions that contain it."""
    return Relation(
        name="lies-in",
        inverse="contains",
        sources=(found,),
        targets=(position,),
        about="A position that contains this set of cards. The detail has the indices of the cards in the position "
        "and, for games with configurations, their configurations.",
        derived=False,
        goes_with_target=True,
        check=check,
    )


def witnesses(shown_by: tuple[str, ...], shown_of: tuple[str, ...], check: Check) -> Relation:
    """Return the relation from an object that attains a maximum to the deck or position that has this maximum."""
    return Relation(
        name="witnesses",
        inverse="witnessed-by",
        sources=shown_by,
        targets=shown_of,
        about="The deck or position whose maximum this object attains, according to a claim. The detail has the "
        "indices of the cards.",
        derived=False,
        goes_with_target=True,
        check=check,
    )


HOLDING, UP_TO = "holds", "up_to"
"""The parameters of the filter by cards."""
MOST_CARDS = 16


def held_cards_filter(
    holding: str, up_to: str, pattern: Callable[[list[str], bool], ParsedPattern[Any]]
) -> DocumentFilter[Any]:
    """Return the filter of positions that contain cards, given by codes that commas separate.

    `holding` and `up_to` describe the parameters. `pattern(codes, up_to_symmetry)` parses the codes. It raises
    DocumentFilterError if they are invalid.
    """

    def parse(parameters: Mapping[str, str]) -> ParsedPattern[Any]:
        if HOLDING not in parameters:
            raise DocumentFilterError(UP_TO, "requires `holds` as well")
        if parameters.get(UP_TO, "symmetry") != "symmetry":
            raise DocumentFilterError(UP_TO, "must be `symmetry`; omit it to match exactly these cards")
        codes = parameters[HOLDING].split(",")
        if len(codes) > MOST_CARDS:
            raise DocumentFilterError(HOLDING, f"{len(codes)} cards given; at most {MOST_CARDS} are allowed")
        return pattern(codes, UP_TO in parameters)

    return DocumentFilter({HOLDING: holding, UP_TO: up_to}, parse)
