"""The complete collections of SET: the cards of whole decks."""

from ludex.catalogue.collections import Collection
from ludex.games.sets.deck import Deck

COLLECTIONS = tuple(
    Collection(
        name=f"set-cards-3-{properties}",
        title=f"SET cards with {properties} properties and 3 values",
        kind="set-card",
        filters={"values": 3, "properties": properties},
        size=Deck(properties, 3).size,
        source="the number of values to the power of the number of properties",
    )
    for properties in (2, 3, 4)
)
