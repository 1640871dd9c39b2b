"""The exhibits of SET: a table and its sets, a cap, and exact numbers."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludex.games.sets.deck import Deck
from ludex.games.sets.pictures.grids import cap_svg
from ludex.games.sets.pictures.tables import found_sets_svg, set_table_svg
from ludex.games.sets.position import Position
from ludex.games.sets.study.closed_forms import expected_sets, sets_in_deck
from ludex.web.game_pages import Exhibits

DECK = Deck(properties=4, values=3)
TABLE = ("2000", "0022", "0102", "0111", "2212", "1202", "2021", "1212", "2200", "2121", "0120", "1111")

SETS = (("0022", "1111", "2200"), ("2000", "2121", "2212"), ("0102", "0111", "0120"))
"""The sets on the table, those that are hardest to see first."""

# fmt: off
CAP = (
    "0000", "0002", "0011", "0110", "0112", "0121", "0200", "0202", "0211", "1101",
    "1121", "2011", "2020", "2022", "2101", "2110", "2112", "2211", "2220", "2222",
)
# fmt: on
"""A largest cap of the commercial deck, drawn with two mirror symmetries."""

LARGEST_CAPS = {
    (3, 2): 4,
    (3, 3): 9,
    (3, 4): 20,
    (3, 5): 45,
    (3, 6): 112,
    (4, 2): 9,
    (5, 2): 16,
    (6, 2): 25,
}
"""By values and properties. Sources for three values and 5 or 6 properties: Edel and others (2002), Potechin (2008)."""


def decks() -> list[dict[str, Any]]:
    """Return the rows of the table of decks on the page: closed forms, and the sizes of the largest caps."""
    return [_facts(Deck(properties, values), largest) for (values, properties), largest in LARGEST_CAPS.items()]


def _facts(deck: Deck, largest: int) -> dict[str, Any]:
    table = min(deck.values * deck.properties, deck.size)
    expected = float(expected_sets(deck, table))
    return {"deck": deck, "sets": sets_in_deck(deck), "expected": f"{expected:.2f}", "largest": largest}


@lru_cache(maxsize=1)
def _shown() -> Mapping[str, Any]:
    return {
        "table": set_table_svg(Position.from_codes(DECK, TABLE)),
        "found": found_sets_svg(DECK, [[DECK.number(code) for code in codes] for codes in SETS]),
        "cap": cap_svg(Position.from_codes(DECK, CAP)),
        "cap_size": len(CAP),
        "decks": decks(),
    }


EXHIBITS = Exhibits(_shown)
