"""Requests about games (section 2.1 of the thesis): deal cards, play a game from a seed, and check its record."""

from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any, ClassVar

from pydantic import Field

from ludex.engine.exact_json import exact_json
from ludex.engine.faults import Fault, TooLarge, within
from ludex.engine.notation import is_json
from ludex.engine.random_numbers import seed_or_random
from ludex.games.sets import operations, solving
from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import GameParameters, GameRecord, from_document, rounds_by_table
from ludex.games.sets.named_decks import built_in_slug
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.inputs import WholeDeck, number_drawn
from ludex.games.sets.requests.solving import SolverChoice, count_of_sets
from ludex.games.sets.solving.solver import SolverName
from ludex.requests.declaration import Given, Store, TimeLimit, request
from ludex.requests.fields import (
    Argument,
    Forms,
    Hidden,
    Label,
    OneOfModel,
    Option,
    Seed,
    ServiceBounds,
    example,
    require_one,
)
from ludex.requests.inputs import HasCatalogue, known
from ludex.requests.results import OfKind
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject
from ludex.requests.text_output import table

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

    def read(self, context: HasCatalogue, _request: object = None) -> GameRecord:
        """Return the record of the game. Raises Fault."""
        if self.record is None and self.label is None:
            raise Fault("missing; give a record or a label", ("record",))
        require_one(self, "record", "label")
        if self.label is None:
            with within("record"):
                return from_document(self.record)
        with known(("label",)):
            return operations.positions.find_game(context.catalogue, self.label)


def _dealt_lines(dealt: dict[str, Any]) -> Iterator[str]:
    deck = Deck(dealt["properties"], dealt["values"])
    yield f"# {len(dealt['cards']):,} cards of {built_in_slug(deck)}, seed {dealt['seed']}"
    yield from dealt["cards"]


@request(
    command="sets deal DECK",
    subject="sets/games",
    text=_dealt_lines,
    lacks={"route": "a game deals cards", "tool": "a program deals cards"},
)
def deal(
    catalogue: Session,
    deck: WholeDeck,
    n: Annotated[int | None, Field(ge=0), Option(("-n", "--n"))] = None,
    seed: Seed | None = None,
) -> dict[str, Any]:
    """Deal random cards as in a game. The output has one card per line. Other commands read it with `--file -`.

    Parameters
    ----------
    n
        Number of cards; by default the size of the initial table of a game.
    seed
        Seed of the deal; random by default.

    Returns
    -------
    dict
        The deck, the seed and the codes of the cards.

    Examples
    --------
    >>> len(catalogue.sets.deal(sets.Deck(4, 3), seed=7)["cards"])
    12
    """
    del catalogue
    seed = seed_or_random(seed)
    codes = [deck.code(card) for card in islice(deck.shuffled(seed), number_drawn(deck, n, "n"))]
    return {"properties": deck.properties, "values": deck.values, "seed": seed, "cards": codes}


def _require_short(cards: int, catalogue: Session) -> None:
    maximum = catalogue.bound(bounds.GAME_CARDS)
    if maximum is not None and cards > maximum:
        what = f"the game deals more than {maximum:,} cards"
        raise TooLarge(what, "request fewer sets, or use `ludex sets game play`", ("sets",))


def _play_lines(game: StoredObject) -> Iterator[str]:
    record, stored = from_document(game["record"]), game.stored
    assert stored is not None
    state = "" if not stored.id else ", stored" if stored.created else ", already stored"
    yield f"seed {record.parameters.seed}: {_described(record)}"
    yield f"{game.label}{state}"
    yield from table(_tables(record))


@request(
    "POST /sets/games",
    command="sets game play DECK",
    subject="sets/games",
    writes="store",
    text=_play_lines,
    example={"properties": 4, "values": 3, "seed": 1, "sets": 3},
)
def play(
    catalogue: Session,
    deck: WholeDeck,
    seed: Seed | None = None,
    sets: Annotated[int, Field(ge=1), ServiceBounds(bounds.GAME_SETS)] | None = None,
    solver: SolverChoice = SolverName.LOOKUP,
    *,
    store: Store = True,
    time_limit: TimeLimit = None,
) -> Annotated[StoredObject, OfKind("set-game")]:
    """Play a game with a solver and store its record. The same seed gives the same game.

    Sets are removed and cards are dealt until enough sets are found or the deck is empty. If there are several sets on
    the table, the solver chooses one, so different solvers may play different games. If the game is already stored,
    `matching` refers to the cards of the initial table.

    Parameters
    ----------
    seed
        Seed of the deal; random by default.
    sets
        Number of sets after which the game ends; by default when the deck runs out.
    solver
        The solver, which chooses among several sets.

    Returns
    -------
    StoredObject
        The game.

    Examples
    --------
    >>> catalogue.sets.play(sets.Deck(2, 3), seed=7)["sets"]
    3
    """
    parameters = GameParameters(deck, seed_or_random(seed), sets, solver)
    _require_short(deck.size if sets is None else sets * deck.values, catalogue)
    with within("solver"), catalogue.searching(time_limit) as budget:
        record = solving.playing.play(parameters, budget)
    _require_short(len(record.dealt) + sum(len(played.drawn) for played in record.rounds), catalogue)
    return StoredObject.of(catalogue, operations.positions.store_game(catalogue.destination, record))


def _described(record: GameRecord) -> str:
    end = "the deck is empty" if record.finished == "deck" else "enough sets were found"
    cards = len(record.final_table)
    return f"{count_of_sets(len(record.sets))} in {len(record.rounds):,} rounds, {cards:,} cards left: {end}"


def _tables(record: GameRecord) -> Iterator[tuple[object, ...]]:
    yield "cards on the table", "rounds with a set", "without"
    yield from ((count.table, count.with_set, count.without_set) for count in rounds_by_table(record))


def _replay_lines(found: "operations.positions.ReplayResult", request: GameInput) -> Iterator[str]:
    if found.right:
        yield from ["right" if request.record is None else f"right: {_described(from_document(request.record))}"]
        yield str(found.label)
    else:
        yield f"wrong: {found.place}: {found.reason}" if found.place else f"wrong: {found.reason}"


@request(
    "POST /sets/games/replay",
    command="sets game replay RECORD",
    subject="sets/games",
    text=_replay_lines,
    fails=lambda found: not found.right,
    lacks={"tool": "a game has its record from this program"},
)
def replay(
    catalogue: Session, game: Annotated[GameRecord, Given(GameInput)], *, time_limit: TimeLimit = None
) -> "operations.positions.ReplayResult":
    """Check the record of a game step by step. Nothing is stored.

    The seed must deal these cards, and every set must be on the table. For rounds without a set, it is proved again
    that there is none. For an invalid record, `place` is a JSON pointer to the error. `label` is the label of the game,
    whether stored or not.

    Returns
    -------
    ReplayResult
        Whether the record is right, and what is wrong with it.

    Examples
    --------
    >>> game = sets.play(sets.GameParameters(sets.Deck(2, 3), 7))
    >>> catalogue.sets.replay(game).right
    True
    """
    with catalogue.searching(time_limit) as budget:
        return operations.positions.replay_game(game, budget)
