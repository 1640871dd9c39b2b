"""Games: storing those that were played, and checking records. Playing one needs no catalogue: see `making.games`."""

from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.reading import find, value_of
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import as_shown, store
from ludex.engine.budget import Budget
from ludex.games.sets import making
from ludex.games.sets.kinds.game import PLAYED
from ludex.games.sets.making.game_record import GameError, GameRecord


@dataclass(frozen=True, slots=True)
class Replayed:
    """Whether a record is that of a game by the rules; if not, what is wrong, with its JSON pointer.

    `label` is the label of the game, stored or not; None if the record is wrong.
    """

    right: bool
    place: str | None = None
    reason: str | None = None
    label: str | None = None


def store_game(catalogue: Catalogue, record: GameRecord) -> Stored:
    """Store a game that has been played. The caller knows that it can be replayed."""
    entry = prepare(PLAYED, record)
    with catalogue.writing() as writer:
        return as_shown(writer, store(writer, entry))


def find_game(catalogue: Catalogue, label: str) -> GameRecord:
    """Return the record of a stored game. Raises UnknownObject."""
    with catalogue.reading() as reader:
        record: GameRecord = value_of(reader, find(reader, label, PLAYED))
    return record


def label_of_game(record: GameRecord) -> str:
    """Return the label of a game, stored or not."""
    return prepare(PLAYED, record).label


def replay_game(record: GameRecord, budget: Budget) -> Replayed:
    """Check the record of a game step by step; nothing is stored. Raises BudgetExhausted.

    The cards must be those that the seed deals, every set one that lies on the table; if the record says that there
    is none, that is proved again.
    """
    try:
        making.replay.replay(record, budget)
    except GameError as error:
        return Replayed(False, error.pointer, error.message)
    return Replayed(True, label=label_of_game(record))
