"""Results on Swap Planarity: exhibits, the census, settled questions, corrections to the paper, and experiments.

The exhibits are a level with its solution, the census and the packs.
"""

import json
from collections.abc import Mapping
from functools import cache, partial
from math import comb
from typing import Any

from flask import Response, render_template, request, url_for

from ludex.catalogue.lists.listing import page
from ludex.catalogue.storage.snapshot import Reader
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.kinds import CENSUS as CENSUS_KIND
from ludex.games.planarity.kinds import CENSUS_CLASS, LEVEL, PACK
from ludex.games.planarity.kinds.statements import CENSUS_COUNT
from ludex.games.planarity.pages.blueprint import blueprint
from ludex.games.planarity.pictures.drawings import drawing_svg, solution_svg
from ludex.games.planarity.pictures.plots import svg_attempts_plot, svg_census, svg_interior_plot, svg_scramble_plot
from ludex.games.planarity.study.census_graphs import largest_connected_minimum
from ludex.games.planarity.study.experiments import InteriorRow, ScrambleRow, ThresholdRow
from ludex.web.declarations import Experiment, Finding, PageLink
from ludex.web.game_pages import Exhibits, ResultsPage, site
from ludex.web.packs import level_card
from ludex.web.results import claims_address, claims_of_statement, csv_file
from ludex.web.site.addresses import object_card
from ludex.web.site.text_filters import counted

EXHIBITED_LEVEL = Drawing(
    (
        (6771, 1305),
        (1572, 9131),
        (3451, 525),
        (9113, 3149),
        (794, 7335),
        (5818, 7355),
        (9774, 4646),
        (1402, 3254),
        (7538, 8227),
        (4884, 9640),
        (3299, 3946),
    ),
    (
        *((0, 3), (0, 5), (0, 7), (0, 10), (1, 7), (1, 9), (2, 3), (3, 10), (4, 7), (4, 8)),
        *((4, 9), (4, 10), (5, 7), (6, 8), (6, 10), (7, 9), (7, 10), (8, 9), (8, 10)),
    ),
)
"""A generated level with 11 vertices and 19 edges."""

EXHIBITED_SWAPS: tuple[Edge, ...] = ((5, 7), (4, 7), (2, 3), (0, 3))
"""An optimal solution of the level."""

ORDER_TYPES = {3: 1, 4: 2, 5: 3, 6: 16, 7: 135, 8: 3315, 9: 158_817}
"""Numbers of order types up to reflection, keyed by number of points (Aichholzer, Aurenhammer and Krasser, 2002)."""

CENSUS = {
    4: (2, 15, 1, 1),
    5: (3, 598, 28, 3),
    6: (15, 170_299, 11_492, 6),
    7: (122, 191_797_124, 35_819_727, 10),
    8: (3091, 745_742_904_440, 326_926_355_726, 14),
}
"""The numbers of x-types, swap classes and unsolvable classes, and the largest minimum, keyed by number of points."""

STORED_CENSUS = (4, 5)
"""The numbers of points for which the starting catalogue contains all classes."""

_MOST_PACKS = 6


@cache
def _shown() -> Mapping[str, Any]:
    return {
        "level": drawing_svg(EXHIBITED_LEVEL),
        "solution": solution_svg(EXHIBITED_LEVEL, EXHIBITED_SWAPS),
        "swaps": len(EXHIBITED_SWAPS),
        "census": CENSUS,
        "order_types": ORDER_TYPES,
        "stored_census": STORED_CENSUS,
    }


def _stored(reader: Reader) -> Mapping[str, Any]:
    """Return the stored packs of the starting catalogue, in the order in which they were stored."""
    found = page(reader, PACK, {"starting": True}, limit=_MOST_PACKS).items
    return {"packs": [json.loads(pack.text()) for pack in found]}


EXHIBITS = Exhibits(_shown, _stored)


@cache
def settled() -> tuple[Finding, ...]:
    """Return the open questions that have been settled."""
    largest = ", ".join(str(CENSUS[n][3]) for n in sorted(CENSUS))
    return (
        Finding(
            "largest-minima",
            "The largest minimum of a puzzle",
            "How many swaps does the hardest puzzle on n points need?",
            f"For 4 to 8 points: {largest}. From 6 points on, point sets with exactly one point inside the hull have "
            "such puzzles, and the hardest puzzle may start with a single crossing.",
            "A census of every arrangement of every connected graph on every point set.",
            (PageLink("The census", "planarity.show_census"), PageLink("The puzzle graph", "planarity.list_puzzles")),
        ),
        Finding(
            "criterion",
            "When two drawings are the same puzzle",
            "Definition 2 requires equal crossings after all sequences of swaps, which are too many to try.",
            "One matching is enough: it must preserve which segments cross, both between different connected parts "
            "and within each part that has two disjoint edges.",
            "All reachable arrangements of 12,341 random pairs agree.",
        ),
        Finding(
            "cycles",
            "Cycles on an even number of points",
            "Lemma 1 constructs drawings of n-cycles whose minimum grows with the square of n.",
            f"For even n, their minimum is n/2 choose 2: {comb(3, 2)} swaps for 6 points, {comb(4, 2)} for 8.",
            "An exact search.",
        ),
    )


@cache
def corrected() -> tuple[Finding, ...]:
    """Return the errors that have been corrected."""
    return (
        Finding(
            "theorem-3",
            "Theorem 3: order types and puzzles",
            "Two drawings are said to be the same puzzle if and only if a matching preserves all left turns.",
            "Only one direction holds. Mirror images are the same puzzle, but reverse every turn. The other "
            "direction fails even up to reflection: on the corners of a triangle and a point inside it, two paths "
            "are the same puzzle because they never cross, although no matching preserves the turns.",
            "A counterexample small enough to check by hand. Ludex has both relations under separate names.",
        ),
        Finding(
            "lemma-4",
            "Lemma 4",
            "Drawings that are the same puzzle are said to have points of the same order type.",
            f"This fails from six points on: 16 order types have only {CENSUS[6][0]} crossing types. The two order "
            "types with the same crossing type have a triangular hull.",
            "All order types of up to seven points.",
            (PageLink("Order types and x-types", "planarity.show_census", {"_anchor": "counts"}),),
        ),
        Finding(
            "random-swaps",
            "Random swaps and the minimum",
            "Levels are generated by random swaps and assumed to need the same number of swaps.",
            "They often need fewer, and on small graphs some minima do not exist.",
            "The minimum of every generated level is proved before it is stored.",
            (PageLink("The experiment", "results.show_experiment", {"name": "minima"}),),
        ),
        Finding(
            "independent",
            "Independent swaps",
            "Swaps without a common vertex are considered independent.",
            "They can be made in any order, but the crossings that a swap removes can depend on the other swaps.",
            "Ludex decides independence by the effect of the swaps, and counts solutions exactly.",
        ),
    )


_SAMPLES = "--samples 100 --seed 0"
EXPERIMENTS = (
    Experiment(
        "attempts",
        "Attempts per point set",
        ThresholdRow,
        (svg_attempts_plot,),
        f"ludex planarity experiment attempts {_SAMPLES}",
        "Swap Planarity, Figure 13",
        "Random points are added one at a time, and the generator starts over when the number of failures reaches a "
        "threshold, best set to a few hundred. The number of attempts grows steeply with the number of points.",
    ),
    Experiment(
        "interior",
        "Points inside the hull",
        InteriorRow,
        (svg_interior_plot, partial(svg_interior_plot, deviations=True)),
        f"ludex planarity experiment interior {_SAMPLES}",
        "Swap Planarity, Figures 14 and 15",
        "The larger the required distance between points and lines through other points, the fewer points are inside "
        "the hull. Each curve ends where no more point sets were found.",
    ),
    Experiment(
        "minima",
        "Random swaps and the true minimum",
        ScrambleRow,
        (svg_scramble_plot,),
        f"ludex planarity experiment minima {_SAMPLES}",
        "not in the paper",
        "A level generated by random swaps often needs fewer swaps: some swaps undo others, or another plane "
        "drawing is closer. Therefore the generator proves the minimum of every level.",
    ),
)


_HARDEST = 6
_MOST_READ = 200


@blueprint.get("/results/census")
def show_census() -> str | Response:
    """Show the census, or send its table of largest minima."""
    if request.args.get("format") == "csv":
        rows = ((n, m, least) for n, by_edges in _by_edges().items() for m, least in by_edges.items())
        return csv_file("largest-minima", ["vertices", "edges", "largest_minimum"], rows)
    with site.catalogue.reading() as reader:
        documents = [json.loads(shown.text()) for shown in page(reader, CENSUS_KIND, {}, whole=True).items]
        hardest = {n: _hardest(reader, n) for n in CENSUS}
        levels = _hardest_levels(reader)
        evidence = {claim.subject: claim.evidence for claim in claims_of_statement(reader, CENSUS_COUNT.name)}
    edges = _by_edges()
    # A document with `max_edges` is only a part of a census.
    stored = [document for document in documents if document.get("max_edges") is None]
    return render_template(
        "planarity/census.html",
        title=RESULTS_PAGE.title,
        summary=RESULTS_PAGE.about,
        section="/explore",
        census=CENSUS,
        order_types=ORDER_TYPES,
        stored=[
            {
                "vertices": entry["vertices"],
                "plot": svg_census(
                    entry["vertices"], {row["min_swaps"]: row["classes"] for row in entry["distribution"]}
                ),
                "distribution": entry["distribution"],
                "claims": claims_address(entry["label"]),
                "evidence": evidence.get(entry["label"]),
            }
            for entry in sorted(stored, key=lambda entry: entry["vertices"])
        ],
        stored_points={entry["vertices"] for entry in stored if hardest.get(entry["vertices"])},
        by_edges=edges,
        edges=sorted({m for by_edges in edges.values() for m in by_edges}),
        hardest={n: found for n, found in hardest.items() if found},
        levels=levels,
        data=url_for("planarity.show_census", format="csv"),
        puzzles=url_for("planarity.list_puzzles"),
    )


def _by_edges() -> dict[int, dict[int, int]]:
    """Return the largest minimum for each number of points and number of edges for which it is known exactly."""
    known = {n: {m: largest_connected_minimum(n, m) for m in range(n - 1, n * (n - 1) // 2 + 1)} for n in CENSUS}
    return {n: {m: most for m, most in found.items() if most is not None} for n, found in known.items()}


def _hardest(reader: Reader, n: int) -> list[Mapping[str, str]]:
    """Return stored classes on n points with the largest minimum, sorted from the fewest optimal solutions."""
    found = page(reader, CENSUS_CLASS, {"vertices": n}, "min_swaps", descending=True, limit=_MOST_READ).items
    classes = [json.loads(shown.body) for shown in found]
    largest = max((members["min_swaps"] or 0 for members in classes), default=0)
    hardest = [members for members in classes if members["min_swaps"] == largest]
    hardest.sort(key=lambda members: members["optimal_solutions"]["sequences"])
    return [
        object_card(
            CENSUS_CLASS, members["label"], _solutions(members), url_for("neighbours.show_graph", at=members["label"])
        )
        for members in hardest[:_HARDEST]
    ]


def _solutions(members: Mapping[str, Any]) -> str:
    ways, swaps, crossings = members["optimal_solutions"]["sequences"], members["min_swaps"], members["crossings"]
    return f"{counted(swaps, 'swap')}, {counted(ways, 'solution')}, {counted(crossings, 'crossing')}"


def _hardest_levels(reader: Reader) -> list[Mapping[str, str]]:
    """Return the stored levels with the highest grade."""
    found = page(reader, LEVEL, {}, "grade", descending=True, limit=_HARDEST, whole=True).items
    return list(map(level_card, found))


RESULTS_PAGE = ResultsPage(
    "planarity.show_census",
    "Census of puzzles",
    "All puzzles of Swap Planarity on up to eight points, by the minimum number of swaps.",
)
