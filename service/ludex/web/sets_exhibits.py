"""What the landing page shows of generalized SET: a table and its sets, a cap, and exact numbers, once a process."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from ludex.pictures import cap_svg, found_sets_svg, set_table_svg
from ludex.sets.deck import Deck
from ludex.sets.position import Position
from ludex.sets.study.facts import expected_sets, sets_in_deck
from ludex.web.exhibits import number_written

DECK = Deck(properties=4, values=3)
TABLE_SEED = 1117
TABLE_CARDS = 12

SETS = (("0022", "1111", "2200"), ("2000", "2121", "2212"), ("0102", "0111", "0120"))
"""The sets on the table, from the hardest to see to the easiest."""

# fmt: off
CAP = (
    "0000", "0002", "0011", "0110", "0112", "0121", "0200", "0202", "0211", "1101",
    "1121", "2011", "2020", "2022", "2101", "2110", "2112", "2211", "2220", "2222",
)
# fmt: on
"""A largest cap of the commercial deck that is its own mirror image, both ways."""

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
"""By values and properties. For three values and five or six properties by Edel and others (2002), Potechin (2008)."""


@dataclass(frozen=True, slots=True)
class DeckRow:
    """A line of the table of decks, as it is written."""

    values: int
    properties: int
    address: str
    cards: str
    sets: str
    sets_exponent: str
    table: int
    expected: str
    largest: int


def dealt() -> Position:
    """Return the table that the page shows."""
    return Position(DECK, tuple(islice(DECK.shuffled(TABLE_SEED), TABLE_CARDS)))


@lru_cache(maxsize=1)
def table_picture() -> str:
    """Return the picture of the table."""
    return set_table_svg(dealt())


@lru_cache(maxsize=1)
def found_picture() -> str:
    """Return the picture of the sets on the table."""
    return found_sets_svg(DECK, [[DECK.number(code) for code in codes] for codes in SETS])


@lru_cache(maxsize=1)
def cap_picture() -> str:
    """Return the picture of a largest cap."""
    return cap_svg(Position.from_codes(DECK, CAP))


@lru_cache(maxsize=1)
def deck_rows() -> tuple[DeckRow, ...]:
    """Return the table of decks: closed forms, and the largest positions without a set."""
    rows = []
    for (values, properties), largest in LARGEST_CAPS.items():
        deck = Deck(properties, values)
        sets, exponent = number_written(sets_in_deck(deck))
        table = min(values * properties, deck.size)
        rows.append(
            DeckRow(
                values=values,
                properties=properties,
                address=f"/api/v1/sets/facts?values={values}&properties={properties}",
                cards=f"{deck.size:,}",
                sets=sets,
                sets_exponent=exponent,
                table=table,
                expected=f"{float(expected_sets(deck, table)):.2f}",
                largest=largest,
            )
        )
    return tuple(rows)
