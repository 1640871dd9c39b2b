"""The difficulty bands and the themes of the collection of graded levels.

This module imports no library, so that pages and declarations can name the collection without loading its generator.
"""

from enum import StrEnum

LEVELS = 20_000
"""The number of levels in the published collection."""

BANDS = 10
_BAND_WIDTH = 4


class Theme(StrEnum):
    """A theme of levels: the family of the graph, or a property of all shortest solutions."""

    TREES = "trees"
    CYCLES = "cycles"
    TRIANGULATIONS = "triangulations"
    OUTERPLANAR = "outerplanar"
    SYMMETRIC = "symmetric"
    ONE_WAY = "one-way-only"
    WORSE_FIRST = "must-get-worse-first"


def band_of(grade: int) -> int:
    """Return the band of a `grade`, from 0 to 9.

    Band 0 contains the grades up to 4, and band 9 contains all grades from 37 on. The bands between them contain four
    grades each.

    >>> [band_of(grade) for grade in (0, 4, 5, 36, 37, 60)]
    [0, 0, 1, 8, 9, 9]
    """
    return min(BANDS - 1, max(0, grade - 1) // _BAND_WIDTH)


def grades_of(band: int) -> tuple[int, int | None]:
    """Return the least and the greatest grade of a `band`. The greatest grade of the last band is None.

    >>> grades_of(0), grades_of(1), grades_of(9)
    ((0, 4), (5, 8), (37, None))
    """
    least = 0 if band == 0 else band * _BAND_WIDTH + 1
    return least, None if band == BANDS - 1 else (band + 1) * _BAND_WIDTH


def source_of(levels: int) -> str:
    """Return the source that the provenance of a level names, for a collection with this number of `levels`.

    >>> source_of(20_000)
    'level-collection-20000'
    """
    return f"level-collection-{levels}"
