"""HiGHS as a second opinion: it agrees with true bounds, refuses false ones, and ends with its budget."""

import random
from itertools import product

import numpy as np
import pytest
from scipy.optimize import LinearConstraint

from ludex.engine.budget import Budget
from ludex.engine.highs import confirmed_bound


@pytest.mark.parametrize("seed", range(8))
def test_the_bound_is_the_maximum_or_what_is_known_without_a_solver(seed: int) -> None:
    numbers = random.Random(seed)
    rows = np.array([[numbers.randint(0, 3) for _ in range(7)] for _ in range(4)])
    weights = [numbers.randint(1, 3) for _ in range(7)]
    largest = max(
        sum(map(int.__mul__, weights, chosen)) for chosen in product((0, 1), repeat=7) if (rows @ chosen <= 4).all()
    )
    constraints = [LinearConstraint(rows, -np.inf, 4)]
    for stated in range(sum(weights)):
        assert confirmed_bound(weights, constraints, stated, sum(weights), Budget()) == max(stated, largest)
    assert confirmed_bound(weights, constraints, largest, largest, Budget()) == largest


def test_without_time_only_the_known_bound_remains() -> None:
    rows = np.array(list(product((0, 1), repeat=12)))
    constraints = [LinearConstraint(rows, -np.inf, 1)]
    assert confirmed_bound([1] * 12, constraints, 1, 12, Budget(stop=lambda: True)) == 12
