"""A swish is stacked with a flip, sets are found by mouse, touch and keyboard; shared addresses are opened again."""

import re
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import expect

from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position as Table
from ludex.games.sets.solving.search import find_all
from ludex.games.swish.card import Configuration
from ludex.games.swish.dealing import deal
from ludex.games.swish.deck import built_in_deck
from ludex.games.swish.solving.search import find_largest
from ludex.games.swish.swishes import Swish
from tests.end_to_end.inspection import Inspector, beginning

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
        found = find_largest(deck.position.part(deal(deck.position, 8, seed))).swish
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


def test_a_swish_is_stacked_with_a_flip_and_its_address_is_opened_again(
    browser: Any, window: Any, served: str, swish: tuple[str, Swish]
) -> None:
    address, found = swish
    window.goto(served + address)
    window.get_by_role("button", name="Is there a swish?").click()
    expect(window.locator("#message")).to_have_text("Yes, these cards contain a swish.")
    for one in found.cards:
        for letter in LETTERS.get(one.configuration.value, ""):
            window.get_by_label(f"Flip card {one.index} {'left' if letter == 'l' else 'up'}").tap()
        expect(window.locator("#end")).to_be_hidden()
        card(window, one.index).tap()
    expect(window.locator("#end")).to_contain_text(
        f"A swish of {found.size} cards, the largest possible", use_inner_text=True
    )
    expect(window.locator("#end")).to_contain_text(re.compile(r"Found in \d:\d\d without hints"), use_inner_text=True)
    expect(window.locator("[data-live=best]")).to_have_text(f"{found.size} cards", use_inner_text=True)
    time = window.locator("#end p").first.inner_text().partition("Found in ")[2]
    other = browser.new_page()
    other.goto(window.url)
    expect(other.locator("#end")).to_contain_text(
        f"A swish of {found.size} cards, the largest possible", use_inner_text=True
    )
    expect(other.locator("[data-live=best]")).to_have_text("none yet", use_inner_text=True)
    expect(other.locator("#end")).to_contain_text(f"Found in {time}", use_inner_text=True)
    other.close()


def test_hints_lead_to_a_largest_swish_by_keyboard(window: Any, served: str, swish: tuple[str, Swish]) -> None:
    address, found = swish
    window.goto(served + address)
    for _ in found.cards:
        window.get_by_role("button", name="Hint for the largest").click()
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
    expect(window.locator("#message")).to_contain_text(f"A swish of {found.size} cards, the largest possible")


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


def test_a_game_of_set_is_played_to_its_end(window: Any, served: str) -> None:
    window.goto(served + SETS)
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
    assert not find_all(Table.from_codes(Deck(4, 3), cards))
    window.get_by_role("button", name="Restart").click()
    expect(window.locator("[data-live=sets]")).to_have_text("0", use_inner_text=True)
