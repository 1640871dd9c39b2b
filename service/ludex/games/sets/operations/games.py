"""Games: storing played games, and checking records. Playing a game needs no catalogue; see `solving.playing`."""

from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.reading import find, value_of
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import as_shown, store
from ludex.engine.budget import Budget
from ludex.games.sets import solving
from ludex.games.sets.game_record import GameError, GameRecord
from ludex.games.sets.kinds.game import PLAYED


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """The result of checking whether a record follows the rules: the error and its JSON pointer, if any.

    `label` is the label of the game, stored or not. It is None if the record is invalid.
    """

    right: bool
    place: str | None = None
    reason: str | None = None
    label: str | None = None


def store_game(catalogue: Catalogue, record: GameRecord) -> Stored:
    """Store a played game. The caller has verified that it can be replayed."""
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


def replay_game(record: GameRecord, budget: Budget) -> ReplayResult:
    """Check the record of a game step by step, without storing it. Raises BudgetExhausted.

    The cards must be those dealt by the seed, and every set must be a set on the table; if the record states that there
    is no set, this is proved again.
    """
    try:
        solving.playing.replay(record, budget)
    except GameError as error:
        return ReplayResult(False, error.pointer, error.message)
    return ReplayResult(True, label=label_of_game(record))
