"""Results of the census of Swap Planarity: the numbers of puzzles on few points by minimum, and the hardest ones."""

import json
from collections.abc import Mapping
from typing import Any

from flask import Response, request

from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.lists.listing import page
from ludex.catalogue.storage.snapshot import Reader
from ludex.games.planarity.kinds import CENSUS as CENSUS_KIND
from ludex.games.planarity.kinds import CENSUS_CLASS, LEVEL
from ludex.games.planarity.pages.exhibits import CENSUS, ORDER_TYPES
from ludex.games.planarity.pages.puzzle_graph import PUZZLES
from ludex.games.planarity.pictures.plots import svg_census
from ludex.games.planarity.study.census_bounds import largest_minimum
from ludex.web.graph_pages.graph_navigation import GRAPH
from ludex.web.page import Page, Site
from ludex.web.results.overview import ResultsCard
from ludex.web.results.tables import RESULTS, claims_address, csv_file
from ludex.web.site.addresses import address_of, object_address, picture_address, short
from ludex.web.site.text_filters import counted

CENSUS_ADDRESS = f"{RESULTS}/census"
_HARDEST = 6
_MOST_READ = 200


def _census(site: Site) -> Mapping[str, Any] | Response:
    if request.args.get("format") == "csv":
        rows = ((n, m, least) for n, by_edges in _by_edges().items() for m, least in by_edges.items())
        return csv_file("largest-minima", ["vertices", "edges", "largest_minimum"], rows)
    with site.catalogue.reading() as reader:
        stored = [json.loads(one.text()) for one in page(reader, CENSUS_KIND, {}, whole=True).items]
        hardest = {n: _hardest(reader, n) for n in CENSUS}
        levels = _hardest_levels(reader)
    edges = _by_edges()
    return {
        "census": CENSUS,
        "order_types": ORDER_TYPES,
        "stored": [
            {
                "vertices": one["vertices"],
                "plot": svg_census(one["vertices"], {row["min_swaps"]: row["classes"] for row in one["distribution"]}),
                "distribution": one["distribution"],
                "claims": claims_address(one["label"]),
            }
            for one in sorted(stored, key=lambda one: one["vertices"])
        ],
        "stored_points": {one["vertices"] for one in stored},
        "by_edges": edges,
        "edges": sorted({m for by_edges in edges.values() for m in by_edges}),
        "hardest": {n: found for n, found in hardest.items() if found},
        "levels": levels,
        "data": address_of(CENSUS_ADDRESS, format="csv"),
        "puzzles": PUZZLES,
    }


def _by_edges() -> dict[int, dict[int, int]]:
    """Return the largest minimum by points and edges, where every drawing was searched."""
    every = {n: {m: largest_minimum(n, m) for m in range(n - 1, n * (n - 1) // 2 + 1)} for n in CENSUS}
    return {n: {m: most for m, most in found.items() if most is not None} for n, found in every.items()}


def _hardest(reader: Reader, n: int) -> list[Mapping[str, str]]:
    """Return stored classes of the largest minimum on n points, those with the fewest optimal solutions first."""
    found = page(reader, CENSUS_CLASS, {"vertices": n}, "min_swaps", descending=True, limit=_MOST_READ).items
    classes = [json.loads(one.body) for one in found]
    largest = max((one["min_swaps"] or 0 for one in classes), default=0)
    hardest = [one for one in classes if one["min_swaps"] == largest]
    hardest.sort(key=lambda one: one["optimal_solutions"]["sequences"])
    return [_card(CENSUS_CLASS, one, address_of(GRAPH, at=one["label"]), _solutions(one)) for one in hardest[:_HARDEST]]


def _solutions(one: Mapping[str, Any]) -> str:
    ways, swaps, crossings = one["optimal_solutions"]["sequences"], one["min_swaps"], one["crossings"]
    return f"{counted(swaps, 'swap')}, {counted(ways, 'solution')}, {counted(crossings, 'crossing')}"


def _hardest_levels(reader: Reader) -> list[Mapping[str, str]]:
    """Return the stored levels of the highest grade."""
    levels = [json.loads(one.body) for one in page(reader, LEVEL, {}, "grade", descending=True, limit=_HARDEST).items]
    return [
        _card(LEVEL, one, object_address(one["label"]), f"grade {one['difficulty']['grade']}, {one['min_swaps']} swaps")
        for one in levels
    ]


def _card(kind: Kind[Any, Any], one: Mapping[str, Any], address: str, about: str) -> Mapping[str, str]:
    label = one["label"]
    return {
        "address": address,
        "name": short(label, kind.name),
        "picture": picture_address(kind, label),
        "about": about,
    }


CENSUS_PAGE = Page(CENSUS_ADDRESS, _census, "planarity/census.html", title="Census of puzzles", section=RESULTS)
CARD = ResultsCard(
    CENSUS_ADDRESS, "Census of puzzles", "All puzzles of Swap Planarity on few points, by their minimum."
)
