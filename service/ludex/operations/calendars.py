"""Calendars of daily puzzles: which level of a pack belongs to which day.

A calendar contains the labels of the levels in their order, so that later changes of the pack do not move a day. A new
calendar applies from the day after today at the earliest, and the calendars before it remain for the days before.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Literal

from sqlalchemy import Row, delete, insert, select, update

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.pack import HAS_LEVEL
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import ObjectView, UnknownObject, find
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader, Writer
from ludex.engine.faults import Fault, within
from ludex.operations.packs import PackError, grades_of, require_like

AnyKind = Kind[Any, Any]
Order = Literal["pack", "difficulty-by-weekday"]
WEEK = 7


@dataclass(frozen=True, slots=True)
class Calendar:
    """The calendar of a game, without its levels.

    Attributes
    ----------
    game
        Name of the game.
    pack
        Label of the pack; null if the built-in calendar applies.
    start
        The day of the first level; null if the built-in calendar applies.
    first
        The first day to which the calendar applies; null if the built-in calendar has always applied.
    order
        The order of the levels.
    days
        The levels of days that were set one by one, by date.
    """

    game: str
    pack: str | None
    start: str | None
    first: str | None
    order: Order
    days: Mapping[str, str]


def label_of_day(reader: Reader, game: str, day: date) -> str | None:
    """Return the label of the level of a day in a calendar of a game, or None if the built-in calendar applies."""
    own, calendar = tables.daily_day.c, tables.daily_calendar.c
    label: str | None = reader.connection.scalar(select(own.label).where(own.game == game, own.day == str(day)))
    if label is not None:
        return label
    of_game = select(tables.daily_calendar).where(calendar.game == game, calendar.first <= str(day))
    row = reader.connection.execute(of_game.order_by(calendar.first.desc()).limit(1)).one_or_none()
    labels = [] if row is None else row.labels.split()
    if row is None or not labels:
        return None
    found: str = labels[(day - date.fromisoformat(row.start)).days % len(labels)]
    return found


def read_calendar(reader: Reader, game: str) -> Calendar:
    """Return the newest calendar of a game."""
    row = _newest(reader, game)
    own = tables.daily_day.c
    days = reader.connection.execute(select(own.day, own.label).where(own.game == game).order_by(own.day))
    single = {day: label for day, label in days}  # noqa: C416 - rows are not pairs for a type checker
    if row is None:
        return Calendar(game, None, None, None, "pack", single)
    return Calendar(game, row.pack, None if row.pack is None else row.start, row.first, row.order, single)


def _newest(reader: Reader, game: str) -> Row[Any] | None:
    calendar = tables.daily_calendar.c
    rows = select(tables.daily_calendar).where(calendar.game == game).order_by(calendar.first.desc())
    return reader.connection.execute(rows.limit(1)).one_or_none()


def set_calendar(
    catalogue: Catalogue,
    game: str,
    packs: AnyKind,
    today: date,
    *,
    pack: str | None = None,
    start: date | None = None,
    order: Order = "pack",
    days: Mapping[date, str] | None = None,
    members: Mapping[str, Any] | None = None,
) -> Calendar:
    """Let the levels of a pack be the daily puzzles of a game from a day on, and set single days.

    `packs` is the kind of the packs, and `members` are values that the documents of the levels need.

    Days that have begun do not change. An empty label removes a single day. Raises Fault for a pack without enough
    levels or that does not exist, for a level that does not exist or has no grade, and for a day that has begun.
    """
    tomorrow = today + timedelta(days=1)
    with catalogue.writing() as writer:
        if pack is not None:
            begin = start or tomorrow
            with within("pack"):
                try:
                    found = find(writer, pack, packs)
                except UnknownObject as error:
                    raise Fault(str(error)) from None
                ordered = _ordered(writer, found, begin, order, members)
            _append(writer, game, max(begin, tomorrow), begin, found.label, order, ordered)
        for day, name in (days or {}).items():
            with within("days", str(day)):
                if day <= today:
                    raise Fault(f"this day has begun; the first day that can change is {tomorrow}")
                own = tables.daily_day.c
                writer.connection.execute(delete(tables.daily_day).where(own.game == game, own.day == str(day)))
                if name:
                    _require_graded(writer, packs, name, members)
                    row = {"game": game, "day": str(day), "label": name}
                    writer.connection.execute(insert(tables.daily_day).values(row))
        return read_calendar(writer, game)


def remove_calendar(catalogue: Catalogue, game: str, today: date) -> None:
    """Let the built-in calendar of a game apply from the day after today."""
    tomorrow = today + timedelta(days=1)
    with catalogue.writing() as writer:
        own = tables.daily_day.c
        writer.connection.execute(delete(tables.daily_day).where(own.game == game, own.day > str(today)))
        _append(writer, game, tomorrow, tomorrow, None, "pack", ())


def _append(
    writer: Writer,
    game: str,
    first: date,
    start: date,
    pack: str | None,
    order: Order,
    labels: Sequence[str],
) -> None:
    """Store a calendar that applies from its first day on, in place of those that would begin to apply later."""
    calendar = tables.daily_calendar.c
    writer.connection.execute(delete(tables.daily_calendar).where(calendar.game == game, calendar.first >= str(first)))
    row = {"game": game, "first": str(first), "start": str(start), "pack": pack, "order": order}
    writer.connection.execute(insert(tables.daily_calendar).values(row | {"labels": " ".join(labels)}))


def _require_graded(reader: Reader, packs: AnyKind, label: str, members: Mapping[str, Any] | None = None) -> None:
    """Raise Fault if a level does not exist, has no grade, or does not have the given members."""
    try:
        grades_of(reader, packs, [label], members=members)
    except PackError as error:
        raise Fault(error.message) from None


def _ordered(
    reader: Reader, pack: ObjectView, start: date, order: Order, members: Mapping[str, Any] | None
) -> list[str]:
    """Return the labels of the levels of a pack in the order of their days. Raises Fault."""
    labels = [level.label for level in neighbours(reader, pack.id, HAS_LEVEL)]
    least = WEEK if order == "difficulty-by-weekday" else 1
    if len(labels) < least:
        raise Fault(f"the pack has {len(labels)} levels; the order {order!r} needs at least {least}")
    grades = grades_of(reader, pack.kind, labels, members=members)
    if order == "pack":
        return labels
    return list(by_weekday([(label, grade) for label, (grade, _) in grades.items()], start))


def by_weekday(graded: Sequence[tuple[str, int]], start: date) -> Iterator[str]:
    """Yield levels such that each weekday has levels of one seventh of all grades: the easiest ones on Mondays.

    Within a seventh, the levels keep their order. If the number of levels is not a multiple of seven, the last ones are
    left out. The first level belongs to the day `start`.

    >>> "".join(by_weekday([(letter, ord(letter)) for letter in "nmlkjihgfedcba"], date(2026, 1, 1)))
    'hjlnbdfgikmace'
    """
    weeks = len(graded) // WEEK
    used = graded[: WEEK * weeks]
    place = {label: index for index, (label, _) in enumerate(used)}
    ranked = [label for label, _ in sorted(used, key=lambda level: level[1])]
    bands = [sorted(ranked[band * weeks : (band + 1) * weeks], key=place.__getitem__) for band in range(WEEK)]
    for day in range(WEEK * weeks):
        yield bands[(start + timedelta(days=day)).weekday()][day // WEEK]


def replace_in_calendars(writer: Writer, packs: AnyKind, old: str, new: str) -> None:
    """Put a level in the place of another one in all calendars. Raises Fault if calendars cannot contain it.

    `packs` is the kind of the packs.
    """
    own, calendar = tables.daily_day.c, tables.daily_calendar.c
    found = writer.connection.execute(update(tables.daily_day).where(own.label == old).values(label=new)).rowcount
    for row in writer.connection.execute(select(tables.daily_calendar)).all():
        labels = row.labels.split()
        if old in labels:
            found += 1
            changed = " ".join(new if label == old else label for label in labels)
            of_row = (calendar.game == row.game) & (calendar.first == row.first)
            writer.connection.execute(update(tables.daily_calendar).where(of_row).values(labels=changed))
    if found:
        require_like(writer, packs, [old], new)
