"""Levels to order: ranges of sizes, minima and grades, spread over bands of difficulty, and distinct in a given sense.

The attempts are numbered. Attempt k scrambles a plane drawing with the random stream k of the seed, so that the levels
depend only on the order. The size and the minimum of an attempt are chosen such that they have often led to the band
of difficulty that lacks the most levels.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from math import prod
from typing import Any

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.faults import Fault
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity import study
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.identity.equivalence import EquivalenceRelation, relation_form
from ludex.games.planarity.level import Level, add_lower_bound
from ludex.games.planarity.making.generation import GenerationError, GenerationParameters, generate_numbered
from ludex.games.planarity.making.point_sets import Method

Range = tuple[int, int]
"""The least and the greatest value."""

_EXPLORING = 4
"""One of so many attempts has a random size and minimum."""
_SIZES = 5_000
_FRUITLESS = 400
"""A band is given up after so many attempts for it in a row without a new level in it."""
_ENDINGS = {"time": "the time ran out", "memory": "the memory ran out", "cancelled": "cancelled"}


class Distinct(StrEnum):
    """The sense in which levels are distinct: different swap classes, and also different graphs or order types."""

    CLASSES = "classes"
    GRAPHS = "graphs"
    ORDER_TYPES = "order-types"


_RELATIONS = {
    Distinct.CLASSES: EquivalenceRelation.SWAP,
    Distinct.GRAPHS: EquivalenceRelation.GRAPH,
    Distinct.ORDER_TYPES: EquivalenceRelation.POINT_SET,
}


@dataclass(frozen=True, slots=True)
class LevelOrder:
    """The levels that are wanted.

    Attributes
    ----------
    vertices, edges, swaps
        The ranges of the numbers of vertices and edges, and of the minimum number of swaps.
    grade
        The range of grades, or None for all grades.
    even
        Whether each grade (or without a range of grades, each minimum) has the same number of levels.
    distinct
        The sense in which the levels are distinct.
    delta, flips, seed, method
        As in :class:`~ludex.games.planarity.making.generation.GenerationParameters`.
    excluded
        The packs whose levels are left out.
    """

    vertices: Range
    edges: Range
    swaps: Range
    grade: Range | None
    even: bool
    distinct: Distinct
    delta: int
    flips: int
    seed: int
    method: Method
    excluded: tuple[str, ...] = ()

    @property
    def bands(self) -> range:
        """The grades or minima over which the levels are spread evenly, or a single band."""
        least, greatest = self.grade or self.swaps
        return range(least, greatest + 1) if self.even else range(1)

    def band_of(self, level: Level) -> int | None:
        """Return the band of a level, or None if it is not wanted."""
        grade = None if level.difficulty is None else level.difficulty.grade
        if grade is None or (self.grade is not None and not self.grade[0] <= grade <= self.grade[1]):
            return None
        return 0 if not self.even else grade if self.grade is not None else level.solution.min_swaps

    def name_of(self, band: int) -> str:
        """Return a description of the levels of a band."""
        if self.even:
            return f"{'grade' if self.grade is not None else 'swaps'} {band}"
        return "" if self.grade is None else f"grades {self.grade[0]} to {self.grade[1]}"

    def sizes(self) -> list[GenerationParameters]:
        """Return the parameters with all sizes and minima that levels can have. Raises Fault if there are none."""
        if prod(greatest - least + 1 for least, greatest in (self.vertices, self.edges, self.swaps)) > _SIZES:
            raise Fault(f"the ranges have more than {_SIZES:,} combinations; narrow them", ("edges",))
        found, problem = [], Fault("no level has these sizes and minima", ("edges",))
        for n in range(self.vertices[0], self.vertices[1] + 1):
            for m in range(max(self.edges[0], (n + 1) // 2), min(self.edges[1], 3 * n - 6) + 1):
                for swaps in range(self.swaps[0], self.swaps[1] + 1):
                    try:
                        found.append(GenerationParameters(n, m, swaps, self.delta, self.flips, self.seed, self.method))
                    except GenerationError as error:
                        problem = error
        if not found:
            raise problem
        return found

    def key(self, drawing: Drawing) -> bytes:
        """Return the same key for levels that are not distinct."""
        return relation_form(drawing, _RELATIONS[self.distinct]).form


@dataclass(frozen=True, slots=True)
class OrderedLevels:
    """The levels that were found. The shortfall states which bands lack levels, or it is None."""

    items: tuple[Level, ...]
    shortfall: str | None


_MANY_ATTEMPTS = "many attempts gave no new level"


class OrderSearch:
    """The search for a number of levels to order, and what the attempts of each size have led to.

    `levels` are the levels that this object found. Levels with one of the `excluded` keys (see :meth:`LevelOrder.key`)
    are left out.
    """

    def __init__(self, order: LevelOrder, count: int, excluded: Collection[bytes] = ()) -> None:
        bands = order.bands
        self.order = order
        self.count = count
        self.attempts = 0
        self.sizes = order.sizes()
        self.numbers = RandomNumbers(order.seed)
        self.missing = {band: count // len(bands) + (place < count % len(bands)) for place, band in enumerate(bands)}
        self.levels: list[Level] = []
        self.seen = set(map(_digest, excluded))
        self.fruitless: Counter[int] = Counter()
        self.tries: Counter[int] = Counter()
        self.hits: Counter[tuple[int, int]] = Counter()

    @classmethod
    def resumed(cls, order: LevelOrder, count: int, state: Mapping[str, Any]) -> "OrderSearch":
        """Return the search that continues at a state."""
        search = cls(order, count)
        search.numbers.state, search.attempts, search.seen = state["random"], state["attempts"], set(state["seen"])
        search.missing = dict(state["missing"])
        search.fruitless, search.tries = Counter(dict(state["fruitless"])), Counter(dict(state["tries"]))
        search.hits = Counter({(place, band): hits for place, band, hits in state["hits"]})
        return search

    def state(self) -> dict[str, Any]:
        """Return the state as JSON."""
        found = {name: list(getattr(self, name).items()) for name in ("missing", "fruitless", "tries")}
        hits = [[*key, hits] for key, hits in self.hits.items()]
        return {
            **found,
            "hits": hits,
            "random": self.numbers.state,
            "attempts": self.attempts,
            "seen": sorted(self.seen),
        }

    @property
    def found(self) -> int:
        """The number of levels found so far."""
        return self.count - sum(self.missing.values())

    def run(self, budget: Budget, attempts: int | None = None) -> bool:
        """Search until every band is full or given up, or for a number of attempts.

        Return whether the search has ended. The levels do not depend on where it is interrupted. Raises
        BudgetExhausted.
        """
        last = None if attempts is None else self.attempts + attempts
        while (band := self.wanted()) is not None:
            if self.attempts == last:
                return False
            budget.check()
            place = self.choose(band)
            self.attempts += 1
            self.add(place, band, _graded(self.sizes[place], self.attempts, budget))
            budget.report(self.found, self.count, f"levels; {self.attempts} plane drawings tried")
        return True

    def wanted(self) -> int | None:
        """Return the band that lacks the most levels, or None if every band is full or given up."""
        open_bands = [band for band, left in self.missing.items() if left and self.fruitless[band] < _FRUITLESS]
        return max(open_bands, key=lambda band: (self.missing[band], -self.fruitless[band]), default=None)

    def choose(self, band: int) -> int:
        """Return the number of the sizes with which to search for a level of a band."""
        places = range(len(self.sizes))
        if not self.numbers.below(_EXPLORING):
            return self.numbers.choice(places)
        shares = {place: (1 + self.hits[place, band]) / (2 + self.tries[place]) for place in places}
        best = max(shares.values())
        return self.numbers.choice([place for place in places if shares[place] == best])

    def add(self, place: int, wanted: int, levels: Iterator[Level]) -> None:
        """Add the levels of an attempt that are wanted."""
        self.tries[place] += 1
        found = False
        for level in levels:
            band = self.order.band_of(level)
            if band not in self.missing:
                continue
            self.hits[place, band] += 1
            key = _digest(self.order.key(level.drawing))
            if self.missing[band] and key not in self.seen:
                self.seen.add(key)
                self.missing[band] -= 1
                self.levels.append(level)
                found = found or band == wanted
        self.fruitless[wanted] = 0 if found else self.fruitless[wanted] + 1

    def shortfall(self, reason: str = _MANY_ATTEMPTS) -> str | None:
        """Return which bands lack levels, or None."""
        lacking = [
            f"{left} of {self.order.name_of(band)}".removesuffix(" of ") for band, left in self.missing.items() if left
        ]
        return f"{self.found} of {self.count} levels: {reason}; missing: {', '.join(lacking)}" if lacking else None


def _digest(key: bytes) -> str:
    """Return a short text for a key, because a search keeps many keys."""
    return blake2b(key, digest_size=10).hexdigest()


def levels_to_order(
    order: LevelOrder, count: int, budget: Budget | None = None, excluded: Collection[bytes] = ()
) -> OrderedLevels:
    """Make levels to order. Levels with one of the `excluded` keys (see :meth:`LevelOrder.key`) are left out.

    The same order gives the same levels. Only the budget can change where the search ends. Raises Fault if no level
    can have the wanted sizes.
    """
    budget = budget or Budget()
    search, reason = OrderSearch(order, count, excluded), _MANY_ATTEMPTS
    budget.report(0, count, "levels")
    try:
        search.run(budget)
    except BudgetExhausted as error:
        reason = _ENDINGS[error.reason]
    return OrderedLevels(tuple(search.levels), search.shortfall(reason))


def _graded(parameters: GenerationParameters, number: int, budget: Budget) -> Iterator[Level]:
    quiet = budget.quiet()
    for drawing, solution, _ in generate_numbered(parameters, number, quiet):
        provenance = parameters.as_document_of(number)
        level = Level(drawing, solution, study.difficulty.difficulty(drawing, solution, quiet), provenance)
        yield add_lower_bound(level, quiet)
