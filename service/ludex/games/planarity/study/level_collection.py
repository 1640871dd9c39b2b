"""The collection of graded levels: 20,000 levels of 6 to 40 vertices, spread evenly over ten bands of difficulty.

The collection consists of parts. A part has a family of plane drawings, a number of vertices, and a range of edge
counts. The ranges of parts with the same number of vertices do not overlap, so levels of different parts are never
equivalent. The levels of a part depend only on the number of the part. Drawing k of part p is made from random number
stream k of seed p, and is then scrambled, solved and graded. Levels are chosen in the order of k until each band of the
part is full. Therefore the levels do not depend on the number of processes, machines or restarts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from types import MappingProxyType
from typing import Any

from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.engine.random_numbers import RandomNumbers
from ludex.engine.workers import ParallelMap, serial_map, worker_budget
from ludex.games.planarity.identity.swap_class import swap_key
from ludex.games.planarity.level import Level, add_lower_bound
from ludex.games.planarity.making.plane_families import PlaneFamily, plane_drawing_of, scramble_family
from ludex.games.planarity.study.difficulty import solve_and_grade
from ludex.games.planarity.study.level_bands import BANDS, LEVELS, Theme, band_of, source_of

VERSION = 1
_SIZES = range(6, 41)

# The largest delta, which applies to small point sets. The delta of larger sets of n points is `_SPREAD / n^2`.
_LARGEST_DELTA = 500
_SPREAD = 64_000
# A symmetric point set has fewer degrees of freedom, so its points are closer to the lines through other points. This
# is the divisor of its delta.
_SYMMETRIC_SPREAD = 3
# Pairs of a number of vertices and a number of swaps. The first pair whose number of vertices is at least that of a
# drawing gives the maximum number of random swaps by which the drawing is scrambled.
_MOST_SWAPS = ((12, 15), (16, 13), (20, 11), (24, 9), (30, 8), (64, 7))
# If drawings have more edges than this, hardly any levels except trees and cycles are in the lowest band.
_EASY_EDGES = 30
# A part fails after this number of consecutive drawings without a new level of the current band.
_DRAWINGS = 1_000


class CollectionError(Fault):
    """The part does not exist, or its levels were not found within the bounded effort."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the table of parts: a family, the numbers of edges and vertices, and the lowest and highest band."""

    family: PlaneFamily
    edges: range
    vertices: int
    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the collection: levels of one family with a number of vertices and a range of edge counts.

    `quotas` contains the number of levels in each band of difficulty. `collection` is the number of levels in the whole
    collection.
    """

    number: int
    family: PlaneFamily
    vertices: int
    edges: range
    quotas: tuple[int, ...]
    collection: int

    @property
    def delta(self) -> int:
        """Return the smallest distance of points from each other and from lines, in 10,000ths of the square's side."""
        delta = min(_LARGEST_DELTA, _SPREAD // self.vertices**2)
        return delta // _SYMMETRIC_SPREAD if self.family is PlaneFamily.SYMMETRIC else delta

    @property
    def most_swaps(self) -> int:
        """Return the maximum number of random swaps. Solving a drawing then takes at most a few seconds."""
        return next(swaps for vertices, swaps in _MOST_SWAPS if self.vertices <= vertices)

    @property
    def size(self) -> int:
        """Return the number of levels."""
        return sum(self.quotas)


_THEME_OF_FAMILY: Mapping[str, Theme] = MappingProxyType(
    {
        PlaneFamily.TREE.value: Theme.TREES,
        PlaneFamily.CYCLE.value: Theme.CYCLES,
        PlaneFamily.OUTERPLANAR.value: Theme.OUTERPLANAR,
        PlaneFamily.TRIANGULATION.value: Theme.TRIANGULATIONS,
        PlaneFamily.SYMMETRIC.value: Theme.SYMMETRIC,
    }
)


def themes_of(level: Level) -> frozenset[Theme]:
    """Return the themes of a level of the collection.

    The theme `ONE_WAY` means that a level takes at least two swaps, and that its shortest solutions differ only in the
    order of swaps without a common vertex. The theme `WORSE_FIRST` means that every shortest solution increases the
    number of crossings somewhere.
    """
    themes = {theme for name in [level.provenance.get("family")] if (theme := _THEME_OF_FAMILY.get(str(name)))}
    measures = level.difficulty
    if measures is not None:
        if measures.orders == 1 and (level.solution.min_swaps or 0) > 1:
            themes.add(Theme.ONE_WAY)
        if measures.crossings_must_rise:
            themes.add(Theme.WORSE_FIRST)
    return frozenset(themes)


@cache
def collection_parts(levels: int = LEVELS) -> tuple[Part, ...]:
    """Return the parts of the collection of 20,000 levels, or of a collection of another size by the same rule.

    Each band gets a tenth of the levels. These levels are divided as evenly as possible among the parts that have the
    band. Raises CollectionError unless the number of levels is a positive multiple of ten.

    >>> parts = collection_parts()
    >>> len(parts), sum(part.size for part in parts)
    (260, 20000)
    """
    if levels < BANDS or levels % BANDS:
        raise CollectionError(f"{levels} levels: a positive multiple of {BANDS} is required", ("levels",))
    rows = list(_rows())
    quotas = [[0] * BANDS for _ in rows]
    for band in range(BANDS):
        open_rows = [number for number, row in enumerate(rows) if row.lowest <= band <= row.highest]
        share, rest = divmod(levels // BANDS, len(open_rows))
        for place, number in enumerate(open_rows):
            # The levels that remain after the even division are spread over parts of all sizes.
            quotas[number][band] = share + ((place + 1) * rest // len(open_rows) - place * rest // len(open_rows))
    return tuple(
        Part(number, row.family, row.vertices, row.edges, tuple(quotas[number]), levels)
        for number, row in enumerate(rows)
    )


def _rows() -> Iterator[_Row]:
    for n in _SIZES:
        # The highest band that a part can fill: more vertices allow more swaps, but also take more time to solve.
        possible = min(n - 5, BANDS - 1)
        affordable = next(band for most, band in ((24, 9), (28, 8), (34, 7), (40, 6)) if n <= most)
        highest = min(possible, affordable)
        for family, least, most, cap in (
            (PlaneFamily.TREE, n - 1, n - 1, 5),
            (PlaneFamily.CYCLE, n, n, 6),
            (PlaneFamily.GENERAL, n + n // 6, n + n // 6, 6),
            (PlaneFamily.SYMMETRIC, 4 * n // 3 + 1, 4 * n // 3 + 1, 7),
            (PlaneFamily.OUTERPLANAR, 3 * n // 2, 3 * n // 2, 7),
            (PlaneFamily.GENERAL, 5 * n // 3 + 1, 5 * n // 3 + 1, 9),
            (PlaneFamily.GENERAL, 2 * n, 2 * n, 9),
            (PlaneFamily.TRIANGULATION, 2 * n + 1, 3 * n - 6, 9),
        ):
            too_small = n < 8 and family in (PlaneFamily.SYMMETRIC, PlaneFamily.TRIANGULATION)
            if not too_small and (n % 2 == 0 or family is not PlaneFamily.SYMMETRIC):
                yield _Row(family, range(least, most + 1), n, _lowest_band(family, most), min(cap, highest))


def _lowest_band(family: PlaneFamily, edges: int) -> int:
    """Return the lowest band of a family's drawings. The more edges, the more luck even a single swap takes."""
    if family in (PlaneFamily.TREE, PlaneFamily.CYCLE):
        return 0
    return int(edges > _EASY_EDGES) + (family is PlaneFamily.SYMMETRIC)


def make_part(part: Part, budget: Budget | None = None) -> tuple[Level, ...]:
    """Return the levels of a part, sorted by band and then by the number of the drawing.

    Each level comes with a proof of its minimum. `budget` limits the search (None: no limits), but does not influence
    the levels. Raises BudgetExhausted if the budget ends. Raises CollectionError if 1,000 consecutive drawings give no
    new level of the current band. Cost: 10 to 60 s for a part of the collection of 20,000 levels.
    """
    budget = budget or Budget()
    chosen: list[list[Level]] = [[] for _ in part.quotas]
    keys: set[bytes] = set()
    number, swaps = 0, 1
    for band, quota in enumerate(part.quotas):
        fruitless = 0
        while len(chosen[band]) < quota:
            budget.check()
            level = _level(part, number, swaps, budget)
            number += 1
            fruitless += 1
            reached = -1
            if level is not None and level.difficulty is not None:
                reached = band_of(level.difficulty.grade)
                key = swap_key(level.drawing)
                if key not in keys and len(chosen[reached]) < part.quotas[reached]:
                    keys.add(key)
                    chosen[reached].append(add_lower_bound(level, budget))
                    fruitless = 0 if reached == band else fruitless
            if fruitless > _DRAWINGS:
                raise CollectionError(f"part {part.number} has no more levels of band {band}", ("part",))
            # If this drawing was too easy, the next drawing is scrambled by one more swap. If it was too difficult, the
            # next drawing is scrambled by one swap less.
            step = (reached < band) - (reached > band)
            swaps = min(max(swaps + step, 1), part.most_swaps)
    return tuple(level for levels in chosen for level in levels)


def _level(part: Part, number: int, swaps: int, budget: Budget) -> Level | None:
    """Make drawing `number` of a part, scramble it by random swaps, and return it as a level.

    Returns None if the scrambled drawing is plane, or if its minimum is not proved.
    """
    numbers = RandomNumbers.numbered(part.number, number)
    plane = plane_drawing_of(part.family, part.vertices, part.edges, part.delta, numbers)
    drawing = scramble_family(part.family, plane, swaps, numbers)
    solution, difficulty = solve_and_grade(drawing, budget)
    if not solution.proved or not solution.min_swaps or difficulty is None:
        # If the search has reached its memory limit, there is no level, on any machine. If the search has reached its
        # time limit or was cancelled, the part ends.
        if budget.exhausted() in ("cancelled", "time"):
            budget.check()
        return None
    provenance: dict[str, Any] = {
        "source": source_of(part.collection),
        "collection_version": VERSION,
        "family": part.family.value,
        "part": part.number,
        "number": number,
        "swaps": swaps,
    }
    return Level(drawing, solution, difficulty, provenance)


def make_parts(
    parts: Sequence[Part], budget: Budget | None = None, spread: ParallelMap = serial_map
) -> Iterator[tuple[Part, tuple[Level, ...]]]:
    """Yield each of the `parts` with its levels, in the given order.

    `spread` may use other processes (see :mod:`ludex.engine.workers`), but does not influence the levels. `budget`
    limits the search (None: no limits). Raises the same exceptions as :func:`make_part`.
    """
    budget = budget or Budget()
    here = partial(make_part, budget=budget.quiet())
    elsewhere = partial(_make_part_elsewhere, budget.seconds and budget.remaining())
    made = spread(here if spread is serial_map else elsewhere, parts)
    for done, (part, levels) in enumerate(zip(parts, made, strict=True), start=1):
        budget.report(done, len(parts), "parts")
        yield part, levels


def make_levels(levels: int = LEVELS, budget: Budget | None = None) -> Iterator[Level]:
    """Yield the levels of the collection with this number of `levels`, part by part.

    Raises the same exceptions as :func:`collection_parts` and :func:`make_part`.
    """
    return (level for _, made in make_parts(collection_parts(levels), budget) for level in made)


def _make_part_elsewhere(seconds: float | None, part: Part) -> tuple[Level, ...]:
    return make_part(part, worker_budget(seconds))


def parts_by_number(numbers: Iterable[int], levels: int = LEVELS) -> tuple[Part, ...]:
    """Return the parts with these numbers, in this order. Raises CollectionError for an unknown number."""
    parts = collection_parts(levels)
    chosen = []
    for number in numbers:
        if not 0 <= number < len(parts):
            raise CollectionError(f"part {number}: the parts are 0 to {len(parts) - 1}", ("parts",))
        chosen.append(parts[number])
    return tuple(chosen)
