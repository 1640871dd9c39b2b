"""`ludex solitaire`: what peg solitaire adds to the command line."""

from typing import Annotated

import typer

from ludex.cli.failures import CommandError
from ludex.cli.games import GameCommands
from ludex.cli.opening import opened
from ludex.cli.output import Json, answer
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.stored_objects import delete_object, find_value, labelled, show_stored
from tests.fourth_game.kinds import GAME
from tests.fourth_game.operations import store_positions
from tests.fourth_game.solitaire import Position, PositionError, solve

Pegs = Annotated[str, typer.Argument(metavar="ROWS", help="Rows such as **./.../..., or the label of a position.")]


def _position(text: str) -> Position:
    if labelled(text, "solitaire-position"):
        position: Position = find_value(text, "solitaire-position").position
        return position
    try:
        return Position.read(text)
    except PositionError as error:
        raise CommandError(f"{text!r}: {error}") from error


def store_one(
    rows: Pegs, slug: str | None = None, solved: bool = False, time_limit: TimeLimit = None, as_json: Json = False
) -> None:
    """Store a position."""
    position = _position(rows)
    with opened() as catalogue, searching(time_limit) as budget:
        [stored] = store_positions(catalogue, [position], budget, solved=solved, slug=slug)
    show_stored(stored, as_json)


def solve_one(rows: Pegs, time_limit: TimeLimit = None, as_json: Json = False) -> None:
    """Find the fewest pegs that jumps can leave."""
    position = _position(rows)
    with searching(time_limit) as budget:
        solution = solve(position, budget)
    answer(solution, as_json, [f"{solution.fewest} pegs{'' if solution.proved else ' or fewer'}"])


def remove(name: str) -> None:
    """Delete a position of your own."""
    delete_object(name, "solitaire-position")


SOLITAIRE = GameCommands(
    "solitaire",
    "Peg solitaire: solve, store.",
    {"store": store_one, "solve": solve_one, "remove": remove},
    lambda: GAME,
)
