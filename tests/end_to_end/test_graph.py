"""The graph and the results in a browser: walked on in place and by keys, a path found, all of it without scripts."""

import pytest
from playwright.sync_api import expect

from tests.end_to_end.inspection import Inspector, beginning

pytestmark = pytest.mark.slow

LEVEL = "planarity-level-9-12-ksfrvvaet5q3yjvl"
PAGES = (
    "/graph",
    f"/graph?at={LEVEL}",
    f"/graph/paths?from={LEVEL}&to=easy",
    "/graph/puzzles/planarity-graph-5-4-lmg6fxtg65rjsgrp",
    "/results/boards",
    "/results/deals?scale=log",
    "/results/experiments/minima",
)
FURTHER = (
    f"/graph/around?at={LEVEL}",
    "/results/caps",
    "/results/census",
    "/results/settled",
)
"""Pages that are in parts like those above."""

VARIANTS = (
    "/graph?at=nothing-is-called-so",
    "/graph?at=easy&each=150",
    "/graph?at=swish-36",
    f"/graph/paths?from={LEVEL}&to=swish-36",
    "/graph/puzzles",
    "/results",
    "/results/boards?height=5&width=5&symmetry=square",
    "/results/boards?height=0&width=many",
    "/results/experiments",
    "/results/experiments/values",
)
"""Pages that are made of what the others have, so that screen readers find nothing new."""


@pytest.mark.parametrize(
    "path", [*PAGES, *(pytest.param(path, marks=pytest.mark.slow) for path in (*FURTHER, *VARIANTS))]
)
def test_a_page_is_whole_at_every_width_and_in_both_schemes(inspect: Inspector, path: str) -> None:
    inspect(path, axe=path not in VARIANTS)


def test_walking_on_changes_the_page_in_place_and_goes_back(inspect: Inspector) -> None:
    page = inspect.open(f"/graph?at={LEVEL}")
    page.evaluate("window.kept = true")
    page.locator("a.walk").first.click()
    page.wait_for_url("**/graph?at=planarity-graph-*")
    expect(page.locator("main h1")).to_have_text(beginning("Graph"))
    expect(page.locator("main h1")).to_be_focused()
    page.go_back()
    page.locator("main h1", has_text="Level").wait_for()
    assert page.evaluate("window.kept") is True
    inspect.silent("walking")


def test_arrow_keys_move_between_neighbours_and_enter_walks_on(inspect: Inspector) -> None:
    page = inspect.open("/graph?at=easy&relation=has-level")
    marks = page.locator("a.walk")
    marks.first.focus()
    page.keyboard.press("ArrowDown")
    reached = page.evaluate("document.activeElement.getAttribute('href')")
    assert reached == marks.nth(1).get_attribute("href")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{reached}")
    inspect.silent("keys")
