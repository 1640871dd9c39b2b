"""One table of bounds: the code takes its limits from it, and the notation shows it."""

from pathlib import Path

from ludex.api.bounds import BOUNDS, bounds_table
from ludex.games import parts

NOTATION = Path(__file__).parents[2] / "schema" / "notation.md"


def test_the_notation_shows_the_table() -> None:
    table = bounds_table([*BOUNDS, *(bound for bounds in parts("bounds") for bound in bounds)])
    remedy = f"put the table there:\n{table}"
    assert table in NOTATION.read_text(encoding="utf-8"), remedy
