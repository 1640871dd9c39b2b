"""A row of a benchmark: ours and a baseline, side by side in one run, medians over repeated runs."""

import statistics
import time
from collections.abc import Callable, Iterator
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
class Target:
    """A question with a time in which we want to answer it, in seconds; `check` tells whether an answer is right.

    `of` says which of all the times counts: the median, or `max` for the slowest.
    """

    name: str
    seconds: float
    inputs: list[object]
    ours: Callable[[object], object]
    check: Callable[[object], bool]
    of: Callable[[list[float]], float] = statistics.median


@dataclass(frozen=True, slots=True)
class Measured:
    """Median seconds for one input, or as a target says, and how many times faster ours is than the other."""

    row: Row | Target
    ours: float
    baseline: float

    @property
    def ratio(self) -> float:
        """Return how many times as long the baseline takes."""
        return self.baseline / self.ours

    @property
    def baseline_name(self) -> str:
        """Return what ours is compared with."""
        return self.row.baseline_name if isinstance(self.row, Row) else "target"


def measure(row: Row | Target, repeats: int) -> Measured:
    """Run both ways on every input, `repeats` times, in turns; raise ValueError where an answer is wrong."""
    ours: list[float] = []
    baseline: list[float] = []
    for given in row.inputs:
        if not _is_right(row, given):
            raise ValueError(f"{row.name}: a wrong answer on {given!r}")
    for given in _turns(row, repeats):
        ours.append(_seconds(row.ours, given))
        baseline.append(_seconds(row.baseline, given) if isinstance(row, Row) else row.seconds)
    taken = statistics.median if isinstance(row, Row) else row.of
    return Measured(row, taken(ours), statistics.median(baseline))


def _is_right(row: Row | Target, given: object) -> bool:
    answer = row.ours(given)
    return answer == row.baseline(given) if isinstance(row, Row) else row.check(answer)


def _turns(row: Row | Target, repeats: int) -> Iterator[object]:
    for _ in range(repeats):
        yield from row.inputs


def _seconds(way: Callable[[object], object], given: object) -> float:
    start = time.perf_counter()
    way(given)
    return time.perf_counter() - start
