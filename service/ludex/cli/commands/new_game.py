"""The command `ludex new-game`, which writes a distribution with a small complete game."""

import re
from keyword import iskeyword
from pathlib import Path
from typing import Annotated

import typer

from ludex.cli.main import COMMANDS
from ludex.cli.output import CommandError, Json, write_result
from ludex.games import installed
from ludex.version import shipped

_NAME = re.compile("[a-z][a-z0-9]{1,19}")
_NAMES = ("lightsout", "Lights Out")
"""The name of the example, and its title."""


def new_game(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of the game: 2 to 20 lower-case letters and digits.")
    ],
    folder: Annotated[
        Path | None, typer.Option("--folder", help="The new folder; by default, ludex-NAME.", show_default=False)
    ] = None,
    as_json: Json = False,
) -> None:
    """Write a distribution with a small complete game, which you change into your own.

    The game has a kind, a request, claims that can be checked, pages and tests. Its README states how to install it.
    """
    taken = {*COMMANDS, *(entry.name for entry in installed())}
    if _NAME.fullmatch(name) is None or iskeyword(name):
        raise CommandError(f"{name[:40]!r} is not the name of a game; use 2 to 20 lower-case letters and digits")
    if name in taken:
        raise CommandError(f"the name {name!r} is taken; choose another name")
    folder = folder or Path(f"ludex-{name}")
    if folder.exists():
        raise CommandError(f"{folder} exists; choose another folder with --folder")
    source = shipped("new-game")
    assert source is not None
    files = []
    for file in sorted(source.rglob("*.*")):
        if file.is_file() and file.suffix != ".pyc":
            target = folder / _renamed(str(file.relative_to(source)), name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_renamed(file.read_text(encoding="utf-8"), name), encoding="utf-8")
            files.append(str(target))
    lines = [f"{folder} has the game {name!r} in {len(files)} files; {folder / 'README.md'} states how to install it"]
    write_result({"folder": str(folder), "files": files}, as_json, lines)


def _renamed(text: str, name: str) -> str:
    """Replace the name and the title of the example.

    >>> _renamed("Lights Out: ludex_lightsout/kinds.py: lightsout-position", "chess")
    'Chess: ludex_chess/kinds.py: chess-position'
    """
    for example, own in zip(_NAMES, (name, name.capitalize()), strict=True):
        text = text.replace(example, own)
    return text
