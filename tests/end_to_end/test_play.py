"""Levels are played to their end in the proved minimum by mouse and keyboard; hints, mistakes, giving up."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from ludex.catalogue.catalogue import Catalogue
from ludex.engine.budget import Budget
from ludex.games.kinds import GAMES
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.operations.levels import store_level
from ludex.games.planarity.pages.play import LESSONS
from tests.end_to_end.boards import Levels, levels, live, place_of, solved, window
from tests.end_to_end.inspection import Inspector, beginning

__all__ = ["levels", "window"]

pytestmark = pytest.mark.slow


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
    expect(page.locator("#message")).to_contain_text("Try moving vertex")
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
    expect(window.locator("h1")).to_have_text("Easy, level 2", use_inner_text=True)
    window.goto(f"{served}/play")
    expect(window.locator("[data-pack=easy] [data-progress]")).to_have_text("1 of 123 solved", use_inner_text=True)
    window.locator("[data-pack=easy]").click()
    expect(window.locator(".play-head")).to_contain_text("123 levels · 3 of 369 stars", use_inner_text=True)
    window.get_by_role("link", name="Play", exact=True).last.click()
    expect(window.locator("h1")).to_have_text("Easy, level 2", use_inner_text=True)
    window.goto(shared)
    solved(window, level)


def test_a_level_that_is_solved_at_the_start_counts_when_it_is_shown(
    window: Any, served: str, starting_address: str
) -> None:
    catalogue = Catalogue(starting_address, GAMES)
    drawing = Drawing(((0, 0), (4, 0), (5, 4), (0, 3)), ((0, 1), (1, 2), (2, 3), (0, 3)))
    label = store_level(catalogue, drawing, Budget()).label
    catalogue.close()
    window.goto(f"{served}/play/planarity/{label}")
    for _ in range(2):
        expect(live(window, "crossings")).to_have_text("0", use_inner_text=True)
        expect(window.locator("#end")).to_contain_text("Solved in 0 swaps", use_inner_text=True)
        expect(live(window, "best")).to_have_text(beginning("0"))
        window.reload()
    window.get_by_role("button", name="Hint").click()
    expect(window.locator("#message")).to_contain_text("already solved")


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
    expect(window.locator("#message")).to_contain_text("look at vertex")
    assert not window.locator("#board line.chosen").count()
    window.get_by_role("button", name="Hint").click()
    window.wait_for_selector("#board line.chosen")
    expect(window.locator("#message")).to_have_text(beginning(f"{level.solution.min_swaps} swap"))
    for swap in level.solution.swaps:
        for vertex in swap:
            window.mouse.click(*place_of(window, vertex))
    expect(window.locator("#end")).to_contain_text(f"The minimum is {level.solution.min_swaps}", use_inner_text=True)
    window.get_by_role("button", name="What went wrong?").click()
    window.wait_for_selector("#message:has-text('Swap 1 (')")
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
    expect(window.locator("body")).not_to_contain_text("Solved in", use_inner_text=True)
    expect(live(window, "best")).to_have_text("not solved yet", use_inner_text=True)
    window.get_by_role("button", name="Give up").click()
    window.wait_for_selector("#end:has-text('Solution')", timeout=20_000)
    window.get_by_role("button", name="Restart").click()
    expect(live(window, "moves")).to_have_text("0", use_inner_text=True)


def test_swaps_are_undone_by_keys_and_a_dragged_vertex_follows_the_hand(
    window: Any, served: str, levels: Levels
) -> None:
    label, level = levels["easy"]
    window.goto(f"{served}/play/planarity/{label}")
    for vertex in level.solution.swaps[0]:
        window.mouse.click(*place_of(window, vertex))
    for keys, moves in (("Control+z", "0"), ("Control+y", "1"), ("Control+z", "0"), ("Control+Shift+z", "1")):
        window.keyboard.press(keys)
        expect(live(window, "moves")).to_have_text(moves, use_inner_text=True)
    window.keyboard.press("Control+z")
    before = place_of(window, 0)
    window.mouse.move(*before)
    window.mouse.down()
    window.mouse.move(before[0] + 31, before[1] + 17, steps=3)
    assert place_of(window, 0) == pytest.approx((before[0] + 31, before[1] + 17), abs=3)
    window.mouse.up()
    assert place_of(window, 0) == pytest.approx(before, abs=1)
    expect(live(window, "moves")).to_have_text("0", use_inner_text=True)


def play(page: Any, level: Any) -> None:
    for swap in level.solution.swaps:
        for vertex in swap:
            page.mouse.click(*place_of(page, vertex))


@pytest.mark.parametrize("how", ["give up", "steps", "proof", "check", "worksheet"])
def test_who_has_seen_the_solution_earns_no_stars(window: Any, served: str, levels: Levels, how: str) -> None:
    label, level = levels["easy"]
    if how == "give up":
        window.goto(f"{served}/play/planarity/{label}")
        window.get_by_role("button", name="Give up").click()
        window.wait_for_selector("#end:has-text('Solution')", timeout=20_000)
        window.get_by_role("button", name="Restart").click()
    elif how == "worksheet":
        window.goto(f"{served}/play/planarity/packs/easy/worksheet")
        window.locator("#solutions summary").first.click()
        expect(window.locator("#solutions details[open] > :not(summary)").first).to_be_visible()
        window.goto(f"{served}/play/planarity/{label}")
    else:
        window.goto(f"{served}/objects/{label}")
        expect(window.locator("body")).not_to_contain_text(
            "–".join(map(str, level.solution.swaps[0])), use_inner_text=True
        )
        if how == "steps":
            window.get_by_role("link", name="Show the solution").click()
            window.wait_for_selector("[rel=hide]")
        elif how == "check":
            window.get_by_role("button", name="Check in this browser").first.click()
            expect(window.locator("details[data-spoiler][open] > :not(summary)").first).to_be_visible()
        else:
            window.get_by_text("Show the proof, which contains a solution").first.click()
            # The browser reports that a block has opened after it has opened it.
            expect(window.locator("details[data-spoiler][open] > :not(summary)").first).to_be_visible()
        window.goto(f"{served}/play/planarity/{label}")
    play(window, level)
    expect(window.locator("#end")).to_contain_text("after the solution was shown", use_inner_text=True)
    expect(window.locator("#end [data-stars]")).to_have_attribute("data-stars", "0")
    expect(window.get_by_role("button", name="Share")).to_be_hidden()
    expect(live(window, "best")).to_have_text("not solved yet", use_inner_text=True)


@pytest.mark.parametrize(
    "how", ["mouse", *(pytest.param(how, marks=pytest.mark.slow) for how in ("touch", "keyboard"))]
)
def test_the_tutorial_is_played_to_its_end(window: Any, served: str, how: str) -> None:
    window.goto(f"{served}/play/planarity/tutorial")
    for lesson in LESSONS:
        expect(window.locator("h1")).to_have_text(lesson.title, use_inner_text=True)
        for swap in lesson.swaps:
            if how == "keyboard":
                window.locator("#board").focus()
                while window.locator("#message").text_content().partition(",")[0] != "Edge {}–{}".format(*swap):
                    window.keyboard.press("ArrowRight")
                window.keyboard.press("Enter")
            else:
                (u, v) = (place_of(window, vertex) for vertex in swap)
                middle = ((u[0] + v[0]) / 2, (u[1] + v[1]) / 2)
                (window.mouse.click if how == "mouse" else window.touchscreen.tap)(*middle)
        expect(window.locator("#end [data-stars]")).to_have_attribute("data-stars", "3")
        window.locator("#end").get_by_role("link").click()
    expect(window).to_have_url(f"{served}/play")


def test_a_pack_shows_stars_and_what_is_unsolved(inspect: Inspector, levels: Levels) -> None:
    page = inspect("/play/planarity/packs/easy")
    label, level = levels["easy"]
    page.evaluate(
        "best => { localStorage.clear(); localStorage.setItem('ludex.solved', JSON.stringify(best)); }",
        {"easy": {label: level.solution.min_swaps + 1}, "easy exchange": {label: 1}},
    )
    page.reload()
    expect(page.locator(f"[data-label='{label}'] [data-stars]")).to_have_attribute("data-stars", "2")
    expect(page.locator("[data-continue-name]")).to_have_text("Level 2")
    page.get_by_role("button", name="Unsolved").click()
    expect(page.locator(f"[data-label='{label}']")).to_be_hidden()
    expect(page.locator(".level-card:visible")).to_have_count(122)
    page.get_by_role("button", name="Fewer than three stars").click()
    expect(page.locator(".level-card:visible")).to_have_count(123)
    page.evaluate("localStorage.clear()")
    inspect.silent("the pack")


def test_the_board_is_described_and_marked_by_shape(window: Any, served: str, levels: Levels) -> None:
    label, level = levels["easy"]
    window.goto(f"{served}/play/planarity/{label}")
    crossings = level.solution.crossings
    expect(window.locator("#board")).to_have_attribute("aria-label", re.compile(rf", {crossings} crossings?$"))
    window.locator("#board").focus()
    window.keyboard.press("b")
    expect(window.locator("#message")).to_have_text(re.compile(rf"^{crossings} crossings?: \d+–\d+ crosses "))
    window.get_by_text("Settings and progress").click()
    window.get_by_label("Letters and patterns").check()
    dashes = "one => getComputedStyle(one).strokeDasharray"
    assert window.locator("#board line.crossed").first.evaluate(dashes) != "none"
    window.reload()
    assert window.locator("#board line.crossed").first.evaluate(dashes) != "none"
