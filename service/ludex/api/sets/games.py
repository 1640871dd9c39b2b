"""Games of section 2.1 of the thesis, played by the service from a seed: stored, shown by rounds, checked again."""

from secrets import randbelow
from typing import Annotated, Any

from flask import Response
from pydantic import ConfigDict, Field
from sqlalchemy.orm import Session

from ludex.api import bounds
from ludex.api.collections import LabelPath, mount
from ludex.api.kinds import Kind
from ludex.api.models import Answer, Duplicate, Timed
from ludex.api.parameters import Parameters
from ludex.api.problems import ProblemError, refused
from ludex.api.routes import SVG, Routes, picture, reply
from ludex.api.service import require_storing, service
from ludex.api.sets import PREFIX
from ludex.api.sets.searching import search
from ludex.api.sets.sources import SetDeckIn, SetSolverName
from ludex.catalogue.sets.games import GAMES, StoredGame, store_game
from ludex.pictures import PictureTooLarge, set_table_svg
from ludex.sets.identity.keys import game_label
from ludex.sets.making.game_record import GameError, GameParameters, GameRecord
from ludex.sets.position import Position
from ludex.sets.solving.names import SolverName

routes = Routes("set-games", tag="SET games", about="Games played from a seed, with a record.", prefix=PREFIX)

PATH = f"{PREFIX}/games"
Record = Annotated[
    dict[str, Any],
    Field(
        description="`dealt` are the first cards on the table; each of `rounds` has the number of cards on its "
        "`table`, the `set` found there or null, and the cards that were `drawn` then."
    ),
]
_RECORD: dict[str, Any] = {
    "properties": 1,
    "values": 3,
    "seed": 0,
    "sets": None,
    "solver": "lookup",
    "dealt": ["1", "2", "0"],
    "rounds": [{"table": 3, "set": ["0", "1", "2"], "drawn": []}, {"table": 0, "set": None, "drawn": []}],
    "finished": "deck",
}


class SetGame(Answer):
    """A game, without its rounds."""

    label: str
    url: str
    properties: int
    values: int
    seed: int
    sets_wanted: int | None = Field(description="After how many sets the game was to end; null: with the deck.")
    solver: str
    finished: str = Field(description="What ended the game: `sets` or `deck`.")
    sets: int = Field(description="How many sets were found.")
    rounds: int
    final_cards: int = Field(description="How many cards lay on the table at the end.")


class SetGameWithRecord(SetGame):
    """A game with its record."""

    record: Record


class PlayedSetGame(SetGameWithRecord):
    """A game that a request played."""

    duplicate_of: Duplicate | None = Field(
        description="Null where the game is new; `matching` is of the cards on the first table."
    )


class NewSetGame(SetDeckIn, Timed):
    """What to play."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"properties": 4, "values": 3, "seed": 1, "sets": 3}]})

    seed: int | None = Field(
        default=None, ge=0, le=bounds.SEED, description="Decides the cards. Not given: the service chooses one."
    )
    sets: int | None = Field(
        default=None, ge=1, le=bounds.GAME_SETS, description="The game ends after so many. Not given: with the deck."
    )
    solver: SetSolverName = "lookup"

    def parameters(self) -> GameParameters:
        """Return what to play. Raises ProblemError (422) for what no game can be, or one that is too long."""
        deck = self.read_deck()
        seed = randbelow(2**31) if self.seed is None else self.seed
        try:
            parameters = GameParameters(deck, seed, self.sets, SolverName(self.solver))
        except GameError as error:
            raise refused(error.place, error.message) from None
        if (deck.size if self.sets is None else self.sets * deck.values) > bounds.GAME_CARDS:
            raise _too_long("The game would deal")
        return parameters


class GameReplay(Timed):
    """The record of a game, as `GET /sets/games/{label}` shows it."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"record": _RECORD}]})

    record: Record


class Replayed(Answer):
    """Whether a record is that of a game by the rules, and what is wrong with it where not."""

    right: bool
    place: str | None = Field(description="Where the record is wrong: a JSON pointer into it.")
    reason: str | None
    label: str | None = Field(description="The label of the game, stored or not; null where the record is wrong.")


class RoundQuery(Parameters):
    """Which table to draw."""

    round: int | None = Field(
        default=None, ge=0, le=bounds.GAME_CARDS, description="That of this round, from 0. Not given: the last table."
    )


def _fields(stored: StoredGame) -> dict[str, object]:
    return {
        "label": stored.label,
        "url": f"{PATH}/{stored.label}",
        "properties": stored.properties,
        "values": stored.values,
        "seed": stored.seed,
        "sets_wanted": stored.sets_wanted,
        "solver": stored.solver,
        "finished": stored.finished,
        "sets": stored.sets,
        "rounds": stored.rounds,
        "final_cards": stored.final_cards,
    }


def show(stored: StoredGame) -> SetGame:
    """Return the answer of a stored game."""
    return SetGame.model_validate(_fields(stored))


def _show_whole(_session: Session, stored: StoredGame) -> SetGameWithRecord:
    return SetGameWithRecord.model_validate(_fields(stored) | {"record": stored.document})


KIND = Kind(
    GAMES,
    "games",
    "game",
    SetGame,
    show,
    whole_answer=SetGameWithRecord,
    whole=_show_whole,
    title="SetGames",
)
mount(routes, KIND)


@routes.post("/games", {201: PlayedSetGame, 200: PlayedSetGame}, problems=(403, 422, 503))
def play_set_game(body: NewSetGame) -> Response:
    """Play a game by a solver and store its record. The same seed gives the same game.

    Of several sets on the table the one leaves that the solver finds, so another solver may play another game.
    """
    from ludex.sets.making.games import play

    require_storing()
    parameters = body.parameters()
    with search("game", body.time_limit, "play", "/solver") as budget:
        record = play(parameters, budget)
    if _cards_dealt(record) > bounds.GAME_CARDS:
        raise _too_long("The game dealt")
    with service().catalogue.writing() as session:
        made = store_game(session, record)
    with service().catalogue.reading() as session:
        stored = KIND.load(session, made.row.label)
    same = Duplicate(relation="same-game", matching=list(range(len(record.dealt))))
    answer = PlayedSetGame.model_validate(
        _fields(stored) | {"record": stored.document, "duplicate_of": None if made.created else same}
    )
    return reply(answer, 201, {"Location": answer.url}) if made.created else reply(answer)


def _cards_dealt(record: GameRecord) -> int:
    return len(record.dealt) + sum(len(played.drawn) for played in record.rounds)


def _too_long(what: str) -> ProblemError:
    return ProblemError(
        422,
        f"{what} more than {bounds.GAME_CARDS:,} cards. `ludex sets play` has no such limit.",
        errors=[("/sets", "ask for fewer sets")],
        kind="computation-too-large",
        title="Computation too large",
    )


@routes.post("/games/replay", {200: Replayed}, problems=(422, 503))
def replay_set_game(body: GameReplay) -> Replayed:
    """Check the record of a game step by step. Nothing is stored.

    The cards must be those that the seed deals, every set one that lies on the table; where the record says that there
    is none, that is proved again.
    """
    from ludex.sets.making.games import from_document, replay

    try:
        record = from_document(body.record)
    except GameError as error:
        raise refused(f"/record{error.place}", error.message) from None
    with search("replay", body.time_limit, "replay", "/record") as budget:
        try:
            replay(record, budget)
        except GameError as error:
            return Replayed(right=False, place=error.place, reason=error.message, label=None)
    return Replayed(right=True, place=None, reason=None, label=game_label(record))


@routes.get("/games/<label:label>.svg", SVG, problems=(422,))
def draw_set_game(path: LabelPath, query: RoundQuery) -> Response:
    """Draw the table of a game's round with the set that was found, or the table at the end."""
    with service().catalogue.reading() as session:
        record = KIND.load(session, path.label).record
    if query.round is None:
        table, marked = record.final_table, []
    elif query.round < len(record.rounds):
        found = record.rounds[query.round].found
        table, marked = table_of_round(record, query.round), [] if found is None else [found]
    else:
        raise refused("/round", f"the game has the rounds 0 to {len(record.rounds) - 1}")
    try:
        return picture(set_table_svg(Position(record.deck, table), marked))
    except PictureTooLarge as error:
        raise refused("/round", str(error)) from None


def table_of_round(record: GameRecord, number: int) -> tuple[int, ...]:
    """Return the cards on the table at the beginning of a round."""
    cards = dict.fromkeys(record.dealt)
    for played in record.rounds[:number]:
        for card in played.found or ():
            del cards[card]
        cards |= dict.fromkeys(played.drawn)
    return tuple(cards)
