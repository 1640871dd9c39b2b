"""A request becomes a command: its fields are arguments and options, files and words stand for their values."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from pydantic import Field
from typer.testing import CliRunner

from ludex.cli.output import CommandError
from ludex.cli.request_commands import command_of
from ludex.engine.faults import Fault, within
from ludex.requests.declaration import Given, TimeLimit, declaration_of, request
from ludex.requests.fields import Argument, Hidden, Option, RequestModel, ServiceBounds
from ludex.requests.session import Session


def split(text: str) -> dict[str, Any]:
    return {"numbers": [int(word) for word in text.split()]}


class Numbers(RequestModel):
    """Numbers to add."""

    numbers: Annotated[list[int] | None, Argument("NUMBER...", "To add.", split, merged=True, several=True)] = None


@dataclass(frozen=True)
class Summed:
    """A sum."""

    sum: int
    kept: bool


def _text(found: Summed, fields: Any) -> list[str]:
    return [f"{found.sum}"] * fields.show


@request(command="sum NUMBER...", subject="numbers", text=_text)
def add(
    catalogue: Session,
    given: Annotated[Numbers, Given(Numbers, method="")],
    inner: Annotated[int | None, Hidden()] = None,
    times: Annotated[int, Field(ge=1), ServiceBounds(3)] = 1,
    parts: Annotated[Sequence[int] | None, Option(("--part", "-p"), lambda word: [int(word)])] = None,
    twice: bool = False,
    show: bool = True,
    *,
    time_limit: TimeLimit = None,
) -> Summed:
    """Add numbers.

    Parameters
    ----------
    times
        So often.
    """
    del inner, show, time_limit
    with within("numbers"):
        for index, number in enumerate(given.numbers or []):
            if number < 0:
                raise Fault("is negative", (index,))
    every = sum(given.numbers or []) + sum(parts or [])
    return Summed(every * times * (1 + twice), catalogue.bound(3) is not None)


def run(*words: str, of: Any = None) -> Any:
    app = typer.Typer()
    app.command()(of or command_of(add))
    result = CliRunner().invoke(app, words)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("1", "2"), "3\n"),
        (("1", "2", "--times", "5", "--twice"), "30\n"),
        (("1", "-p", "7"), "8\n"),
        (("1", "--no-show"), ""),
        (("1", "--json"), '{"sum":1,"kept":false}\n'),
    ],
)
def test_fields_are_arguments_and_options(words: tuple[str, ...], told: str) -> None:
    assert run(*words) == told


def test_help_says_what_the_declaration_says() -> None:
    told = run("--help")
    assert "Add numbers." in told and "So often." in told and "--time-limit" in told
    assert "--inner" not in told and "--store" not in told


def test_a_field_may_be_fixed() -> None:
    fixed = command_of(declaration_of(add).with_fixed("sum twice NUMBER...", "Add twice.", twice=True))
    assert run("2", of=fixed) == "4\n"
    assert "--twice" not in run("--help", of=fixed)


def test_a_word_may_name_a_file_and_its_lines_are_named(tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    file.write_text("# three\n1\n2\n\n-3\n")
    with pytest.raises(CommandError, match=f"{file}, line 5: is negative"):
        run("--file", str(file))
    with pytest.raises(CommandError, match=f"{file}, line 5: is negative"):
        run(str(file))
    with pytest.raises(CommandError, match="give only one"):
        run("1", "--file", str(file))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("5", "--times", "0"), "--times: "),
        (("x",), "'x': invalid literal"),
        (("5", "-p", "x"), "'x': invalid literal"),
        (("--time-limit", "0"), "--time-limit: "),
    ],
)
def test_what_is_wrong_is_named_as_the_command_line_has_it(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        run(*words)
