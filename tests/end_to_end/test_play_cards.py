"""A swish is stacked and flipped, sets are found by mouse, touch and keyboard; reloaded games go on."""

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position as Table
from ludex.games.sets.solving.search import find_all
from ludex.games.swish.card import Configuration
from ludex.games.swish.deck import built_in_deck
from ludex.games.swish.pages.play import LESSONS as SWISH_LESSONS
from ludex.games.swish.pages.play import dealt_table
from ludex.games.swish.position import Position
from ludex.games.swish.solving.search import find_largest
from ludex.games.swish.swishes import Swish
from tests.end_to_end.inspection import Inspector, beginning

pytestmark = pytest.mark.slow

SETS = "/play/sets?seed=5"
LETTERS = {"flip-left": "l", "flip-up": "u", "flip-both": "lu"}


@pytest.fixture
def window(browser: Any) -> Iterator[Any]:
    """Give a window with a touch screen; nothing is animated."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, has_touch=True, reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def swish() -> tuple[str, Swish]:
    """Give the address of a table whose largest swish has a card that is flipped, and that swish."""
    deck = built_in_deck("swish-60")
    assert deck is not None
    for seed in count(1):
        found = find_largest(dealt_table(deck.position, 8, seed)).swish
        if found is not None and any(card.configuration is not Configuration.IDENTITY for card in found.cards):
            return f"/play/swish?seed={seed}&deck=swish-60&cards=8", found
    raise AssertionError


def card(page: Any, name: object) -> Any:
    return page.locator(f"[data-card='{name}']")


def on_table(page: Any) -> list[str]:
    found: list[str] = page.locator("[data-card]").evaluate_all("all => all.map(one => one.dataset.card)")
    return found


def a_set(page: Any) -> list[str]:
    deck, cards = Deck(4, 3), on_table(page)
    return [deck.code(one) for one in next(iter(find_all(Table.from_codes(deck, cards))))]


def test_tables_are_whole_at_every_width(inspect: Inspector, swish: tuple[str, Swish]) -> None:
    page = inspect(swish[0])
    card(page, 0).click()
    inspect.look("a stack that is no swish")
    page = inspect(SETS)
    card(page, on_table(page)[0]).click()
    page.get_by_role("button", name="Hint").click()
    inspect.look("a hint at a set")


def lay(page: Any, found: Swish, how: str) -> None:
    """Lay the cards of a swish on the stack, each flipped as it should be."""
    for one in found.cards:
        place = card(page, one.index)
        letters = LETTERS.get(one.configuration.value, "")
        if how == "keyboard":
            place.focus()
            for letter in letters:
                page.keyboard.press(letter)
            page.keyboard.press("Enter")
        elif how == "touch":
            place.tap()
            for letter in letters:
                page.get_by_label(f"Flip card {one.index + 1} {'left' if letter == 'l' else 'up'}").tap()
        else:
            box = place.bounding_box()
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            for letter in letters:
                page.mouse.move(x, y)
                page.mouse.down()
                page.mouse.move(x + (40 if letter == "l" else 0), y + (40 if letter == "u" else 0), steps=3)
                page.mouse.up()
            place.click()


@pytest.mark.parametrize(
    "how", [pytest.param("mouse", marks=pytest.mark.slow), "touch", pytest.param("keyboard", marks=pytest.mark.slow)]
)
def test_a_largest_swish_is_stacked_and_its_address_has_no_solution(
    browser: Any, window: Any, served: str, swish: tuple[str, Swish], how: str
) -> None:
    address, found = swish
    window.goto(served + address)
    expect(window.locator("[data-live=largest]")).to_contain_text(f"{found.size} proved", use_inner_text=True)
    lay(window, found, how)
    end = window.locator("#end")
    expect(end).to_contain_text(f"A swish of {found.size} cards. Perfect!", use_inner_text=True)
    expect(end.locator("[data-stars]")).to_have_attribute("data-stars", "3")
    expect(end).to_contain_text(re.compile(r"Found in \d:\d\d without hints"), use_inner_text=True)
    expect(window.locator("[data-live=best]")).to_have_text(f"{found.size} cards", use_inner_text=True)
    assert window.url == served + address
    other = browser.new_page()
    other.goto(window.url)
    expect(other.locator("#end")).to_be_hidden()
    expect(other.locator("[data-live=laid]")).to_have_text("0", use_inner_text=True)
    other.close()
    window.reload()
    expect(end).to_contain_text(f"A swish of {found.size} cards. Perfect!", use_inner_text=True)
    window.keyboard.press("Control+z")
    expect(window.locator("[data-live=laid]")).to_have_text(str(found.size), use_inner_text=True)
    card(window, found.cards[0].index).click()
    expect(end).to_be_hidden()
    window.keyboard.press("Control+z")
    expect(end).to_be_visible()


@pytest.mark.parametrize(
    "how", ["mouse", *(pytest.param(how, marks=pytest.mark.slow) for how in ("touch", "keyboard"))]
)
def test_the_tutorial_of_swish_is_played_to_its_end(window: Any, served: str, how: str) -> None:
    window.goto(f"{served}/play/swish/tutorial")
    for lesson, codes in SWISH_LESSONS:
        expect(window.locator("h1")).to_have_text(lesson.title, use_inner_text=True)
        found = find_largest(Position.from_codes(list(codes))).swish
        assert found is not None
        lay(window, found, how)
        expect(window.locator("#end [data-stars]")).to_have_attribute("data-stars", "3")
        window.locator("#end").get_by_role("link").click()
    expect(window).to_have_url(re.compile(r"/play/swish/positions/.*\?pack=swish-first$"))


def test_cards_are_told_apart_without_colours(window: Any, served: str, swish: tuple[str, Swish]) -> None:
    window.goto(served + SETS)
    expect(window.locator(".face-text").first).to_be_hidden()
    window.get_by_text("Settings and progress").click()
    window.get_by_label("Letters and patterns").check()
    expect(window.locator(".face-text").first).to_be_visible()
    names = window.locator(".face-text").all_inner_texts()
    assert len(set(names)) == 12
    assert all(re.search("red|green|purple", name) for name in names)
    window.goto(served + swish[0])
    letters = window.locator("#cards .letter")
    expect(letters).to_have_count(2 * 8)
    expect(letters.first).to_be_visible()


def test_progress_is_saved_to_a_file_and_loaded_elsewhere(
    browser: Any, window: Any, served: str, swish: tuple[str, Swish], tmp_path: Path
) -> None:
    address, found = swish
    window.goto(served + address)
    lay(window, found, "mouse")
    window.get_by_text("Settings and progress").click()
    with window.expect_download() as download:
        window.get_by_role("button", name="Save progress").click()
    file = tmp_path / "progress.json"
    download.value.save_as(file)
    other = browser.new_page()
    other.goto(served + address)
    other.get_by_text("Settings and progress").click()
    other.locator("[data-progress-load]").set_input_files(file)
    expect(other.locator("[data-progress-message]")).to_contain_text("Progress loaded")
    other.reload()
    expect(other.locator("[data-live=best]")).to_have_text(f"{found.size} cards", use_inner_text=True)
    other.close()


def test_hints_lead_to_a_largest_swish_by_keyboard(window: Any, served: str, swish: tuple[str, Swish]) -> None:
    address, found = swish
    window.goto(served + address)
    for _ in found.cards:
        window.get_by_role("button", name="Hint", exact=True).click()
        expect(window.locator("#message")).to_have_text(beginning("Look at card"))
        window.get_by_role("button", name="Hint", exact=True).click()
        expect(window.locator("#message")).to_have_text(beginning("Card "))
        window.wait_for_selector(".face.hinted")
        hinted = window.locator(".face.hinted")
        wanted = str(window.locator("#message").text_content())
        card(window, 0).focus()
        while hinted.evaluate("one => one !== document.activeElement"):
            window.keyboard.press("ArrowRight")
        for name, keys in (("flipped left,", "l"), ("flipped up,", "u"), ("flipped both ways,", "lu")):
            if name in wanted:
                for key in keys:
                    window.keyboard.press(key)
        window.keyboard.press("Enter")
    expect(window.locator("#message")).to_have_text(beginning(f"A swish of {found.size} cards. 1 star."))


def test_sets_are_taken_by_mouse_touch_and_keyboard_and_the_game_is_opened_again(window: Any, served: str) -> None:
    window.goto(served + SETS)
    for one in a_set(window):
        card(window, one).click()
    expect(window.locator("#message")).to_have_text(beginning("A set: "))
    for one in a_set(window):
        card(window, one).tap()
    wanted = a_set(window)
    card(window, on_table(window)[0]).focus()
    while wanted:
        at = window.evaluate("document.activeElement.dataset.card")
        if at in wanted:
            wanted.remove(at)
            window.keyboard.press("Enter")
        elif wanted:
            window.keyboard.press("ArrowRight")
    expect(window.locator("[data-live=sets]")).to_have_text("3", use_inner_text=True)
    window.get_by_role("button", name="No set").click()
    expect(window.locator("#message")).to_have_text("No, there is a set.")
    table, shared = on_table(window), window.url
    window.goto("about:blank")
    window.goto(shared)
    expect(window.locator("[data-live=sets]")).to_have_text("3")
    assert on_table(window) == table


@pytest.mark.parametrize("hints", [0, 1])
def test_a_game_of_set_is_played_to_its_end(window: Any, served: str, hints: int) -> None:
    window.goto(served + SETS)
    for _ in range(2 * hints):
        # Asked again, the hint shows another card of the same set; starting again does not give the star back.
        window.get_by_role("button", name="Hint").click()
        expect(window.locator(".face.hinted").first).to_be_visible()
    if hints:
        window.get_by_role("button", name="Restart").click()
    while window.locator("#end").is_hidden():
        deck, cards = Deck(4, 3), on_table(window)
        found = list(find_all(Table.from_codes(deck, cards)))
        if not found:
            window.get_by_role("button", name="No set").click()
            expect(window.locator("[data-card]")).to_have_count(len(cards) + 3)
        chosen = [deck.code(one) for one in found[0]] if found else []
        window.evaluate("all => all.forEach(one => document.querySelector(`[data-card='${one}']`).click())", chosen)
    cards = on_table(window)
    taken = (81 - len(cards)) // 3
    expect(window.locator("#end")).to_contain_text(f"{taken} sets in 0:", use_inner_text=True)
    expect(window.locator("#end")).to_contain_text(f"{len(cards)} cards left", use_inner_text=True)
    expect(window.locator("#end [data-stars]")).to_have_attribute("data-stars", str(3 - hints))
    assert not find_all(Table.from_codes(Deck(4, 3), cards))
    window.get_by_role("button", name="Restart").click()
    expect(window.locator("[data-live=sets]")).to_have_text("0", use_inner_text=True)
