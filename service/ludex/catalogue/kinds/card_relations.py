"""The relations that every game of cards has, declared once: what holds cards, what was found where, and witnesses."""

from ludex.catalogue.kinds.relation import Check, Relation


def holds(card: str, *holders: str) -> Relation:
    """Return the relation of objects of some kinds to the cards in them."""
    return Relation(
        name="holds",
        number=5,
        inverse="held-by",
        sources=holders,
        targets=(card,),
        about="A card of an object. The place is its index, the detail its code if the object writes it differently.",
    )


def lies_in(found: str, position: str, check: Check) -> Relation:
    """Return the relation of what was found among cards to the positions in which it lies."""
    return Relation(
        name="lies-in",
        number=6,
        inverse="contains",
        sources=(found,),
        targets=(position,),
        about="A position in which this was found: the indices of its cards there, and any configurations.",
        derived=False,
        check=check,
    )


def witnesses(shown_by: tuple[str, ...], shown_of: tuple[str, ...], check: Check) -> Relation:
    """Return the relation of an optimum that was found to what it is the optimum of."""
    return Relation(
        name="witnesses",
        number=7,
        inverse="witnessed-by",
        sources=shown_by,
        targets=shown_of,
        about="The deck or position whose maximum this attains, as a claim states; its cards by their indices.",
        derived=False,
        goes_with_target=True,
        check=check,
    )
