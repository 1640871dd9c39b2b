"""Games of section 2.1 of the thesis, played by the service from a seed: stored, shown by rounds, checked again."""

from secrets import randbelow

from flask import Response
from pydantic import Field

from ludex.api.addresses import list_rule, object_rule
from ludex.api.objects import stored_reply
from ludex.api.problems import refused
from ludex.api.replies import picture
from ludex.api.routes import SVG, routes_of
from ludex.api.service import require_storing, service
from ludex.api.sets import bounds
from ludex.api.sets.sources import SetDeckIn, SetSolverName, example, search, too_long
from ludex.catalogue.kinds.sets import PLAYED
from ludex.catalogue.kinds.sets.game import Record
from ludex.operations.sets.games import Replayed, find_game, replay_game, store_game
from ludex.pictures import set_game_svg
from ludex.requests import bounds as shared
from ludex.requests.answers import stored_answer
from ludex.requests.fields import LabelPath, Parameters, Timed
from ludex.sets.making.game_record import GameError, GameParameters, from_document
from ludex.sets.solving.names import SolverName

routes = routes_of(PLAYED)

_RECORD = {
    "properties": 1,
    "values": 3,
    "seed": 0,
    "sets": None,
    "solver": "lookup",
    "dealt": ["1", "2", "0"],
    "rounds": [{"table": 3, "set": ["0", "1", "2"], "drawn": []}, {"table": 0, "set": None, "drawn": []}],
    "finished": "deck",
}
_TOO_LONG = f"more than {bounds.GAME_CARDS:,} cards. `ludex sets play` has no such limit."


class NewSetGame(SetDeckIn, Timed):
    """What to play."""

    model_config = example(properties=4, values=3, seed=1, sets=3)

    seed: int | None = Field(
        default=None, ge=0, le=shared.SEED, description="Decides the cards. Not given: the service chooses one."
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
            raise too_long(f"The game would deal {_TOO_LONG}", "/sets", "ask for fewer sets")
        return parameters


class GameReplay(Timed):
    """The record of a game, as `GET /sets/games/{label}` shows it."""

    model_config = example(record=_RECORD)

    record: Record


class RoundQuery(Parameters):
    """Which table to draw."""

    round: int | None = Field(
        default=None, ge=0, le=bounds.GAME_CARDS, description="That of this round, from 0. Not given: the last table."
    )


@routes.post(list_rule(PLAYED), dict.fromkeys((201, 200), stored_answer(PLAYED)), problems=(403, 422, 503))
def play_one(body: NewSetGame) -> Response:
    """Play a game by a solver and store its record. The same seed gives the same game.

    Of several sets on the table the one leaves that the solver finds, so another solver may play another game.
    `matching` of a game that was stored before is of the cards on the first table.
    """
    from ludex.sets.making.games import play

    require_storing()
    parameters = body.parameters()
    with search("game", body.time_limit, "play", "/solver") as budget:
        record = play(parameters, budget)
    if len(record.dealt) + sum(len(played.drawn) for played in record.rounds) > bounds.GAME_CARDS:
        raise too_long(f"The game dealt {_TOO_LONG}", "/sets", "ask for fewer sets")
    return stored_reply(store_game(service().catalogue, record))


@routes.post("/games/replay", {200: Replayed}, problems=(422, 503))
def replay_one(body: GameReplay) -> Replayed:
    """Check the record of a game step by step. Nothing is stored.

    The cards must be those that the seed deals, every set one that lies on the table; where the record says that there
    is none, that is proved again. `place` is a JSON pointer into a wrong record; `label` that of the game, stored or
    not.
    """
    try:
        record = from_document(body.record)
    except GameError as error:
        raise refused(f"/record{error.place}", error.message) from None
    with search("replay", body.time_limit, "replay", "/record") as budget:
        return replay_game(record, budget)


@routes.get(object_rule(PLAYED, ".svg"), SVG, problems=(422,))
def draw_one(path: LabelPath, query: RoundQuery) -> Response:
    """Draw the table of a game's round with the set that was found, or the table at the end."""
    try:
        return picture(set_game_svg(find_game(service().catalogue, path.label), query.round))
    except GameError as error:
        raise refused(error.place, error.message) from None
