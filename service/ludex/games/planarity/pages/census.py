"""The census of Swap Planarity: the numbers of puzzles on few points by minimum, and the hardest ones."""

import json
from collections.abc import Mapping
from typing import Any

from flask import Response, request

from ludex.catalogue.lists.listing import page
from ludex.catalogue.storage.snapshot import Reader
from ludex.games.planarity.kinds import CENSUS as CENSUS_KIND
from ludex.games.planarity.kinds import CENSUS_CLASS, LEVEL
from ludex.games.planarity.pages.exhibits import CENSUS, ORDER_TYPES
from ludex.games.planarity.pages.packs import about_level
from ludex.games.planarity.pages.puzzle_graph import PUZZLES
from ludex.games.planarity.pictures.plots import svg_census
from ludex.games.planarity.study.census_bounds import largest_minimum
from ludex.web.game_pages import Page, Site
from ludex.web.graph_pages.graph_navigation import GRAPH
from ludex.web.results.overview import RESULTS, claims_address, csv_file
from ludex.web.site.addresses import address_of, object_card
from ludex.web.site.text_filters import counted

CENSUS_ADDRESS = f"{RESULTS}/census"
_HARDEST = 6
_MOST_READ = 200


def _census(site: Site) -> Mapping[str, Any] | Response:
    if request.args.get("format") == "csv":
        rows = ((n, m, least) for n, by_edges in _by_edges().items() for m, least in by_edges.items())
        return csv_file("largest-minima", ["vertices", "edges", "largest_minimum"], rows)
    with site.catalogue.reading() as reader:
        stored = [json.loads(shown.text()) for shown in page(reader, CENSUS_KIND, {}, whole=True).items]
        hardest = {n: _hardest(reader, n) for n in CENSUS}
        levels = _hardest_levels(reader)
    edges = _by_edges()
    return {
        "census": CENSUS,
        "order_types": ORDER_TYPES,
        "stored": [
            {
                "vertices": entry["vertices"],
                "plot": svg_census(
                    entry["vertices"], {row["min_swaps"]: row["classes"] for row in entry["distribution"]}
                ),
                "distribution": entry["distribution"],
                "claims": claims_address(entry["label"]),
            }
            for entry in sorted(stored, key=lambda entry: entry["vertices"])
        ],
        "stored_points": {entry["vertices"] for entry in stored},
        "by_edges": edges,
        "edges": sorted({m for by_edges in edges.values() for m in by_edges}),
        "hardest": {n: found for n, found in hardest.items() if found},
        "levels": levels,
        "data": address_of(CENSUS_ADDRESS, format="csv"),
        "puzzles": PUZZLES,
    }


def _by_edges() -> dict[int, dict[int, int]]:
    """Return the largest minimum by points and edges, for the sizes whose drawings have all been searched."""
    known = {n: {m: largest_minimum(n, m) for m in range(n - 1, n * (n - 1) // 2 + 1)} for n in CENSUS}
    return {n: {m: most for m, most in found.items() if most is not None} for n, found in known.items()}


def _hardest(reader: Reader, n: int) -> list[Mapping[str, str]]:
    """Return stored classes on n points with the largest minimum, those with the fewest optimal solutions first."""
    found = page(reader, CENSUS_CLASS, {"vertices": n}, "min_swaps", descending=True, limit=_MOST_READ).items
    classes = [json.loads(shown.body) for shown in found]
    largest = max((members["min_swaps"] or 0 for members in classes), default=0)
    hardest = [members for members in classes if members["min_swaps"] == largest]
    hardest.sort(key=lambda members: members["optimal_solutions"]["sequences"])
    return [
        object_card(CENSUS_CLASS, members["label"], _solutions(members), address_of(GRAPH, at=members["label"]))
        for members in hardest[:_HARDEST]
    ]


def _solutions(members: Mapping[str, Any]) -> str:
    ways, swaps, crossings = members["optimal_solutions"]["sequences"], members["min_swaps"], members["crossings"]
    return f"{counted(swaps, 'swap')}, {counted(ways, 'solution')}, {counted(crossings, 'crossing')}"


def _hardest_levels(reader: Reader) -> list[Mapping[str, str]]:
    """Return the stored levels with the highest grade."""
    found = page(reader, LEVEL, {}, "grade", descending=True, limit=_HARDEST).items
    return [object_card(LEVEL, level.label, about_level(level)) for level in found]


CENSUS_PAGE = Page(
    CENSUS_ADDRESS,
    _census,
    "planarity/census.html",
    title="Census of puzzles",
    section=RESULTS,
    about="All puzzles of Swap Planarity on up to seven points, by the minimum number of swaps.",
)
