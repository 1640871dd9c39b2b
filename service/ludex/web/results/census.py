"""The census of Swap Planarity: how many puzzles there are on few points, by their minimum, and the hardest of them."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from flask import Response, request

from ludex.catalogue.listing import page
from ludex.catalogue.registry import Registry
from ludex.catalogue.snapshot import Reader
from ludex.games.planarity.pictures.plots import svg_census
from ludex.planarity.study.census_bounds import largest_minimum
from ludex.web.addresses import picture_address, short
from ludex.web.exhibits.planarity import CENSUS, ORDER_TYPES
from ludex.web.page import Page, Site
from ludex.web.results.tables import RESULTS, claims_address, csv_file
from ludex.web.walking import GRAPH, PUZZLES, address_of

CENSUS_PAGE = f"{RESULTS}/census"
_HARDEST = 6
_MOST_READ = 200


def pages(registry: Registry) -> Iterable[Page]:
    """Return the page of the census."""
    if "planarity-census" in registry.kind:
        yield Page(CENSUS_PAGE, _census, "results/census.html", title="Census of puzzles", section=RESULTS)


def _census(site: Site) -> Mapping[str, Any] | Response:
    if request.args.get("format") == "csv":
        rows = ((n, m, least) for n, by_edges in _by_edges().items() for m, least in by_edges.items())
        return csv_file("largest-minima", ["vertices", "edges", "largest_minimum"], rows)
    with site.catalogue.reading() as reader:
        stored = [
            json.loads(one.text())
            for one in page(reader, reader.registry.kind["planarity-census"], {}, whole=True).items
        ]
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
        "data": address_of(CENSUS_PAGE, format="csv"),
        "puzzles": PUZZLES,
    }


def _by_edges() -> dict[int, dict[int, int]]:
    """Return the largest minimum by points and edges, where every drawing was searched."""
    every = {n: {m: largest_minimum(n, m) for m in range(n - 1, n * (n - 1) // 2 + 1)} for n in CENSUS}
    return {n: {m: most for m, most in found.items() if most is not None} for n, found in every.items()}


def _hardest(reader: Reader, n: int) -> list[Mapping[str, Any]]:
    """Return stored classes of the largest minimum on n points, those with the fewest optimal solutions first."""
    kind = reader.registry.kind["planarity-census-class"]
    found = page(reader, kind, {"vertices": n}, "min_swaps", descending=True, limit=_MOST_READ).items
    classes = [json.loads(one.body) for one in found]
    largest = max((one["min_swaps"] or 0 for one in classes), default=0)
    hardest = [one for one in classes if one["min_swaps"] == largest]
    hardest.sort(key=lambda one: one["optimal_solutions"]["sequences"])
    return [
        {
            "address": address_of(GRAPH, at=one["label"]),
            "name": short(one["label"], kind.name),
            "picture": picture_address(kind, one["label"]),
            "about": _solutions(one),
        }
        for one in hardest[:_HARDEST]
    ]


def _solutions(one: Mapping[str, Any]) -> str:
    ways, swaps, crossings = one["optimal_solutions"]["sequences"], one["min_swaps"], one["crossings"]
    return (
        f"{swaps} swap{'s' * (swaps != 1)}, {ways} solution{'s' * (ways != 1)}, "
        f"{crossings} crossing{'s' * (crossings != 1)}"
    )


def _hardest_levels(reader: Reader) -> list[Mapping[str, Any]]:
    """Return the stored levels of the highest grade."""
    kind = reader.registry.kind["planarity-level"]
    found = page(reader, kind, {}, "grade", descending=True, limit=_HARDEST).items
    levels = [json.loads(one.body) for one in found]
    return [
        {
            "address": f"/objects/{one['label']}",
            "name": short(one["label"], kind.name),
            "picture": picture_address(kind, one["label"]),
            "about": f"grade {one['difficulty']['grade']}, {one['min_swaps']} swaps",
        }
        for one in levels
    ]
