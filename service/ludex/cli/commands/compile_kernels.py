"""Compiling every kernel ahead, by searching tiny positions of every game in every way that a search can take.

Those of the catalogue count tiny columns.
"""

import sys
from collections.abc import Sequence
from typing import Any

from ludex.cli.game_commands import GameCommands


def compile_kernels(games: Sequence[GameCommands]) -> int:
    """Compile what is not compiled yet, or load it, and return how many compiled functions there are."""
    from ludex.catalogue.columns.compile_kernels import compile_kernels as compile_counting

    compile_counting()
    for game in games:
        if game.compile_kernels is not None:
            game.compile_kernels()
    return len(compiled_functions())


def compiled_functions() -> dict[str, Any]:
    """Return the compiled functions of the kernels that are loaded, by module and name."""
    from numba.core.dispatcher import Dispatcher

    return {
        f"{name}.{function}": value
        for name, module in list(sys.modules.items())
        if name.startswith("ludex.") and ".kernels." in name
        for function, value in vars(module).items()
        if isinstance(value, Dispatcher) and value.py_func.__module__ == name
    }
