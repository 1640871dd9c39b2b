"""Every page is looked at in a browser: at three widths, in both schemes, by axe. See `inspection`."""

from typing import Any

import pytest

from tests.end_to_end.inspection import Inspector

PAGES = ("/", "/planarity", "/swish", "/sets", "/nothing-is-here")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_whole_at_every_width_and_in_both_schemes(inspect: Inspector, path: str) -> None:
    inspect(path)


def test_the_first_page_leads_to_the_games_by_mouse_and_by_keyboard(browser: Any, served: str) -> None:
    page = browser.new_page()
    page.goto(served)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="SWISH").click()
    assert page.url == f"{served}/swish"
    page.go_back()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "To the content"
    assert page.get_by_role("navigation", name="Main").count() == 1
    page.close()


def test_pages_have_their_pictures_without_scripts(browser: Any, served: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 800}, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{served}/planarity")
    pictures = page.locator("figure svg")
    assert pictures.count() == 2
    for number in range(pictures.count()):
        box = pictures.nth(number).bounding_box()
        assert 250 < box["width"] <= 360 - box["x"]
    context.close()
