"""The complete collections of SET: the cards of whole decks, and all caps of small decks up to symmetry."""

from ludex.catalogue.collections import Collection
from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds.deck import DECK
from ludex.games.sets.named_decks import NamedDeck, built_in_slug

CLASSES_OF_CAPS = {
    Deck(1, 3): 2,
    Deck(2, 3): 4,
    Deck(3, 3): 16,
    Deck(4, 3): 9_907,
    Deck(1, 4): 3,
    Deck(2, 4): 64,
    Deck(1, 5): 4,
    Deck(2, 5): 955,
}
"""The number of classes of caps of each deck under the symmetries that preserve sets. The empty cap is not counted."""

_TIMES = {Deck(4, 3): "30 s"}


def _caps(deck: Deck, classes: int) -> Collection:
    slug = built_in_slug(deck)
    properties = "1 property" if deck.properties == 1 else f"{deck.properties} properties"
    return Collection(
        name=f"set-caps-{deck.values}-{deck.properties}",
        title=f"Caps of {properties} and {deck.values} values, up to symmetry",
        kind="set-cap",
        filters={"values": deck.values, "properties": deck.properties},
        size=classes,
        source="counted by two different methods; the claim about the deck gives the number for each size",
        operation="set-caps",
        arguments={"deck": slug},
        time=_TIMES.get(deck, "seconds"),
        subject=DECK.identify(NamedDeck("", "", deck), Budget()).named(DECK.name).label,
    )


COLLECTIONS = (
    *(
        Collection(
            name=f"set-cards-3-{properties}",
            title=f"SET cards with {properties} properties and 3 values",
            kind="set-card",
            filters={"values": 3, "properties": properties},
            size=Deck(properties, 3).size,
            source="the number of values to the power of the number of properties",
        )
        for properties in (2, 3, 4)
    ),
    *(_caps(deck, classes) for deck, classes in CLASSES_OF_CAPS.items()),
)
