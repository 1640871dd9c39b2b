"""How many examples Hypothesis tries where a test names a number: fewer in the usual run than in that of slow tests."""

from hypothesis import settings

QUICK = 25
"""The examples of a test that names no number, in the usual run."""

THOROUGH = 200
"""The same in the run of the slow tests."""


def examples(number: int) -> int:
    """Return the number of examples in the run of the slow tests, and two fifths of it in the usual one."""
    return number if settings.default.max_examples > QUICK else number * 2 // 5
