"""A drawing is drawn by mouse, touch and keyboard, found and stored; cards are clicked; two things are compared."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.end_to_end.inspection import Inspector, beginning

pytestmark = pytest.mark.slow

LOOKED_AT = (
    "/draw?text=8:0-2,0-6,1-2,1-7,2-3,2-4,2-5,2-6,3-4,5-7&solve=1",
    "/draw/swish?text=*o,o*&solve=1",
    "/draw/sets?text=0000,0121,0212,1111&solve=1",
    "/compare?a=6:0-1,0-2,0-3,1-4,2-4,3-5&b=6:0-1,1-2,2-3,3-4,4-5,0-5",
    "/compare?a=nothing at all&b=*o",
    "/play/swish/draft?text=*o./...,o../.*.,..*/.o.",
    "/play/sets/draft?text=0000,0121,0212,1111",
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


def _shows(page: Any, **values: str) -> None:
    for name, value in values.items():
        expect(page.locator(f"[data-live={name}]")).to_have_text(value, use_inner_text=True)


def _heading(page: Any) -> str:
    """Return what the answer to the text of now says first, once it is there."""
    given = page.locator("#text").input_value()
    page.wait_for_selector(f"#answer:not([aria-busy])[data-entered='{given}'] h2")
    return str(page.locator("#answer h2").inner_text())


def test_a_drawing_is_drawn_by_mouse_found_solved_and_stored(page: Any) -> None:
    for place in PLACES:
        page.mouse.click(*_at(page, place))
    for u, v in EDGES:
        page.mouse.click(*_at(page, PLACES[u]))
        page.mouse.click(*_at(page, PLACES[v]))
    _shows(page, vertices="4", edges="3", crossings="1")
    assert _heading(page) == "Not saved yet"
    assert json.loads(page.locator("#text").input_value())["edges"] == [[0, 1], [0, 2], [2, 3]]
    expect(page).to_have_url(re.compile("text="))

    page.locator("#answer .known > summary").click()
    page.get_by_role("button", name="Solve").click()
    page.wait_for_selector("#answer .steps svg.board")
    expect(page.locator("#answer")).to_contain_text("Fewest swaps needed: 1.", use_inner_text=True)
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#answer .steps [aria-live]")).to_have_text(
        "After 1 of 1 swap: 0 crossings; solved.", use_inner_text=True
    )

    page.get_by_role("button", name="Save").click()
    expect(page.locator("#answer h2").first).to_have_text("Saved", use_inner_text=True)
    label = page.locator("#answer h2 + p a").inner_text()
    assert label.startswith("planarity-level-4-3-")
    expect(page.locator("#answer .pair svg")).to_have_count(0)

    # A vertex is dragged: the same puzzle, drawn otherwise; then undone.
    start, end = _at(page, PLACES[3]), _at(page, (0.62, 0.12))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()
    _shows(page, crossings="1")
    assert _heading(page) == "It is in the catalogue"
    expect(page.locator("#answer")).to_contain_text(label, use_inner_text=True)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#message")).to_contain_text("Undone", use_inner_text=True)


def test_a_drawing_is_drawn_by_touch(page: Any) -> None:
    for place in PLACES:
        page.touchscreen.tap(*_at(page, place))
    for u, v in EDGES[:2]:
        page.touchscreen.tap(*_at(page, PLACES[u]))
        page.touchscreen.tap(*_at(page, PLACES[v]))
    _shows(page, crossings="1")
    assert _heading(page) == "Not saved yet"
    # A swap of the ends of an edge without neighbours changes nothing.
    expect(page.locator("#remedy")).to_contain_text("Add an edge between the ends of two edges that cross.")
    expect(page.locator("#answer .play-link")).to_have_count(0)


def test_a_drawing_is_drawn_by_keyboard_and_every_change_is_said(page: Any) -> None:
    page.locator("[data-do=clear]").focus()
    page.keyboard.press("Tab")
    page.locator("#board").focus()
    said = page.locator("#message")
    page.keyboard.press("Enter")
    expect(said).to_have_text(beginning("Vertex 0 added."), use_inner_text=True)
    for keys in (("ArrowRight",) * 4, ("ArrowUp",) * 3 + ("ArrowLeft",)):
        for key in keys:
            page.keyboard.press(key)
        page.keyboard.press("Enter")
    _shows(page, vertices="3")
    page.keyboard.press("n")  # from vertex 2 on to vertex 0
    expect(said).to_have_text("Vertex 0, no edges.", use_inner_text=True)
    page.keyboard.press("Enter")
    page.keyboard.press("p")
    page.keyboard.press("Enter")
    expect(said).to_have_text(beginning("Edge 0–2 added."), use_inner_text=True)
    page.keyboard.press("Shift+ArrowRight")
    expect(said).to_contain_text("Vertex 2 moved", use_inner_text=True)
    _shows(page, vertices="3", edges="1", crossings="0")
    page.keyboard.press("Delete")
    page.keyboard.press("Control+z")
    _shows(page, vertices="3")
    assert _heading(page)


def test_points_on_a_line_are_told_of_at_once(page: Any) -> None:
    for place in ((0.25, 0.5), (0.5, 0.5), (0.75, 0.5)):
        page.mouse.click(*_at(page, place))
    told = page.locator("#position")
    expect(told).to_have_text(
        "Not a valid drawing: vertices 0, 1 and 2 are on a line; move one of them.", use_inner_text=True
    )
    page.get_by_role("button", name="Undo").click()
    expect(told).to_be_hidden()


def test_a_text_that_is_pasted_is_drawn_and_cards_lead_to_their_own_page(page: Any, served: str) -> None:
    page.locator("#as-text > summary").click()
    page.locator("#text").fill("D~{")
    page.wait_for_selector("[data-live=edges]:text-is('10')")
    _shows(page, crossings="5")
    expect(page.locator("#text")).to_have_value("D~{")
    page.locator("#text").fill("*o, o*")
    page.wait_for_url("**/draw/swish?text=*")
    expect(page.locator("#text")).to_have_value("*o, o*")


def test_cards_are_dealt_by_clicks(page: Any, served: str) -> None:
    page.goto(f"{served}/draw/sets")
    for code in ("0000", "0121", "0212"):
        page.locator(f"input[value='{code}']").check(force=True)
    expect(page.locator("#text")).to_have_value("0000, 0121, 0212")
    assert _heading(page) == "Not saved yet"

    page.goto(f"{served}/draw/swish")
    cells = page.locator(".cells button")
    for number in (0, 1, 4, 3):
        cells.nth(number).click()
    expect(page.locator("#text")).to_have_value("*o./.../.../..., .../o*./.../...")
    page.wait_for_selector("#answer h2")
    page.locator("#answer .known > summary").click()
    page.get_by_role("button", name="Find the largest swish").click()
    page.wait_for_selector("#answer h3:text('Largest swish')")
