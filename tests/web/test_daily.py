"""The pages of the daily puzzles: today's, those of each day before, the calendar, and the bar on play pages."""

import json
import re
from datetime import date
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from ludex.web import daily
from tests.web.reading import Read

TODAY = date(2026, 11, 23)


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "_now", lambda: TODAY)


def data_of(text: str) -> dict[str, Any]:
    """Return what a page gives to the browser module."""
    found: dict[str, Any] = json.loads(unescape(re.findall('data-daily="(.*?)"', text)[0]))
    return found


def test_the_page_and_the_api_have_the_same_puzzles(visitor: FlaskClient) -> None:
    text = visitor.get("/daily").text
    puzzles = visitor.get("/api/v1/daily/2026-11-23").get_json()
    for game in ("planarity", "swish", "sets"):
        assert puzzles[game]["url"] in unescape(text)
    data = data_of(text)
    assert (data["date"], data["today"], data["short"]) == ("2026-11-23", "2026-11-23", "23 Nov")
    assert {puzzle["game"]: puzzle["key"] for puzzle in data["puzzles"]}["planarity"] == puzzles["planarity"]["label"]
    assert data_of(visitor.get("/daily/2026-11-22").text)["date"] == "2026-11-22"


def test_every_puzzle_of_a_day_is_played_on_a_page_that_knows_the_day(visitor: FlaskClient) -> None:
    links = Read(visitor.get("/daily/2026-11-22").text).links
    addresses = [address for name, address in links.items() if name.startswith("Play ")]
    assert len(addresses) == 3
    for address in addresses:
        page = visitor.get(address).text
        assert data_of(page)["date"] == "2026-11-22"
        assert 'aria-label="Daily puzzle"' in page


@pytest.mark.parametrize("day", ["2026-11-24", "2025-12-31", "x", "2026-11-21"])
def test_a_page_that_shows_another_puzzle_has_no_bar(visitor: FlaskClient, day: str) -> None:
    seed = visitor.get("/api/v1/daily/2026-11-22").get_json()["sets"]["seed"]
    response = visitor.get(f"/play/sets/table?seed={seed}&daily={day}")
    assert response.status_code == 200
    assert "data-daily" not in response.text


def test_the_calendar_leads_to_every_day_so_far_and_no_other(visitor: FlaskClient) -> None:
    text = visitor.get("/daily").text
    days = re.findall('data-day="(.*?)"', text)
    assert days == [f"2026-11-{day:02}" for day in range(1, 24)]
    assert "?month=2026-10#archive" in text and "2026-12" not in text
    january = visitor.get("/daily?month=2026-01").text
    assert "2025-12" not in january and "?month=2026-02#archive" in january
    assert visitor.get("/daily?month=x").text.count("data-day=") == 23
    assert visitor.get("/daily?month=1999-01").text.count("data-day=") == 31


def test_the_calendar_goes_on_over_the_end_of_a_year(visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "_now", lambda: date(2027, 2, 3))
    for month, around in (("2026-12", {"2026-11", "2027-01"}), ("2027-01", {"2026-12", "2027-02"})):
        text = visitor.get(f"/daily?month={month}").text
        assert set(re.findall(r"\?month=(\d+-\d+)#archive", text)) == around
    assert set(re.findall(r"\?month=(\d+-\d+)#archive", visitor.get("/daily").text)) == {"2027-01"}


@pytest.mark.parametrize(("day", "status"), [("2026-11-24", 404), ("2025-12-31", 404), ("2026-02-30", 422), ("x", 422)])
def test_a_day_without_puzzles_says_which_days_have_some(visitor: FlaskClient, day: str, status: int) -> None:
    response = visitor.get(f"/daily/{day}", headers={"Accept": "text/html"})
    assert response.status_code == status
    assert "2026-01-01" in response.text


def test_the_board_of_the_home_page_states_its_difficulty_and_leads_to_its_tutorial(visitor: FlaskClient) -> None:
    text = visitor.get("/").text
    task = text.partition('class="panel-task"')[2].partition("</p>")[0]
    assert "<strong>" in task and 'href="/play/planarity/tutorial">Tutorial</a>' in task
    assert "wap neighbours until no lines cross (<strong>Swap Planarity</strong>)" in text
    other = visitor.get("/?puzzle=sets").text.partition('class="panel-task"')[2].partition("</p>")[0]
    assert 'href="/play/sets/tutorial">' in other


def test_without_levels_the_home_page_has_the_puzzles_of_the_other_games(client: FlaskClient) -> None:
    text = client.get("/daily").text
    assert {puzzle["game"] for puzzle in data_of(text)["puzzles"]} == {"swish", "sets"}
    assert 'id="board"' not in client.get("/").text
