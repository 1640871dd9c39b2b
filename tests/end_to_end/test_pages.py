"""Every page is looked at in a browser: at three widths, in both schemes, by axe. See `inspection`."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.end_to_end.inspection import Inspector

_COUNT_SHIFTS = """globalThis.shifted = 0;
new PerformanceObserver(list => { for (const entry of list.getEntries()) shifted += entry.value; })
  .observe({ type: "layout-shift", buffered: true });"""
LEVEL = "/objects/planarity-level-9-12-ksfrvvaet5q3yjvl"
PAGES = (
    "/",
    "/daily",
    "/daily/2026-01-04?month=2026-02",
    "/explore",
    "/play/sets/table?seed=1134&daily=2026-01-01",
    "/planarity",
    "/swish",
    "/sets",
    "/planarity/levels?vertices=14&min_swaps=6&max_crossings=20",
    "/planarity/levels?view=table&min_swaps=4&max_crossings=9&sort=-grade&vertices=x",
    "/swish/decks",
    "/sets/games",
    LEVEL,
    f"{LEVEL}?step=1",
    "/objects/swish-board-2x2-fbfiicapgpwbq6oi",
    "/objects/set-cap-3-4-20-no-such",
    "/search",
    "/search?q=C~",
    "/search?q=set",
    "/documentation",
    "/documentation/glossary",
    "/documentation/commands",
    "/documentation/completeness",
    "/documentation/citing",
    "/documentation/components",
    "/key",
)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_whole_at_every_width_and_in_both_schemes(inspect: Inspector, path: str) -> None:
    inspect(path)


def test_the_first_page_leads_to_the_games_by_mouse_and_by_keyboard(browser: Any, served: str) -> None:
    page = browser.new_page()
    page.goto(served)
    page.get_by_role("link", name="SWISH", exact=True).last.click()
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


@pytest.mark.parametrize("path", ["/", "/daily", "/documentation/components", f"/play/planarity/{LEVEL[9:]}"])
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_while_a_page_loads(browser: Any, served: str, path: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 740})
    page.add_init_script(_COUNT_SHIFTS)
    page.goto(served + path)
    page.wait_for_timeout(300)
    assert page.evaluate("shifted") < 0.05
    page.close()


def test_pages_have_their_pictures_without_scripts(browser: Any, served: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 800}, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{served}/planarity")
    pictures = page.locator("figure svg")
    expect(pictures).to_have_count(2)
    for number in range(pictures.count()):
        box = pictures.nth(number).bounding_box()
        assert 250 < box["width"] <= 360 - box["x"]
    context.close()


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


def test_a_list_is_narrowed_and_an_object_downloaded_without_scripts(browser: Any, served: str) -> None:
    context = browser.new_context(java_script_enabled=False, accept_downloads=True)
    page = context.new_page()
    page.goto(f"{served}/planarity/levels")
    page.locator("#filters").get_by_role("link", name="14", exact=True).first.click()
    expect(page).to_have_url(re.compile("vertices=14"))
    page.locator("input[name=max_crossings]").fill("10")
    page.get_by_role("button", name="Apply").click()
    expect(page).to_have_url(re.compile(r"(?=.*max_crossings=10)(?=.*vertices=14)"))
    with page.expect_download() as download:
        page.get_by_role("link", name="csv").click()
    lines = download.value.path().read_text().splitlines()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Levels {len(lines) - 1}", use_inner_text=True)
    page.locator(".card").first.click()
    page.get_by_role("link", name="Show the solution").click()
    page.get_by_text("Start. Next").wait_for()
    context.close()


def test_text_is_copied_by_its_button(inspect: Inspector) -> None:
    page = inspect.open(LEVEL)
    inspect.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#formats button[data-copy]").first.click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#formats pre").first.inner_text()
