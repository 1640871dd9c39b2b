"""Visitors try to get three stars for a card puzzle after a mistake, or with its solution before their eyes."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import expect

from ludex.catalogue.catalogue import Catalogue
from ludex.games.kinds import GAMES
from ludex.games.sets import daily as sets
from ludex.games.sets.kinds import PACK as SET_PACK
from ludex.games.swish.kinds import PACK as SWISH_PACK
from ludex.operations.packs import labels_of_pack
from ludex.web import daily

pytestmark = pytest.mark.slow

MONDAY = date(2026, 11, 23)


@pytest.fixture
def window(browser: Any) -> Iterator[Any]:
    """Give a window with a touch screen; nothing is animated."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, has_touch=True, reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def tables(starting_address: str) -> dict[str, str]:
    """Give the label of the first table of the first pack of each card game."""
    catalogue = Catalogue(starting_address, GAMES)
    found = {
        "sets": labels_of_pack(catalogue, SET_PACK, "set-first")[0],
        "swish": labels_of_pack(catalogue, SWISH_PACK, "swish-first")[0],
    }
    catalogue.close()
    return found


def on_table(page: Any) -> list[str]:
    expect(page.locator("[data-card]").first).to_be_visible()
    found: list[str] = page.locator("[data-card]").evaluate_all("all => all.map(one => one.dataset.card)")
    return found


def are_set(cards: tuple[str, ...]) -> bool:
    return all(len({card[place] for card in cards}) != 2 for place in range(4))


def find_every_set(page: Any, mistakes: int = 0) -> None:
    """Select so many cards that are no set, then every set of the table."""
    choices = list(combinations(on_table(page), 3))
    wrong = [cards for cards in choices if not are_set(cards)]
    for cards in (*wrong[:mistakes], *filter(are_set, choices)):
        for card in cards:
            page.locator(f"[data-card='{card}']").click()
    expect(page.locator("#end")).to_be_visible()


def expect_stars(page: Any, stars: int) -> None:
    expect(page.locator("#end [data-stars]")).to_have_attribute("data-stars", str(stars))


def stack_largest(page: Any, served: str) -> None:
    """Lay a largest swish as the service finds it."""
    table = page.locator("#cards").evaluate("one => JSON.parse(one.dataset.table)")
    answer = page.request.post(f"{served}/api/v1/swish/solve", data={"cards": table["cards"], "find": "largest"})
    for one in answer.json()["swish"]["cards"]:
        place = page.locator(f"[data-card='{one['index']}']")
        place.focus()
        for letter in {"flip-left": "l", "flip-up": "u", "flip-both": "lu"}.get(one["configuration"], ""):
            page.keyboard.press(letter)
        page.keyboard.press("Enter")
    expect(page.locator("#end")).to_be_visible()


def solution_of(page: Any, served: str, game: str, label: str) -> str:
    """Return the label of a stored solution of a table, or of a part of one. A set need not be linked to the table."""
    if game == "swish":
        items = page.request.get(f"{served}/api/v1/swish/swishes?position={label}&limit=1").json()["items"]
        return str(items[0]["label"])
    cards = set(page.request.get(f"{served}/api/v1/sets/positions/{label}").json()["cards"])
    items = page.request.get(f"{served}/api/v1/sets/found-sets?limit=1000").json()["items"]
    return next(str(one["label"]) for one in items if cards.issuperset(one["cards"]))


def test_a_mistake_in_the_set_of_the_day_is_not_undone_by_starting_again(
    window: Any, served: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "_now", lambda: MONDAY)
    window.clock.set_fixed_time(datetime(MONDAY.year, MONDAY.month, MONDAY.day, 12, tzinfo=UTC))
    window.goto(f"{served}/daily")
    window.get_by_role("link", name="Play SET").click()
    assert set(on_table(window)) == set(map(sets.DECK.code, sets.dealt(int(sets.DAILY.row(MONDAY)["seed"])).cards))
    find_every_set(window, mistakes=1)
    expect_stars(window, 2)
    window.get_by_role("button", name="Restart").click()
    expect(window.locator("#end")).to_be_hidden()
    find_every_set(window)
    expect_stars(window, 2)
    expect(window.locator("#end")).to_contain_text("1 mistake.")
    expect(window.locator(".daily-bar [data-game=sets] [data-stars]")).to_have_attribute("data-stars", "2")


def test_mistakes_on_a_table_of_a_pack_last_in_other_tabs(window: Any, served: str, tables: dict[str, str]) -> None:
    address = f"{served}/play/sets/positions/{tables['sets']}?pack=set-first"
    window.goto(address)
    find_every_set(window, mistakes=2)
    expect_stars(window, 1)
    window.get_by_role("button", name="Restart").click()
    expect(window.locator("#end")).to_be_hidden()
    find_every_set(window)
    expect_stars(window, 1)
    other = window.context.new_page()
    other.goto(address)
    expect(other.locator("[data-live=wrong]")).to_have_text("2")


@pytest.mark.parametrize("game", ["swish", "sets"])
@pytest.mark.parametrize("block", ["Show the picture", "More facts, which show the solution"])
def test_a_solution_seen_on_its_own_page_leaves_no_stars(
    window: Any, served: str, tables: dict[str, str], game: str, block: str
) -> None:
    label = tables[game]
    solution = solution_of(window, served, game, label)
    play = f"{served}/play/{game}/positions/{label}"
    window.goto(f"{served}/objects/{solution}")
    expect(window.get_by_text("if you look, you earn no stars for").first).to_be_visible()
    expect(window.locator(".object-picture svg")).to_be_hidden()
    assert window.evaluate("localStorage.getItem('ludex.help')") is None
    window.get_by_text(block, exact=True).click()
    window.wait_for_function("label => localStorage.getItem('ludex.help')?.includes(label)", arg=label)
    window.goto(play)
    if game == "swish":
        stack_largest(window, served)
    else:
        find_every_set(window)
    expect_stars(window, 0)
