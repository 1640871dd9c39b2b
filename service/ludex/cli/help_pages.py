"""The help of groups of commands, which is stored in `schema/help.json`.

Building the commands of a game takes most of a second, and a stored text takes none.
"""

import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from ludex.version import shipped

if TYPE_CHECKING:
    import typer

    from ludex.games import Game

COLUMNS = 80
"""The width of the stored texts in characters, which is also the largest width of help."""


def stored_help(words: Sequence[str]) -> str | None:
    """Return the output of ``ludex GROUP --help``.

    It is None if the words do not ask for the help of a group of Ludex, or if the terminal is narrower than the text.
    """
    *group, last = words or [""]
    if last not in ("-h", "--help") or get_terminal_size().columns < COLUMNS:
        return None
    file = shipped("help.json")
    pages: dict[str, str] = {} if file is None else json.loads(file.read_bytes())
    return pages.get(" ".join(group))


def write_help(games: "Sequence[Game]") -> dict[str, str]:
    """Return the help of each group of commands, as wide as the terminal, keyed by the words of the group."""
    from ludex.cli.main import build, run

    pages = {}
    for name in _groups(build(games)):
        for group in (name, *(f"{name} {inner}" for inner in _groups(build(games, [name]), name))):
            with redirect_stdout(io.StringIO()) as output:
                run([*group.split(), "--help"], games)
            pages[group] = output.getvalue()
    return pages


def _groups(app: "typer.Typer", name: str = "") -> Iterator[str]:
    """Yield the names of the groups within a group of a command."""
    for group in app.registered_groups:
        if not name:
            yield str(group.name)
        elif group.name == name and group.typer_instance is not None:
            yield from _groups(group.typer_instance)


if __name__ == "__main__":
    from ludex.games import games

    os.environ["COLUMNS"] = str(COLUMNS)
    sys.stdout.write(json.dumps(write_help(games()), indent=2, sort_keys=True) + "\n")
