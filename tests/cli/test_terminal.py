"""Completion, colours and progress, which only terminals have."""

import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

_COMMAND = [sys.executable, "-m", "ludex.cli"]


def _completed(shell: str, typed: str) -> list[str]:
    """Return what completes the last word of a command line, as a shell would ask."""
    words = typed.split(" ")
    asked = {
        "_LUDEX_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(words) - 1),
        "_TYPER_COMPLETE_ARGS": typed,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    ran = subprocess.run(_COMMAND, env=os.environ | asked, capture_output=True, text=True, check=True)
    return ran.stdout.splitlines()


def test_each_shell_completes_commands_of_games() -> None:
    assert _completed("bash", "ludex planarity so") == ["solve"]
    assert _completed("fish", "ludex planarity so")[0].startswith("solve\t")
    assert '"solve":' in _completed("zsh", "ludex planarity so")[0]


def test_options_complete_too() -> None:
    assert "--max-size" in _completed("bash", "ludex swish count --ma")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_is_given_its_script(shell: str) -> None:
    asked = os.environ | {"_LUDEX_COMPLETE": f"source_{shell}"}
    script = subprocess.run(_COMMAND, env=asked, capture_output=True, text=True, check=True).stdout
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
    assert _on_a_terminal("sets", "any", "00x0").startswith("\x1b[31mludex:\x1b[0m '00x0': ")
    assert _on_a_terminal("sets", "any", "00x0", NO_COLOR="1").startswith("ludex: '00x0': ")
    assert _on_a_terminal("sets", "any", "00x0", TERM="dumb").startswith("ludex: '00x0': ")
    assert ludex("sets", "any", "00x0").err.startswith("ludex: '00x0': ")
    label = "planarity-level-9-12-ksfrvvaet5q3yjvl"
    assert _on_a_terminal("planarity", "pack", "next", "easy") == f"\x1b[36m{label}\x1b[0m\n"
    assert ludex("planarity", "pack", "next", "easy").out == f"{label}\n"


def test_an_export_on_a_terminal_shows_how_far_it_has_come(catalogue: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.ndjson"
    shown = _on_a_terminal("export", "-o", str(file), NO_COLOR="1")
    lines = len(file.read_text().splitlines())
    assert f"/{lines}" in shown and "lines written" in shown
