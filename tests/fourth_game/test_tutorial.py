"""The tutorial "Add a game" includes code that exists, of every module, and its commands print what it says."""

import ast
import re
import shlex
from pathlib import Path

import pytest

from tests.fourth_game.installing import FOLDER, Installation, installation

__all__ = ["installation"]

TUTORIAL = FOLDER.parents[1] / "schema" / "documentation" / "tutorials" / "add-a-game.md"
TEXT = TUTORIAL.read_text(encoding="utf-8")
INCLUDED = [
    (name, dict(re.findall(r"^:([a-z-]+): \"?(.*?)\"?$", options, flags=re.MULTILINE)))
    for name, options in re.findall(r"^```\{literalinclude\} (\S+)\n(.*?)^```$", TEXT, flags=re.DOTALL | re.MULTILINE)
]
SESSION = [
    tuple(part.split("\n", 1))
    for block in re.findall(r"^```shell-session\n(.*?)^```$", TEXT, flags=re.DOTALL | re.MULTILINE)
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
]


def included(file: Path, options: dict[str, str]) -> list[str]:
    """Return the lines that a block includes, as Sphinx does."""
    lines = file.read_text(encoding="utf-8").splitlines()
    if "pyobject" in options:
        nodes = (node for node in ast.parse("\n".join(lines)).body if isinstance(node, ast.FunctionDef | ast.ClassDef))
        [node] = [node for node in nodes if node.name == options["pyobject"]]
        return lines[node.lineno - 1 : node.end_lineno]
    start = next(number for number, line in enumerate(lines) if options.get("start-at", "") in line)
    end = options.get("end-before")
    return lines[start : None if end is None else next(n for n, line in enumerate(lines) if n > start and end in line)]


@pytest.mark.parametrize(("name", "options"), INCLUDED, ids=[f"{name} {list(o.values())}" for name, o in INCLUDED])
def test_code_that_is_included_exists(name: str, options: dict[str, str]) -> None:
    assert set(options) <= {"language", "pyobject", "start-at", "end-before"}
    lines = included((TUTORIAL.parent / name).resolve(), options)
    assert any(line.strip() for line in lines)


def test_every_module_is_shown() -> None:
    modules = {file.resolve() for file in (FOLDER / "peg_solitaire").rglob("*.py")}
    shown = {(TUTORIAL.parent / name).resolve() for name, _ in INCLUDED}
    left_out = {"peg_solitaire/__init__.py"}
    assert {file.relative_to(FOLDER).as_posix() for file in modules - shown} == left_out


def test_no_code_is_written_in_the_tutorial_itself() -> None:
    languages = set(re.findall(r"^```(\S+)", TEXT, flags=re.MULTILINE))
    assert languages == {"{literalinclude}", "sh", "shell-session"}


@pytest.mark.slow
def test_the_commands_print_what_the_tutorial_says(installation: Installation) -> None:
    assert len(SESSION) == 4
    for command, output in SESSION:
        assert installation.run(*shlex.split(command)) == output, command
