"""The page with results for any SWISH board.

It shows the closed forms, the picture of a largest set without a swish, and the share of all cards that this set has.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flask import Response, render_template, request, url_for

from ludex.catalogue.kinds.kind import identify_value
from ludex.catalogue.objects.reading import find_many
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.evidence import Evidence
from ludex.games.swish.card import MAX_CELLS, MAX_SIDE, BoardError, Symmetry, orbits
from ludex.games.swish.kinds import BOARD
from ludex.games.swish.pages.blueprint import blueprint
from ludex.games.swish.pictures.cards import svg_no_swish_set
from ludex.games.swish.position import Position
from ludex.games.swish.study.boards import MAX_CONSTRUCTION_SIDE, BoardFacts, board_facts, construction
from ludex.pictures.charts import Axes, LinePoint, lines_plot, share_ticks
from ludex.web.game_pages import ResultsPage, site
from ludex.web.results import claims_address, csv_file
from ludex.web.site.addresses import address_of

HEIGHTS = (1, 2, 3, 4, 8)
"""The heights of the boards that the plot always includes."""

_WIDEST = 32
_MOST_DRAWN = 60
_CHOICES_IN_ORBIT = {Symmetry.RECTANGLE: 3, Symmetry.SQUARE: 20}


@blueprint.get("/results/boards")
def show_boards() -> str | Response:
    """Show the results on a board, or send one of the tables."""
    entered = {name: request.args.get(name, default) for name, default in (("height", "4"), ("width", "3"))}
    square = request.args.get("symmetry") == "square"
    fault = ""
    try:
        height, width = _side(entered["height"]), _side(entered["width"])
        facts = board_facts(height, width, Symmetry.SQUARE if square else Symmetry.RECTANGLE)
    except BoardError as error:
        fault = str(error)
        facts = board_facts(4, 3)
    if request.args.get("format") == "csv":
        return _file(facts, request.args.get("table", ""))
    with site.catalogue.reading() as reader:
        label = _label_if_stored(reader, facts)
    shown = _context(facts, label, entered, fault, square)
    return render_template(
        "swish/boards.html", title=RESULTS_PAGE.title, summary=RESULTS_PAGE.about, section="/explore", **shown
    )


def _side(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise BoardError(f"the number of rows or columns must be a whole number from 1 to {MAX_SIDE}, not {text!r}")
    return int(text)


def _label_if_stored(reader: Reader, facts: BoardFacts) -> str:
    """Return the label of a board if it is stored, or an empty string."""
    label = identify_value(BOARD, facts).label
    return label if find_many(reader, BOARD, [label], whole=False) else ""


def _context(facts: BoardFacts, label: str, entered: Mapping[str, str], fault: str, square: bool) -> Mapping[str, Any]:
    sizes = _orbit_sizes(facts.height, facts.width, facts.symmetry)
    own = {"height": facts.height, "width": facts.width, "symmetry": "square" if square else None}
    listed = max(facts.height, facts.width) <= MAX_CONSTRUCTION_SIDE and facts.largest_no_swish_set > 0
    share = Fraction(facts.largest_no_swish_set, facts.cards) if facts.cards else None
    return {
        "entered": entered,
        "fault": fault,
        "square": square,
        "facts": facts,
        "share": share,
        "evidence": Evidence.CERTIFICATE,  # The checker evaluates the closed form.
        "orbits": sorted(sizes.items(), reverse=True),
        "number_of_orbits": sum(sizes.values()),
        "full": sizes[len(facts.symmetry.configurations)],
        "ways": _CHOICES_IN_ORBIT[facts.symmetry],
        "picture": _picture(facts.height, facts.width, facts.symmetry) if listed else None,
        "most_drawn": _MOST_DRAWN,
        "listed": address_of(url_for("swish.show_boards"), **own, format="csv", table="cards") if listed else "",
        "curve": _curve(_heights(facts)),
        "curve_data": address_of(url_for("swish.show_boards"), **own, format="csv", table="shares"),
        "claims": claims_address(label) if label else "",
        "most_cells": MAX_CELLS,
        "most_side": MAX_SIDE,
        "widest_listed": MAX_CONSTRUCTION_SIDE,
    }


@lru_cache(maxsize=256)
def _orbit_sizes(height: int, width: int, symmetry: Symmetry) -> Counter[int]:
    return Counter(len(orbit) for orbit in orbits(height, width, symmetry))


@lru_cache(maxsize=128)
def _picture(height: int, width: int, symmetry: Symmetry) -> str | None:
    """Return the picture of a largest set without a swish, or None if it has too many cards."""
    cards = construction(height, width, symmetry)
    return svg_no_swish_set(Position(tuple(cards), symmetry)) if len(cards) <= _MOST_DRAWN else None


def _heights(facts: BoardFacts) -> tuple[int, ...]:
    return tuple(sorted({*HEIGHTS, facts.height}))


def _shares(heights: Iterable[int]) -> list[BoardFacts]:
    """Return the closed forms for boards with the given heights and all widths in the plot."""
    return [
        board_facts(height, width)
        for height in heights
        for width in range(1, min(_WIDEST, MAX_CELLS // height) + 1)
        if height * width > 1
    ]


@lru_cache(maxsize=256)
def _curve(heights: tuple[int, ...]) -> str:
    lines: dict[str, list[LinePoint]] = {}
    for board in _shares(heights):
        share = board.largest_no_swish_set / board.cards
        size = f"{board.height} x {board.width}"
        text = f"{size}: {board.largest_no_swish_set:,} of {board.cards:,} cards, {share * 100:.2f} %"
        lines.setdefault(f"h = {board.height}", []).append(LinePoint(board.width, share, text))
    ticks = [(tick, f"{tick * 100:g} %") for tick in share_ticks(1.0)]
    title = "Share of the cards in a largest set without a swish"
    return lines_plot(title, lines, Axes(1, _WIDEST), ticks, "width of the board", "share of all cards", {})


def _file(facts: BoardFacts, table: str) -> Response:
    if table == "cards" and max(facts.height, facts.width) <= MAX_CONSTRUCTION_SIDE:
        cards = construction(facts.height, facts.width, facts.symmetry)
        name = f"largest-no-swish-set-{facts.height}x{facts.width}"
        return csv_file(name, ["card"], ([str(card)] for card in cards))
    rows = ((board.height, board.width, board.cards, board.largest_no_swish_set) for board in _shares(_heights(facts)))
    return csv_file("shares-of-boards", ["height", "width", "cards", "largest_no_swish_set"], rows)


RESULTS_PAGE = ResultsPage(
    "swish.show_boards",
    "Boards of SWISH",
    "The largest set of cards without a swish, for any board, in closed form.",
)
