"""Levels are played without network after one visit; answers of the API are never kept; all of it can be removed."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from ludex.catalogue.catalogue import Catalogue
from ludex.games.kinds import GAMES
from ludex.games.planarity.kinds import PACK
from ludex.games.planarity.level import Level
from ludex.games.planarity.operations.levels import find_level
from ludex.operations.packs import labels_of_pack
from ludex.web import offline

pytestmark = pytest.mark.slow

_IS_KEPT = """async end => {
  for (const name of await caches.keys()) {
    if (!name.startsWith('ludex-pages-')) continue;
    for (const { url } of await (await caches.open(name)).keys()) if (url.endsWith(end)) return true;
  }
  return false;
}"""
_KEPT = """async () => (await Promise.all((await caches.keys()).map(async name =>
  (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"""


@pytest.fixture(scope="module")
def levels(starting_address: str) -> list[tuple[str, Level]]:
    """Give the first two levels of a pack, with their labels."""
    catalogue = Catalogue(starting_address, GAMES)
    labels = labels_of_pack(catalogue, PACK, "easy")[:2]
    found = [(label, find_level(catalogue, label)) for label in labels]
    catalogue.close()
    return found


@pytest.fixture
def window(browser: Any) -> Iterator[Any]:
    """Give a window in which nothing is animated."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def _wait_until_kept(page: Any, end: str) -> None:
    """Wait until the browser keeps a page whose address has an end, at most half a minute."""
    for _ in range(60):
        if page.evaluate(_IS_KEPT, end):
            return
        page.wait_for_timeout(500)
    raise AssertionError(f"{end} is not kept: {page.evaluate(_KEPT)}")


def _solve(page: Any, level: Level) -> None:
    for swap in level.solution.swaps:
        for vertex in swap:
            page.locator(f"#board [data-vertex='{vertex}'] circle").click(force=True)
    expect(page.locator("#end")).to_contain_text("Perfect!")


def test_levels_of_the_last_pack_and_the_day_are_played_without_network(
    window: Any, served: str, levels: list[tuple[str, Level]]
) -> None:
    (first, _), (second, level) = levels
    window.goto(f"{served}/play/planarity/{first}?pack=easy")
    for end in (f"{second}?pack=easy", "/play/swish"):
        _wait_until_kept(window, end)
    window.context.set_offline(True)
    window.goto(f"{served}/play/planarity/{second}?pack=easy")
    expect(window.locator(".offline-note")).to_contain_text("You are offline. This page was saved on ")
    _solve(window, level)
    window.get_by_role("button", name="Restart").click()
    window.get_by_role("button", name="Hint").click()
    expect(window.locator("#message")).to_contain_text("No hint available")
    window.goto(f"{served}/play/swish")
    expect(window.locator(".offline-note")).to_be_visible()
    expect(window.locator("#game")).to_be_visible()

    # A page that is not kept leads to those that are, and answers of the API are not kept at all.
    window.goto(f"{served}/planarity/levels")
    expect(window.locator("h1")).to_have_text("Play offline")
    expect(window.locator("#kept-list a").first).to_be_visible()
    kept = window.evaluate(_KEPT)
    assert not [path for path in kept if path.startswith(("/api/", "/objects/", "/planarity/", "/health"))]
    failed = window.evaluate("fetch('/api/v1/planarity/levels?limit=1').then(() => 'answered', () => 'failed')")
    assert failed == "failed"

    window.context.set_offline(False)
    window.goto(f"{served}/play/planarity/{second}?pack=easy")
    expect(window.locator("#board")).to_be_visible()
    expect(window.locator(".offline-note")).to_have_count(0)


def test_everything_kept_is_removed_at_the_press_of_a_button(
    window: Any, served: str, levels: list[tuple[str, Level]]
) -> None:
    window.goto(f"{served}/play/planarity/{levels[0][0]}?pack=easy")
    _wait_until_kept(window, f"{levels[1][0]}?pack=easy")
    window.goto(f"{served}/offline")
    window.get_by_role("button", name="Remove the kept pages").click()
    expect(window.locator("#kept-message")).to_have_text("This browser keeps no pages.")
    assert window.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0
    window.goto(f"{served}/play")
    window.wait_for_timeout(3000)
    assert window.evaluate(_KEPT) == []


_UPDATE = "navigator.serviceWorker.getRegistration().then(found => found.update())"


def test_a_new_version_takes_over_the_pages_and_a_service_can_remove_all(
    window: Any, served: str, levels: list[tuple[str, Level]], monkeypatch: pytest.MonkeyPatch
) -> None:
    (first, _), (second, _) = levels
    window.goto(f"{served}/play/planarity/{first}?pack=easy")
    _wait_until_kept(window, "/play/sets")
    before = set(window.evaluate("caches.keys()"))
    monkeypatch.setattr(offline, "MAX_PAGES", 59)
    window.evaluate(_UPDATE)
    for _ in range(60):
        after = set(window.evaluate("caches.keys()"))
        if not after & before:
            break
        window.wait_for_timeout(500)
    assert len(after) == len(before) == 2
    assert not after & before
    assert window.evaluate(_IS_KEPT, f"{second}?pack=easy")

    # What a service gives that has switched it off.
    monkeypatch.setattr(offline, "site", SimpleNamespace(offline=False))
    window.evaluate(_UPDATE)
    for _ in range(60):
        if not window.evaluate("caches.keys()"):
            break
        window.wait_for_timeout(500)
    assert window.evaluate("caches.keys()") == []
    window.goto(f"{served}/offline")
    assert window.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0
