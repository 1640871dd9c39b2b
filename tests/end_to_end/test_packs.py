"""A table of a pack of each card game is played, and nobody keeps three stars who has looked at the solution."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position as Table
from ludex.games.sets.solving.search import find_all
from ludex.games.swish.card import Configuration
from ludex.games.swish.position import Position
from ludex.games.swish.solving.search import find_largest

pytestmark = pytest.mark.slow

LETTERS = {Configuration.IDENTITY: "", Configuration.FLIP_LEFT: "l", Configuration.FLIP_UP: "u"}


@pytest.fixture
def window(browser: Any) -> Iterator[Any]:
    """Give a window in which nothing is animated."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def stars(page: Any) -> Any:
    return page.locator("#end [data-stars]")


def solve_swish(page: Any) -> None:
    """Lay a largest swish of the cards on the table."""
    table = page.evaluate("JSON.parse(document.getElementById('cards').dataset.table)")
    swish = find_largest(Position.from_codes(table["cards"])).swish
    assert swish is not None
    for placed in swish.cards:
        card = page.locator(f"[data-card='{placed.index}']")
        card.focus()
        for letter in LETTERS.get(placed.configuration, "lu"):
            page.keyboard.press(letter)
        page.keyboard.press("Enter")


def solve_set(page: Any) -> None:
    """Select every set on the table."""
    table = page.evaluate("JSON.parse(document.getElementById('cards').dataset.table)")
    deck = Deck(4, 3)
    for found in find_all(Table.from_codes(deck, table["cards"])):
        for card in found:
            page.locator(f"[data-card='{deck.code(card)}']").click()


GAMES = pytest.mark.parametrize(
    ("game", "pack", "solve"), [("swish", "swish-first", solve_swish), ("sets", "set-first", solve_set)]
)


@GAMES
def test_a_pack_is_played_from_its_first_table(window: Any, served: str, game: str, pack: str, solve: Any) -> None:
    window.goto(f"{served}/play")
    window.locator(f"[data-pack='{pack}']").click()
    tables = window.locator(".level-card").count()
    expect(window.locator(".play-head")).to_contain_text(f"0 of {3 * tables} stars", use_inner_text=True)
    window.locator("[data-continue].button").click()
    expect(window.locator("h1")).to_contain_text(f"table 1 of {tables}", use_inner_text=True)
    solve(window)
    expect(stars(window)).to_have_attribute("data-stars", "3")
    window.locator("[data-onward]").click()
    expect(window.locator("h1")).to_contain_text(f"table 2 of {tables}", use_inner_text=True)
    window.goto(f"{served}/play/{game}/packs/{pack}")
    expect(window.locator(".play-head")).to_contain_text(f"3 of {3 * tables} stars", use_inner_text=True)
    expect(window.locator("[data-continue-name]")).to_have_text("Table 2")
    window.get_by_role("button", name="A puzzle for me").click()
    window.wait_for_url(f"**/play/{game}/positions/**")


@GAMES
def test_a_solution_that_was_shown_leaves_no_stars(window: Any, served: str, game: str, pack: str, solve: Any) -> None:
    window.goto(f"{served}/play/{game}/packs/{pack}")
    address = window.locator(".level-card").first.get_attribute("href")
    window.goto(f"{served}{address}")
    window.locator("details[data-spoiler] summary").click()
    expect(window.locator("details[data-spoiler] > :not(summary)").first).to_be_visible()
    # Neither another address of the table nor another tab gives the stars back.
    window.goto(f"{served}{address.partition('?')[0]}")
    solve(window)
    expect(stars(window)).to_have_attribute("data-stars", "0")
    window.goto(f"{served}/play/{game}/packs/{pack}")
    expect(window.locator(".play-head")).to_contain_text("· 0 of ", use_inner_text=True)
