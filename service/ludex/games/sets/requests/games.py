"""Games of section 2.1 of the thesis: cards dealt and games played from a seed, and their records checked."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field

from ludex.engine.faults import Fault, TooLarge, within
from ludex.engine.random_numbers import seed_or_random
from ludex.games.sets import making, operations, pictures
from ludex.games.sets.making.game_record import GameParameters, GameRecord, from_document, rounds_by_table
from ludex.games.sets.named_decks import built_in_slug
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.solving import SolverChoice, sets_said
from ludex.games.sets.requests.sources import OfDeck, number_drawn
from ludex.games.sets.solving.solver import SolverName
from ludex.requests.answers import stored_answer
from ludex.requests.exact_json import exact_json
from ludex.requests.fields import (
    Argument,
    Forms,
    Hidden,
    Label,
    OneOfModel,
    Option,
    RequestModel,
    Seed,
    ServiceBounds,
    Timed,
    example,
    require_one,
)
from ludex.requests.request import SVG, ExecutionContext, Request, Result, StoredResult, Stores, Text
from ludex.requests.sources import known
from ludex.requests.text_answers import table

if TYPE_CHECKING:
    from ludex.catalogue.objects.store_result import Stored
    from ludex.games.sets.operations.games import ReplayResult

_RECORD = {
    "properties": 1,
    "values": 3,
    "seed": 0,
    "sets": None,
    "solver": "lookup",
    "dealt": ["2", "0", "1"],
    "rounds": [{"table": 3, "set": ["0", "1", "2"], "drawn": []}, {"table": 0, "set": None, "drawn": []}],
    "finished": "deck",
}


class SetDeal(OfDeck):
    """A deck, how many of its cards to deal, and the seed that decides which."""

    n: Annotated[int | None, Field(ge=0), Option(("-n", "--n"))] = Field(
        default=None, description="How many are drawn; as many as a game begins with if not given."
    )
    seed: Seed | None = Field(default=None, description="Decides the cards; chosen if not given.")


class NewSetGame(OfDeck, Timed):
    """What to play."""

    model_config = example(properties=4, values=3, seed=1, sets=3)

    seed: Seed | None = Field(default=None, description="Decides the cards; chosen if not given.")
    sets: Annotated[int, Field(ge=1), ServiceBounds(bounds.GAME_SETS)] | None = Field(
        default=None, description="The game ends after this many; with the deck if not given."
    )
    solver: SolverChoice = Field(default=SolverName.LOOKUP, description="Which of several sets leaves is its choice.")


class SetGameByCommand(NewSetGame):
    """What to play, and what to show of it."""

    rounds: bool = Field(default=False, description="Show every round.")


def _record_of_text(text: str) -> dict[str, Any]:
    """Return the fields that a text means: a record, an answer that has one, or a label."""
    if text and not text.lstrip().startswith(("{", "[")):
        return {"label": text}
    document = exact_json(text)
    return {"record": document["record"] if isinstance(document, dict) and "record" in document else document}


class GivenGame(OneOfModel):
    """The record of a game, as `GET /sets/games/{label}` shows it, or the label of a stored game."""

    FORMS: ClassVar[Forms] = ((("record",), ("label",)),)

    model_config = example(record=_RECORD)

    record: Annotated[
        dict[str, Any] | None,
        Argument("RECORD", "A file with a record, or a stored game's label.", _record_of_text, True, required=True),
    ] = None
    label: Annotated[Label | None, Hidden()] = Field(default=None, description="A stored game, in place of a record.")


class GameReplay(GivenGame, Timed):
    """The game that is checked."""

    model_config = example(record=_RECORD)


class RoundOfGame(RequestModel):
    """A stored game, and which of its tables to draw."""

    label: Label
    round: Annotated[int, Field(ge=0), ServiceBounds(bounds.GAME_CARDS)] | None = Field(
        default=None, description="The table of this round, from 0; the last one if not given."
    )


def deal(asked: SetDeal, work: ExecutionContext) -> Result:
    """Deal random cards, as a game does. They are a line each, so that another command reads them with --file -."""
    del work
    deck, seed = asked.deck, seed_or_random(asked.seed)
    codes = [deck.code(card) for card in islice(deck.shuffled(seed), number_drawn(deck, asked.n, "n"))]
    dealt = {"properties": deck.properties, "values": deck.values, "seed": seed, "cards": codes}
    return Result(dealt, of=f"# {len(codes):,} cards of {built_in_slug(deck)}, seed {seed}")


def play(asked: NewSetGame, work: ExecutionContext) -> StoredResult:
    """Play a game by a solver and store its record. The same seed gives the same game.

    Of several sets on the table the one leaves that the solver finds, so another solver may play another game.
    `matching` of a game that was stored before is of the cards on the first table.
    """
    return StoredResult(operations.games.store_game(work.catalogue, _played(asked, work)))


def play_by_command(asked: SetGameByCommand, work: ExecutionContext) -> Result:
    """Play a game: a set leaves the table, cards come, until the sets are found or the deck has ended.

    As JSON: the record, which `replay` reads.
    """
    record = _played(asked, work)
    return Result(
        record.as_document(), of=(record, None if work.kept is None else operations.games.store_game(work.kept, record))
    )


def _played(asked: NewSetGame, work: ExecutionContext) -> GameRecord:
    parameters = GameParameters(asked.deck, seed_or_random(asked.seed), asked.sets, asked.solver)
    _require_short(asked.deck.size if asked.sets is None else asked.sets * asked.values, work)
    with within("solver"), work.search() as budget:
        record = making.games.play(parameters, budget)
    _require_short(len(record.dealt) + sum(len(one.drawn) for one in record.rounds), work)
    return record


def _require_short(cards: int, work: ExecutionContext) -> None:
    most = work.bound(bounds.GAME_CARDS)
    if most is not None and cards > most:
        message = (
            f"the game deals more than {most:,} cards; ask for fewer sets. `ludex sets game play` has no such limit"
        )
        raise TooLarge(message, ("sets",))


def _play_said(told: Result, asked: SetGameByCommand) -> Iterator[str]:
    record, stored = told.of
    yield f"seed {record.parameters.seed}: {_described(record)}"
    yield f"{operations.games.label_of_game(record)}{_state(stored)}"
    yield from table(_rounds(record) if asked.rounds else _tables(record))


def _state(stored: "Stored | None") -> str:
    return "" if stored is None else ", stored" if stored.created else ", known before"


def _described(record: GameRecord) -> str:
    end = "the deck has ended" if record.finished == "deck" else "they are as many as were wanted"
    cards = len(record.final_table)
    return f"{sets_said(len(record.sets))} in {len(record.rounds):,} rounds, {cards:,} cards left: {end}"


def _tables(record: GameRecord) -> Iterator[tuple[object, ...]]:
    yield "cards on the table", "rounds with a set", "without"
    yield from ((one.table, one.with_set, one.without_set) for one in rounds_by_table(record))


def _rounds(record: GameRecord) -> Iterator[tuple[object, ...]]:
    code = record.deck.code
    yield "round", "cards", "set", "drawn"
    for number, one in enumerate(record.rounds):
        yield number, one.table, *(" ".join(map(code, cards)) or "-" for cards in (one.found or (), one.drawn))


def replay(asked: GameReplay, work: ExecutionContext) -> Result:
    """Check the record of a game step by step. Nothing is stored.

    The cards must be those that the seed deals, every set one that lies on the table; if the record says that there
    is none, that is proved again. `place` is a JSON pointer into a wrong record; `label` that of the game, stored or
    not.
    """
    record = record_of(asked, work)
    with work.search() as budget:
        return Result(operations.games.replay_game(record, budget), of=record)


def record_of(given: GivenGame, work: ExecutionContext) -> GameRecord:
    """Return the record of a game that is given. Raises Fault."""
    if given.record is None and given.label is None:
        raise Fault("is missing, and so is a label", ("record",))
    require_one(given, "record", "label")
    if given.label is None:
        with within("record"):
            return from_document(given.record)
    with known(("label",)):
        return operations.games.find_game(work.catalogue, given.label)


def round_picture(asked: RoundOfGame, work: ExecutionContext) -> Text:
    """Draw the table of a game's round with the set that was found, or the table at the end."""
    return Text(pictures.tables.set_game_svg(operations.games.find_game(work.catalogue, asked.label), asked.round))


def _replay_said(told: Result, _asked: GameReplay) -> Iterator[str]:
    found: ReplayResult = told.value
    if found.right:
        yield from [f"right: {_described(told.of)}", str(found.label)]
    else:
        yield f"wrong: {found.place}: {found.reason}" if found.place else f"wrong: {found.reason}"


def _replayed(_registry: object) -> type[Any]:
    return operations.games.ReplayResult


DEAL = Request("", "sets deal", deal, lambda told, _asked: [told.of, *told.value["cards"]], "sets/games")
PLAY = Request(
    "POST /sets/games", "", play, lambda _made, _asked: (), "sets/games", Stores.ALWAYS, stored_answer("set-game")
)
PLAY_BY_COMMAND = Request("", "sets game play", play_by_command, _play_said, "sets/games", Stores.ASKED)
ROUND = Request("GET /sets/games/{label}.svg", "", round_picture, lambda _text, _asked: (), "sets/games", answers=SVG)
REPLAY = Request(
    "POST /sets/games/replay",
    "sets game replay",
    replay,
    _replay_said,
    "sets/games",
    answers=_replayed,
    fails=lambda told: not told.value.right,
)
