"""Small histograms of numeric facts as SVG paths."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

_BARS = 24
WIDTH, HEIGHT = 240, 48


@dataclass(frozen=True, slots=True)
class Bar:
    """The number of objects with a value from `least` to `most`, and the SVG path of the bar."""

    least: int
    most: int
    count: int
    shape: str


@dataclass(frozen=True, slots=True)
class FactHistogram:
    """The range of the values, and the bars of the histogram. There are no bars if no object has a value."""

    least: int | None
    most: int | None
    bars: Sequence[Bar]


def histogram(counted: Sequence[tuple[int, int]], bars: int = _BARS) -> FactHistogram:
    """Return the histogram for the counts of values. All bars span the same number of integers.

    >>> found = histogram([(2, 5), (3, 1), (9, 4)], bars=4)
    >>> found.least, found.most, [(bar.least, bar.most, bar.count) for bar in found.bars]
    (2, 9, [(2, 3, 6), (4, 5, 0), (6, 7, 0), (8, 9, 4)])
    """
    if not counted:
        return FactHistogram(None, None, ())
    least, most = min(counted)[0], max(counted)[0]
    step = ceil((most - least + 1) / bars)
    sums = [0] * ceil((most - least + 1) / step)
    for value, count in counted:
        sums[(value - least) // step] += count
    wide, top = WIDTH / len(sums), max(sums)
    gap = min(1.0, wide / 4)
    made = []
    for place, count in enumerate(sums):
        # A bar with at least one object is visible.
        high = max(2.0, HEIGHT * count / top) if count else 0.0
        start = least + place * step
        shape = f"M{place * wide:.2f} {HEIGHT}v{-high:.2f}h{wide - gap:.2f}V{HEIGHT}z"
        made.append(Bar(start, min(start + step - 1, most), count, shape))
    return FactHistogram(least, most, made)
