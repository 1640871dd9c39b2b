"""The relations that card games share between cards, objects that contain cards, and sets found in these objects."""

from ludex.catalogue.kinds.relation import Check, Relation


def holds(card: str, *holders: str) -> Relation:
    """Return the relation from objects of the given kinds to the cards that they contain."""
    return Relation(
        name="holds",
        inverse="held-by",
        sources=holders,
        targets=(card,),
        about="A card of an object. The place is its index; the detail is its code, if the object writes it "
        "differently.",
    )


def lies_in(found: str, position: str, check: Check) -> Relation:
    """Return the relation from a set of cards to the positions that contain it."""
    return Relation(
        name="lies-in",
        inverse="contains",
        sources=(found,),
        targets=(position,),
        about="A position in which this was found. The detail has the indices of the cards in the position, and any "
        "configurations.",
        derived=False,
        check=check,
    )


def witnesses(shown_by: tuple[str, ...], shown_of: tuple[str, ...], check: Check) -> Relation:
    """Return the relation from an object that attains a maximum to the deck or position that has this maximum."""
    return Relation(
        name="witnesses",
        inverse="witnessed-by",
        sources=shown_by,
        targets=shown_of,
        about="The deck or position whose maximum this attains, according to a claim. The detail has the indices of "
        "the cards.",
        derived=False,
        goes_with_target=True,
        check=check,
    )
