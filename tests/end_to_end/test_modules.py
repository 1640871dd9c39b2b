"""The modules that pages run are tried one by one, by the tests in tests/web/modules, in the browser."""

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ludex.games.planarity.crossings import crossing_pairs
from ludex.games.planarity.drawing import Drawing, DrawingError
from ludex.games.planarity.points import PointsError, hull, require_general_position
from ludex.games.planarity.variants import rotate_edge
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position as Table
from ludex.games.sets.solving.search import find_all
from ludex.games.swish.card import Card, Symmetry
from ludex.games.swish.position import Position
from ludex.games.swish.solving.search import find_any
from ludex.games.swish.swishes import is_swish

_TESTS = Path(__file__).parent.parent
_SERVICE = _TESTS.parent / "service" / "ludex"
_GAMES = [one.name for one in sorted((_TESTS / "games").iterdir()) if (one / "pages" / "modules").is_dir()]
_FOLDERS = {
    "js": (_SERVICE / "web" / "static" / "js", _TESTS / "web" / "modules"),
    "games/card_games/js": (
        _SERVICE / "card_games" / "pages" / "static" / "js",
        _TESTS / "card_games" / "pages" / "modules",
    ),
} | {
    f"games/{game}/js": (
        _SERVICE / "games" / game / "pages" / "static" / "js",
        _TESTS / "games" / game / "pages" / "modules",
    )
    for game in _GAMES
}
"""The folders of modules and of their tests, by the addresses of the modules."""

_RUN = """async path => {
  const { results } = await import('/tests/js/testing.js');
  await import(path);
  return await results();
}"""


@cache
def _cases() -> str:
    """Return random drawings, small and dense or of any size, with what Python finds of them."""
    source = random.Random(16)
    cases: list[dict[str, Any]] = []
    while len(cases) < 3_000:
        n = source.randint(1, 9)
        most = source.choice((6, 40, 2**30))
        points = tuple((source.randint(-most, most), source.randint(-most, most)) for _ in range(n))
        try:
            require_general_position(points)
        except PointsError:
            continue
        edges = tuple((u, v) for v in range(n) for u in range(v) if source.random() < 0.6)
        drawing = Drawing(points, edges)
        swaps = source.choices(edges, k=3) if edges else []
        pairs = [[*one, *other] for one, other in crossing_pairs(drawing)]
        after = {"swaps": swaps, "after": drawing.after(swaps).points}
        turn = {"turned": _turned(drawing, source.choice(edges))} if edges else {}
        cases.append(
            {"points": points, "edges": drawing.edges, "crossings": pairs, "hull": hull(points), **after, **turn}
        )
    return json.dumps(cases)


def _turned(drawing: Drawing, edge: tuple[int, int]) -> dict[str, Any]:
    """Return an edge, and the points after it was turned, null if that is no drawing; it may leave the largest grid."""
    try:
        return {"edge": edge, "points": rotate_edge(drawing, edge).points}
    except DrawingError as error:
        return {"edge": edge, "points": None, "beyond": "2^30" in error.message}


@cache
def _card_cases() -> str:
    """Return random cards of SWISH and tables of SET, with what Python finds of them."""
    source = random.Random(17)
    ways = list(Symmetry.RECTANGLE.configurations)
    swish: list[dict[str, Any]] = []
    while len(swish) < 2_500:
        height, width = source.choice(((1, 3), (2, 2), (4, 3)))
        cards = [_random_card(source, height, width) for _ in range(source.randint(1, 7))]
        flips = [source.randrange(4) for _ in cards]
        any_swish = find_any(Position(tuple(cards)))
        if any_swish is not None and source.random() < 0.5:
            cards = [cards[one.index] for one in any_swish.cards]
            flips = [ways.index(one.configuration) for one in any_swish.cards]
        stack = [card.configured(ways[way]) for card, way in zip(cards, flips, strict=True)]
        found = {"laid": [*map(str, stack)], "swish": is_swish(stack), "any": any_swish is not None}
        swish.append({"cards": [*map(str, cards)], "flips": flips, **found})
    deck = Deck(4, 3)
    sets: list[dict[str, Any]] = []
    while len(sets) < 2_500:
        table = Table(deck, tuple(source.sample(range(deck.size), source.randint(3, 15))))
        found_sets = sorted(sorted(map(table.cards.index, one)) for one in find_all(table))
        sets.append({"cards": table.codes, "sets": found_sets, "first": [0, 1, 2] in found_sets})
    return json.dumps({"swish": swish, "sets": sets})


def _random_card(source: random.Random, height: int, width: int) -> Card:
    cells = [(a, b) for a in range(1, height + 1) for b in range(1, width + 1)]
    count = source.choice((2, 2, 2, 1, min(4, len(cells))))
    chosen = source.sample(cells, count)
    points = source.randint(0, count) if count > 2 else 1
    return Card(height, width, tuple(sorted(chosen[:points])), tuple(sorted(chosen[points:])))


def _answer(route: Any) -> None:
    folder, _, name = re.sub(r"^http://modules.invalid/", "", route.request.url).rpartition("/")
    modules, tests = _FOLDERS[folder.removeprefix("tests/") if folder.startswith("tests/") else folder or "js"]
    file = (tests if folder.startswith("tests/") else modules) / name
    if name == "cases.json":
        route.fulfill(content_type="application/json", body=_cases())
    elif name == "cards.json":
        route.fulfill(content_type="application/json", body=_card_cases())
    elif name == "":
        route.fulfill(content_type="text/html", body="<!doctype html><title>modules</title>")
    elif file.is_file():
        route.fulfill(content_type="text/javascript", body=file.read_text("utf-8"))
    else:
        route.fulfill(status=404, body="")


@pytest.fixture(scope="module")
def window(browser: Any) -> Iterator[Any]:
    """Give a window to which the modules and their tests are served."""
    context = browser.new_context()
    context.route("http://modules.invalid/**", _answer)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(
    "name",
    [f"{folder}/{file.name}" for folder, (_, tests) in _FOLDERS.items() for file in sorted(tests.glob("*.test.js"))],
)
def test_a_module_does_what_its_tests_say(window: Any, name: str) -> None:
    # Loading the page anew, each begins without what the one before left.
    window.goto("http://modules.invalid/")
    found = window.evaluate(_RUN, f"/tests/{name}")
    assert found, f"{name} has no test"
    assert [f"{one['name']}: {one['fault']}" for one in found if one["fault"]] == []


def test_every_module_has_tests() -> None:
    for modules, tests in _FOLDERS.values():
        tested = {file.name.removesuffix(".test.js") for file in tests.glob("*.test.js")}
        assert tested == {file.stem for file in modules.glob("*.js")}
