"""The record of a game. It contains the parameters and the rounds, and can be replayed without the solver."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import chain, islice
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ludex.engine.arguments import require_choice, require_integer
from ludex.engine.faults import Fault
from ludex.engine.random_numbers import MAX_SEED
from ludex.games.sets.deck import CardError, Deck, DeckError
from ludex.games.sets.solving.solver import SetCards, SolverName
from ludex.games.sets.study.closed_forms import max_sets_in_game


class GameError(Fault):
    """An error in the parameters or the record of a game. `pointer` is the JSON pointer of the error."""

    def __init__(self, message: str, pointer: str = "") -> None:
        super().__init__(message, tuple(pointer.split("/")[1:]))
        self.pointer = pointer


class Finish(StrEnum):
    """Why a game ended: the requested number of sets was found, or the deck was empty and no set was left."""

    SETS = "sets"
    DECK = "deck"


@dataclass(frozen=True, slots=True)
class GameParameters:
    """The parameters of a game: the deck, the seed that shuffles it, the number of sets to find, and the solver.

    If the table contains several sets, the solver decides which set is removed. Different solvers may therefore play
    different games with the same seed.

    Parameters
    ----------
    deck : Deck
        The deck, which has `v^p` cards.
    seed : int
        The seed that determines the order of the cards, from 0 to `2^63 - 1`.
    sets : int or None
        The number of sets to find, from 1 to `v^(p-1)`. If None, the game continues until the deck is empty and the
        table has no set.
    solver : SolverName
        The solver that finds the sets.

    Raises
    ------
    GameError
        If the seed or the number of sets is out of range.

    References
    ----------
    S. Takeshita, "Solving the Generalized Form of the Game of Set Efficiently", section 2.1.

    Examples
    --------
    >>> GameParameters(Deck(4, 3), seed=1, sets=5).first_cards
    12
    """

    deck: Deck
    seed: int = 0
    sets: int | None = None
    solver: SolverName = SolverName.LOOKUP

    def __post_init__(self) -> None:
        Deck.require(self.deck)
        require_integer(self.seed, "seed")
        if self.sets is not None:
            require_integer(self.sets, "sets")
        object.__setattr__(self, "solver", require_choice(self.solver, SolverName, "solver"))
        if not 0 <= self.seed <= MAX_SEED:
            raise GameError(f"must be 0 to {MAX_SEED}, not {self.seed}", "/seed")
        most = max_sets_in_game(self.deck)
        if self.sets is not None and not 1 <= self.sets <= most:
            raise GameError(f"must be 1 to v^(p-1) = {most}, not {self.sets}", "/sets")

    @property
    def first_cards(self) -> int:
        """Return the number of cards on the initial table."""
        return self.deck.first_table


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a game: the number of cards on the table, the set found (or None), and the cards dealt after that."""

    table: int
    found: SetCards | None
    drawn: tuple[int, ...]


@dataclass(frozen=True)
class GameRecord:
    """The record of a game; :func:`ludex.games.sets.solving.playing.replay` checks whether it is correct.

    A game ends in one of two ways. Either the last round found the last requested set, and no cards were dealt after
    it; or the deck was empty, and the last round found no set.
    """

    parameters: GameParameters
    rounds: tuple[Round, ...]
    finished: Finish

    @property
    def deck(self) -> Deck:
        """Return the deck."""
        return self.parameters.deck

    @property
    def sets(self) -> tuple[SetCards, ...]:
        """Return the sets in the order in which they were found."""
        return tuple(played.found for played in self.rounds if played.found is not None)

    @cached_property
    def dealt(self) -> tuple[int, ...]:
        """Return the cards of the initial table, in the order in which they are dealt."""
        return tuple(islice(self.deck.shuffled(self.parameters.seed), self.parameters.first_cards))

    @property
    def final_table(self) -> tuple[int, ...]:
        """Return the cards on the table at the end, in the order in which they were dealt."""
        taken = set(chain.from_iterable(self.sets))
        came = chain(self.dealt, chain.from_iterable(played.drawn for played in self.rounds))
        return tuple(card for card in came if card not in taken)

    def table_of_round(self, number: int) -> tuple[int, ...]:
        """Return the cards on the table at the start of round `number` (counted from 0), in the order of dealing."""
        cards = dict.fromkeys(self.dealt)
        for played in self.rounds[:number]:
            for card in played.found or ():
                del cards[card]
            cards |= dict.fromkeys(played.drawn)
        return tuple(cards)

    def as_document(self) -> dict[str, Any]:
        """Return the record as a JSON object, in which cards are given by their codes."""
        code = self.deck.code
        return {
            "properties": self.deck.properties,
            "values": self.deck.values,
            "seed": self.parameters.seed,
            "sets": self.parameters.sets,
            "solver": self.parameters.solver.value,
            "dealt": [code(card) for card in self.dealt],
            "rounds": [
                {
                    "table": played.table,
                    "set": None if played.found is None else [code(card) for card in played.found],
                    "drawn": [code(card) for card in played.drawn],
                }
                for played in self.rounds
            ],
            "finished": self.finished.value,
        }


@dataclass(frozen=True, slots=True)
class TableCount:
    """How many of a game's rounds with `table` cards on the table had a set, and how many did not."""

    table: int
    with_set: int = 0
    without_set: int = 0


def rounds_by_table(record: GameRecord) -> tuple[TableCount, ...]:
    """Count the rounds of a `record` with and without a set, for each size of the table, in ascending order."""
    counts: dict[int, TableCount] = {}
    for played in record.rounds:
        count = counts.get(played.table, TableCount(played.table))
        if played.found is None:
            counts[played.table] = replace(count, without_set=count.without_set + 1)
        else:
            counts[played.table] = replace(count, with_set=count.with_set + 1)
    return tuple(counts[table] for table in sorted(counts))


class _RoundDocument(BaseModel):
    """A round of a record as JSON, in which cards are given by their codes."""

    model_config = ConfigDict(strict=True, extra="forbid")

    table: int
    set: list[str] | None
    drawn: list[str]


class _RecordDocument(BaseModel):
    """A record as JSON, in which cards are given by their codes."""

    model_config = ConfigDict(strict=True, extra="forbid")

    properties: int
    values: int
    seed: int
    sets: int | None
    solver: Annotated[SolverName, Field(strict=False)]
    dealt: list[str]
    rounds: list[_RoundDocument]
    finished: Annotated[Finish, Field(strict=False)]


def from_document(document: object) -> GameRecord:
    """Parse a record from its JSON object `document`, without replaying it.

    Raises GameError. Its pointer locates the error.
    """
    try:
        fields = _RecordDocument.model_validate(document)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        message = "must be an object" if first["type"] == "model_type" else first["msg"]
        raise GameError(message, "".join(f"/{part}" for part in first["loc"])) from None
    try:
        deck = Deck(fields.properties, fields.values)
    except DeckError as error:
        raise GameError(error.message, f"/{error.field}" if error.field else "") from error
    parameters = GameParameters(deck, fields.seed, fields.sets, fields.solver)
    rounds = tuple(_round(deck, stated, f"/rounds/{index}") for index, stated in enumerate(fields.rounds))
    record = GameRecord(parameters, rounds, fields.finished)
    if _cards(deck, fields.dealt, "/dealt") != record.dealt:
        raise GameError("the cards differ from those dealt by the seed", "/dealt")
    return record


def _round(deck: Deck, stated: _RoundDocument, place: str) -> Round:
    found = None if stated.set is None else _cards(deck, stated.set, f"{place}/set")
    return Round(stated.table, found, _cards(deck, stated.drawn, f"{place}/drawn"))


def _cards(deck: Deck, codes: Sequence[str], place: str) -> tuple[int, ...]:
    cards = []
    for index, code in enumerate(codes):
        try:
            cards.append(deck.number(code))
        except CardError as error:
            raise GameError(str(error), f"{place}/{index}") from error
    return tuple(cards)
