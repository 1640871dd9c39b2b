"""Fits of integer terms: what is found, what is refused, and how it is written."""

from fractions import Fraction

import pytest

from ludex.engine.quasi_polynomials import QuasiPolynomial, fit


@pytest.mark.parametrize(
    ("term", "offset", "written"),
    [
        (lambda n: 7, 3, "7"),
        (lambda n: n - 2, 5, "n - 2"),
        (lambda n: n * (n - 1) // 2, 1, "(n^2 - n)/2"),
        (lambda n: (n - 1) * (n - 2) // 4, 2, "floor((n^2 - 3n + 2)/4)"),
        (lambda n: 2 * n + 3 * (n % 2), 0, "2n for even n, 2n + 3 for odd n"),
        (lambda n: n**3 - n, 0, "n^3 - n"),
        (lambda n: n // 3, 0, "floor(n/3)"),
    ],
)
def test_a_formula_is_found_and_written(term: object, offset: int, written: str) -> None:
    assert callable(term)
    found = fit([term(n) for n in range(offset, offset + 14)], offset)
    assert found is not None
    assert str(found.function) == written
    assert found.first == offset
    assert [found.function(n) for n in range(offset, 60)] == [term(n) for n in range(offset, 60)]


def test_first_terms_may_differ_and_are_left_out() -> None:
    found = fit([9, 9, *range(2, 12)], 0)
    assert found is not None
    assert (found.first, str(found.function)) == (2, "n")


@pytest.mark.parametrize(
    "terms", [[], [1], [1, 2, 3, 4], [1, 2, 4, 8, 16, 32, 64, 128, 256], [0, 1, 3, 4, 6, 8, 11, 14, 16]]
)
def test_too_few_or_other_terms_have_no_fit(terms: list[int]) -> None:
    assert fit(terms, 1) is None


def test_zero_is_written() -> None:
    assert str(QuasiPolynomial((), (Fraction(0),))) == "0"


@pytest.mark.parametrize(("period", "fits"), [(6, True), (7, False)])
def test_a_period_has_at_most_six_residues(period: int, fits: bool) -> None:
    found = fit([(n % period) ** 2 for n in range(30)], 0)
    assert (found is not None and len(found.function.constants) == period) == fits
