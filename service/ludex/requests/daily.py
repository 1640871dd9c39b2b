"""The daily puzzles of a game: which puzzle belongs to which day, and how the API describes it.

Every installation has the same puzzle on the same day. A game ships its puzzles as a list in a fixed order, with one
puzzle for each day, starting with the first day. New levels never change the list. After the last puzzle, the list
starts again from the beginning.
"""

import csv
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from pydantic import Field

from ludex import operations
from ludex.catalogue import objects
from ludex.engine.faults import Fault
from ludex.requests.fields import ResponseModel

if TYPE_CHECKING:
    from ludex.catalogue.storage.snapshot import Reader

FIRST_DAY = date(2026, 1, 1)
"""The first day that has puzzles; it is a Thursday."""

Row = Mapping[str, str]


class NoPuzzleYet(LookupError):
    """The day is earlier than the first day with puzzles."""

    def __init__(self, day: date) -> None:
        super().__init__(f"the first daily puzzle is that of {FIRST_DAY}")
        self.day = day


class PuzzleOfDay(ResponseModel):
    """The puzzle of a day. If a game has puzzles that are not stored, its model has more fields."""

    label: str | None = Field(
        default=None,
        exclude_if=lambda label: label is None,
        description="Label of the stored level or position; absent if the puzzle is not stored.",
    )
    url: str = Field(description="Address of the page on which the puzzle can be played.")


@dataclass(frozen=True, slots=True)
class DailyPuzzles:
    """The daily puzzles of a game.

    Parameters
    ----------
    rows
        `rows()` returns the puzzles in the order of their days. The number of puzzles is a multiple of seven, so each
        weekday always has the same difficulty. Monday has the easiest puzzle of the week, and Sunday the hardest.
    kind
        The kind of the levels of the game's packs, which calendars of the catalogue can contain. A row of such a
        calendar has only the column `label`.
    play
        The address of the page on which a level is played, without the label at its end.
    model
        The model of a puzzle in responses. Fields that are members of a stored level have their values.
    deal
        `deal(row)` describes a puzzle that is not stored, whose row has no `label`.
    members
        Values of members that the documents of levels need so that they can be played.
    """

    rows: Callable[[], tuple[Row, ...]]
    kind: str
    play: str
    model: type[PuzzleOfDay] = PuzzleOfDay
    deal: Callable[[Row], PuzzleOfDay] | None = None
    members: Mapping[str, Any] = field(default_factory=dict)

    def describe(self, reader: "Reader", row: Row) -> PuzzleOfDay | None:
        """Return the puzzle in a row, or None if its level is not in the catalogue."""
        label = row.get("label")
        if label is None:
            assert self.deal is not None
            return self.deal(row)
        level = objects.reading.find_many(reader, reader.registry.kind[self.kind], [label]).get(label)
        if level is None:
            return None
        members = {name: value for name, value in json.loads(level.text()).items() if name in self.model.model_fields}
        return self.model(**{**members, "url": f"{self.play}{quote(label)}"})

    def row_of_day(self, reader: "Reader", game: str, day: date) -> Row:
        """Return the puzzle of a day in the catalogue's calendar of a game, or in the built-in one.

        The built-in calendar also applies if the level of the day no longer exists. Raises NoPuzzleYet.
        """
        label = operations.calendars.label_of_day(reader, game, day)
        if label is not None and objects.reading.find_many(
            reader, reader.registry.kind[self.kind], [label], whole=False
        ):
            return {"label": label}
        return self.row(day)

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
        raise Fault(f"{shown!r} is not a date; write year, month and day, such as {FIRST_DAY}")
    return day


def current_day() -> date:
    """Return the current date in UTC."""
    return datetime.now(UTC).date()


def describe_day(
    reader: "Reader", puzzles: Mapping[str, DailyPuzzles], day: date, last: date | None = None
) -> dict[str, Any]:
    """Return the puzzle of the day for each game, keyed by game. Raises NoPuzzleYet.

    If the day is after the `last` one, the puzzles of the catalogue's own calendars are None.
    """

    def describe(game: str, daily: DailyPuzzles) -> PuzzleOfDay | None:
        row = daily.row_of_day(reader, game, day)
        is_own = last is not None and day > last and operations.calendars.label_of_day(reader, game, day) is not None
        return None if is_own else daily.describe(reader, row)

    return {name: describe(name, daily) for name, daily in puzzles.items()}
