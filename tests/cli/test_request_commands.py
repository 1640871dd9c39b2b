"""A request becomes a command: its fields are arguments and options, files and words stand for their values."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from pydantic import Field
from typer.testing import CliRunner

from ludex.catalogue.lists.listing import Count
from ludex.cli.output import CommandError
from ludex.cli.request_commands import add_commands, command_of
from ludex.engine.faults import Fault, within
from ludex.requests.declaration import Given, Listing, Slice, TimeLimit, request
from ludex.requests.fields import Argument, Hidden, Option, RequestModel, ServiceBounds
from ludex.requests.results import PlainText, Svg
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


@request("GET /rows", command="test rows", subject="test", columns=("name", "size"))
def rows(catalogue: Session, *, exact: bool = True, complete: bool = True) -> Listing[dict[str, Any]]:
    """List rows.

    Parameters
    ----------
    exact
        Whether the number of rows is exact.
    complete
        Whether the search is complete.
    """
    del catalogue
    items = [{"name": name, "size": size} for name, size in (("a", 1000), ("b", None), ("c", True), ("d", [1]))] * 30

    def read(_after: object, limit: int) -> Slice[dict[str, Any]]:
        last = (limit,) if limit < len(items) else None
        return Slice(items[:limit], last, Count(len(items) * 100, exact), {"complete": complete})

    return Listing(read)


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ((), 102),
        (("--limit", "120"), 121),
        (
            ("--limit", "4"),
            ["name  size", "a     1,000", "b", "c     true", "d     [1]", "12,000 in all; raise --limit"],
        ),
        (("--limit", "1", "--no-exact"), ["name  size", "a     1,000", "more than 12,000 in all; raise --limit"]),
        (("--limit", "120", "--no-complete"), 122),
    ],
)
def test_a_list_is_a_table_of_its_first_hundred_items_that_says_what_is_left_out(
    words: tuple[str, ...], lines: int | list[str]
) -> None:
    told = [line.rstrip() for line in run(*words, of=command_of(rows)).splitlines()]
    assert (len(told) if isinstance(lines, int) else told) == lines
    assert (told[-1] == "there are more: the search reached its bounds") == ("--no-complete" in words)


def test_a_list_without_columns_has_those_of_its_items() -> None:
    @request("GET /free", command="test free", subject="test")
    def free(catalogue: Session, *, empty: bool = False) -> Listing[dict[str, Any]]:
        """List what has no columns.

        Parameters
        ----------
        empty
            Whether there is nothing.
        """
        del catalogue
        return Listing.whole([] if empty else [{"a": 1, "b": "x"}, {"a": 20, "b": None}])

    told = [line.split() for line in run(of=command_of(free)).splitlines()]
    assert told == [["a", "b"], ["1", "x"], ["20"]]
    assert run("--empty", of=command_of(free)).strip() == ""


@request(
    command="test shape SIDES",
    subject="test",
    formats={"csv": lambda found: f"{found}\n"},
    draws=lambda found: Svg("<svg/>"),
)
def shape(catalogue: Session, sides: Annotated[int, Argument("SIDES", "Number of sides.", int)]) -> int:
    """Return a shape.

    Parameters
    ----------
    sides
        Number of sides.
    """
    del catalogue
    return sides


def test_a_result_is_written_in_one_of_its_formats() -> None:
    assert run("3", "--format", "csv", of=command_of(shape)) == "3\n"
    assert run("3", "--format", "svg", of=command_of(shape)) == "<svg/>\n"
    assert run("3", "--format", "json", of=command_of(shape)) == run("3", of=command_of(shape)) == "3\n"
    with pytest.raises(CommandError, match=r"--format: 'xml' is not one of csv, svg"):
        run("3", "--format", "xml", of=command_of(shape))


@pytest.mark.parametrize(
    ("made", "plain", "in_json"),
    [(Svg("<svg/>\n"), "<svg/>\n", '{"svg":"<svg/>"}\n'), (PlainText("a\n"), "a\n", '{"text":"a"}\n')],
)
def test_a_text_and_a_picture_are_members_in_json(made: Any, plain: str, in_json: str) -> None:
    @request(command="test made", subject="test")
    def make(catalogue: Session) -> type(made):  # type: ignore[valid-type]
        """Return a text."""
        del catalogue
        return made

    assert (run(of=command_of(make)), run("--json", of=command_of(make))) == (plain, in_json)


class One(RequestModel):
    """A number that a line of a file gives."""

    number: Annotated[int | None, Argument("NUMBER", "A number.", lambda text: {"number": int(text)}, merged=True)] = (
        None
    )


@request(
    command="test negate NUMBER",
    subject="test",
    remark=lambda found: "it is small" if found == 1 else None,
    fails=lambda found: found < 0,
)
def negate(catalogue: Session, given: Annotated[One, Given(One, method="")]) -> int:
    """Return a number with the other sign."""
    del catalogue
    if given.number == 0:
        raise Fault("is zero", ("number",))
    return -(given.number or 0)


def ran(*words: str) -> tuple[int, str, str]:
    app = typer.Typer()
    app.command()(command_of(negate))
    result = CliRunner().invoke(app, words)
    return result.exit_code, result.stdout, result.stderr


def test_each_line_of_a_file_is_answered_and_the_worst_decides_the_exit_code(tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    file.write_text("-3\n")
    assert ran(str(file)) == (0, "3\n", "")
    file.write_text("-3\n-4\n")
    assert ran(str(file)) == (0, f"{file}, line 1:\n3\n{file}, line 2:\n4\n", "")
    file.write_text("-3\n4\n")
    assert ran(str(file), "--json") == (1, "3\n-4\n", "")
    file.write_text("0\n4\nx\n-1\n")
    code, told, errors = ran(str(file), "--json")
    assert (code, told) == (2, "-4\n1\n")
    assert [line.partition(f"{file}, line ")[2][:1] for line in errors.splitlines()] == ["1", "3"]


def test_a_remark_goes_beside_the_result_and_a_failure_gives_exit_code_1() -> None:
    code, told, errors = ran("--", "-1")
    assert (code, told) == (0, "1\n") and "it is small" in errors
    assert ran("4") == (1, "-4\n", "")


def test_a_command_of_one_word_is_that_of_its_group() -> None:
    app = add_commands(typer.Typer(), [negate])
    assert ([command.name for command in app.registered_commands], app.registered_callback) == (["negate"], None)
    app = add_commands(typer.Typer(), [add])
    assert not app.registered_commands and app.registered_callback is not None
