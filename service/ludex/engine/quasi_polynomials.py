"""Exact fits to integer terms: polynomials whose constant term may depend on the residue of the index."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

MAX_DEGREE, MAX_PERIOD, MAX_SKIPPED = 3, 6, 2
SPARE_TERMS = 4
"""A fit must have at least this many more terms than coefficients."""


@dataclass(frozen=True, slots=True)
class QuasiPolynomial:
    """A function with integer values: the sum of `powers[k] * n^(k+1)`, plus `constants[n mod period]`.

    >>> str(QuasiPolynomial((Fraction(0), Fraction(1, 4)), (Fraction(0), Fraction(-1, 4))))
    'floor(n^2/4)'
    >>> str(QuasiPolynomial((Fraction(2),), (Fraction(0), Fraction(1))))
    '2n for even n, 2n + 1 for odd n'
    """

    powers: tuple[Fraction, ...]
    constants: tuple[Fraction, ...]

    def __call__(self, n: int) -> Fraction:
        """Return the value at `n`."""
        powers = sum((factor * n**exponent for exponent, factor in enumerate(self.powers, start=1)), Fraction(0))
        return powers + self.constants[n % len(self.constants)]

    def __str__(self) -> str:
        """Return the formula: a polynomial, possibly rounded down, or else one case for each residue."""
        period = len(self.constants)
        if period == 1:
            return self._case(0)
        largest = max(self.constants)
        if largest - min(self.constants) < 1:
            # An integer is x rounded down if it is at most x and differs from x by less than 1.
            return f"floor({self._case(self.constants.index(largest))})"
        conditions = ("even n", "odd n") if period == 2 else tuple(f"n = {r} mod {period}" for r in range(period))
        return ", ".join(f"{self._case(residue)} for {condition}" for residue, condition in enumerate(conditions))

    def _case(self, residue: int) -> str:
        factors = (self.constants[residue], *self.powers)
        divisor = lcm(*(factor.denominator for factor in factors))
        parts: list[str] = []
        for exponent in range(len(factors) - 1, -1, -1):
            factor = int(factors[exponent] * divisor)
            if factor:
                power = "" if exponent == 0 else "n" if exponent == 1 else f"n^{exponent}"
                size = "" if abs(factor) == 1 and power else str(abs(factor))
                sign = "-" if factor < 0 else "+"
                parts.append(f"{sign} {size}{power}" if parts else f"{'-' if factor < 0 else ''}{size}{power}")
        text = " ".join(parts) or "0"
        if divisor == 1:
            return text
        return f"({text})/{divisor}" if len(parts) > 1 else f"{text}/{divisor}"


@dataclass(frozen=True, slots=True)
class Fit:
    """A function that agrees with all terms from index `first` on."""

    function: QuasiPolynomial
    first: int


def fit(terms: Sequence[int], offset: int) -> Fit | None:
    """Return the simplest function that agrees with all terms, or with all terms except the first few.

    Parameters
    ----------
    terms : sequence of int
        The terms. The first term has the index `offset`.
    offset : int
        The index of the first term.

    Returns
    -------
    Fit or None
        The fit that omits the fewest terms and, among these fits, the one with the fewest coefficients. The result is
        None if no fit within `MAX_DEGREE` and `MAX_PERIOD` has at least `SPARE_TERMS` more terms than coefficients.

    Examples
    --------
    >>> str(fit([0, 1, 3, 6, 10, 15, 21], 1).function)
    '(n^2 - n)/2'
    >>> found = fit([7, 0, 1, 2, 4, 6, 9, 12, 16, 20], 0)
    >>> found.first, str(found.function)
    (1, 'floor(n^2/4)')
    >>> fit([2, 3, 5, 7, 11, 13, 17, 19], 1) is None
    True
    """
    for skipped in range(MAX_SKIPPED + 1):
        for degree, period in _shapes():
            if len(terms) - skipped >= degree + period + SPARE_TERMS:
                found = _solve(terms[skipped:], offset + skipped, degree, period)
                if found is not None:
                    return Fit(found, offset + skipped)
    return None


def _shapes() -> Iterator[tuple[int, int]]:
    """Yield the pairs (degree, period), sorted by the number of coefficients of a function with this shape."""
    shapes = ((degree, period) for degree in range(MAX_DEGREE + 1) for period in range(1, MAX_PERIOD + 1))
    yield from sorted(shapes, key=lambda shape: (sum(shape), shape[1]))


def _solve(terms: Sequence[int], offset: int, degree: int, period: int) -> QuasiPolynomial | None:
    """Return the function with the given degree and period that agrees with all terms.

    The result is None if there is no such function, or if there are several.
    """
    unknowns = degree + period
    rows = [
        [
            *(Fraction(n**exponent) for exponent in range(1, degree + 1)),
            *(Fraction(n % period == residue) for residue in range(period)),
            Fraction(term),
        ]
        for n, term in enumerate(terms, start=offset)
    ]
    for column in range(unknowns):
        pivot = next((place for place in range(column, len(rows)) if rows[place][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = [value / rows[column][column] for value in rows[column]]
        rows[column] = head
        for place, row in enumerate(rows):
            if place != column and row[column]:
                rows[place] = [value - row[column] * first for value, first in zip(row, head, strict=True)]
    if any(row[-1] for row in rows[unknowns:]):
        return None
    solution = [row[-1] for row in rows[:unknowns]]
    return QuasiPolynomial(tuple(solution[:degree]), tuple(solution[degree:]))
