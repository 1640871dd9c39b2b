"""`ludex sets`: everything that the API does about generalized SET, and what takes longer than a request may."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ludex.cli.game_commands import GameCommands
from ludex.games.sets import solving

if TYPE_CHECKING:
    from ludex.catalogue.kinds.registry import Game
    from ludex.requests.imports import KindImport
    from ludex.requests.request import Request


def _commands() -> Mapping[str, Callable[..., None]]:
    from ludex.cli.commands.decks import deck_commands
    from ludex.cli.request_commands import command
    from ludex.games.sets.commands.experiments import COMMANDS
    from ludex.games.sets.requests.solving import SHORT_FORMS, SOLVE

    found: dict[str, Callable[..., None]] = {}
    for name, about in SHORT_FORMS.items():
        fixed = {"find": name} if name is solving.solver.Find.ALL else {"find": name, "limit": None}
        found[name.value] = command(SOLVE, about, **fixed)
    return found | deck_commands("sets", "set-deck") | COMMANDS


def _requests() -> "Sequence[Request]":
    from ludex.games.sets.requests import REQUESTS

    return REQUESTS


def _imports() -> "Sequence[KindImport]":
    from ludex.games.sets.requests.imports import POSITIONS

    return (POSITIONS,)


def _declared() -> "Game":
    from ludex.games.sets.kinds import GAME

    return GAME


def _compile_kernels() -> None:
    from ludex.games.sets.compile_kernels import compile_kernels

    compile_kernels()


SETS = GameCommands(
    "sets",
    "Generalized SET: find, count, play, prove, draw, store. A card is one digit a property: 0121.",
    _commands,
    _declared,
    _compile_kernels,
    {
        "caps": "Caps: cards without a set among them.",
        "deck": "Decks: lists of different cards with a name.",
        "game": "Games: played from a seed, with a record that is replayed.",
        "experiment": "Section 6 of the thesis: CPU time by values, properties, sets or cards, as CSV and SVG.",
        "statistics": "How often there is no set; whether all cards come equally often.",
    },
    _requests,
    _imports,
)
