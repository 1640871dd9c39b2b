"""The daily puzzles are played on two days: the streak grows, the calendar shows it, the shared result has no moves."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import expect

from ludex.catalogue.catalogue import Catalogue
from ludex.games.kinds import GAMES
from ludex.games.planarity.daily import DAILY
from ludex.games.planarity.level import Level
from ludex.games.planarity.operations.levels import find_level
from ludex.games.sets import daily as sets
from ludex.web import daily

pytestmark = pytest.mark.slow

MONDAY, TUESDAY = date(2026, 11, 23), date(2026, 11, 24)


@pytest.fixture
def window(browser: Any, served: str) -> Iterator[Any]:
    """Give a window of a phone with a clipboard; nothing is animated."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce")
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=served)
    yield context.new_page()
    context.close()


def level_of(starting_address: str, day: date) -> Level:
    catalogue = Catalogue(starting_address, GAMES)
    level = find_level(catalogue, DAILY.row(day)["label"])
    catalogue.close()
    return level


def solve(page: Any, level: Level) -> None:
    """Solve the level on the board by taps on the ends of edges."""
    for u, v in level.solution.swaps:
        for vertex in (u, v):
            circle = page.locator(f"#board [data-vertex='{vertex}'] circle")
            circle.scroll_into_view_if_needed()
            box = circle.bounding_box()
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_the_daily_is_played_on_two_days(
    window: Any, served: str, starting_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day, streak in ((MONDAY, "1 day"), (TUESDAY, "2 days")):
        monkeypatch.setattr(daily, "_now", lambda day=day: day)
        window.clock.set_fixed_time(datetime(day.year, day.month, day.day, 12, tzinfo=UTC))
        window.goto(served)
        solve(window, level_of(starting_address, day))
        expect(window.locator("[data-streak]")).to_contain_text(f"Your streak: {streak}")
    minimum = level_of(starting_address, TUESDAY).solution.min_swaps
    window.get_by_role("button", name="Share the result").click()
    expect(window.get_by_role("button", name="Copied")).to_be_visible()
    shared = window.evaluate("navigator.clipboard.readText()")
    assert shared == f"Ludex 24 Nov  ⬡ {minimum}/{minimum} ★★★\n{served}/daily/2026-11-24"
    window.goto(served)
    task = window.locator(".panel-task")
    expect(task).to_contain_text(f"Solved {minimum}/{minimum}.")
    expect(task.get_by_role("link", name="Next: SWISH")).to_have_attribute("href", f"{served}/?puzzle=swish")
    window.goto(f"{served}/daily")
    expect(window.locator("[data-stars-of]").and_(window.get_by_role("img", name="3 of 3 stars"))).to_have_count(1)
    expect(window.get_by_role("link", name="23 November 2026, 1 solved")).to_be_visible()
    # A puzzle of the archive has stars, but does not count for the streak.
    window.goto(f"{served}/daily/2026-11-20")
    window.get_by_role("link", name="Play Swap Planarity").click()
    solve(window, level_of(starting_address, date(2026, 11, 20)))
    expect(window.locator("[data-stars-of]").and_(window.get_by_role("img", name="3 of 3 stars"))).to_have_count(1)
    expect(window.locator("[data-streak]")).to_contain_text("Your streak: 2 days")


def test_every_set_of_the_day_is_found(window: Any, served: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "_now", lambda: MONDAY)
    window.goto(f"{served}/daily")
    window.get_by_role("link", name="Play SET").click()
    table = sets.dealt(int(sets.DAILY.row(MONDAY)["seed"]))
    codes = [sets.DECK.code(card) for card in table.cards]
    chosen = [
        cards
        for cards in combinations(codes, 3)
        if all(len({card[place] for card in cards}) != 2 for place in range(4))
    ]
    wrong = next(cards for cards in combinations(codes, 3) if cards not in chosen)
    for cards in (wrong, *chosen):
        for card in cards:
            window.locator(f"[data-card='{card}']").tap()
    expect(window.locator("#end")).to_contain_text(f"All {len(chosen)} sets in")
    expect(window.locator("[data-stars-of]").and_(window.get_by_role("img", name="2 of 3 stars"))).to_have_count(1)
    expect(window.locator("#end [data-stars]")).to_have_attribute("data-stars", "2")
    expect(window.locator("#found li")).to_have_count(len(chosen))
    assert "#" not in window.url


def test_a_day_that_is_not_there_says_what_to_do(window: Any, served: str) -> None:
    window.goto(f"{served}/daily/2025-12-31")
    expect(window.get_by_text("there are daily puzzles from 2026-01-01")).to_be_visible()


def test_giving_up_the_puzzle_of_the_day_is_confirmed_and_shown_on_its_page(
    window: Any, served: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "_now", lambda: MONDAY)
    window.clock.set_fixed_time(datetime(MONDAY.year, MONDAY.month, MONDAY.day, 12, tzinfo=UTC))
    window.goto(served)
    window.get_by_role("button", name="Give up").click()
    expect(window.locator("#message")).to_contain_text("Give up again to see the solution")
    assert window.evaluate("localStorage.getItem('ludex.daily')") is None
    window.get_by_role("button", name="Give up").click()
    expect(window.locator("#end")).to_contain_text("Solution: ", use_inner_text=True)
    window.goto(f"{served}/daily")
    expect(window.get_by_role("link", name="Gave up · Play again Swap Planarity")).to_be_visible()
    expect(window.get_by_role("link", name="Play SWISH")).to_be_visible()
