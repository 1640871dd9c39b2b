"""The commands of SET: short forms of `solve`, decks, and experiments."""

from collections.abc import Callable, Mapping

from ludex.cli.game_commands import GameCommands
from ludex.games.sets import solving


def _commands() -> Mapping[str, Callable[..., None]]:
    from ludex.card_games.commands import deck_commands
    from ludex.cli.request_commands import command_of
    from ludex.games.sets.commands.experiments import COMMANDS
    from ludex.games.sets.requests.solving import SHORT_FORMS, SOLVE

    short_forms: dict[str, Callable[..., None]] = {}
    for name, about in SHORT_FORMS.items():
        fixed = {"find": name} if name is solving.solver.Find.ALL else {"find": name, "limit": None}
        short_forms[name.value] = command_of(SOLVE, about, **fixed)
    return short_forms | deck_commands("sets", "set-deck") | COMMANDS


def _compile_kernels() -> None:
    from ludex.games.sets.compile_kernels import compile_kernels

    compile_kernels()


SETS = GameCommands(
    about="Generalized SET: solve, prove, compare, play, draw and store positions. A card has one digit per property: "
    "0121.",
    commands=_commands,
    groups={
        "caps": "Caps: sets of cards without a set.",
        "deck": "Decks: named lists of different cards.",
        "game": "Games: played from a seed, with a record that can be replayed.",
        "experiment": "Section 6 of the thesis: CPU time by values, properties, sets or cards, as CSV and SVG.",
        "statistics": "Probabilities that cards have no set, and tests for uniform dealing.",
    },
    compile_kernels=_compile_kernels,
)
