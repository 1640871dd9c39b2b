"""The Swap Planarity record table: the hardest puzzles by number of vertices and edges."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from ludex.catalogue.records import Record, RecordTable
from ludex.catalogue.sequences.declaration import TermClaim
from ludex.games.planarity.kinds.census import CENSUS, identify_census
from ludex.games.planarity.kinds.statements import CENSUS_COUNT
from ludex.games.planarity.sequences import SWAP_PLANARITY
from ludex.games.planarity.study.census_bounds import (
    HARDEST_CLASSES,
    MAX_COUNTED_POINTS,
    MIN_CENSUS_POINTS,
    largest_connected_minimum,
)


def _hardest() -> Iterator[Record]:
    for n in range(MIN_CENSUS_POINTS, MAX_COUNTED_POINTS + 1):
        census = identify_census(n).named(CENSUS.name).label
        for m in range(n - 1, n * (n - 1) // 2 + 1):
            yield Record(
                row=n,
                column=m,
                claim=TermClaim(
                    subject=census,
                    statement=CENSUS_COUNT.name,
                    term=lambda _: None,
                    member=partial(_largest_of_edges, m),
                ),
                value=largest_connected_minimum(n, m),
                instances=HARDEST_CLASSES.get(n, {}).get(m),
                kind="planarity-census-class",
                filters=partial(_filters, n, m),
            )


def _largest_of_edges(edges: int, document: Mapping[str, Any]) -> int | None:
    return next((row["largest_min_swaps"] for row in document["by_edges"] if row["edges"] == edges), None)


def _filters(vertices: int, edges: int, minimum: int) -> Mapping[str, Any]:
    return {"vertices": vertices, "edges": edges, "min_swaps": minimum}


RECORDS = (
    RecordTable(
        name="planarity-hardest",
        title="Hardest puzzles",
        definition="The largest minimum number of swaps of a drawing of a connected graph with n vertices and m edges. "
        "Drawings from which no plane drawing can be reached do not count.",
        row="vertices",
        column="edges",
        instances="hardest drawings, up to swap-equivalence",
        proof="All arrangements of all graphs on all crossing types were searched. For each number of edges, the "
        "numbers of classes add up to the number that follows from Burnside's lemma. The claim about a stored census "
        "of up to 7 points can have the numbers by graph and point set.",
        records=lambda: tuple(_hardest()),
        references=(SWAP_PLANARITY,),
    ),
)
