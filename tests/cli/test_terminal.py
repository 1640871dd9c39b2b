"""Completion, colours and progress, which only terminals have."""

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludex.cli import __main__ as entry
from ludex.cli import progress
from ludex.cli.main import run

_COMMAND = [sys.executable, "-m", "ludex.cli"]


@pytest.fixture
def answer(ludex: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Give a function that returns what the command answers a shell, which asks by variables of the environment."""

    def answer(**asked: str) -> list[str]:
        with monkeypatch.context() as patch:
            for name, value in asked.items():
                patch.setenv(name, value)
            lines: list[str] = ludex().lines
        return lines

    return answer


def _completing(shell: str, typed: str) -> dict[str, str]:
    """Return the variables by which a shell asks what completes the last word of a command line."""
    return {
        "_LUDEX_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(typed.split(" ")) - 1),
        "_TYPER_COMPLETE_ARGS": typed,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }


def test_each_shell_completes_commands_of_games(answer: Callable[..., list[str]]) -> None:
    assert answer(**_completing("bash", "ludex planarity so")) == ["solve", "solution"]
    assert answer(**_completing("fish", "ludex planarity so"))[0].startswith("solve\t")
    assert '"solve":' in answer(**_completing("zsh", "ludex planarity so"))[0]


def test_options_complete_too(answer: Callable[..., list[str]]) -> None:
    assert "--max-size" in answer(**_completing("bash", "ludex swish solve --find count --ma"))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_is_given_its_script(answer: Callable[..., list[str]], shell: str) -> None:
    script = "\n".join(answer(_LUDEX_COMPLETE=f"source_{shell}"))
    assert f"_LUDEX_COMPLETE=complete_{shell}" in script and "ludex" in script


def test_bash_completes_by_its_script(tmp_path: Path) -> None:
    program = tmp_path / "ludex"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m ludex.cli "$@"\n')
    program.chmod(0o755)
    asked = (
        'eval "$(_LUDEX_COMPLETE=source_bash ludex)"; COMP_WORDS=(ludex sets ga); COMP_CWORD=2; '
        '_ludex_completion ludex; echo "${COMPREPLY[@]}"'
    )
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    ran = subprocess.run(["bash", "-c", asked], env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout == "game\n"


def _on_a_terminal(*arguments: str, **environment: str) -> str:
    """Return what a command writes on a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*_COMMAND, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        | {"TERM": "xterm", "COLUMNS": "120"}
        | environment,
    )
    os.close(theirs)
    written = b""
    try:
        while piece := os.read(ours, 4096):
            written += piece
    except OSError:  # as Linux says that the other side has gone
        pass
    finally:
        os.close(ours)
        process.wait(timeout=60)
    return written.decode().replace("\r\n", "\n")


def test_colours_are_for_terminals_and_can_be_turned_off(ludex: Any, catalogue: Path) -> None:
    assert _on_a_terminal("sets", "solve", "00x0").startswith("\x1b[31mludex:\x1b[0m '00x0': ")
    assert _on_a_terminal("sets", "solve", "00x0", NO_COLOR="1").startswith("ludex: '00x0': ")
    assert _on_a_terminal("sets", "solve", "00x0", TERM="dumb").startswith("ludex: '00x0': ")
    assert ludex("sets", "solve", "00x0").err.startswith("ludex: '00x0': ")
    label = "planarity-level-9-12-ksfrvvaet5q3yjvl"
    assert _on_a_terminal("planarity", "pack", "next", "easy") == f"\x1b[36m{label}\x1b[0m\n"
    assert ludex("planarity", "pack", "next", "easy").out == f"{label}\n"


def test_an_export_on_a_terminal_shows_how_far_it_has_come(catalogue: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.ndjson"
    shown = _on_a_terminal("export", "-o", str(file), NO_COLOR="1")
    lines = len(file.read_text().splitlines())
    assert f"/{lines}" in shown and "lines written" in shown


def test_ctrl_c_during_the_import_of_modules_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ludex.cli.main.main", interrupted)
    with pytest.raises(SystemExit) as ended:
        entry.main()
    assert ended.value.code == 130
    assert capsys.readouterr().err == "ludex: interrupted\n"


@pytest.mark.parametrize(("code", "ended"), [(0, 130), (1, 130), (2, 2)])
def test_an_interrupted_command_says_so_even_if_it_found_nothing(
    monkeypatch: pytest.MonkeyPatch, code: int, ended: int
) -> None:
    monkeypatch.setattr("ludex.cli.main.build", lambda *_: lambda **_: code)
    monkeypatch.setattr(progress, "interrupted", lambda: True)
    assert run(["planarity", "generate"], ()) == ended


@pytest.mark.parametrize("code", [0, 1, 2])
def test_a_command_that_nobody_interrupts_ends_with_its_own_code(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    monkeypatch.setattr("ludex.cli.main.build", lambda *_: lambda **_: code)
    assert run(["planarity", "generate"], ()) == code
