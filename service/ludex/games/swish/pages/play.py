"""The pages on which visitors play SWISH: tables of cards, solutions, and the tutorial.

The cards of a table are dealt from a seed, shuffled, and flipped at random.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import Any

from flask import render_template, request, url_for
from werkzeug.wrappers import Response

from ludex.card_games.pages.tables import deal_table, draft_context, embedded_table, level_context, level_data
from ludex.catalogue.objects.reading import ObjectView, find, value_of
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget
from ludex.engine.difficulty import difficulty_word
from ludex.engine.evidence import Evidence
from ludex.engine.faults import Fault
from ludex.engine.random_numbers import random_numbers
from ludex.games.swish import solving
from ludex.games.swish.card import Symmetry
from ludex.games.swish.daily import DAILY
from ludex.games.swish.daily import DECK as DAILY_DECK
from ludex.games.swish.deck import DEAL_SIZE, STARTING_SLUGS, built_in_deck, deal
from ludex.games.swish.identity.card_matching import place_stack
from ludex.games.swish.kinds import PACK, POSITION
from ludex.games.swish.known_results import KnownPosition
from ludex.games.swish.pages.blueprint import blueprint
from ludex.games.swish.pages.notation import LOOKUP, is_playable, read_swish
from ludex.games.swish.pictures.cards import cell_colours, svg_position, svg_swish
from ludex.games.swish.position import Position
from ludex.games.swish.study.difficulty import MAX_CARDS
from ludex.games.swish.swishes import Largest
from ludex.requests.daily import Row
from ludex.web.computing import computes
from ludex.web.declarations import PageLink
from ludex.web.game_pages import DailyPages, DailyView, EmbeddedBoard, PackPages, site
from ludex.web.packs import first_address
from ludex.web.play import Lesson, lesson_context
from ludex.web.site.addresses import address_of, number_in_address
from ludex.web.site.form_input import PageContext

_LEAST_CARDS = 4
_SLUGS = {"swish-deck-4x3-36-3yv4aeq6xdu6h7ow": "swish-36", "swish-deck-4x3-60-zlzoyc4bxtv2q5ze": "swish-60"}
_STYLES = ("play.css", "games/card_games/style.css", "games/swish/style.css")

LESSONS = (
    (
        Lesson(
            "Put a point into a circle",
            "A point is a disc, a circle is a ring. Tap both cards: each point falls into the circle of the other. "
            "Only symbols of one colour can meet.",
        ),
        ("*../.o./.../...", "o../.*./.../..."),
    ),
    (
        Lesson(
            "Flip a card",
            "A flip moves each symbol to another cell of its colour, to the left or right and up or down. These "
            "two cards fit only if you flip one of them. Tap both, then flip the card in your hand upwards: use the "
            "button, hold the card, or press the key U.",
        ),
        ("*../.o./.../...", ".../.../.*./o.."),
    ),
    (
        Lesson(
            "Make the largest swish",
            "Three of these four cards form a swish, and all four do not. The largest swish earns three stars. One "
            "card has to be flipped.",
        ),
        ("*../o../.../...", ".../*../.o./...", "..o/.../.*./...", ".../.*./.../.o."),
    ),
)
"""The steps of the tutorial: what a step teaches, and the cards on the table in this step."""


def dealt_table(deck: Position, n: int, seed: int) -> Position:
    """Return the cards dealt from a seed as they lie on the table, in random order and flipped at random.

    The result depends only on the seed, and the cards are those of :func:`ludex.games.swish.deck.deal`.
    """
    return _laid(deck.part(deal(deck, n, seed)), seed)


def _laid(position: Position, seed: int) -> Position:
    """Return the cards of a position in random order and flipped at random. The result depends only on the seed."""
    source = random_numbers(seed)
    configurations = [*position.symmetry.configurations]
    order = list(source.shuffled(len(position.cards)))
    cards = tuple(position.cards[index].configured(source.choice(configurations)) for index in order)
    return Position(cards, position.symmetry)


def _laid_as_labelled(position: Position, label: str) -> Position:
    """Return the cards of a stored position in an order, and flipped in a way, that depends only on its label."""
    return _laid(position, int.from_bytes(sha256(label.encode()).digest()[:6], "big"))


@blueprint.get("/play/swish")
@computes
def play_table() -> str | Response:
    """Show the table that is dealt from a seed, or redirect to the next seed whose table contains a swish.

    Raises Fault.
    """
    slug = request.args.get("deck") or "swish-60"
    if slug not in STARTING_SLUGS:
        raise Fault(f"unknown deck {slug!r}; the decks are {' and '.join(STARTING_SLUGS)}")
    found = built_in_deck(slug)
    assert found is not None
    deck = found.position
    n = number_in_address("cards", DEAL_SIZE, _LEAST_CARDS, MAX_CARDS)

    def describe(seed: int, position: Position, budget: Budget) -> Mapping[str, Any]:
        shown = _shown(_name(slug, n, seed), position, budget)
        return {
            **shown,
            "decks": STARTING_SLUGS,
            "deck": slug,
            "cards": n,
            "bounds": (_LEAST_CARDS, MAX_CARDS),
        }

    return deal_table(
        "swish/play.html",
        "Play SWISH",
        "swish largest",
        {"deck": slug, "cards": n},
        lambda seed: dealt_table(deck, n, seed),
        lambda position, budget: solving.search.find_any(position, budget=budget) is not None,
        describe,
    )


def _name(slug: str, n: int, seed: int) -> str:
    """Return the name under which the browser stores the results of a table."""
    return f"{slug}, {n} cards, seed {seed}"


def targets_of(largest: int) -> tuple[int, int]:
    """Return the sizes of a swish that are very good and good if a largest swish has `largest` cards.

    A very good swish earns two stars, and a good one earns one star. A swish has at least two cards.

    >>> [targets_of(size) for size in (2, 3, 4, 8, 11)]
    [(2, 2), (2, 2), (3, 2), (7, 4), (9, 6)]
    """
    return max(2, round(0.82 * largest)), max(2, round(0.55 * largest))


def targets_text(largest: int) -> str:
    """Return the sentence that states which sizes of a swish are good.

    >>> targets_text(2), targets_text(11)
    ('2 cards are best.', '6 cards are good, 9 are very good, 11 are best.')
    """
    very_good, good = targets_of(largest)
    sizes = {good: "good", very_good: "very good", largest: "best"}
    first, *others = (
        f"{size} {'cards are' if not place else 'are'} {word}" for place, (size, word) in enumerate(sizes.items())
    )
    return f"{', '.join([first, *others])}."


def losses_of(largest: int) -> tuple[int, ...]:
    """Return the numbers of missing cards up to which a swish earns two stars and one star."""
    return tuple(largest - size for size in targets_of(largest))


def _table(name: str, position: Position, largest: int, evidence: Evidence | None) -> dict[str, Any]:
    """Return the data with which the browser module shows the cards."""
    colours = cell_colours(position.height, position.width, position.symmetry)
    return {
        "name": name,
        "cards": [str(card) for card in position.cards],
        "height": position.height,
        "width": position.width,
        "colours": [colours[cell] for cell in sorted(colours)],
        "largest": largest,
        "targets": losses_of(largest),
        "target_text": targets_text(largest) if largest else "",
        "proved": evidence is not None,
        "evidence": evidence,
    }


def _proved(position: Position, budget: Budget) -> Largest:
    """Return a largest swish with a certificate, if one is found in time."""
    largest = solving.search.find_largest(position, budget=budget).known(budget)
    known = KnownPosition(position, largest).with_bound(budget)
    assert known.largest is not None
    return known.largest


def _shown(name: str, position: Position, budget: Budget, known: Largest | None = None) -> dict[str, Any]:
    """Return the part of the template context that describes the cards on the table and a largest swish."""
    largest = known or _proved(position, budget)
    swish = largest.swish
    numbers = [index + 1 for index in range(len(position.cards))]
    return {
        "table": _table(name, position, largest.size, largest.evidence),
        "places": len(position.cards),
        "largest": largest,
        "picture": svg_position(position, numbers),
        "solution": ""
        if swish is None
        else svg_swish(swish.stack, position.symmetry, [numbers[index] for index in swish.indices]),
        "modules": ["settings", "spoilers", "swish/play"],
    }


@blueprint.get("/play/swish/tutorial")
@computes
def show_tutorial() -> str:
    """Show the tutorial step that the address names. Raises Fault."""
    onward = first_address(site.game_of(POSITION), url_for("swish.play_table"))
    step, context = lesson_context(onward, [lesson for lesson, _ in LESSONS])
    position = Position.from_codes(list(LESSONS[step - 1][1]))
    shown = _shown(f"tutorial {step}", position, Budget())
    table = {**shown["table"], "practice": True}
    return render_template(
        "swish/play.html", section="/play", **{**shown, **context, "table": table, "unsolved": False, "seed": 0}
    )


def deck_address(label: str) -> str:
    """Return the address of a table that is dealt from the deck with the given label."""
    return address_of(url_for("swish.play_table"), deck=_SLUGS.get(label, ""))


def is_playable_deck(document: Mapping[str, Any]) -> bool:
    """Return whether tables can be dealt from a deck, which is true for decks of the starting catalogue."""
    return document["label"] in _SLUGS


def position_address(label: str, pack: str = "") -> str:
    """Return the address of the page on which a stored position can be played, optionally as a table of a pack."""
    return url_for("swish.play_position", label=label, pack=pack or None)


def can_be_played(document: Mapping[str, Any]) -> bool:
    """Return whether a document describes a position that can be played."""
    return document["size"] in range(2, MAX_CARDS + 1) and str(document["symmetry"]) == Symmetry.RECTANGLE.value


def _require_playable(position: Position) -> None:
    if not is_playable(position):
        raise Fault(f"only positions of 2 to {MAX_CARDS} cards with the symmetry `rectangle` can be played")


@blueprint.get("/play/swish/positions/<label>")
@computes
def play_position(label: str) -> str:
    """Show the table with the cards of a stored position. Raises UnknownObject, Fault, BudgetExhausted."""
    found, grade, shown = _stored_table(label)
    return render_template(
        "swish/play.html",
        section="/play",
        **shown,
        **level_context(PACK_PAGES, found, grade, url_for("swish.play_table")),
        title="Play a position of SWISH",
        unsolved=False,
    )


def _stored_table(label: str) -> tuple[ObjectView, int | None, dict[str, Any]]:
    """Return a stored position, its grade, and the context of its table.

    Raises UnknownObject, Fault, BudgetExhausted.
    """
    with site.catalogue.reading() as reader:
        found = find(reader, label, POSITION)
        known: KnownPosition = value_of(reader, found)
    _require_playable(known.position)
    position = _laid_as_labelled(known.position, found.label)
    largest = known.largest
    if largest is not None and largest.swish is not None:
        largest = replace(largest, swish=place_stack(largest.swish.stack, position))
    with PageContext("swish largest").search() as budget:
        shown = _shown(found.label, position, budget, largest if largest is not None and largest.proved else None)
    grade = json.loads(found.text())["difficulty"]["grade"]
    shown["table"] |= level_data(found.label, grade)
    return found, grade, shown


EMBED = EmbeddedBoard(
    POSITION.name,
    lambda label: embedded_table(*_stored_table(label), "swish-tables", "missing", _STYLES),
    position_address,
)


@blueprint.get("/play/swish/draft")
@computes
def play_draft() -> str:
    """Show the table with the cards in the address, which need not be stored. Raises Fault, BudgetExhausted."""
    text = request.args.get("text", "").strip()
    position = read_swish(text, PageContext("swish largest"))
    _require_playable(position)
    with PageContext("swish largest").search() as budget:
        shown = _shown(text, position, budget)
    shown["table"] |= {"practice": True}
    unsolved = shown["largest"].swish is None
    return render_template(
        "swish/play.html", section="/play", **shown, **draft_context(LOOKUP, text), unsolved=unsolved
    )


PACK_PAGES = PackPages(
    kind=PACK.name,
    noun="table",
    lead="Flip and stack cards so that every point meets a circle. The largest swish of each table is proved.",
    action="flip and stack cards so that points meet circles",
    play=position_address,
    goal=lambda position: f"{position.largest_swish.size} of {position.size} cards",
    targets=lambda position: losses_of(position.largest_swish.size),
    more=(PageLink("Tutorial", "swish.show_tutorial"), PageLink("A random table", "swish.play_table")),
    first_grade=5,
    solutions=("swish-swish",),
)


def _table_of_day(reader: Reader, row: Row) -> tuple[str, Position, KnownPosition, bool]:
    """Return the daily cards: their name, how they lie on the table, as solved, and whether they are stored.

    Raises UnknownObject.
    """
    if "label" in row:
        found = find(reader, row["label"], POSITION)
        stored: KnownPosition = value_of(reader, found)
        return found.label, _laid_as_labelled(stored.position, found.label), stored, True
    seed, n = int(row["seed"]), int(row["cards"])
    deck = built_in_deck(DAILY_DECK)
    assert deck is not None
    position = dealt_table(deck.position, n, seed)
    return _name(DAILY_DECK, n, seed), position, _solved(position), False


@lru_cache(maxsize=64)
def _solved(position: Position) -> KnownPosition:
    """Return a dealt position with a largest swish, its proof and the number of largest swishes."""
    return KnownPosition(position, solving.search.find_largest(position)).with_bound(Budget()).measured(Budget())


def view_of_day(reader: Reader, row: Row) -> DailyView:
    """Return the view of the daily cards. Raises UnknownObject.

    The score is the number of cards in a largest swish, minus the number of cards in the player's swish.
    """
    key, position, known, _ = _table_of_day(reader, row)
    assert known.largest is not None
    largest, n = known.largest.size, len(position.cards)
    task = (
        f"Stack cards, flipped as you like, so that every point meets a circle. The largest swish has {largest} of "
        f"the {n} cards, and it is proved that no swish is larger. {targets_text(largest)}"
    )
    picture = svg_position(position, list(range(1, n + 1)))
    difficulty = "" if known.grade is None else difficulty_word(known.grade)
    return DailyView(picture, task, "swish-tables", key, best=0, goal=largest, step=-1, difficulty=difficulty)


def board_of_day(reader: Reader, row: Row, onward: str) -> Mapping[str, Any]:
    """Return the template context that shows the daily cards as a playable table on another page."""
    name, position, known, is_stored = _table_of_day(reader, row)
    assert known.largest is not None
    n = len(position.cards)
    table = _table(name, position, known.largest.size, known.largest.evidence)
    table |= level_data(name, known.grade) if is_stored else {}
    picture = svg_position(position, list(range(1, n + 1)))
    return {"table": table, "places": n, "picture": picture, "next": onward, "onward_text": "More of today’s puzzles"}


DAILY_PAGES = DailyPages(DAILY, view_of_day, board_of_day, ("swish/play",), _STYLES)
