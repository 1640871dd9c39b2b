"""Boards of levels on pages that browsers show, and the fixtures of the tests that play them."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from ludex.catalogue.catalogue import Catalogue
from ludex.games.kinds import GAMES
from ludex.games.planarity.kinds import PACK
from ludex.games.planarity.level import Level
from ludex.games.planarity.operations.levels import find_level
from ludex.operations.packs import labels_of_pack
from tests.end_to_end.inspection import beginning

Levels = dict[str, tuple[str, Level]]


@pytest.fixture(scope="module")
def levels(starting_address: str) -> Levels:
    """Give the first level of each pack, with its label."""
    catalogue = Catalogue(starting_address, GAMES)
    labels = {pack: labels_of_pack(catalogue, PACK, pack)[0] for pack in ("easy", "classic", "hard")}
    found = {pack: (label, find_level(catalogue, label)) for pack, label in labels.items()}
    catalogue.close()
    return found


@pytest.fixture
def window(browser: Any) -> Iterator[Any]:
    """Give a window with a touch screen; nothing is animated."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, has_touch=True, reduced_motion="reduce")
    yield context.new_page()
    context.close()


# A place at some distance from the nearest edge, and far from all vertices and other edges.
def live(page: Any, name: str) -> Any:
    return page.locator(f"[data-live={name}]")


def place_of(page: Any, vertex: int) -> tuple[float, float]:
    box = page.locator(f"#board [data-vertex='{vertex}'] circle").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def solved(page: Any, level: Level) -> None:
    expect(live(page, "crossings")).to_have_text("0", use_inner_text=True)
    minimum = level.solution.min_swaps
    expect(live(page, "moves")).to_have_text(str(minimum), use_inner_text=True)
    expect(page.locator("#end")).to_contain_text(f"Solved in {minimum} swap", use_inner_text=True)
    expect(page.locator("#end")).to_contain_text("Perfect!", use_inner_text=True)
    expect(live(page, "best")).to_have_text(beginning(str(minimum)))
