"""Games: storing those that were played, and checking records. Playing one needs no catalogue: see `making.games`."""

from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kind import prepare
from ludex.catalogue.kinds.sets.game import PLAYED
from ludex.catalogue.reading import find, value_of
from ludex.catalogue.stored import Stored
from ludex.catalogue.storing import store
from ludex.engine.budget import Budget
from ludex.sets.making.game_record import GameError, GameRecord
from ludex.sets.position import Position


@dataclass(frozen=True, slots=True)
class Replayed:
    """Whether a record is that of a game by the rules; where not, what is wrong, with its JSON pointer.

    `label` is the label of the game, stored or not; None where the record is wrong.
    """

    right: bool
    place: str | None = None
    reason: str | None = None
    label: str | None = None


def store_game(catalogue: Catalogue, record: GameRecord) -> Stored:
    """Store a game that has been played. The caller knows that it can be replayed."""
    entry = prepare(PLAYED, record)
    with catalogue.writing() as writer:
        return store(writer, entry)


def find_game(catalogue: Catalogue, label: str) -> GameRecord:
    """Return the record of a stored game. Raises UnknownObject."""
    with catalogue.reading() as reader:
        record: GameRecord = value_of(reader, find(reader, label, PLAYED))
    return record


def draw_game(catalogue: Catalogue, label: str, number: int | None = None) -> str:
    """Draw the table of a stored game's round, from 0, with the set that was found; without a number the last table.

    Raises UnknownObject, GameError for a round that the game does not have, PictureTooLarge.
    """
    from ludex.pictures import set_table_svg

    record = find_game(catalogue, label)
    if number is None:
        return set_table_svg(Position(record.deck, record.final_table))
    if not 0 <= number < len(record.rounds):
        raise GameError(f"the game has the rounds 0 to {len(record.rounds) - 1}", "/round")
    found = record.rounds[number].found
    return set_table_svg(Position(record.deck, record.table_of_round(number)), [] if found is None else [found])


def label_of_game(record: GameRecord) -> str:
    """Return the label of a game, stored or not."""
    return prepare(PLAYED, record).label


def replay_game(record: GameRecord, budget: Budget) -> Replayed:
    """Check the record of a game step by step; nothing is stored. Raises BudgetExhausted.

    The cards must be those that the seed deals, every set one that lies on the table; where the record says that there
    is none, that is proved again.
    """
    from ludex.sets.making.replay import replay

    try:
        replay(record, budget)
    except GameError as error:
        return Replayed(False, error.place, error.message)
    return Replayed(True, label=label_of_game(record))
