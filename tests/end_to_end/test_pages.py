"""Every page is looked at in a browser: at three widths, in both schemes, by axe. See `inspection`."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.end_to_end.inspection import Inspector

_COUNT_SHIFTS = """globalThis.shifted = 0;
new PerformanceObserver(list => { for (const entry of list.getEntries()) shifted += entry.value; })
  .observe({ type: "layout-shift", buffered: true });"""
# Links and controls that are lower than a finger, except links within sentences.
_TOO_SMALL = """() => [...document.querySelectorAll("main :is(a[href], button, select, summary, input:not([type=hidden])), header a")]
  .filter(target => target.checkVisibility({ checkVisibilityCSS: true }) && target.getBoundingClientRect().width > 2)
  .filter(target => getComputedStyle(target).display !== "inline" || !target.closest("p, figcaption, .about, .notice, li"))
  .filter(target => Math.max(...[target, target.closest("label") ?? target].map(part => part.getBoundingClientRect().height)) < 43.5)
  .map(target => target.outerHTML.slice(0, 120))"""  # noqa: E501
LEVEL = "/objects/planarity-level-9-12-ksfrvvaet5q3yjvl"
PAGES = (
    "/",
    "/daily",
    "/explore",
    "/planarity",
    "/play/sets/table?seed=1134&daily=2026-01-01",
    "/planarity/levels?vertices=14&min_swaps=6&max_crossings=20",
    "/planarity/levels?view=table&min_swaps=4&max_crossings=9&sort=-grade&vertices=x",
    LEVEL,
    "/search?q=C~",
    "/documentation",
    "/documentation/glossary",
    "/key",
)
VARIANTS = (
    "/?puzzle=swish",
    "/?puzzle=sets",
    "/daily/2026-01-04?month=2026-02",
    "/swish",
    "/sets",
    "/swish/decks",
    "/sets/games",
    f"{LEVEL}?step=1",
    "/objects/swish-board-2x2-fbfiicapgpwbq6oi",
    "/objects/set-cap-3-4-20-no-such",
    "/search",
    "/search?q=set",
    "/documentation/commands",
    "/documentation/completeness",
    "/documentation/citing",
)
"""Pages by the templates of the others."""


@pytest.mark.parametrize("path", [*PAGES, *(pytest.param(path, marks=pytest.mark.slow) for path in VARIANTS)])
def test_a_page_is_whole_at_every_width_and_in_both_schemes(inspect: Inspector, path: str) -> None:
    inspect(path)


def test_the_first_page_leads_to_the_games_by_mouse_and_by_keyboard(browser: Any, served: str) -> None:
    page = browser.new_page()
    page.goto(served)
    page.locator("#swish a").click()
    expect(page).to_have_url(f"{served}/swish")
    page.go_back()
    expect(page.get_by_role("navigation", name="Main").get_by_role("link")).to_have_count(5)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    expect(page.get_by_role("navigation", name="Main")).to_have_count(1)
    page.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_phone_opens_the_menu_with_and_without_scripts(browser: Any, served: str, scripts: bool) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, java_script_enabled=scripts)
    page = context.new_page()
    page.goto(served)
    explore = page.get_by_role("navigation", name="Main").get_by_role("link", name="Explore")
    expect(explore).to_be_hidden()
    assert page.locator("header").bounding_box()["height"] < 80
    page.get_by_role("button", name="Menu").click()
    explore.click()
    expect(page).to_have_url(f"{served}/explore")
    context.close()


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/?puzzle=swish",
        "/?puzzle=sets",
        "/daily",
        f"/play/planarity/{LEVEL[9:]}",
        "/play/planarity/packs/easy",
        "/play/swish?seed=5",
        "/play/sets?seed=5",
        "/draw",
        "/draw/swish",
        "/offline",
    ],
)
@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.slow)])
def test_nothing_moves_while_a_page_loads(browser: Any, served: str, path: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 740})
    page.add_init_script(_COUNT_SHIFTS)
    page.goto(served + path)
    page.wait_for_timeout(300)
    assert page.evaluate("shifted") < 0.05
    page.close()


def test_a_solution_is_stepped_through_in_place_by_keyboard(inspect: Inspector) -> None:
    page = inspect.open(LEVEL)
    page.get_by_role("link", name="Show the solution").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Start. Next").wait_for()
    expect(page).to_have_url(re.compile(r"\?step=0#solution$"))
    page.get_by_role("link", name="Next swap").focus()
    page.keyboard.press("Enter")
    page.get_by_text("After 1 of 2 swaps").wait_for()
    # To the browser, steps that come faster than a hand are one step back.
    page.wait_for_timeout(300)
    expect(page.get_by_role("link", name="Next swap")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_text("After 2 of 2 swaps: no edges cross.").wait_for()
    page.wait_for_timeout(300)
    page.go_back()
    page.get_by_text("After 1 of 2 swaps").wait_for()
    inspect.silent("the solution")


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/play",
        f"/play/planarity/{LEVEL[9:]}",
        "/play/planarity/packs/easy",
        "/play/swish?seed=3",
        "/play/sets?seed=5",
        LEVEL,
        "/planarity/levels",
        "/planarity/levels?view=table",
        f"/graph?at={LEVEL[9:]}",
        "/make",
        "/make/import",
        "/make/packs/planarity/easy",
        "/draw",
    ],
)
def test_fingers_hit_every_control(browser: Any, served: str, path: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(served + path)
    assert page.evaluate(_TOO_SMALL) == []
    context.close()


@pytest.mark.parametrize(("name", "control"), [("SWISH", "Undo"), ("SET", "Restart")])
def test_the_cards_of_the_day_are_played_on_the_first_page(inspect: Inspector, name: str, control: str) -> None:
    page = inspect.open("/")
    page.locator(".panel-head").get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("button", name=control)).to_be_visible()
    page.locator("#cards [data-card]").first.click()
    expect(page.locator("#cards [data-card]").first).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#message")).to_contain_text("1 card")
    page.evaluate("sessionStorage.clear()")
    inspect.silent("the cards of the day")
