"""The numbers of Hypothesis examples: a run without the slow tests tries fewer than a run with them."""

from hypothesis import settings

QUICK = 25
"""The default number of examples in a run without the slow tests."""

THOROUGH = 200
"""The default number of examples in a run with the slow tests."""


def examples(number: int) -> int:
    """Return `number` in a run with the slow tests, and two fifths of it in a run without them."""
    return number if settings.default.max_examples > QUICK else number * 2 // 5
