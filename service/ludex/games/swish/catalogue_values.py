"""The types of values of SWISH in a catalogue: cards, positions and decks."""

from ludex.catalogue.catalogue import Catalogue
from ludex.engine.budget import Budget
from ludex.games.swish.card import Card, CardClass, Symmetry
from ludex.games.swish.deck import Deck
from ludex.games.swish.kinds import CARD, DECK, PACK, POSITION
from ludex.games.swish.known_results import KnownPosition
from ludex.games.swish.operations.decks import store_deck
from ludex.games.swish.operations.positions import Find, store_position
from ludex.games.swish.position import Position
from ludex.games.swish.requests.packs import PACKS
from ludex.requests.packs import pack_value
from ludex.requests.values import StoredValue, Value


def _add_position(catalogue: Catalogue, position: Position, budget: Budget, find: str | None) -> StoredValue:
    result = store_position(catalogue, position, budget, None if find is None else Find(find))
    return StoredValue(result.stored, result.matching)


def _add_deck(catalogue: Catalogue, deck: Deck, _budget: Budget, _find: str | None) -> StoredValue:
    stored = store_deck(catalogue, deck.position, deck.slug or None, deck.title or None, deck.description)
    return StoredValue(stored, stored.matching)


VALUES = (
    Value(
        "swish.Card",
        lambda value: isinstance(value, Card),
        "swish-card",
        lambda card, budget: CARD.identify(CardClass(card, Symmetry.RECTANGLE), budget),
    ),
    Value(
        "swish.Position",
        lambda value: isinstance(value, Position),
        "swish-position",
        lambda position, budget: POSITION.identify(KnownPosition(position), budget),
        _add_position,
        ("any", "largest", "all"),
    ),
    Value("swish.Deck", lambda value: isinstance(value, Deck), "swish-deck", DECK.identify, _add_deck),
    pack_value(PACKS, PACK),
)
