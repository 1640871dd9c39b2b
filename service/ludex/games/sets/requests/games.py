"""Requests about games (section 2.1 of the thesis): deal cards, play a game from a seed, and check its record."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field

from ludex.engine.exact_json import exact_json
from ludex.engine.faults import Fault, TooLarge, within
from ludex.engine.notation import is_json
from ludex.engine.random_numbers import seed_or_random
from ludex.games.sets import operations, pictures, solving
from ludex.games.sets.game_record import GameParameters, GameRecord, from_document, rounds_by_table
from ludex.games.sets.named_decks import built_in_slug
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.inputs import WholeDeckModel, number_drawn
from ludex.games.sets.requests.solving import SolverChoice, count_of_sets
from ludex.games.sets.solving.solver import SolverName
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
    TimeLimited,
    example,
    require_one,
)
from ludex.requests.inputs import known
from ludex.requests.request import SVG, ExecutionContext, Request, Result, StoredResult, Stores, Text
from ludex.requests.response_models import stored_answer
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.catalogue.objects.store_result import Stored
    from ludex.games.sets.operations.positions import ReplayResult

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


class SetDealRequest(WholeDeckModel):
    """A deck, the number of cards to deal, and a seed."""

    n: Annotated[int | None, Field(ge=0), Option(("-n", "--n"))] = Field(
        default=None, description="Number of cards; by default the size of the initial table of a game."
    )
    seed: Seed | None = Field(default=None, description="Seed of the deal; random by default.")


class NewSetGame(WholeDeckModel, TimeLimited):
    """The parameters of a game."""

    model_config = example(properties=4, values=3, seed=1, sets=3)

    seed: Seed | None = Field(default=None, description="Seed of the deal; random by default.")
    sets: Annotated[int, Field(ge=1), ServiceBounds(bounds.GAME_SETS)] | None = Field(
        default=None, description="Number of sets after which the game ends; by default when the deck runs out."
    )
    solver: SolverChoice = Field(default=SolverName.LOOKUP, description="The solver, which chooses among several sets.")


class SetGameCommand(NewSetGame):
    """The parameters of a game and of its text output."""

    rounds: bool = Field(default=False, description="Show every round.")


def _record_of_text(text: str) -> dict[str, Any]:
    """Parse a text into fields: a record, a JSON object with a record, or a label."""
    if not is_json(text):
        return {"label": text.strip()}
    document = exact_json(text)
    return {"record": document["record"] if isinstance(document, dict) and "record" in document else document}


class GameInput(OneOfModel):
    """The record of a game in the format of `GET /sets/games/{label}`, or the label of a stored game."""

    FORMS: ClassVar[Forms] = ((("record",), ("label",)),)

    model_config = example(record=_RECORD)

    record: Annotated[
        dict[str, Any] | None,
        Argument("RECORD", "A file with a record, or a stored game's label.", _record_of_text, True, required=True),
    ] = Field(default=None, description="The record of a game.")
    label: Annotated[Label | None, Hidden()] = Field(
        default=None, description="Label of a stored game, instead of a record."
    )


class ReplayRequest(GameInput, TimeLimited):
    """A game to check."""

    model_config = example(record=_RECORD)


class RoundRequest(RequestModel):
    """A stored game, and the table to draw."""

    label: Label = Field(description="Label of a stored game.")
    round: Annotated[int, Field(ge=0), ServiceBounds(bounds.GAME_CARDS)] | None = Field(
        default=None, description="Round of the table, from 0; by default the last round."
    )


def deal(request: SetDealRequest, context: ExecutionContext) -> Result:
    """Deal random cards as in a game. The output has one card per line. Other commands read it with `--file -`."""
    del context
    deck, seed = request.deck, seed_or_random(request.seed)
    codes = [deck.code(card) for card in islice(deck.shuffled(seed), number_drawn(deck, request.n, "n"))]
    dealt = {"properties": deck.properties, "values": deck.values, "seed": seed, "cards": codes}
    return Result(dealt, of=f"# {len(codes):,} cards of {built_in_slug(deck)}, seed {seed}")


def play(request: NewSetGame, context: ExecutionContext) -> StoredResult:
    """Play a game with a solver and store its record. The same seed gives the same game.

    If there are several sets on the table, the solver chooses one, so different solvers may play different games. If
    the game is already stored, `matching` refers to the cards of the initial table.
    """
    return StoredResult(operations.positions.store_game(context.catalogue, _played(request, context)))


def play_by_command(request: SetGameCommand, context: ExecutionContext) -> Result:
    """Play a game: remove sets and deal cards until enough sets are found or the deck is empty.

    The JSON output is the record, which `replay` reads.
    """
    record = _played(request, context)
    return Result(
        record.as_document(),
        of=(
            record,
            None if context.destination is None else operations.positions.store_game(context.destination, record),
        ),
    )


def _played(request: NewSetGame, context: ExecutionContext) -> GameRecord:
    parameters = GameParameters(request.deck, seed_or_random(request.seed), request.sets, request.solver)
    _require_short(request.deck.size if request.sets is None else request.sets * request.values, context)
    with within("solver"), context.search() as budget:
        record = solving.playing.play(parameters, budget)
    _require_short(len(record.dealt) + sum(len(played.drawn) for played in record.rounds), context)
    return record


def _require_short(cards: int, context: ExecutionContext) -> None:
    maximum = context.bound(bounds.GAME_CARDS)
    if maximum is not None and cards > maximum:
        message = f"the game deals more than {maximum:,} cards; request fewer sets, or use `ludex sets game play`"
        raise TooLarge(message, ("sets",))


def _play_lines(result: Result, request: SetGameCommand) -> Iterator[str]:
    record, stored = result.of
    yield f"seed {record.parameters.seed}: {_described(record)}"
    yield f"{operations.positions.label_of_game(record)}{_state(stored)}"
    yield from table(_rounds(record) if request.rounds else _tables(record))


def _state(stored: "Stored | None") -> str:
    return "" if stored is None else ", stored" if stored.created else ", already stored"


def _described(record: GameRecord) -> str:
    end = "the deck is empty" if record.finished == "deck" else "enough sets were found"
    cards = len(record.final_table)
    return f"{count_of_sets(len(record.sets))} in {len(record.rounds):,} rounds, {cards:,} cards left: {end}"


def _tables(record: GameRecord) -> Iterator[tuple[object, ...]]:
    yield "cards on the table", "rounds with a set", "without"
    yield from ((count.table, count.with_set, count.without_set) for count in rounds_by_table(record))


def _rounds(record: GameRecord) -> Iterator[tuple[object, ...]]:
    code = record.deck.code
    yield "round", "cards", "set", "drawn"
    for number, played in enumerate(record.rounds):
        yield number, played.table, *(" ".join(map(code, cards)) or "-" for cards in (played.found or (), played.drawn))


def replay(request: ReplayRequest, context: ExecutionContext) -> Result:
    """Check the record of a game step by step. Nothing is stored.

    The seed must deal these cards, and every set must be on the table. For rounds without a set, it is proved again
    that there is none. For an invalid record, `place` is a JSON pointer to the error. `label` is the label of the game,
    whether stored or not.
    """
    record = record_of(request, context)
    with context.search() as budget:
        return Result(operations.positions.replay_game(record, budget), of=record)


def record_of(fields: GameInput, context: ExecutionContext) -> GameRecord:
    """Return the record of a game. Raises Fault."""
    if fields.record is None and fields.label is None:
        raise Fault("missing; give a record or a label", ("record",))
    require_one(fields, "record", "label")
    if fields.label is None:
        with within("record"):
            return from_document(fields.record)
    with known(("label",)):
        return operations.positions.find_game(context.catalogue, fields.label)


def round_picture(request: RoundRequest, context: ExecutionContext) -> Text:
    """Draw the table of a round of a game with the set found there, or draw the last table."""
    return Text(
        pictures.tables.set_game_svg(operations.positions.find_game(context.catalogue, request.label), request.round)
    )


def _replay_lines(result: Result, _request: ReplayRequest) -> Iterator[str]:
    found: ReplayResult = result.value
    if found.right:
        yield from [f"right: {_described(result.of)}", str(found.label)]
    else:
        yield f"wrong: {found.place}: {found.reason}" if found.place else f"wrong: {found.reason}"


def _replayed(_registry: object) -> type[Any]:
    return operations.positions.ReplayResult


DEAL = Request("", "sets deal", deal, lambda result, _request: [result.of, *result.value["cards"]], "sets/games")
PLAY = Request(
    "POST /sets/games", "", play, lambda _result, _request: (), "sets/games", Stores.ALWAYS, stored_answer("set-game")
)
PLAY_BY_COMMAND = Request("", "sets game play", play_by_command, _play_lines, "sets/games", Stores.ON_REQUEST)
ROUND = Request("GET /sets/games/{label}.svg", "", round_picture, lambda _text, _request: (), "sets/games", answers=SVG)
REPLAY = Request(
    "POST /sets/games/replay",
    "sets game replay",
    replay,
    _replay_lines,
    "sets/games",
    answers=_replayed,
    fails=lambda result: not result.value.right,
)
