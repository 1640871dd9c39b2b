"""Import of drawings, one a line: each is solved and stored, and the report says what became of it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from itertools import islice
from typing import Any

from ludex.catalogue.database import Database
from ludex.catalogue.documents import CHECK_SECONDS
from ludex.catalogue.planarity.lookup import Sought, levels_by_key, seek
from ludex.catalogue.planarity.preparing import PreparedLevel, prepare_level
from ludex.catalogue.planarity.storing_levels import store_levels
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.planarity.drawing import Drawing, DrawingError, whole_points
from ludex.planarity.points import Points

BATCH = 20
_MOST_DIGITS = 100
_REASON_CHARACTERS = 500


class Outcome(StrEnum):
    """What became of a line: a new level, a stored one, or nothing."""

    NEW = "new"
    DUPLICATE = "duplicate"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class DrawingLine:
    """What became of a line, whose number counts from 1.

    `label` is that of the level; of a duplicate `matching` lists, for vertex i of the line's drawing, its vertex of the
    stored drawing. `reason` says why a line is refused.
    """

    line: int
    outcome: Outcome
    label: str | None = None
    matching: tuple[int, ...] | None = None
    reason: str | None = None


def import_drawings(
    database: Database,
    lines: Iterable[str | bytes],
    *,
    source: str = "import",
    read: Callable[[str | bytes], Drawing] | None = None,
    seconds: float | None = CHECK_SECONDS,
    budget: Budget | None = None,
    expected: int | None = None,
) -> Iterator[DrawingLine]:
    """Solve and store the drawings of lines such as `{"points": [[0, 0], ...], "edges": [[0, 1], ...]}`.

    Yields a report for each line in turn; empty lines are passed over, and a refused one changes nothing. Lines of
    another form come with a `read` that raises ValueError. Each drawing is solved within `seconds` (None: however long
    it takes); where they end first it is stored without a proof. Where the number of lines is `expected`, each has an
    equal share of what is left of the budget. One that is stored already is not solved again. Twenty lines are one
    transaction. At the end of the budget raises BudgetExhausted; what was reported stays.
    """
    budget = budget or Budget()
    numbered = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    left = expected
    while batch := list(islice(numbered, BATCH)):
        budget.check()
        reports = _import(database, batch, source, read or read_drawing_line, _Limits(seconds, budget, left))
        yield from reports
        if len(reports) < len(batch):
            raise BudgetExhausted(budget.exhausted() or "time")
        budget.report(batch[-1][0], note="lines")
        left = None if left is None else left - len(batch)


def read_drawing_line(line: str | bytes) -> Drawing:
    """Read a drawing from a line of JSON; decimals are read exactly. Raises ValueError, which names the place.

    >>> read_drawing_line('{"points": [[0, 0], [0.5, 1]], "edges": [[0, 1]]}').points
    ((0, 0), (5, 10))
    """
    document = _json(line)
    if not isinstance(document, dict) or set(document) != {"points", "edges"}:
        raise ValueError("a line is an object with points and edges, and nothing else")
    with _placed():
        return Drawing.from_numbers(_pairs(document, "points", (int, Decimal)), _pairs(document, "edges", (int,)))


def read_points_line(line: str | bytes) -> Points:
    """Read points, in whatever position, from JSON: a list of [x, y], or an object with `points`.

    Decimals are read exactly and scaled to be whole. Raises ValueError, which names the place.

    >>> read_points_line("[[0, 0], [0.5, 1]]")
    ((0, 0), (5, 10))
    """
    document = _json(line)
    if isinstance(document, list):
        document = {"points": document}
    if not isinstance(document, dict) or "points" not in document:
        raise ValueError("points are a list of [x, y], or an object with points")
    with _placed():
        return whole_points(_pairs(document, "points", (int, Decimal)))


@contextmanager
def _placed() -> Iterator[None]:
    """Let an error of the game say where it is."""
    try:
        yield
    except DrawingError as error:
        place = "/".join(map(str, error.place))
        raise ValueError(f"{place}: {error.message}" if place else error.message) from None


def _json(line: str | bytes) -> Any:  # noqa: ANN401 - whatever the line holds
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        return json.loads(text, parse_float=_decimal, parse_int=_integer, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("the line is nested too deeply") from None


def _integer(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(text)} digits")
    return int(text)


def _decimal(text: str) -> Decimal:
    if len(text) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(text)} characters")
    return Decimal(text)


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


def _pairs(document: dict[str, Any], name: str, numbers: tuple[type, ...]) -> Any:  # noqa: ANN401 - checked here
    listed = document[name]
    if not isinstance(listed, list):
        raise ValueError(f"{name}: a list of pairs is needed")
    for index, pair in enumerate(listed):
        if not (isinstance(pair, list) and len(pair) == 2 and all(type(number) in numbers for number in pair)):
            raise ValueError(f"{name}/{index}: a pair of numbers is needed")
    return listed


@dataclass(frozen=True, slots=True)
class _Limits:
    """How long one drawing may take, and all together; and how many lines are left, where that is known."""

    seconds: float | None
    budget: Budget
    lines: int | None

    def of_one(self, number: int) -> Budget:
        """Return the budget of drawing `number` from 0 of these lines; one share is kept for reading and storing."""
        left = self.budget.remaining()
        if self.lines is not None:
            left /= self.lines - number + 1
        seconds = left if self.seconds is None else min(self.seconds, left)
        return Budget(seconds=None if seconds == float("inf") else seconds, stop=self.budget.stop)


def _import(
    database: Database,
    batch: list[tuple[int, str | bytes]],
    source: str,
    read: Callable[[str | bytes], Drawing],
    limits: _Limits,
) -> list[DrawingLine]:
    """Report the lines of a batch; only some where the budget ends."""
    reports: dict[int, DrawingLine] = {}
    drawings: dict[int, Drawing] = {}
    for number, line in batch:
        if limits.budget.exhausted():
            break
        try:
            drawings[number] = read(line)
        except ValueError as error:
            reports[number] = DrawingLine(number, Outcome.REFUSED, reason=str(error)[:_REASON_CHARACTERS])
    sought = {number: seek(drawing) for number, drawing in drawings.items()}
    reports |= _known(database, sought)
    first: dict[bytes, int] = {}
    for number, one in sought.items():
        if number not in reports:
            first.setdefault(one.key, number)
    solved = _solved({number: drawings[number] for number in first.values()}, source, limits)
    with database.writing() as session:
        for number, stored in zip(solved, store_levels(session, list(solved.values())), strict=True):
            outcome = Outcome.NEW if stored.created else Outcome.DUPLICATE
            reports[number] = DrawingLine(number, outcome, stored.level.label, stored.matching)
    reports |= _known(database, {number: one for number, one in sought.items() if number not in reports})
    return [reports[number] for number in sorted(reports)]


def _known(database: Database, sought: Mapping[int, Sought]) -> dict[int, DrawingLine]:
    """Report the drawings that are stored already."""
    with database.reading() as session:
        levels = levels_by_key(session, [one.key for one in sought.values()])
    return {
        number: DrawingLine(number, Outcome.DUPLICATE, levels[one.key].label, one.matching_to(levels[one.key]))
        for number, one in sought.items()
        if one.key in levels
    }


def _solved(drawings: Mapping[int, Drawing], source: str, limits: _Limits) -> dict[int, PreparedLevel]:
    """Solve drawings in turn; those to which the budget does not come are left out."""
    from ludex.planarity.study.difficulty import graded

    levels: dict[int, PreparedLevel] = {}
    for place, (number, drawing) in enumerate(drawings.items()):
        if limits.budget.exhausted():
            break
        solution, difficulty = graded(drawing, limits.of_one(place))
        if limits.budget.exhausted() and not solution.proved:
            break
        levels[number] = prepare_level(drawing, solution, difficulty, {"source": source})
    return levels
