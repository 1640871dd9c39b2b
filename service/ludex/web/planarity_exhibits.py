"""What the landing page shows of Swap Planarity: a level with its solution, and the census, once a process."""

from dataclasses import dataclass
from functools import lru_cache

from ludex.pictures import drawing_svg, solution_svg
from ludex.planarity.drawing import Drawing, Edge

LEVEL = Drawing(
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
"""A generated level of 11 vertices and 19 edges."""

SWAPS: tuple[Edge, ...] = ((5, 7), (4, 7), (2, 3), (0, 3))
"""An optimal solution of the level."""

ORDER_TYPES = {4: 2, 5: 3, 6: 16, 7: 135}
CENSUS = {
    4: (2, 15, 1, 1),
    5: (3, 598, 28, 3),
    6: (15, 170_299, 11_492, 6),
    7: (122, 191_797_124, 35_819_727, 10),
}
"""By points: x-types, swap classes, those that no swaps make plane, and the largest minimum, as the census finds."""

_STORED = (4, 5)


@dataclass(frozen=True, slots=True)
class CensusRow:
    """A line of the table of the census, as it is written. `address` lists its classes; empty for the larger ones."""

    points: int
    address: str
    order_types: str
    x_types: str
    classes: str
    unreachable: str
    largest_minimum: int


@lru_cache(maxsize=1)
def level_picture() -> str:
    """Return the picture of the level, its crossings marked."""
    return drawing_svg(LEVEL)


@lru_cache(maxsize=1)
def solution_picture() -> str:
    """Return the picture of the level's solution, step by step."""
    return solution_svg(LEVEL, SWAPS)


def census_rows() -> tuple[CensusRow, ...]:
    """Return the table of the census."""
    return tuple(
        CensusRow(
            points=points,
            address=f"/api/v1/planarity/census?vertices={points}" if points in _STORED else "",
            order_types=f"{ORDER_TYPES[points]:,}",
            x_types=f"{x_types:,}",
            classes=f"{classes:,}",
            unreachable=f"{unreachable:,}",
            largest_minimum=largest,
        )
        for points, (x_types, classes, unreachable, largest) in CENSUS.items()
    )
