"""The pages of the SET game: play with a shuffled deck, find every set on the initial table, and the tutorial."""

import json
from collections.abc import Mapping
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
from ludex.games.sets.daily import DAILY, DECK, dealt
from ludex.games.sets.kinds import PACK, POSITION
from ludex.games.sets.pages.blueprint import blueprint
from ludex.games.sets.pages.notation import LOOKUP, is_playable, read_set
from ludex.games.sets.pictures.faces import svg_faces
from ludex.games.sets.pictures.tables import set_table_svg
from ludex.games.sets.position import Position
from ludex.games.sets.solving.search import find_all
from ludex.games.sets.study.difficulty import MAX_CARDS, grade_of
from ludex.requests.daily import Row
from ludex.web.computing import computes
from ludex.web.declarations import PageLink
from ludex.web.game_pages import DailyPages, DailyView, EmbeddedBoard, PackPages, site
from ludex.web.packs import first_address
from ludex.web.play import Lesson, lesson_context
from ludex.web.site.form_input import PageContext
from ludex.web.site.text_filters import counted

_STYLES = ("play.css", "games/card_games/style.css", "games/sets/style.css")

LESSONS = (
    (
        Lesson(
            "All the same, except one property",
            "Three of these cards differ only in their number: one, two, three. Such cards are a set. Select them.",
        ),
        ("1000", "2000", "0000", "1111", "1012", "0112"),
        6,
    ),
    (
        Lesson(
            "All different",
            "A set can also differ in everything: three numbers, three colours, three shadings, three shapes. Two "
            "alike and one different is not allowed.",
        ),
        ("1222", "1120", "0100", "0012", "2201", "0002"),
        6,
    ),
    (
        Lesson(
            "No set",
            "These six cards have no set. Press “No set” to get three more, then find the set.",
        ),
        ("1022", "0211", "0111", "1020", "1000", "0010", "2212", "1021", "0220"),
        6,
    ),
)
"""The steps of the tutorial: a lesson, the cards in the order of dealing, and the number of cards dealt first."""


@blueprint.get("/play/sets")
@computes
def play_game() -> str | Response:
    """Return the game with a seed, or redirect to the next seed whose initial table contains a set. Raises Fault."""
    return deal_table(
        "sets/play.html",
        "Play SET",
        "sets all",
        {},
        dealt,
        lambda table, budget: bool(find_all(table, budget=budget)),
        _describe,
    )


@blueprint.get("/play/sets/table")
@computes
def play_first_table() -> str | Response:
    """Return the initial table of a seed, or redirect to the next seed whose initial table contains a set.

    Raises Fault.
    """
    return deal_table(
        "sets/table.html",
        "Find every set",
        "sets all",
        {},
        dealt,
        lambda table, budget: bool(find_all(table, budget=budget)),
        _describe_first_table,
    )


def _describe(seed: int, table: Position, budget: Budget) -> Mapping[str, Any]:
    sets = find_all(table, budget=budget)
    return {
        "table": {
            "name": str(seed),
            "order": [DECK.code(card) for card in DECK.shuffled(seed)],
            "first": DECK.first_table,
        },
        "places": len(table.cards),
        "faces": svg_faces(DECK),
        "sets": len(sets),
        "evidence": Evidence.RECOMPUTED,
        "picture": set_table_svg(table),
        "solution": set_table_svg(table, list(sets)) if sets else "",
        "modules": ["settings", "spoilers", "sets/play"],
    }


@blueprint.get("/play/sets/tutorial")
@computes
def show_tutorial() -> str:
    """Show the step of the tutorial that the address names. Raises Fault."""
    onward = first_address(site.game_of(POSITION), url_for("sets.play_game"))
    step, context = lesson_context(onward, [lesson for lesson, _, _ in LESSONS])
    _, cards, first = LESSONS[step - 1]
    table = {"name": f"tutorial {step}", "order": cards, "first": first, "practice": True}
    shown = {**_describe(0, Position.from_codes(DECK, list(cards[:first])), Budget()), **context}
    return render_template("sets/play.html", section="/play", **{**shown, "table": table, "places": first})


def _describe_first_table(seed: int, table: Position, budget: Budget) -> dict[str, Any]:
    cards = [DECK.code(card) for card in table.cards]
    described = _describe(seed, table, budget)
    return {
        **described,
        "table": {"name": str(seed), "cards": cards},
        "modules": ["settings", "spoilers", "sets/find-all"],
    }


def _table_of_day(reader: Reader, row: Row) -> tuple[str, Position, dict[str, Any]]:
    """Return the name of the daily cards, the table, and what the browser must know if they are stored.

    Raises UnknownObject.
    """
    if "label" not in row:
        return row["seed"], dealt(int(row["seed"])), {}
    found = find(reader, row["label"], POSITION)
    table: Position = value_of(reader, found).position
    return found.label, table, {"name": found.label, **level_data(found.label, grade_of(table))}


def view_of_day(reader: Reader, row: Row) -> DailyView:
    """Return the view of the daily cards. The score is the number of hints and mistakes. Raises UnknownObject."""
    key, table, _ = _table_of_day(reader, row)
    sets = len(find_all(table))
    every = "the only set" if sets == 1 else f"all {sets} sets"
    task = f"Find {every} on the table: three cards that are all the same or all different in every property."
    grade = grade_of(table)
    difficulty = "" if grade is None else difficulty_word(grade)
    return DailyView(set_table_svg(table), task, "set-tables", key, best=0, goal=sets, difficulty=difficulty)


def board_of_day(reader: Reader, row: Row, onward: str) -> Mapping[str, Any]:
    """Return the template context for a table of the daily cards that can be played within another page."""
    name, table, stored = _table_of_day(reader, row)
    described = _describe_first_table(0, table, Budget())
    described["table"] |= {"name": name, **stored}
    return {**described, "next": onward, "onward_text": "More of today’s puzzles"}


DAILY_PAGES = DailyPages(DAILY, view_of_day, board_of_day, ("sets/find-all",), _STYLES)


def game_address(_label: str) -> str:
    """Return the address of a new game with the deck."""
    return url_for("sets.play_game")


def is_game_deck(document: Mapping[str, Any]) -> bool:
    """Return whether a document describes the deck with which the game is played."""
    return (document["properties"], document["values"]) == (DECK.properties, DECK.values)


def position_address(label: str, pack: str = "") -> str:
    """Return the address of the page on which a stored position can be played, optionally as a table of a pack."""
    return url_for("sets.play_position", label=label, pack=pack or None)


def can_be_played(document: Mapping[str, Any]) -> bool:
    """Return whether a document describes a position that can be played."""
    few, codes = document["size"] <= MAX_CARDS, document["cards"]
    return few and is_game_deck(document) and is_playable(Position.from_codes(DECK, codes))


def _require_playable(table: Position) -> None:
    if not is_playable(table):
        raise Fault(
            f"only tables with a set and at most {MAX_CARDS} cards of the commercial game, all different, can be played"
        )


def _stored_table(label: str) -> tuple[ObjectView, int | None, dict[str, Any]]:
    """Return a stored position, its grade, and the context of its table. Raises UnknownObject, Fault."""
    with site.catalogue.reading() as reader:
        found = find(reader, label, POSITION)
        table: Position = value_of(reader, found).position
    _require_playable(table)
    grade = json.loads(found.text())["difficulty"]["grade"]
    described = _describe_first_table(0, table, Budget())
    described["table"] |= {"name": found.label, **level_data(found.label, grade)}
    return found, grade, described


EMBED = EmbeddedBoard(
    POSITION.name,
    lambda label: embedded_table(*_stored_table(label), "set-tables", "mistakes", _STYLES),
    position_address,
)


@blueprint.get("/play/sets/positions/<label>")
@computes
def play_position(label: str) -> str:
    """Show the table with the cards of a stored position. Raises UnknownObject, Fault."""
    found, grade, described = _stored_table(label)
    return render_template(
        "sets/table.html",
        title="Play a position of SET",
        section="/play",
        **described,
        **level_context(PACK_PAGES, found, grade, url_for("sets.play_first_table")),
        unsolved=False,
    )


@blueprint.get("/play/sets/draft")
@computes
def play_draft() -> str:
    """Show the table with the cards in the address, which need not be stored. Raises Fault."""
    text = request.args.get("text", "").strip()
    table = read_set(text, PageContext("sets all"))
    _require_playable(table)
    described = _describe_first_table(0, table, Budget())
    described["table"] |= {"name": text, "practice": True}
    return render_template(
        "sets/table.html", section="/play", **described, **draft_context(LOOKUP, text), unsolved=False
    )


PACK_PAGES = PackPages(
    kind=PACK.name,
    noun="table",
    lead="Find every set on the table: three cards that are all the same or all different in each property.",
    action="find sets of three cards",
    play=position_address,
    goal=lambda position: f"{counted(position.sets, 'set')}, {position.size} cards",
    more=(
        PageLink("Tutorial", "sets.show_tutorial"),
        PageLink("A random table", "sets.play_first_table"),
        PageLink("A whole game", "sets.play_game"),
    ),
    filters={"properties": str(DECK.properties), "values": str(DECK.values)},
    first_grade=2,
    solutions=("set-found-set",),
)
