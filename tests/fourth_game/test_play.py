"""Peg solitaire is played in the browser: pegs jump, wrong jumps are refused, the end is compared with the minimum."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from ludex.settings import Settings
from peg_solitaire.kinds import GAME
from peg_solitaire.pages import PAGES
from peg_solitaire.requests import REQUESTS as SOLITAIRE
from tests.applications import serving
from tests.end_to_end.conftest import browsing
from tests.end_to_end.inspection import Inspector
from tests.services import ask


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with browsing() as started:
        yield started


@pytest.fixture(scope="module")
def address(settings: Settings) -> Iterator[str]:
    """Serve a catalogue with a solved position called `corner`."""
    with serving(settings, games=(GAME,), requests=(SOLITAIRE,), pages=(PAGES,)) as served:
        body = {"rows": "***/**./...", "solved": True, "slug": "corner"}
        assert ask(f"{served}/api/v1/solitaire/positions", body)[0] == 201
        yield served


@pytest.fixture(scope="module")
def inspect(browser: Any, address: str) -> Iterator[Inspector]:
    inspector = Inspector(browser, address)
    yield inspector
    inspector.close()


def click(page: Any, *places: str) -> None:
    for place in places:
        page.get_by_role("button", name=f"{place}:").click()


def test_a_position_is_played_to_the_proved_minimum(inspect: Inspector) -> None:
    page = inspect("/play/solitaire/corner")
    said, left = page.locator("#message"), page.locator("[data-live=left]")
    expect(left).to_have_text("5")
    click(page, "row 3, column 1")
    expect(said).to_have_text("Choose a peg first.")
    click(page, "row 1, column 2", "row 3, column 3")
    expect(said).to_have_text("The chosen peg cannot jump there.")
    click(page, "row 3, column 2", "row 1, column 1", "row 3, column 1", "row 3, column 1", "row 3, column 3")
    expect(said).to_have_text("2 pegs left. Perfect!")
    expect(page.locator("#end")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(left).to_have_text("3")
    expect(page.locator("#end")).to_be_hidden()
    page.get_by_role("button", name="Restart").click()
    expect(left).to_have_text("5")
    click(page, "row 1, column 1", "row 3, column 1", "row 1, column 3", "row 1, column 1")
    expect(said).to_have_text("3 pegs left; 2 can be left.")


def test_pages_of_the_game_are_whole(inspect: Inspector) -> None:
    for path in ("/", "/solitaire", "/play", "/draw/solitaire?text=pegs:.../.**/***&solve=1", "/make/random-pegs"):
        inspect(path)
    inspect("/compare?a=pegs:***/**./...&b=pegs:.../.**/***")
    inspect("/objects/corner")
