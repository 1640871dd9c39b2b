"""A drawing is drawn by mouse, touch and keyboard, found and stored; cards are clicked; two things are compared."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.end_to_end.inspection import Inspector

LOOKED_AT = (
    "/draw?text=8:0-2,0-6,1-2,1-7,2-3,2-4,2-5,2-6,3-4,5-7&solve=1",
    "/draw/swish?text=*o,o*&solve=1",
    "/draw/sets?text=0000,0121,0212,1111&solve=1",
    "/compare?a=6:0-1,0-2,0-3,1-4,2-4,3-5&b=6:0-1,1-2,2-3,3-4,4-5,0-5",
    "/compare?a=nothing at all&b=*o",
)


@pytest.mark.parametrize("path", LOOKED_AT)
def test_a_page_is_whole_at_every_width_and_in_both_schemes(inspect: Inspector, path: str) -> None:
    inspect(path)


@pytest.fixture
def page(browser: Any, served: str) -> Iterator[Any]:
    """Give a window on the empty board, which can be touched."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, has_touch=True)
    page = context.new_page()
    page.goto(f"{served}/draw")
    page.wait_for_selector("#editor:not([hidden])")
    yield page
    context.close()


# Four places of the board, in parts of its width and height, of which the first two edges cross.
PLACES = ((0.2, 0.3), (0.8, 0.75), (0.3, 0.8), (0.7, 0.2))
EDGES = ((0, 1), (2, 3), (0, 2))


def _at(page: Any, place: tuple[float, float]) -> tuple[float, float]:
    box = page.locator("#board").bounding_box()
    return box["x"] + place[0] * box["width"], box["y"] + place[1] * box["height"]


def _live(page: Any) -> dict[str, str]:
    return {one: page.locator(f"[data-live={one}]").inner_text() for one in ("vertices", "edges", "crossings", "hull")}


def _heading(page: Any) -> str:
    """Return what the answer to the text of now says first, once it is there."""
    given = page.locator("#text").input_value()
    page.wait_for_selector(f"#answer:not([aria-busy])[data-given='{given}'] h2")
    return str(page.locator("#answer h2").inner_text())


def test_a_drawing_is_drawn_by_mouse_found_solved_and_stored(page: Any) -> None:
    for place in PLACES:
        page.mouse.click(*_at(page, place))
    for u, v in EDGES:
        page.mouse.click(*_at(page, PLACES[u]))
        page.mouse.click(*_at(page, PLACES[v]))
    assert _live(page) == {"vertices": "4", "edges": "3", "crossings": "1", "hull": "4 on it, 0 inside"}
    assert _heading(page) != "Yes, the catalogue has it"
    assert json.loads(page.locator("#text").input_value())["edges"] == [[0, 1], [0, 2], [2, 3]]
    assert "text=" in page.url

    page.get_by_role("button", name="Solve it").click()
    page.wait_for_selector("#answer .steps svg.board")
    assert "1 swap makes it plane" in page.locator("#answer").inner_text()
    page.get_by_role("button", name="Next").click()
    assert page.locator("#answer .steps [aria-live]").inner_text() == "After 1 swap of 1: 0 crossings; this is the end."

    page.get_by_role("button", name="Store it").click()
    page.wait_for_selector("#answer .notice.good")
    assert page.locator("#answer h2").first.inner_text() == "Yes, the catalogue has it"
    label = page.locator("#answer .notice a").inner_text()
    assert label.startswith("planarity-level-4-3-")
    assert page.locator("#answer .pair svg").count() == 2

    # A vertex is dragged: the same puzzle, drawn otherwise; then undone.
    start, end = _at(page, PLACES[3]), _at(page, (0.62, 0.12))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()
    assert _live(page)["crossings"] == "1"
    assert _heading(page) == "Yes, the catalogue has it"
    assert label in page.locator("#answer").inner_text()
    page.get_by_role("button", name="Undo").click()
    assert "Undone" in page.locator("#said").inner_text()


def test_a_drawing_is_drawn_by_touch(page: Any) -> None:
    for place in PLACES:
        page.touchscreen.tap(*_at(page, place))
    for u, v in EDGES[:2]:
        page.touchscreen.tap(*_at(page, PLACES[u]))
        page.touchscreen.tap(*_at(page, PLACES[v]))
    assert _live(page)["crossings"] == "1"
    assert _heading(page)
    assert page.locator("#answer .facts").first.is_visible()


def test_a_drawing_is_drawn_by_keyboard_and_every_change_is_said(page: Any) -> None:
    page.locator("[data-do=clear]").focus()
    page.keyboard.press("Tab")
    page.locator("#board").focus()
    said = page.locator("#said")
    page.keyboard.press("Enter")
    assert said.inner_text().startswith("Vertex 0.")
    for keys in (("ArrowRight",) * 4, ("ArrowUp",) * 3 + ("ArrowLeft",)):
        for key in keys:
            page.keyboard.press(key)
        page.keyboard.press("Enter")
    assert _live(page)["vertices"] == "3"
    page.keyboard.press("n")  # from vertex 2 on to vertex 0
    assert said.inner_text() == "Vertex 0, joined to none."
    page.keyboard.press("Enter")
    page.keyboard.press("p")
    page.keyboard.press("Enter")
    assert said.inner_text().startswith("0 and 2 joined.")
    page.keyboard.press("Shift+ArrowRight")
    assert "Vertex 2 moved" in said.inner_text()
    assert _live(page) == {"vertices": "3", "edges": "1", "crossings": "0", "hull": "3 on it, 0 inside"}
    page.keyboard.press("Delete")
    page.keyboard.press("Control+z")
    assert _live(page)["vertices"] == "3"
    assert _heading(page)


def test_points_on_a_line_are_told_of_at_once(page: Any) -> None:
    for place in ((0.25, 0.5), (0.5, 0.5), (0.75, 0.5)):
        page.mouse.click(*_at(page, place))
    told = page.locator("#position")
    assert told.inner_text() == "Not a drawing yet: vertices 0, 1 and 2 are on a line: move one."
    page.get_by_role("button", name="Undo").click()
    assert told.is_hidden()


def test_a_text_that_is_pasted_is_drawn_and_cards_lead_to_their_own_page(page: Any, served: str) -> None:
    page.locator("#text").fill("D~{")
    page.wait_for_selector("[data-live=edges]:text-is('10')")
    assert _live(page)["crossings"] == "5"
    assert page.locator("#text").input_value() == "D~{"
    page.locator("#text").fill("*o, o*")
    page.wait_for_url("**/draw/swish?text=*")
    assert page.locator("#text").input_value() == "*o, o*"


def test_cards_are_dealt_by_clicks(page: Any, served: str) -> None:
    page.goto(f"{served}/draw/sets")
    for code in ("0000", "0121", "0212"):
        page.locator(f"input[value='{code}']").check(force=True)
    assert page.locator("#text").input_value() == "0000, 0121, 0212"
    assert _heading(page)
    assert "equivalent" in page.locator("#answer .relations").inner_text().lower()

    page.goto(f"{served}/draw/swish")
    cells = page.locator(".cells button")
    for number in (0, 1, 4, 3):
        cells.nth(number).click()
    assert page.locator("#text").input_value() == "*o./.../.../..., .../o*./.../..."
    page.wait_for_selector("#answer h2")
    page.get_by_role("button", name="Find the largest swish").click()
    page.wait_for_selector("#answer h3:text('The largest swish')")


def test_without_scripts_a_text_is_looked_up_and_two_are_compared(browser: Any, served: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 800}, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{served}/draw")
    page.locator("#text").fill("4:0-1,0-2,1-3,2-3")
    page.get_by_role("button", name="Look it up").click()
    assert "text=4" in page.url
    assert "Crossings" in page.locator("#answer").inner_text()
    page.get_by_role("button", name="Solve it").click()
    assert page.locator("#answer .steps svg").count() == 1
    page.goto(f"{served}/compare")
    page.get_by_label("First").fill("4:0-1,0-2,1-3,2-3")
    page.get_by_label("Second").fill("4:0-1,0-3,1-2,2-3")
    page.get_by_role("button", name="Compare").click()
    assert "a=4" in page.url
    assert page.locator("#answer h2").inner_text() == "Alike: the same graph"
    assert page.locator("#answer .pair svg").count() >= 2
    context.close()
