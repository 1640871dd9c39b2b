"""The daily puzzles of a game: which puzzle belongs to which day, and how the API describes it.

Every installation has the same puzzle on the same day. A game ships its puzzles as a list in a fixed order, with one
puzzle for each day, starting with the first day. New levels never change the list. After the last puzzle, the list
starts again from the beginning.
"""

import csv
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.faults import Fault
from ludex.requests.fields import ResponseModel

FIRST_DAY = date(2026, 1, 1)
"""The first day that has puzzles; it is a Thursday."""

Row = Mapping[str, str]


class NoPuzzleYet(LookupError):
    """The day is earlier than the first day with puzzles."""

    def __init__(self, day: date) -> None:
        super().__init__(f"the first daily puzzle is that of {FIRST_DAY}")
        self.day = day


@dataclass(frozen=True, slots=True)
class DailyPuzzles:
    """The daily puzzles of a game.

    Parameters
    ----------
    rows
        `rows()` returns the puzzles in the order of their days. The number of puzzles is a multiple of seven, so each
        weekday always has the same difficulty. Monday has the easiest puzzle of the week, and Sunday the hardest.
    model
        The model of a puzzle in responses.
    describe
        `describe(reader, row)` returns the puzzle in this row as an instance of the model, or None if objects of the
        puzzle are not in the catalogue.
    """

    rows: Callable[[], tuple[Row, ...]]
    model: type[ResponseModel]
    describe: Callable[[Reader, Row], ResponseModel | None]

    def row(self, day: date) -> Row:
        """Return the puzzle of a day. Raises NoPuzzleYet if the day is too early."""
        if day < FIRST_DAY:
            raise NoPuzzleYet(day)
        rows = self.rows()
        return rows[(day - FIRST_DAY).days % len(rows)]


@cache
def read_rows(package: str, name: str = "daily.csv") -> tuple[Row, ...]:
    """Return the rows of a CSV file in a package. The first line of the file is a header."""
    return tuple(csv.DictReader(files(package).joinpath(name).read_text("utf-8").split("\n")))


def parse_day(text: str) -> date:
    """Parse a date.

    >>> parse_day("2026-11-22")
    datetime.date(2026, 11, 22)

    Raises
    ------
    Fault
        If the text is not a date of the form YYYY-MM-DD.
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        shown = text if len(text) <= 20 else f"{text[:20]}..."
        raise Fault(f"{shown!r} is not a date; write year, month and day, such as {FIRST_DAY}", ("date",))
    return day


def describe_day(reader: Reader, puzzles: Mapping[str, DailyPuzzles], day: date) -> dict[str, Any]:
    """Return the puzzle of the day for each game, keyed by game. Raises NoPuzzleYet."""
    return {name: daily.describe(reader, daily.row(day)) for name, daily in puzzles.items()}
