"""SWISH and SET to play: a table that a seed deals, with its pictures and its solution."""

from collections.abc import Iterable, Mapping
from itertools import islice
from secrets import randbelow
from typing import Any
from urllib.parse import urlencode

from flask import redirect, request
from werkzeug.wrappers import Response

from ludex.catalogue.kinds.sets import POSITION as SET_POSITION
from ludex.catalogue.kinds.swish import POSITION as SWISH_POSITION
from ludex.catalogue.registry import Registry
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.games.sets.pictures.faces import svg_faces
from ludex.games.sets.pictures.tables import set_table_svg
from ludex.games.swish.pictures.cards import cell_colours, svg_position
from ludex.games.swish.pictures.stacks import svg_swish
from ludex.sets.deck import Deck
from ludex.sets.position import Position as Table
from ludex.sets.solving.search import find_all
from ludex.swish.deck import STARTING_SLUGS, built_in_deck
from ludex.swish.making.deals import DEAL_SIZE, MAX_SEED, deal
from ludex.swish.position import Position
from ludex.swish.solving.search import find_any, find_largest
from ludex.web.given import PageContext
from ludex.web.page import Page, Site

SWISH, SETS = "/play/swish", "/play/sets"
MOST_CARDS = 24
_FEWEST_CARDS = 4
_CHOSEN_SEEDS = 1_000_000
_DECK = Deck(4, 3)


def pages(registry: Registry) -> Iterable[Page]:
    """Return the pages of play with cards, of those games that the catalogue has."""
    if SWISH_POSITION.name in registry.kind:
        yield Page(SWISH, _swish, "play/swish.html", title="Play SWISH", section="/play", computes=True)
    if SET_POSITION.name in registry.kind:
        yield Page(SETS, _sets, "play/sets.html", title="Play SET", section="/play", computes=True)


def tables(registry: Registry) -> Mapping[str, str]:
    """Return the addresses of play with cards, by the names of the games that the catalogue has."""
    return {page.title.removeprefix("Play "): page.rule for page in pages(registry)}


def _swish(site: Site) -> Mapping[str, Any] | Response:
    """Deal cards of SWISH; a seed whose cards have no swish leads to the next that has one. Raises Fault."""
    slug = request.args.get("deck") or "swish-60"
    if slug not in STARTING_SLUGS:
        raise Fault(f"deck {slug!r}: cards are dealt from {' or '.join(STARTING_SLUGS)}")
    found = built_in_deck(slug)
    assert found is not None
    deck = found.position
    n = _number("cards", DEAL_SIZE, _FEWEST_CARDS, MOST_CARDS)
    terms = {"deck": slug, "cards": n}
    seed, unsolved = _seed(), _unsolved()

    def dealt(number: int) -> Position:
        return deck.part(deal(deck, n, number))

    with PageContext(site, "swish largest").search() as budget:
        number = seed
        while not unsolved and find_any(dealt(number), budget=budget.quiet()) is None:
            number = _after(number, budget)
        if number != seed or "seed" not in request.args:
            return _moved(SWISH, number, terms, unsolved)
        position = dealt(seed)
        largest = find_largest(position, budget=budget).known(budget)
    swish, colours = largest.swish, cell_colours(position.height, position.width, position.symmetry)
    return {
        "table": {
            "name": f"{slug}, {n} cards, seed {seed}",
            "cards": [str(card) for card in position.cards],
            "height": position.height,
            "width": position.width,
            "colours": [colours[cell] for cell in sorted(colours)],
            "largest": largest.size,
            "proved": largest.proved,
        },
        "seed": seed,
        "decks": STARTING_SLUGS,
        "deck": slug,
        "cards": n,
        "bounds": (_FEWEST_CARDS, MOST_CARDS),
        "unsolved": unsolved,
        "next": _address(SWISH, _after(seed), terms, unsolved),
        "largest": largest,
        "picture": svg_position(position),
        "solution": "" if swish is None else svg_swish(swish.stack, position.symmetry, list(swish.indices)),
        "modules": ["play_swish"],
    }


def _sets(site: Site) -> Mapping[str, Any] | Response:
    """Shuffle the cards of SET; a seed whose first table has no set leads to the next that has one. Raises Fault."""
    seed, unsolved = _seed(), _unsolved()

    def first(number: int) -> Table:
        return Table(_DECK, tuple(islice(_DECK.shuffled(number), _DECK.first_table)))

    with PageContext(site, "sets all").search() as budget:
        number = seed
        while not (sets := find_all(first(number), budget=budget.quiet())) and not unsolved:
            number = _after(number, budget)
    if number != seed or "seed" not in request.args:
        return _moved(SETS, number, {}, unsolved)
    return {
        "table": {"seed": str(seed), "order": [_DECK.code(card) for card in _DECK.shuffled(seed)]},
        "seed": seed,
        "unsolved": unsolved,
        "next": _address(SETS, _after(seed), {}, unsolved),
        "faces": svg_faces(_DECK),
        "sets": len(sets),
        "picture": set_table_svg(first(seed)),
        "solution": set_table_svg(first(seed), list(sets)) if sets else "",
        "modules": ["play_sets"],
    }


def _seed() -> int:
    """Return the seed that is asked for, or one of chance. Raises Fault."""
    return _number("seed", randbelow(_CHOSEN_SEEDS), 0, MAX_SEED)


def _unsolved() -> bool:
    return request.args.get("unsolved") == "1"


def _number(name: str, usual: int, least: int, most: int) -> int:
    """Return a number of the address, the usual one if it is not there. Raises Fault."""
    text = request.args.get(name, "")
    if not text:
        return usual
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(most)) or not least <= int(text) <= most:
        shown = text if len(text) <= 40 else f"{text[:40]}..."
        raise Fault(f"{name} {shown!r}: a whole number from {least} to {most} is wanted")
    return int(text)


def _after(seed: int, budget: Budget | None = None) -> int:
    """Return the seed after another; the first follows the last. Raises BudgetExhausted."""
    if budget is not None:
        budget.check()
    return (seed + 1) % (MAX_SEED + 1)


def _address(path: str, seed: int, terms: Mapping[str, object], unsolved: bool) -> str:
    return f"{path}?{urlencode({'seed': seed, **terms, **({'unsolved': 1} if unsolved else {})})}"


def _moved(path: str, seed: int, terms: Mapping[str, object], unsolved: bool) -> Response:
    """Lead to the table that is dealt; the same address may lead to another one later."""
    answer = redirect(_address(path, seed, terms, unsolved))
    answer.headers["Cache-Control"] = "no-store"
    return answer
