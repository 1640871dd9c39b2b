"""Calendars of daily puzzles: who sets and sees them, and which days they may change."""

import json
import math
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from flask import Flask

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.lists.listing import page
from ludex.catalogue.ownership import Scope
from ludex.catalogue.verification import verify_some
from ludex.games.planarity.kinds import LEVEL, PACK
from ludex.operations import calendars
from ludex.operations.objects import replace_object
from ludex.operations.packs import PackOrder, create_pack
from ludex.requests import bounds, daily, site
from ludex.settings import Settings
from tests.applications import application, key_of
from tests.conftest import Lend

CALENDAR = "/api/v1/daily/calendar"
TODAY = date(2027, 3, 3)
Days = Callable[..., list[str | None]]


@pytest.fixture
def app(lend_starting: Lend, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """A service without a time limit, in which a level has a grade even if kernels are compiled while it is solved."""
    monkeypatch.setattr(bounds, "TIME_LIMIT_DEFAULT", math.inf)
    with lend_starting() as address, application(Settings(database_url=address, host="0.0.0.0")) as made:
        yield made


@pytest.fixture
def catalogue(app: Flask) -> Catalogue:
    found: Catalogue = app.extensions["ludex"].catalogue
    return found


@pytest.fixture(autouse=True)
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[date], None]:
    """Set the current day."""

    def set_day(day: date) -> None:
        for module in (daily, site):
            monkeypatch.setattr(module, "current_day", lambda: day)

    set_day(TODAY)
    return set_day


@pytest.fixture
def levels(catalogue: Catalogue) -> list[str]:
    """Return levels, of which the first eight are the pack `mine`."""
    with catalogue.reading() as reader:
        found = [view.label for view in page(reader, LEVEL, {"min_grade": 1}, "grade", limit=20).items]
    create_pack(catalogue, PACK, "mine", "Mine", found[7::-1], order=PackOrder.GIVEN)
    return found


@pytest.fixture
def root(app: Flask) -> dict[str, str]:
    return key_of(app, "root", Scope.ADMIN)


@pytest.fixture
def days(app: Flask, root: dict[str, str]) -> Days:
    """Return the labels of consecutive days that a client sees, or the administrator."""

    def seen(first: date, count: int, key: dict[str, str] | None = None) -> list[str | None]:
        client, addresses = app.test_client(), (f"/api/v1/daily/{first + timedelta(days=day)}" for day in range(count))
        answers = [client.get(address, headers=root if key is None else key).get_json() for address in addresses]
        return [answer["planarity"] and answer["planarity"]["label"] for answer in answers]

    return seen


def _put(app: Flask, key: dict[str, str], **fields: Any) -> Any:
    return app.test_client().put(CALENDAR, json={"game": "planarity", **fields}, headers=key)


def test_a_calendar_applies_from_its_start_and_repeats(
    app: Flask, root: dict[str, str], levels: list[str], days: Days
) -> None:
    start = TODAY + timedelta(days=3)
    before = days(start - timedelta(days=3), 3)
    answer = _put(app, root, pack="mine", start=str(start))
    assert answer.status_code == 200
    assert {name: answer.get_json()[name] for name in ("game", "start", "first", "order", "days")} == {
        "game": "planarity",
        "start": str(start),
        "first": str(start),
        "order": "pack",
        "days": {},
    }
    assert days(start - timedelta(days=3), 3) == before
    assert days(start, 10) == [*levels[7::-1], levels[7], levels[6]]
    read = app.test_client().get(f"{CALENDAR}?game=planarity", headers=root)
    assert read.get_json() == answer.get_json()


def test_a_calendar_leaves_the_days_before_its_start_to_the_calendar_before(
    app: Flask, root: dict[str, str], levels: list[str], catalogue: Catalogue, days: Days
) -> None:
    create_pack(catalogue, PACK, "other", "Other", levels[10:13])
    tomorrow, built_in = TODAY + timedelta(days=1), days(TODAY + timedelta(days=1), 1)
    _put(app, root, pack="mine")
    later = _put(app, root, pack="other", start=str(TODAY + timedelta(days=5))).get_json()
    assert later["first"] == str(TODAY + timedelta(days=5))
    assert days(tomorrow, 5) == [*levels[7:3:-1], days(TODAY + timedelta(days=5), 1)[0]]
    assert {*days(TODAY + timedelta(days=5), 3)} == {*levels[10:13]}
    # A calendar from an earlier day on replaces the later one, and removal replaces all.
    _put(app, root, pack="mine", start=str(TODAY + timedelta(days=4)))
    assert days(tomorrow, 5) == [*levels[7:4:-1], levels[7], levels[6]]
    app.test_client().delete(f"{CALENDAR}?game=planarity", headers=root)
    assert days(tomorrow, 1) == built_in and not {*days(tomorrow, 5)} & {*levels[:8]}


def test_readers_do_not_see_the_future(
    app: Flask, root: dict[str, str], levels: list[str], days: Days, at: Callable[[date], None]
) -> None:
    built_in = days(TODAY + timedelta(days=400), 1, {})
    assert built_in != [None]
    _put(app, root, pack="mine")
    assert days(TODAY + timedelta(days=1), 2, {}) == [None, None]
    at(TODAY + timedelta(days=1))
    assert days(TODAY + timedelta(days=1), 2, {}) == [levels[7], None]


def test_a_setting_shows_some_days_ahead(
    lend_starting: Lend, root: dict[str, str], catalogue: Catalogue, app: Flask, levels: list[str]
) -> None:
    _put(app, root, pack="mine")
    address = catalogue.database.url.render_as_string(hide_password=False)
    with application(Settings(database_url=address, host="0.0.0.0", daily_ahead=2)) as other:
        shown = [
            other.test_client().get(f"/api/v1/daily/{TODAY + timedelta(days=day)}").get_json()["planarity"]
            for day in (2, 3)
        ]
    assert (shown[0]["label"], shown[1]) == (levels[6], None)


def test_days_that_have_begun_never_change(
    app: Flask, root: dict[str, str], levels: list[str], days: Days, at: Callable[[date], None]
) -> None:
    today = days(TODAY, 1)
    _put(app, root, pack="mine", start=str(TODAY - timedelta(days=2)))
    assert days(TODAY, 2) == [*today, levels[4]]  # the fourth day since the start
    at(TODAY + timedelta(days=2))
    begun = days(TODAY, 3)
    _put(app, root, pack="mine", order="difficulty-by-weekday")
    assert days(TODAY, 3) == begun
    day = str(TODAY + timedelta(days=2))
    refused = _put(app, root, days={day: levels[0]})
    assert (refused.status_code, refused.get_json()["errors"][0]["pointer"]) == (422, f"/days/{day}")
    assert app.test_client().delete(f"{CALENDAR}?game=planarity", headers=root).status_code == 204
    assert days(TODAY, 3) == begun
    at(TODAY + timedelta(days=9))
    assert set(days(TODAY + timedelta(days=3), 4)).isdisjoint(levels[:8])


def test_single_days_take_precedence(app: Flask, root: dict[str, str], levels: list[str], days: Days) -> None:
    first = TODAY + timedelta(days=1)
    _put(app, root, pack="mine")
    answer = _put(app, root, days={str(first): levels[9], "2028-02-29": levels[10]})
    assert answer.get_json()["days"] == {str(first): levels[9], "2028-02-29": levels[10]}
    assert days(first, 2) == [levels[9], levels[6]]
    _put(app, root, days={str(first): ""})
    assert days(first, 1) == [levels[7]]
    for day in ("2027-02-30", str(first)):
        refused = _put(app, root, days={day: "none"})
        assert (refused.status_code, refused.get_json()["errors"][0]["pointer"]) == (422, f"/days/{day}")


def test_a_replaced_level_gives_its_days_to_the_other(
    app: Flask, catalogue: Catalogue, root: dict[str, str], days: Days
) -> None:
    client = app.test_client()
    drawings = [
        {"points": [[0, 0], [9, 9], [9, 0], [0, 9], *([[4, 20]] * more)], "edges": [[0, 1], [1, 2], [2, 3]]}
        for more in (0, 1)
    ]
    old, new = (
        client.post("/api/v1/planarity/levels", json=drawing, headers=root).get_json()["label"] for drawing in drawings
    )
    client.post("/api/v1/planarity/packs", json={"slug": "own", "levels": [old]}, headers=root)
    first = TODAY + timedelta(days=1)
    assert _put(app, root, pack="own", days={"2027-06-01": old}).status_code == 200
    replace_object(catalogue, LEVEL, old, new)
    assert days(first, 2) == [new, new] and days(date(2027, 6, 1), 1) == [new]


@pytest.mark.parametrize(("game", "pack", "other"), [("swish", "swish-easy", 5), ("sets", "set-easy", 8)])
def test_tables_of_card_games_are_daily_puzzles(
    app: Flask,
    root: dict[str, str],
    at: Callable[[date], None],
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    pack: str,
    other: int,
) -> None:
    from ludex.web import daily as pages

    client, first = app.test_client(), TODAY + timedelta(days=1)
    tables = client.get(f"/api/v1/{game}/packs/{pack}/levels?limit={other + 1}").get_json()["items"]
    put = client.put(
        CALENDAR, json={"game": game, "pack": pack, "days": {"2027-03-05": tables[other]["label"]}}, headers=root
    )
    assert put.status_code == 200, put.get_json()
    assert client.get(f"/api/v1/daily/{first}").get_json()[game] is None
    for day, table in ((first, tables[0]), (date(2027, 3, 5), tables[other]), (date(2027, 3, 6), tables[2])):
        at(day)
        monkeypatch.setattr(pages, "_now", lambda day=day: day)
        url = f"/play/{game}/positions/{table['label']}"
        assert client.get(f"/api/v1/daily/{day}").get_json()[game] == {
            "label": table["label"],
            "url": url,
            "cards": table["cards"],
        }
        assert f"{url}?daily={day}" in client.get("/daily").get_data(as_text=True)
        assert 'aria-label="Daily puzzle"' in client.get(f"{url}?daily={day}").get_data(as_text=True)
        board = client.get(f"/?puzzle={game}").get_data(as_text=True)
        assert table["label"] in board and f'data-game="{game}"' in board


def test_only_tables_that_can_be_played_are_daily_puzzles(app: Flask, root: dict[str, str]) -> None:
    client = app.test_client()

    def stored(game: str, **fields: Any) -> str:
        stored = client.post(f"/api/v1/{game}/positions", json=fields, headers=root).get_json()
        assert "label" in stored, stored
        return str(stored["label"])

    wide = stored("sets", properties=3, values=3, cards=["000", "111", "222"], find="all")
    unsolved = stored("swish", cards=["*../.o./.../...", "o../.*./.../..."])
    for game, label, reason in (("sets", wide, "properties 3"), ("swish", unsolved, "no grade")):
        refused = client.put(CALENDAR, json={"game": game, "days": {"2027-06-01": label}}, headers=root)
        assert refused.status_code == 422 and refused.get_json()["errors"][0]["pointer"] == "/days/2027-06-01"
        assert reason in refused.get_json()["errors"][0]["detail"]
    client.post("/api/v1/sets/packs", json={"slug": "wide", "levels": [wide]}, headers=root)
    refused = client.put(CALENDAR, json={"game": "sets", "pack": "wide"}, headers=root)
    assert refused.status_code == 422 and "properties 3" in refused.get_json()["errors"][0]["detail"]


def test_a_day_whose_level_is_gone_has_the_built_in_puzzle(
    app: Flask, root: dict[str, str], levels: list[str], days: Days
) -> None:
    client, first = app.test_client(), TODAY + timedelta(days=1)
    before = days(first, 1)
    drawing = {"points": [[0, 0], [9, 9], [9, 0], [0, 9]], "edges": [[0, 1], [1, 2], [2, 3]]}
    label = client.post("/api/v1/planarity/levels", json=drawing, headers=root).get_json()["label"]
    _put(app, root, days={str(first): label})
    assert days(first, 1) == [label]
    client.delete(f"/api/v1/planarity/levels/{label}", headers=root)
    assert days(first, 1) == before


def test_only_the_administrator_sets_and_reads_a_calendar(app: Flask, catalogue: Catalogue, levels: list[str]) -> None:
    store = key_of(app, "ada")
    client = app.test_client()
    for key, status in (({}, 401), (store, 403)):
        assert _put(app, key, pack="mine").status_code == status
        assert client.get(f"{CALENDAR}?game=planarity", headers=key).status_code == status
        assert client.delete(f"{CALENDAR}?game=planarity", headers=key).status_code == status
    assert "requires an API key with the scope `admin`" in client.get(f"{CALENDAR}?game=planarity").get_json()["detail"]


@pytest.mark.parametrize(
    ("fields", "status", "pointer"),
    [
        ({"game": "chess", "pack": "mine"}, 422, "/game"),
        ({}, 422, "/pack"),
        ({"pack": "mine", "start": "soon"}, 422, "/start"),
        ({"pack": "mine", "order": "random"}, 400, "/order"),
        ({"pack": "small", "order": "difficulty-by-weekday"}, 422, "/pack"),
        ({"pack": "empty"}, 422, "/pack"),
        ({"pack": "nothing"}, 422, "/pack"),
        ({"days": {"soon": ""}}, 422, "/days/soon"),
    ],
)
def test_an_invalid_calendar_is_refused(
    app: Flask,
    catalogue: Catalogue,
    root: dict[str, str],
    levels: list[str],
    fields: dict[str, Any],
    status: int,
    pointer: str,
) -> None:
    create_pack(catalogue, PACK, "small", "Small", levels[:6])
    create_pack(catalogue, PACK, "empty", "Empty", [])
    refused = _put(app, root, **fields)
    assert refused.status_code == status, json.dumps(refused.get_json())
    assert refused.get_json()["errors"][0]["pointer"].startswith(pointer)
    assert app.test_client().get(f"{CALENDAR}?game=planarity", headers=root).get_json()["first"] is None


@pytest.mark.parametrize("size", [7, 8, 20, 21])
@pytest.mark.parametrize("start", [date(2027, 3, 1), date(2027, 3, 4), date(2027, 3, 7)])
def test_weekdays_have_levels_of_their_difficulty(size: int, start: date) -> None:
    graded = [(f"level-{place}", place * 7 % 13) for place in range(size)]
    ordered = list(calendars.by_weekday(graded, start))
    used, grades = graded[: size // 7 * 7], dict(graded)
    assert sorted(ordered) == sorted(label for label, _ in used)
    of_day: dict[int, list[int]] = {}
    for day, label in enumerate(ordered):
        of_day.setdefault((start + timedelta(days=day)).weekday(), []).append(grades[label])
    assert [grade for weekday in sorted(of_day) for grade in sorted(of_day[weekday])] == sorted(
        grade for _, grade in used
    )


@pytest.mark.parametrize(
    ("game", "stored"),
    [
        (
            "swish",
            [{"cards": cards, "find": "largest"} for cards in (["*../.o./.../...", "o../.*./.../..."], ["*o", "o*"])],
        ),
        (
            "sets",
            [
                {"properties": 4, "values": 3, "cards": ["0000", "1111", "2222", *more], "find": "all"}
                for more in ([], ["0001"])
            ],
        ),
    ],
)
def test_tables_are_replaced_deleted_and_restored_with_what_lies_in_them(
    app: Flask, catalogue: Catalogue, root: dict[str, str], game: str, stored: list[dict[str, Any]]
) -> None:
    client = app.test_client()
    old, new = (
        client.post(f"/api/v1/{game}/positions", json=fields, headers=root).get_json()["label"] for fields in stored
    )
    pack = client.post(f"/api/v1/{game}/packs", json={"slug": "own", "levels": [old]}, headers=root).get_json()
    assert client.put(CALENDAR, json={"game": game, "pack": "own"}, headers=root).status_code == 200
    contains = client.get(f"/api/v1/objects/{old}/neighbours?relation=contains").get_json()["items"]
    assert contains
    before = client.get(f"/api/v1/objects/{old}").get_json()
    replaced = client.post(f"/api/v1/objects/{old}/replace", json={"by": new}, headers=root)
    assert (replaced.status_code, replaced.get_json()) == (200, {"replaced_in": [pack["label"]]})
    [level] = client.get(f"/api/v1/{game}/packs/own/levels").get_json()["items"]
    assert level["label"] == new
    assert client.get(f"/api/v1/daily/{TODAY + timedelta(days=1)}", headers=root).get_json()[game]["label"] == new
    moved = client.get(f"/api/v1/objects/{old}")
    assert (moved.status_code, moved.headers["Location"]) == (301, f"/api/v1/objects/{new}")
    assert client.post(f"/api/v1/trash/{old}/restore", headers=root).status_code == 200
    assert client.get(f"/api/v1/objects/{old}").get_json() == before
    assert client.get(f"/api/v1/objects/{old}/neighbours?relation=contains").get_json()["items"] == contains
    # Without what lay in it, it is restored too. What belongs to the starting catalogue is still there.
    assert client.delete(f"/api/v1/objects/{old}", headers=root).status_code == 204
    statuses = [client.delete(f"/api/v1/objects/{found['label']}", headers=root).status_code for found in contains]
    left = [found for found, status in zip(contains, statuses, strict=True) if status == 409]
    assert client.post(f"/api/v1/trash/{old}/restore", headers=root).status_code == 200
    assert client.get(f"/api/v1/objects/{old}/neighbours?relation=contains").get_json()["items"] == left
    assert verify_some(catalogue, [old, new]).sound


def test_a_table_is_replaced_by_one_of_its_deck(app: Flask, root: dict[str, str]) -> None:
    client = app.test_client()

    def stored(properties: int, *cards: str) -> str:
        table = {"properties": properties, "values": 3, "cards": cards, "find": "all"}
        return str(client.post("/api/v1/sets/positions", json=table, headers=root).get_json()["label"])

    def replaced(table: str, by: str) -> Any:
        return client.post(f"/api/v1/objects/{table}/replace", json={"by": by}, headers=root)

    many = ["0000", "1111", "2222", "0001", "0010", "0100", "1000", "1202", "2012", "2101", "0212"]
    first, second, third, fourth = (stored(4, *many[:size]) for size in (9, 8, 10, 11))
    small = stored(3, "000", "111", "222")
    for slug, tables in (("same", [first, second]), ("several", [third, small])):
        pack = client.post("/api/v1/sets/packs", json={"slug": slug, "levels": tables}, headers=root)
        assert pack.status_code == 201
    assert client.put(CALENDAR, json={"game": "sets", "days": {"2027-06-01": fourth}}, headers=root).status_code == 200
    for table in (first, fourth):  # of a pack of one deck, and of a calendar
        [fault] = replaced(table, small).get_json()["errors"]
        assert fault == {"pointer": "/by", "detail": f"{small} has properties 3; only 4 is possible here"}
        assert client.get(f"/api/v1/objects/{table}").status_code == 200
    assert replaced(third, small).status_code == 200  # The pack has tables of several decks.
    assert replaced(first, fourth).status_code == 200
