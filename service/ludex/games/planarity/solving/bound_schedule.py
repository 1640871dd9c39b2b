"""The sequence of bounds of a search with a rising bound.

Each listing should take a few times as long as the previous listing, so that all listings together take little longer
than the last one (iterative deepening: R. Korf, "Depth-first iterative-deepening", 1985). The growth is the factor by
which a listing becomes longer when the bound rises by one. It differs between drawings, from 1.1 to 2.5. The schedule
therefore estimates the growth from the previous listings.
"""

from math import log

# Up to this value, the bound rises by one; after that, by at least two until a solution is known.
LAST_SINGLE_BOUND = 4
# The growth to assume before there is an estimate, the smallest estimate, and the number of placements that a listing
# must have for an estimate.
_GROWTH, _LEAST_GROWTH, _LEAST_STEPS = 1.6, 1.15, 20_000
# A listing may take at most this many times as long as the previous listing, and this share of the remaining time.
_LONGER = 4.0
_SHARE = 0.6
# The largest amount by which the bound rises at once before a solution is known. The search looks for paths with every
# number of swaps up to the bound, and paths that are much too long take a lot of memory.
_LONGEST_STEP = 4


class BoundSchedule:
    """The bounds to try, one after another. The caller must call `record` after each listing."""

    def __init__(self) -> None:
        self._bound = 0
        self._steps = 0
        self._seconds = 0.0
        self._growth = _GROWTH

    def record(self, bound: int, steps: int, seconds: float) -> None:
        """Record the number of `steps` (placements) and the `seconds` that the listing within a `bound` took."""
        if self._steps >= _LEAST_STEPS and bound > self._bound:
            self._growth = max(_LEAST_GROWTH, (steps / self._steps) ** (1 / (bound - self._bound)))
        self._bound, self._steps, self._seconds = bound, steps, seconds

    def following(self, remaining: float, *, is_bounded: bool) -> int:
        """Return the bound to try next, with `remaining` seconds left.

        `is_bounded` states whether a solution is known. If so, the caller keeps the bound below the length of this
        solution.

        >>> schedule = BoundSchedule()
        >>> schedule.record(4, 100, 0.001)
        >>> schedule.following(10.0, is_bounded=False), schedule.following(10.0, is_bounded=True)
        (6, 6)
        >>> schedule.record(6, 50_000, 0.02)
        >>> schedule.record(8, 72_000, 0.03)
        >>> schedule.following(10.0, is_bounded=False), schedule.following(10.0, is_bounded=True)
        (12, 15)
        """
        longer = _SHARE * remaining / max(self._seconds, 1e-6)
        if longer > _LONGER**2 or not is_bounded:
            longer = _LONGER
        step = int(log(max(longer, 1.0)) / log(self._growth))
        if not is_bounded:
            least = 1 if self._bound < LAST_SINGLE_BOUND else 2
            step = least if self._steps < _LEAST_STEPS else min(max(step, least), _LONGEST_STEP)
        return self._bound + max(step, 1)
