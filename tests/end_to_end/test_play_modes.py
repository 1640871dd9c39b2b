"""Levels are played by other moves than swaps: exchanges of any two vertices, rotations of edges, drags of vertices."""

from typing import Any

import pytest
from playwright.sync_api import expect

from ludex.games.planarity.solving.exchanges import minimum_exchanges
from tests.end_to_end.boards import Levels, levels, live, place_of, window
from tests.end_to_end.inspection import beginning

__all__ = ["levels", "window"]

pytestmark = pytest.mark.slow


def test_rotations_have_hints_that_lead_to_a_solution_and_can_be_given_up(
    window: Any, served: str, levels: Levels
) -> None:
    window.goto(f"{served}/play/planarity/{levels['easy'][0]}?mode=rotate")
    said = window.locator("#message")
    for _ in range(14):
        if window.locator("#end").is_visible():
            break
        window.get_by_role("button", name="Hint").click()
        expect(said).to_contain_text("look at vertex")
        window.get_by_role("button", name="Hint").click()
        expect(said).to_contain_text("left in the best known solution: try ")
        u, v = map(int, str(said.text_content()).rpartition("try ")[2].rstrip(".").split("–"))
        for vertex in (u, v):
            window.mouse.click(*place_of(window, vertex))
    expect(window.locator("#end")).to_contain_text("Solved in", use_inner_text=True)
    for mode in ("rotate", "drag"):
        window.evaluate("sessionStorage.clear()")
        window.goto(f"{served}/play/planarity/{levels['easy'][0]}?mode={mode}")
        window.get_by_role("button", name="Give up").click()
        window.wait_for_selector("#end:has-text('Solution')", timeout=30_000)
        expect(live(window, "crossings")).to_have_text("0", use_inner_text=True)


def test_any_two_vertices_are_exchanged_up_to_the_proved_minimum(window: Any, served: str, levels: Levels) -> None:
    label, level = levels["hard"]
    found = minimum_exchanges(level.drawing)
    window.goto(f"{served}/play/planarity/{label}?mode=exchange")
    expect(live(window, "fewest")).to_have_text(f"{found.min_exchanges} proved", use_inner_text=True)
    first, *others = found.exchanges
    for vertex in first:
        window.touchscreen.tap(*place_of(window, vertex))
    window.locator("#board").focus()
    at = -1
    for pair in others:
        for vertex in pair:
            while at != vertex:
                window.keyboard.press("ArrowRight" if at < vertex else "ArrowLeft")
                at += 1 if at < vertex else -1
            window.keyboard.press("Enter")
    expect(window.locator("#end")).to_contain_text(
        f"Solved in {found.min_exchanges} exchanges. Perfect!", use_inner_text=True
    )
    window.get_by_role("button", name="Restart").click()
    window.get_by_role("button", name="Hint").click()
    expect(window.locator("#message")).to_have_text(beginning(f"{found.min_exchanges} exchanges left: look at vertex "))


def test_edges_are_turned_by_touch_and_keys_and_vertices_are_dragged(window: Any, served: str, levels: Levels) -> None:
    label, level = levels["easy"]
    edge = level.drawing.edges[0]
    window.goto(f"{served}/play/planarity/{label}?mode=rotate")
    # Nothing is proved about turning edges within the time of a page, so the page does not mention a fewest number.
    expect(live(window, "fewest")).to_be_hidden()
    before = [place_of(window, vertex) for vertex in edge]
    for vertex in edge:
        window.touchscreen.tap(*place_of(window, vertex))
    expect(live(window, "moves")).to_have_text("1", use_inner_text=True)
    window.locator("#board").focus()
    window.keyboard.press("ArrowRight")
    for _ in range(3):
        window.keyboard.press("Enter")
    expect(live(window, "moves")).to_have_text("4", use_inner_text=True)
    for vertex, (x, y) in zip(edge, before, strict=True):
        assert place_of(window, vertex) == pytest.approx((x, y), abs=1)
    window.goto(f"{served}/play/planarity/{label}?mode=drag")
    x, y = place_of(window, edge[0])
    window.mouse.move(x, y)
    window.mouse.down()
    # Upward, it would come so near to the margin that the board shows the drawing smaller.
    window.mouse.move(x + 40, y + 30, steps=3)
    window.mouse.up()
    expect(live(window, "moves")).to_have_text("1", use_inner_text=True)
    assert place_of(window, edge[0]) == pytest.approx((x + 40, y + 30), abs=3)
    for key in ("ArrowRight", "Enter", "ArrowUp", "Shift+ArrowRight", "Enter"):
        window.keyboard.press(key)
    expect(live(window, "moves")).to_have_text("2", use_inner_text=True)
    other = window.url
    window.goto("about:blank")
    window.goto(other)
    expect(live(window, "moves")).to_have_text("2", use_inner_text=True)
    assert place_of(window, edge[0])[1] < y + 28
