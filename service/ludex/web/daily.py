"""The daily puzzles: the puzzles of a day, the calendar of earlier days, and the daily puzzle on a play page.

The browser stores the results and the streak, and the browser module `daily` displays them.
"""

from calendar import Calendar
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from flask import Blueprint, abort, render_template, request, url_for

from ludex.catalogue.objects.reading import UnknownObject
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.faults import Fault
from ludex.requests.daily import FIRST_DAY, current_day, parse_day
from ludex.web.game_pages import DailyView, GamePages, site

blueprint = Blueprint("daily", __name__)


@dataclass(frozen=True, slots=True)
class DailyCard:
    """The puzzle of a day in one game.

    It contains the address where the puzzle can be played, and the data for showing and scoring it.
    """

    game: GamePages
    address: str
    view: DailyView

    @property
    def score(self) -> Mapping[str, Any]:
        """Return the data that the browser needs to score a result."""
        view, brand = self.view, self.game.brand
        return {
            "game": self.game.name,
            "title": self.game.title,
            "address": self.address,
            "symbol": "" if brand is None else brand.symbol,
            "pack": view.pack,
            "key": view.key,
            "best": view.best,
            "goal": view.goal,
            "step": view.step,
        }


@dataclass(frozen=True, slots=True)
class DailySet:
    """The puzzles of a day in all games.

    `current` is true if the day is today. Only today's puzzles count towards the streak.
    """

    day: date
    today: date
    cards: tuple[DailyCard, ...]

    @property
    def address(self) -> str:
        """Return the permanent address of the day."""
        return url_for("daily.show_day", day=self.day)

    @property
    def current(self) -> bool:
        """Return whether these are today's puzzles."""
        return self.day == self.today

    @property
    def title(self) -> str:
        """Return the date in words."""
        return f"{self.day:%A}, {self.day.day} {self.day:%B %Y}"

    @property
    def short(self) -> str:
        """Return the date in the short form that is used in shared results."""
        return f"{self.day.day} {self.day:%b}"

    @property
    def data(self) -> Mapping[str, Any]:
        """Return the data for the browser module."""
        return {
            "date": str(self.day),
            "today": str(self.today),
            "short": self.short,
            "address": self.address,
            "puzzles": [card.score for card in self.cards],
        }


def today() -> date:
    """Return the current date in UTC, or the first day with puzzles if the current date is earlier."""
    return max(_now(), FIRST_DAY)


def _now() -> date:
    return current_day()


def puzzles_of_day(reader: Reader, day: date) -> DailySet:
    """Return the puzzles of a day. Games without a puzzle are omitted. Raises NoPuzzleYet."""
    cards = []
    for game in site.games:
        if game.daily is None:
            continue
        row = game.daily.puzzles.row_of_day(reader, game.name, day)
        puzzle: Any = game.daily.puzzles.describe(reader, row)
        if puzzle is not None:
            joint = "&" if "?" in puzzle.url else "?"
            cards.append(
                DailyCard(game, f"{request.script_root}{puzzle.url}{joint}daily={day}", game.daily.view(reader, row))
            )
    return DailySet(day, today(), tuple(cards))


def daily_of_request() -> DailySet | None:
    """Return the puzzles of the day that is in the address of a play page.

    Return None if the page shows no puzzle of that day.
    """
    try:
        day = parse_day(request.args.get("daily", ""))
    except Fault:
        return None
    if not FIRST_DAY <= day <= today():
        return None
    with site.catalogue.reading() as reader:
        found = puzzles_of_day(reader, day)
    return found if any(_is_here(card) for card in found.cards) else None


def _is_here(card: DailyCard) -> bool:
    """Return whether the current address belongs to a puzzle, ignoring parameters that the board may have added."""
    address = urlsplit(card.address)
    own = dict(parse_qsl(address.query))
    return request.script_root + request.path == address.path and {name: request.args.get(name) for name in own} == own


@blueprint.get("/daily")
def show_today() -> str:
    """Show today's puzzles."""
    _require_puzzles()
    return render_template("daily/day.html", **_shown(today()))


@blueprint.get("/daily/<day>")
def show_day(day: str) -> str:
    """Show the puzzles of a day. Raises Fault and UnknownObject."""
    _require_puzzles()
    chosen = parse_day(day)
    if not FIRST_DAY <= chosen <= today():
        raise UnknownObject(f"there are daily puzzles from {FIRST_DAY} to {today()} (today); see /daily")
    return render_template("daily/day.html", **_shown(chosen))


def _require_puzzles() -> None:
    """End the request with 404 if no game has daily puzzles."""
    if not any(game.daily for game in site.games):
        abort(404)


def _shown(day: date) -> Mapping[str, Any]:
    with site.catalogue.reading() as reader:
        puzzles = puzzles_of_day(reader, day)
    month = _month(request.args.get("month", ""), day)
    return {
        "section": "/daily",
        "daily": puzzles,
        "title": "Today’s puzzles" if puzzles.current else puzzles.title,
        "month": f"{month:%B %Y}",
        "weeks": Calendar().monthdatescalendar(month.year, month.month),
        "in_month": month.month,
        "first": FIRST_DAY,
        "earlier": _month_address(_before(month)),
        "later": _month_address(_after(month)),
        "modules": ["daily"],
    }


def _month(text: str, day: date) -> date:
    """Return the first day of the month to show. By default, this is the month of the displayed day."""
    try:
        return max(parse_day(f"{text}-01"), FIRST_DAY.replace(day=1)) if text else day.replace(day=1)
    except Fault:
        return day.replace(day=1)


def _before(month: date) -> date:
    return month.replace(year=month.year - 1, month=12) if month.month == 1 else month.replace(month=month.month - 1)


def _after(month: date) -> date:
    return month.replace(year=month.year + 1, month=1) if month.month == 12 else month.replace(month=month.month + 1)


def _month_address(month: date) -> str:
    """Return the address of a month's calendar, or an empty string if the month has no puzzles."""
    first = FIRST_DAY.replace(day=1)
    return f"?month={month:%Y-%m}#archive" if first <= month <= today() else ""
