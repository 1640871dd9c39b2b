"""A command with a dataclass as a parameter has an option for each of its fields."""

from dataclasses import dataclass
from inspect import signature
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from ludex.cli.dataclass_options import flatten_dataclass_params


@dataclass(frozen=True, slots=True)
class Sides:
    height: Annotated[int, typer.Argument()]
    width: Annotated[int, typer.Option("--width", help="Columns.")] = 3


def board(name: str, sides: Sides, times: Annotated[int, typer.Option("--times")] = 1) -> None:
    """Show a board."""
    typer.echo(f"{name} {sides!r} {times}")


def run(command: object, *words: str) -> str:
    app = typer.Typer()
    app.command()(command)
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("a", "4"), "a Sides(height=4, width=3) 1\n"),
        (("a", "4", "--width", "5", "--times", "2"), "a Sides(height=4, width=5) 2\n"),
    ],
)
def test_fields_are_arguments_and_options_in_the_place_of_the_parameter(words: tuple[str, ...], told: str) -> None:
    assert run(flatten_dataclass_params(board), *words) == told


def test_what_is_fixed_is_no_option() -> None:
    command = flatten_dataclass_params(board, "Show two boards.", times=2, width=7)
    assert list(signature(command).parameters) == ["name", "height"]
    assert run(command, "a", "4") == "a Sides(height=4, width=7) 2\n"
    assert "Show two boards." in run(command, "--help")


def test_a_command_that_is_unfolded_already_stays() -> None:
    once = flatten_dataclass_params(board, width=7)
    assert signature(flatten_dataclass_params(once)) == signature(once)
    assert run(flatten_dataclass_params(once), "a", "4") == "a Sides(height=4, width=7) 1\n"
    assert flatten_dataclass_params(once).__doc__ == board.__doc__
