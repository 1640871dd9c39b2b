"""Levels are played to their end in the proved minimum by mouse, touch and keyboard; hints, mistakes, giving up."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from ludex.catalogue.catalogue import Catalogue
from ludex.games.kinds import GAMES
from ludex.games.planarity.crossings import count_crossings
from ludex.games.planarity.level import Level
from ludex.games.planarity.operations.levels import find_level
from ludex.games.planarity.operations.packs import labels_of_pack
from ludex.games.planarity.solving.exchanges import minimum_exchanges
from tests.end_to_end.inspection import Inspector, beginning

Levels = dict[str, tuple[str, Level]]


@pytest.fixture(scope="module")
def levels(starting_address: str) -> Levels:
    """Give the first level of each pack, with its label."""
    catalogue = Catalogue(starting_address, GAMES)
    labels = {pack: labels_of_pack(catalogue, pack)[0] for pack in ("easy", "classic", "hard")}
    found = {pack: (label, find_level(catalogue, label)) for pack, label in labels.items()}
    catalogue.close()
    return found


@pytest.fixture
def window(browser: Any) -> Iterator[Any]:
    """Give a window with a touch screen; nothing is animated."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, has_touch=True, reduced_motion="reduce")
    yield context.new_page()
    context.close()


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


def test_the_packs_and_a_level_are_whole_at_every_width(inspect: Inspector, levels: Levels) -> None:
    inspect("/play")
    page = inspect(f"/play/planarity/{levels['easy'][0]}?pack=easy")
    for swap in levels["easy"][1].solution.swaps:
        for vertex in swap:
            page.mouse.click(*place_of(page, vertex))
        page.wait_for_timeout(300)
    inspect.look("a level that is solved")
    page = inspect(f"/play/planarity/{levels['easy'][0]}?mode=drag", axe=False)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#board .cursor")).to_be_visible()


def test_a_level_is_solved_by_dragging_and_the_next_one_follows(window: Any, served: str, levels: Levels) -> None:
    label, level = levels["easy"]
    window.goto(f"{served}/play/planarity/{label}?pack=easy")
    for u, v in level.solution.swaps:
        window.mouse.move(*place_of(window, u))
        window.mouse.down()
        window.mouse.move(*place_of(window, v), steps=3)
        window.mouse.up()
    solved(window, level)
    shared = window.url
    window.get_by_role("link", name="Next level").first.click()
    expect(window.locator("h1")).to_have_text("Easy, level 2 of 150", use_inner_text=True)
    window.goto(f"{served}/play")
    expect(window.locator("[data-pack=easy] [data-progress]")).to_have_text("1 of 150 solved", use_inner_text=True)
    window.locator("[data-pack=easy]").click()
    expect(window.locator("h1")).to_have_text("Easy, level 2 of 150", use_inner_text=True)
    window.goto(shared)
    solved(window, level)


def test_a_level_is_solved_by_touch(window: Any, served: str, levels: Levels) -> None:
    label, level = levels["classic"]
    window.goto(f"{served}/play/planarity/{label}?pack=classic")
    for swap in level.solution.swaps:
        for vertex in swap:
            window.touchscreen.tap(*place_of(window, vertex))
    solved(window, level)


def test_a_level_is_solved_by_keyboard(window: Any, served: str, levels: Levels) -> None:
    label, level = levels["hard"]
    window.goto(f"{served}/play/planarity/{label}?pack=hard")
    window.locator("#board").focus()
    window.keyboard.press("ArrowRight")
    at = 0
    expect(window.locator("#message")).to_have_text(beginning("Edge "), use_inner_text=True)
    for u, v in level.solution.swaps:
        wanted = level.drawing.edges.index((min(u, v), max(u, v)))
        while at != wanted:
            window.keyboard.press("ArrowRight" if wanted > at else "ArrowLeft")
            at += 1 if wanted > at else -1
        window.keyboard.press("Enter")
    solved(window, level)


def test_a_wrong_swap_is_hinted_at_told_of_and_undone(window: Any, served: str, levels: Levels) -> None:
    label, level = levels["easy"]
    wrong = next(edge for edge in level.drawing.edges if not set(edge) & {v for s in level.solution.swaps for v in s})
    window.goto(f"{served}/play/planarity/{label}?pack=easy")
    for edge in (wrong, wrong):
        for vertex in edge:
            window.mouse.click(*place_of(window, vertex))
    expect(live(window, "moves")).to_have_text("2", use_inner_text=True)
    window.get_by_role("button", name="Hint").click()
    window.wait_for_selector("#board line.chosen")
    expect(window.locator("#message")).to_have_text(beginning(f"{level.solution.min_swaps} swap"))
    for swap in level.solution.swaps:
        for vertex in swap:
            window.mouse.click(*place_of(window, vertex))
    expect(window.locator("#end")).to_contain_text(f"The minimum is {level.solution.min_swaps}", use_inner_text=True)
    window.get_by_role("button", name="What went wrong?").click()
    window.wait_for_selector("#message:has-text('After swap 1')")
    expect(live(window, "moves")).to_have_text("0", use_inner_text=True)


def test_who_gives_up_is_shown_the_solution(window: Any, served: str, levels: Levels) -> None:
    label, level = levels["easy"]
    window.goto(f"{served}/play/planarity/{label}")
    window.get_by_role("button", name="Give up").click()
    window.wait_for_selector("#end:has-text('Solution')", timeout=20_000)
    expect(live(window, "crossings")).to_have_text("0", use_inner_text=True)
    expect(live(window, "moves")).to_have_text(str(level.solution.min_swaps), use_inner_text=True)
    expect(live(window, "best")).to_have_text("not solved yet", use_inner_text=True)
    window.reload()
    expect(live(window, "moves")).to_have_text("0", use_inner_text=True)
    expect(window.locator("#end")).to_be_hidden()
    window.get_by_role("button", name="Give up").click()
    window.wait_for_selector("#end:has-text('Solution')", timeout=20_000)
    window.get_by_role("button", name="Restart").click()
    expect(live(window, "moves")).to_have_text("0", use_inner_text=True)


def test_a_shared_address_is_opened_in_a_second_browser(browser: Any, window: Any, served: str, levels: Levels) -> None:
    label, level = levels["classic"]
    window.goto(f"{served}/play/planarity/{label}")
    for vertex in level.solution.swaps[0]:
        window.mouse.click(*place_of(window, vertex))
    expect(live(window, "moves")).to_have_text("1", use_inner_text=True)
    begun = window.url
    for swap in level.solution.swaps[1:]:
        for vertex in swap:
            window.mouse.click(*place_of(window, vertex))
    solved(window, level)
    other = browser.new_context(reduced_motion="reduce")
    page = other.new_page()
    page.goto(begun)
    expect(live(page, "moves")).to_have_text("1", use_inner_text=True)
    expect(live(page, "crossings")).to_have_text(str(crossings_after(level, 1)), use_inner_text=True)
    page.goto(window.url)
    expect(page.locator("#end")).to_contain_text("Perfect!", use_inner_text=True)
    expect(live(page, "best")).to_have_text("not solved yet", use_inner_text=True)
    other.close()


def crossings_after(level: Level, swaps: int) -> int:
    return count_crossings(level.drawing.after(level.solution.swaps[:swaps]))


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
    expect(window.locator("#message")).to_have_text(beginning(f"{found.min_exchanges} exchanges left: try "))


def test_edges_are_turned_by_touch_and_keys_and_vertices_are_dragged(window: Any, served: str, levels: Levels) -> None:
    label, level = levels["easy"]
    edge = level.drawing.edges[0]
    window.goto(f"{served}/play/planarity/{label}?mode=rotate")
    expect(live(window, "fewest")).to_contain_text("at least", use_inner_text=True)
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
    window.mouse.move(x + 40, y - 30, steps=3)
    window.mouse.up()
    expect(live(window, "moves")).to_have_text("1", use_inner_text=True)
    assert place_of(window, edge[0]) == pytest.approx((x + 40, y - 30), abs=3)
    for key in ("ArrowRight", "Enter", "ArrowUp", "Shift+ArrowRight", "Enter"):
        window.keyboard.press(key)
    expect(live(window, "moves")).to_have_text("2", use_inner_text=True)
    other = window.url
    window.goto("about:blank")
    window.goto(other)
    expect(live(window, "moves")).to_have_text("2", use_inner_text=True)
    assert place_of(window, edge[0])[1] < y + 1
