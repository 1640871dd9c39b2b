"""Wilson's interval of a proportion, against SciPy's."""

import pytest

from ludex.engine.proportion import Estimate


@pytest.mark.parametrize(("hits", "samples"), [(0, 10), (29, 29), (5, 10), (323, 10_000)])
def test_the_interval_is_wilsons(hits: int, samples: int) -> None:
    from scipy.stats import binomtest  # takes long to import

    estimate = Estimate(hits, samples)
    interval = binomtest(hits, samples).proportion_ci(0.95, method="wilson")
    assert (estimate.low, estimate.high) == pytest.approx((interval.low, interval.high))
    assert estimate.probability == hits / samples
    assert (estimate.low == 0, estimate.high == 1) == (hits == 0, hits == samples)
