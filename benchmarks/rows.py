"""A row of a benchmark: ours and a baseline, side by side in one run, medians over repeated runs."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """Two ways to answer the same question about the same inputs; both return their answers, which must agree."""

    name: str
    baseline_name: str
    inputs: list[object]
    ours: Callable[[object], object]
    baseline: Callable[[object], object]


@dataclass(frozen=True, slots=True)
class Measured:
    """Median seconds for one input, and how many times faster ours is."""

    row: Row
    ours: float
    baseline: float

    @property
    def ratio(self) -> float:
        """Return how many times as long the baseline takes."""
        return self.baseline / self.ours


def measure(row: Row, repeats: int) -> Measured:
    """Run both ways on every input, `repeats` times, in turns; raise ValueError where they disagree."""
    ours: list[float] = []
    baseline: list[float] = []
    for given in row.inputs:
        if row.ours(given) != row.baseline(given):
            raise ValueError(f"{row.name}: the two answers differ on {given!r}")
    for _ in range(repeats):
        for given in row.inputs:
            ours.append(_seconds(row.ours, given))
            baseline.append(_seconds(row.baseline, given))
    return Measured(row, statistics.median(ours), statistics.median(baseline))


def _seconds(way: Callable[[object], object], given: object) -> float:
    start = time.perf_counter()
    way(given)
    return time.perf_counter() - start
