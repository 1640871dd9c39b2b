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
    "terms",
    [
        *([], [1], [7] * 4, [1, 2, 3, 4, 5], [1, 2, 4, 8, 16, 32, 64, 128, 256], [0, 1, 3, 4, 6, 8, 11, 14, 16]),
        [9, 9, 9, *range(3, 13)],
        [n**4 for n in range(20)],
    ],
)
def test_too_few_or_other_terms_have_no_fit(terms: list[int]) -> None:
    assert fit(terms, 1) is None


@pytest.mark.parametrize("terms", [[7] * 5, [1, 2, 3, 4, 5, 6], [n**3 for n in range(1, 9)]])
def test_four_more_terms_than_coefficients_are_enough(terms: list[int]) -> None:
    found = fit(terms, 1)
    assert found is not None and [found.function(n) for n in range(1, len(terms) + 1)] == terms


@pytest.mark.parametrize(
    ("powers", "constants", "written"),
    [
        ([], [0], "0"),
        ([-1], [3], "-n + 3"),
        ([0, -2], [0], "-2n^2"),
        ([Fraction(1, 2), 1], [0], "(2n^2 + n)/2"),
        ([Fraction(-1, 2)], [0], "-n/2"),
        ([2], [0, 1], "2n for even n, 2n + 1 for odd n"),
        ([1], [0, -1, 5], "n for n = 0 mod 3, n - 1 for n = 1 mod 3, n + 5 for n = 2 mod 3"),
    ],
)
def test_a_function_is_written(powers: list[Fraction], constants: list[int], written: str) -> None:
    assert str(QuasiPolynomial(tuple(map(Fraction, powers)), tuple(map(Fraction, constants)))) == written


@pytest.mark.parametrize(("period", "fits"), [(6, True), (7, False)])
def test_a_period_has_at_most_six_residues(period: int, fits: bool) -> None:
    found = fit([(n % period) ** 2 for n in range(30)], 0)
    assert (found is not None and len(found.function.constants) == period) == fits
