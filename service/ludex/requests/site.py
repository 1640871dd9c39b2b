"""Requests that the front page of the site also offers: the search, and the puzzles of a day."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import blake2b
from typing import TYPE_CHECKING, Annotated, Any, Literal
from urllib.parse import urlencode

from pydantic import Field, create_model

from ludex import operations
from ludex.catalogue import lists
from ludex.catalogue import search as searches
from ludex.engine.exact_json import exact_json
from ludex.engine.faults import Fault, within
from ludex.engine.notation import is_json
from ludex.games import games, part
from ludex.requests import bounds
from ludex.requests.bounds import SEARCH_LIMIT_DEFAULT
from ludex.requests.daily import FIRST_DAY, DailyPuzzles, current_day, describe_day, parse_day
from ludex.requests.declaration import TimeLimit, request
from ludex.requests.fields import Argument, Cursor, Label, Limit, Option, ResponseModel, ServiceBounds
from ludex.requests.json_text import json_text
from ludex.requests.media import Subject
from ludex.requests.session import Session
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.catalogue.kinds.registry import Registry


@dataclass(frozen=True, slots=True)
class Search:
    """A page of the results of a search.

    Attributes
    ----------
    items
        The results of this page, best first.
    understood
        The interpretations of the text, most likely first.
    next
        URL path of the next page; null on the last page.
    error
        What is wrong with a text that resembles a query or a position, with the remedy; null if nothing is wrong. The
        results are then those of its words.
    """

    items: "Sequence[searches.searching.SearchResult]"
    understood: "Sequence[searches.searching.UnderstoodText]"
    next: str | None
    error: str | None = None


def _text_of_search(found: Search) -> Iterator[str]:
    yield from () if found.error is None else [f"error: {found.error}"]
    yield from (reading.text for reading in found.understood)
    rows = [(item.kind, item.title, item.label or item.url) for item in found.items]
    yield from table([("kind", "title", "label or address"), *rows]) if rows else ["no results"]
    if found.next is not None:
        yield "there are more results; raise --limit"


def _digest(text: str) -> str:
    return blake2b(text.encode(errors="replace"), digest_size=6).hexdigest()


def _position(cursor: str, text: str) -> "searches.searching.Position":
    """Return the position in the results that a cursor contains. Raises ListingError."""
    numbers, _, digest = cursor.partition("-")
    part, _, place = numbers.partition(".")
    if digest != _digest(text) or not (part.isdecimal() and place.isdecimal()):
        raise lists.filters.ListingError("cursor", "not a cursor of this search; use the value of `next`")
    return int(part), int(place)


@request(
    "GET /search",
    command="search TEXT...",
    subject=Subject("search", "Search", "Objects, lists and pages by names, phrases and words."),
    text=_text_of_search,
    tool=True,
    lacks={"job": "it takes milliseconds"},
)
def search(
    catalogue: Session,
    text: Annotated[
        str,
        Field(alias="q", max_length=bounds.SEARCH_CHARACTERS),
        Argument("TEXT...", "Text to search for.", lambda words: words.replace("\n", " "), several=True),
    ],
    *,
    limit: Limit = SEARCH_LIMIT_DEFAULT,
    cursor: Cursor | None = None,
    time_limit: TimeLimit = None,
) -> Search:
    """Search objects, lists, the glossary, the documentation and other pages.

    Phrases such as `planar graphs on 7 vertices without triangles` become filters of lists. The first results are
    objects whose name is the text, then objects that a phrase describes, then pages that contain the words of the text.
    Graph names, such as `K2,3` or `Petersen`, find the stored graph regardless of how its vertices are numbered. If
    there are no results, a similar search that has results is suggested.

    Parameters
    ----------
    text
        A label or its beginning, a slug, the name of a graph such as `K5`, a position in a notation, a phrase such as
        `levels with 6 swaps`, or words.
    limit
        Maximum number of items.
    cursor
        Position in the results, from `next`.
    time_limit
        Time limit in seconds for the canonical form of a position.

    Returns
    -------
    Search
        `items` contains the results, best results first. Each result has `label`, `kind`, `title` and `url`.
        `understood` contains the interpretations of the text. Each interpretation has `kind`, `filters`, `text` and
        `url`. The method :meth:`find` accepts its kind and its filters.

    Examples
    --------
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> answer = catalogue.search("levels with 1 swap")
    >>> answer.items[0].label == level.label, answer.understood[0].filters
    (True, {'min_swaps': 1})
    """
    after = (0, 0) if cursor is None else _position(cursor, text)
    found = searches.searching.search_everything(
        catalogue.store, text, lambda: catalogue.searching(time_limit), limit=limit, after=after
    )
    if found.faults and not found.items:
        raise Fault(found.faults[0], ("q",))
    following = None
    if found.after is not None:
        onwards = f"{found.after[0]}.{found.after[1]}-{_digest(text)}"
        following = f"{searches.searching.API}/search?{urlencode({'q': text, 'limit': limit, 'cursor': onwards})}"
    return Search(found.items, found.understood, following, found.faults[0] if found.faults else None)


DAILY = Subject("daily", "Daily puzzles", "A puzzle of each game for every day.")


def _puzzles(registry: "Registry") -> dict[str, DailyPuzzles]:
    """Return the daily puzzles of the games of a catalogue, by name of the game."""
    held = {kind.address.partition("/")[0] for kind in registry.kinds}
    return {game.name: part(game, "daily") for game in games() if game.daily and game.name in held}


def _model_of_day(registry: "Registry") -> type[ResponseModel]:
    about = Field(description="The puzzle of this game; null if the catalogue lacks its objects.")
    puzzles: dict[str, Any] = {name: (puzzle.model | None, about) for name, puzzle in _puzzles(registry).items()}
    day = Field(description="The day, as YYYY-MM-DD.", json_schema_extra={"format": "date"})
    model: type[ResponseModel] = create_model(
        "Daily",
        __base__=ResponseModel,
        __doc__="The puzzles of a day, one for each game.",
        date=(str, day),
        **puzzles,
    )
    return model


def _text_of_day(found: Mapping[str, Any]) -> Iterator[str]:
    yield from table((name, value if isinstance(value, str) else json_text(value)) for name, value in found.items())


@request(
    "GET /daily/{date}",
    command="daily DATE",
    subject=DAILY,
    text=_text_of_day,
    answers=_model_of_day,
    tool=True,
)
def daily(
    catalogue: Session,
    date: Annotated[str, Field(json_schema_extra={"format": "date", "example": str(FIRST_DAY)})],
) -> dict[str, Any]:
    """Return the puzzles of a day, one of each game.

    Every installation with the starting catalogue has the same puzzles on the same day, and adding levels never changes
    them, unless a game has a calendar of its own. There are puzzles for every UTC date from 2026-01-01 on, including
    future dates; the future of a calendar of its own is hidden. They become harder from Monday to Sunday.

    Parameters
    ----------
    date
        Date in UTC as YYYY-MM-DD, from 2026-01-01 on.

    Returns
    -------
    dict
        The puzzle of each game, by name of the game; None if the catalogue lacks its objects.

    Examples
    --------
    >>> catalogue.daily("2026-01-01")["swish"].deck
    'swish-60'
    """
    with within("date"):
        day = parse_day(date)
    last = None if catalogue.client.reaches(None) else current_day() + timedelta(days=catalogue.daily_ahead)
    with catalogue.reading() as reader:
        return {"date": date, **describe_day(reader, _puzzles(catalogue.registry), day, last)}


_Day = Annotated[str, Field(json_schema_extra={"format": "date"})]
*_, _EXAMPLE = ("", *(game.name for game in games() if game.daily))
_Game = Annotated[str, Field(json_schema_extra={"example": _EXAMPLE}), ServiceBounds(bounds.LABEL_CHARACTERS)]


def _daily_of(registry: "Registry", game: str) -> DailyPuzzles:
    """Return the daily puzzles of a game. Raises Fault."""
    puzzles = _puzzles(registry)
    if game not in puzzles:
        raise Fault(f"unknown game {game!r}; games with calendars are {', '.join(puzzles)}", ("game",))
    return puzzles[game]


def _text_of_calendar(found: "operations.calendars.Calendar") -> Iterator[str]:
    if found.pack is None:
        yield f"{found.game}: the built-in calendar" + (f" from {found.first} on" if found.first else "")
    else:
        yield f"{found.game}: {found.pack} from {found.start} on, in the order {found.order}"
        yield f"applies from {found.first} on"
    yield from (f"{day}: {label}" for day, label in found.days.items())


def _read_days(text: str) -> dict[str, str]:
    """Parse days and levels in a word, such as `2026-12-24=LABEL,2026-12-25=LABEL`, or as JSON."""
    if is_json(text):
        found: dict[str, str] = exact_json(text)
        return found
    parts = [part.partition("=") for part in text.split(",")]
    for day, sign, _ in parts:
        if not sign:
            raise ValueError(f"{day!r} has no level; write DAY=LABEL, or DAY= to remove the level of the day")
    return {day.strip(): label.strip() for day, _, label in parts}


@request(
    "PUT /daily/calendar",
    command="calendar set GAME",
    subject=DAILY,
    writes="admin",
    problems=(404,),
    text=_text_of_calendar,
    example={"game": _EXAMPLE, "pack": "hard", "start": "2027-01-04", "order": "difficulty-by-weekday"},
)
def set_calendar(
    catalogue: Session,
    game: Annotated[_Game, Argument("GAME", "Name of the game.")],
    pack: Label | None = None,
    start: _Day | None = None,
    order: Literal["pack", "difficulty-by-weekday"] = "pack",
    days: Annotated[dict[str, str] | None, Option(("--days",), _read_days)] = None,
) -> "operations.calendars.Calendar":
    """Let the levels of a pack, or its tables of cards, be the daily puzzles of a game, or set single days.

    Days that have begun, in UTC, do not change, so the calendar applies from tomorrow on at the earliest. After the
    last level, the first one follows. Later changes of the pack do not change the calendar, except that a level that
    replaces another one takes its days. Only administrators see the future days of a calendar, unless the setting
    ``LUDEX_DAILY_AHEAD`` allows more.

    Parameters
    ----------
    game
        Name of the game.
    pack
        Label or slug of the pack. By default, only single days are set.
    start
        The day of the first level, as YYYY-MM-DD; by default, tomorrow.
    order
        `pack`: the order of the pack; `difficulty-by-weekday`: easier levels on Mondays than on Sundays.
    days
        Labels of the levels of single days, by date. They need a grade. An empty label removes the level of a day.

    Returns
    -------
    Calendar
        The newest calendar of the game.

    Examples
    --------
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> pack = catalogue.planarity.add_pack("year", [level.label])
    >>> catalogue.set_calendar("planarity", "year", start="9998-01-01").pack == pack.label
    True
    >>> catalogue.daily("9999-12-31")["planarity"].label == level.label
    True
    """
    puzzles = _daily_of(catalogue.registry, game)
    if pack is None and not days:
        raise Fault("no pack and no days are given; give a pack", ("pack",))
    packs = operations.packs.pack_kind_of(catalogue.registry, catalogue.registry.kind[puzzles.kind])
    assert packs is not None
    with within("start"):
        begin = None if start is None else parse_day(start)
    single = {}
    for day, label in (days or {}).items():
        with within("days", day):
            single[parse_day(day)] = label
    return operations.calendars.set_calendar(
        catalogue.store,
        game,
        packs,
        current_day(),
        pack=pack,
        start=begin,
        order=order,
        days=single,
        members=puzzles.members,
    )


@request(
    "GET /daily/calendar",
    command="calendar show GAME",
    subject=DAILY,
    writes="admin",
    text=_text_of_calendar,
    lacks={"tool": "the tool for the puzzles of a day is enough"},
)
def calendar(
    catalogue: Session, game: Annotated[_Game, Argument("GAME", "Name of the game.")]
) -> "operations.calendars.Calendar":
    """Return the newest calendar of the daily puzzles of a game, which may begin to apply only later.

    Parameters
    ----------
    game
        Name of the game.

    Returns
    -------
    Calendar
        The calendar, without its levels.

    Examples
    --------
    >>> catalogue.calendar("planarity").pack is None
    True
    """
    _daily_of(catalogue.registry, game)
    with catalogue.reading() as reader:
        return operations.calendars.read_calendar(reader, game)


@dataclass(frozen=True, slots=True)
class RemovedCalendar:
    """A game whose own calendar ends.

    Attributes
    ----------
    game
        Name of the game.
    """

    game: str


@request(
    "DELETE /daily/calendar",
    command="calendar remove GAME",
    subject=DAILY,
    writes="admin",
    text=lambda found: [f"{found.game}: the built-in calendar applies from tomorrow on"],
)
def remove_calendar(
    catalogue: Session, game: Annotated[_Game, Argument("GAME", "Name of the game.")]
) -> RemovedCalendar:
    """Let the built-in calendar of a game apply again from tomorrow on. Days that have begun do not change.

    Parameters
    ----------
    game
        Name of the game.

    Returns
    -------
    RemovedCalendar
        The name of the game.

    Examples
    --------
    >>> catalogue.remove_calendar("planarity").game
    'planarity'
    """
    _daily_of(catalogue.registry, game)
    operations.calendars.remove_calendar(catalogue.store, game, current_day())
    return RemovedCalendar(game)


SITE = (search, set_calendar, calendar, remove_calendar, daily)
"""The requests of this module."""
