"""The value types of SET in a catalogue: positions, whole decks and games."""

from ludex.catalogue.catalogue import Catalogue
from ludex.engine.budget import Budget
from ludex.games.sets import operations
from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import GameRecord
from ludex.games.sets.kinds import PACK
from ludex.games.sets.kinds.deck import DECK
from ludex.games.sets.kinds.position import PLAYED, POSITION
from ludex.games.sets.known_results import KnownPosition
from ludex.games.sets.named_decks import whole_deck
from ludex.games.sets.operations.positions import store_game
from ludex.games.sets.position import Position
from ludex.games.sets.requests.packs import PACKS
from ludex.games.sets.solving.solver import Find
from ludex.requests.packs import pack_value
from ludex.requests.values import StoredValue, Value


def _add_position(catalogue: Catalogue, position: Position, budget: Budget, find: str | None) -> StoredValue:
    choice = None if find is None else Find(find)
    result = operations.positions.store_position(catalogue, position, choice, budget=budget)
    return StoredValue(result.stored, result.matching)


def _add_game(catalogue: Catalogue, record: GameRecord, _budget: Budget, _find: str | None) -> StoredValue:
    stored = store_game(catalogue, record)
    return StoredValue(stored, stored.matching)


VALUES = (
    Value(
        "sets.Position",
        lambda value: isinstance(value, Position),
        "set-position",
        lambda position, budget: POSITION.identify(KnownPosition(position), budget),
        _add_position,
        ("any", "count", "all"),
    ),
    Value(
        "sets.Deck",
        lambda value: isinstance(value, Deck),
        "set-deck",
        lambda deck, budget: DECK.identify(whole_deck(deck), budget),
    ),
    Value("game of sets.play", lambda value: isinstance(value, GameRecord), "set-game", PLAYED.identify, _add_game),
    pack_value(PACKS, PACK),
)
