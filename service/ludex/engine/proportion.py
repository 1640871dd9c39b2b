"""Probabilities estimated from samples, with confidence intervals."""

from dataclasses import dataclass
from math import sqrt

# The 0.975 quantile of the standard normal distribution, which is used for 95 % confidence intervals.
_Z = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Estimate:
    """A probability estimated from `hits` in `samples` trials, with its 95 % Wilson score interval (E.

    B. Wilson, 1927).

    >>> estimate = Estimate(hits=5, samples=10)
    >>> round(estimate.low, 3), round(estimate.high, 3)
    (0.237, 0.763)
    """

    hits: int
    samples: int

    @property
    def probability(self) -> float:
        """Return the proportion of hits among the samples."""
        return self.hits / self.samples

    @property
    def low(self) -> float:
        """Return the lower end of the interval."""
        return max(0.0, self._centre - self._half_width)

    @property
    def high(self) -> float:
        """Return the upper end of the interval."""
        return min(1.0, self._centre + self._half_width) if self.hits < self.samples else 1.0

    @property
    def _centre(self) -> float:
        return (self.hits + _Z * _Z / 2) / (self.samples + _Z * _Z)

    @property
    def _half_width(self) -> float:
        p, n = self.probability, self.samples
        return _Z * sqrt(p * (1 - p) * n + _Z * _Z / 4) / (n + _Z * _Z)
