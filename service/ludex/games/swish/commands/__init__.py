"""`ludex swish`: everything that the API does about SWISH, and the searches that take longer than a request may."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ludex.cli.game_commands import GameCommands

if TYPE_CHECKING:
    from ludex.catalogue.kinds.registry import Game
    from ludex.requests.imports import KindImport
    from ludex.requests.request import Request


def _commands() -> Mapping[str, Callable[..., None]]:
    from ludex.cli.commands.decks import deck_commands
    from ludex.cli.request_commands import command
    from ludex.games.swish.commands.experiments import COMMANDS
    from ludex.games.swish.requests.solving import SHORT_FORMS, SOLVE

    short = {name: command(SOLVE, about, find=name) for name, about in SHORT_FORMS.items()}
    return short | deck_commands("swish", "swish-deck") | COMMANDS


def _requests() -> "Sequence[Request]":
    from ludex.games.swish.requests import REQUESTS

    return REQUESTS


def _imports() -> "Sequence[KindImport]":
    from ludex.games.swish.requests.imports import POSITIONS

    return (POSITIONS,)


def _declared() -> "Game":
    from ludex.games.swish.kinds import SWISH as GAME

    return GAME


def _compile_kernels() -> None:
    from ludex.games.swish.compile_kernels import compile_kernels

    compile_kernels()


SWISH = GameCommands(
    "swish",
    "SWISH: find, count, prove, draw, store. A card is rows joined by '/': '*' a point, 'o' a circle, '.' empty.",
    _commands,
    _declared,
    _compile_kernels,
    {
        "deck": "Decks: lists of cards with a name, copies included.",
        "experiment": "How the search's cost grows with the cards and their symbols, as CSV and SVG.",
        "reduce": "Reductions: formulas, graphs and cards become cards whose largest swish is known from theirs.",
    },
    _requests,
    _imports,
)
