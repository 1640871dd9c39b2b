"""Claims on the pages of objects are checked in the browser: true certificates hold, changed ones do not."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from ludex.engine.exact_json import compact_json

pytestmark = pytest.mark.slow

BOARD = "swish-board-5x5-bm4yauun6e5bibq7"
DECK = "swish-deck-4x3-36-3yv4aeq6xdu6h7ow"
SETS = "set-deck-3-4-81-lmjm3va7cerln5bu"
SMALL_SETS = "set-deck-3-3-27-pemy2e35yuazezmj"
SQUARES = "set-deck-7-2-49-4dzpe7wwsiuhqzu7"


def _remove(*path: str | int) -> Callable[[Any], None]:
    """Return a change that removes the last element of a list in the data."""

    def change(data: Any) -> None:
        for name in path:
            data = data[name]
        data.pop()

    return change


def _set(value: Any, *path: str | int) -> Callable[[Any], None]:
    """Return a change that sets a member of the data."""

    def change(data: Any) -> None:
        for name in path[:-1]:
            data = data[name]
        data[path[-1]] = value

    return change


CLAIMS = {
    "weights on swishes": ((DECK,), "swish.no-swish-maximum", _set(7, "certificate", "weights", "weights", 0)),
    "kept cards": ((DECK,), "swish.no-swish-maximum", _set(list(range(20)), "certificate", "indices")),
    "closed form": ((BOARD,), "swish.no-swish-maximum", _set(15, "certificate", "within")),
    "number of sets": ((BOARD,), "swish.no-swish-maximum-sets", _set("29393281", "value")),
    "stack": (("swish/positions", {}), "swish.largest-swish", _remove("certificate", "stack")),
    "counting": ((SETS,), "set.cap-maximum", _set("0000", "certificate", "cards", 1)),
    "square": ((SQUARES,), "set.cap-maximum", _set(37, "certificate", "bound", "most")),
    "classes of caps": ((SMALL_SETS,), "set.cap-counts", _set(118, "certificate", "classes", 2, 0, 1)),
    "no set": (("sets/positions", {}), "set.no-set", None),
    "crossings": (("planarity/levels", {"min_swaps": "2"}), "planarity.minimum-swaps", _remove("certificate", "swaps")),
    "near arrangements": (
        ("planarity/levels", {"min_swaps": "4"}),
        "planarity.minimum-swaps",
        _set([[0, 1, 2]], "certificate", "fewer"),
    ),
    "subdivision": (
        ("planarity-census-class-5-10-ul7je7wadtk27sbe",),
        "planarity.unreachable",
        _set([0, 1, 2], "certificate", "paths", 0),
    ),
    "edges": (
        ("planarity-census-class-5-9-k3plsm7ihszm43ni",),
        "planarity.unreachable",
        _remove("certificate", "hull"),
    ),
    "counts of swishes": ((DECK,), "swish.swish-counts", _set(13, "value", "2", "card_sets")),
    "deals": ((DECK,), "swish.no-swish-probability", _set("35", "value", "numerator")),
    "draws": ((SETS,), "set.no-set-probability", _set("82", "value", "denominator")),
    "graphs": (
        ("planarity/collections", {"collection": "graphs-6"}),
        "planarity.collection-size",
        _set([[3, 2], [4, 2], [5, 9]], "value", "by_edges"),
    ),
    "order types": (
        ("planarity/collections", {"collection": "order-types-6"}),
        "planarity.collection-size",
        _set(17, "value", "members"),
    ),
    "census": (("planarity-census-5-pupz6eti7lpixywd",), "planarity.census", _set(1, "certificate", "classes", 0, 4)),
}


@pytest.fixture(scope="module")
def page(browser: Any, served: str) -> Iterator[Any]:
    opened = browser.new_page(base_url=served)
    yield opened
    opened.close()


def _open(page: Any, where: tuple[Any, ...], statement: str) -> Any:
    """Open the page of an object, or of the first object of a list, and return the claim with a statement."""
    label = where[0]
    if len(where) > 1:
        listed = page.request.get(f"/api/v1/{where[0]}", params={"limit": "1", **where[1]}).json()
        label = listed["items"][0]["label"]
    page.goto(f"/objects/{label}")
    return page.locator(f'[data-claim*=\'"statement":"{statement}"\']').first


@pytest.mark.parametrize("name", CLAIMS)
def test_a_certificate_is_checked_and_a_changed_one_refused(page: Any, name: str) -> None:
    where, statement, change = CLAIMS[name]
    claim = _open(page, where, statement)
    claim.get_by_role("button", name="Check in this browser").click()
    expect(claim.locator("[data-result]")).to_contain_text("Checked")
    steps = claim.locator("[data-steps] li")
    assert steps.count() > 0 or statement == "planarity.unreachable"
    data = json.loads(claim.get_attribute("data-claim"))
    if change is None:
        data["value"] = not data["value"]
    else:
        change(data)
    claim.evaluate("(article, text) => { article.dataset.claim = text; }", compact_json(data))
    claim.get_by_role("button", name="Check again").click()
    expect(claim.locator("[data-result]")).to_contain_text("Wrong: ")


def test_a_search_without_a_short_proof_is_named(page: Any) -> None:
    claim = _open(page, ("set-deck-4-3-64-6c5sga7wr5ahk4z6",), "set.cap-maximum")
    claim.get_by_role("button", name="Check in this browser").click()
    expect(claim.locator("[data-result]")).to_contain_text("Checked in part: 28 cards without a set exist")


@pytest.mark.parametrize("label", [BOARD, DECK, "planarity-level-9-12-rnat75q6oavf7orq"])
def test_claims_fit_on_a_phone(browser: Any, served: str, label: str) -> None:
    narrow = browser.new_page(base_url=served, viewport={"width": 360, "height": 740})
    narrow.goto(f"/objects/{label}")
    assert narrow.evaluate("document.documentElement.scrollWidth") <= 360
    assert narrow.locator("#claims math").count() > 0
    narrow.close()
