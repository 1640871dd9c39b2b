"""Results on SET: exhibits, settled questions, corrected errors of the thesis, and experiments.

The exhibits are a table with its sets, a cap, and exact numbers. The results on caps are in `pages/caps.py`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from ludex.games.sets.deck import Deck
from ludex.games.sets.pictures.plots import board_times_svg, play_by_round_svg, solver_times_svg, uniformity_svg
from ludex.games.sets.pictures.tables import cap_svg, found_sets_svg, set_table_svg
from ludex.games.sets.position import Position
from ludex.games.sets.study.closed_forms import cap_upper_bound, expected_sets, sets_in_deck
from ludex.games.sets.study.experiments import BoardTimeRow, TimeRow
from ludex.games.sets.study.no_set_probability import PlayRow
from ludex.games.sets.study.uniformity import Uniformity, histogram
from ludex.web.declarations import Experiment, Finding, PageLink
from ludex.web.game_pages import Exhibits

DECK, TRIALS = Deck(properties=4, values=3), 10_000
TABLE = ("2000", "0022", "0102", "0111", "2212", "1202", "2021", "1212", "2200", "2121", "0120", "1111")

SETS = (("0022", "1111", "2200"), ("2000", "2121", "2212"), ("0102", "0111", "0120"))
"""The sets on the table, sorted so that the set that is hardest to see comes first."""

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
"""The sizes of largest caps, keyed by (values, properties).

The sources for three values are Edel and others (2002) and Potechin (2008).
"""


def decks() -> list[dict[str, Any]]:
    """Return the rows of the page's table of decks, with closed forms and the sizes of the largest caps."""
    return [_facts(Deck(properties, values), largest) for (values, properties), largest in LARGEST_CAPS.items()]


def _facts(deck: Deck, largest: int) -> dict[str, Any]:
    expected = float(expected_sets(deck, deck.first_table))
    return {"deck": deck, "sets": sets_in_deck(deck), "expected": f"{expected:.2f}", "largest": largest}


@cache
def _shown() -> Mapping[str, Any]:
    return {
        "table": set_table_svg(Position.from_codes(DECK, TABLE)),
        "found": found_sets_svg(DECK, [[DECK.number(code) for code in codes] for codes in SETS]),
        "cap": cap_svg(Position.from_codes(DECK, CAP)),
        "cap_size": len(CAP),
        "decks": decks(),
    }


EXHIBITS = Exhibits(_shown)


def _experiment(text: str, name: str) -> PageLink:
    return PageLink(text, "results.show_experiment", {"name": name})


@cache
def settled() -> tuple[Finding, ...]:
    """Return the open questions that have been settled."""
    known = {p: cap_upper_bound(Deck(p, 3)) for p in (2, 3, 4, 5)}
    return (
        Finding(
            "caps",
            "The largest caps",
            "What is the largest number of cards without a set?",
            "(v - 1)^p for p = 1 or 2 properties of v values, but more in general. For three values and 2 to 5 "
            f"properties it is {', '.join(map(str, known.values()))} cards; for four values and 3 properties, "
            f"{cap_upper_bound(Deck(3, 4))}. For four values and 4 properties it is at most "
            f"{cap_upper_bound(Deck(4, 4))}, and for 3 properties of five or six values, at most "
            f"{cap_upper_bound(Deck(3, 5))} or {cap_upper_bound(Deck(3, 6))}.",
            "Counting arguments, a search for large hyperplanes (three values, 5 properties), a search in layers "
            "(four values, 3 properties), and linear programs over the sizes of planes. Every claim names its method.",
            (PageLink("Table of caps", "sets.show_caps"),),
        ),
        Finding(
            "twelve-cards",
            "Twelve cards from the commercial deck",
            "The odds in favour of a set are given as 29 to 1.",
            "They are closer to 30 to 1: the probability of no set is a little over 0.0323. A table has "
            f"{expected_sets(DECK, DECK.first_table)} sets on average, and the deck has {sets_in_deck(DECK):,} sets.",
            "The exact number of caps of each size.",
            (PageLink("Probabilities", "results.Deals"), _experiment("Tables by round", "play")),
        ),
        Finding(
            "last-table",
            "Cards left at the end of a game",
            "How many cards can be left?",
            "Never exactly v: in each property, the numbers of remaining cards with each value are equal modulo v, "
            "so v remaining cards would form a set. With two properties, every game clears the deck.",
            "A counting argument, confirmed by replaying stored games.",
        ),
    )


@cache
def corrected() -> tuple[Finding, ...]:
    """Return the errors that have been corrected."""
    return (
        Finding(
            "dynamic-solver",
            "The dynamic algorithm",
            "It extends partial sets only by newly drawn cards, and is claimed to find every set.",
            "It misses sets whose cards come from three draws, about a fifth of all sets in a game. For more than "
            "three values, two cards do not determine a set, so greedy extension can miss sets even on a fixed table.",
            "Brute force on the same boards. The dynamic solver in Ludex is complete.",
            (_experiment("Comparison of the solvers", "values"),),
        ),
        Finding(
            "same-boards",
            "Comparing solvers",
            "The thesis measures the solvers on games that they play differently.",
            "On the same boards, brute force is faster than the dynamic algorithm for the commercial deck. For large "
            "decks, look-up is faster than both.",
            "An experiment in which all solvers get the same sequence of boards.",
            (_experiment("Times by cards on the table", "cards"),),
        ),
        Finding(
            "integer-program",
            "The constraint that orders the cards",
            "The final version of the integer program omits it.",
            "With it, the program is about seventeen times faster on a board of 50 cards.",
            "Measurements of both versions on the same boards.",
        ),
    )


@dataclass(frozen=True, slots=True)
class CardRow:
    """The number of times that a card was on the initial table, and that it was among the cards drawn next."""

    card: str
    initial: int
    drawn: int


def _uniform(rows: Iterable[CardRow], *, drawn: bool) -> str:
    cards = tuple(rows)
    initial = histogram([row.initial for row in cards], DECK.first_table)
    after = histogram([row.drawn for row in cards], DECK.values)
    return uniformity_svg(Uniformity(DECK.properties, DECK.values, TRIALS, 0, initial, after), drawn=drawn)


EXPERIMENTS = (
    Experiment(
        "play",
        "Tables without a set, by round",
        PlayRow,
        (play_by_round_svg,),
        f"ludex sets statistics rounds set-3-4 --trials {TRIALS} --seed 0",
        "the thesis on generalized SET, introduction, after P. Norvig (2017)",
        "The odds on the initial table differ from the odds on later tables: removing sets leaves tables with fewer "
        "sets.",
    ),
    Experiment(
        "uniformity",
        "Are all cards equally frequent?",
        CardRow,
        (partial(_uniform, drawn=False), partial(_uniform, drawn=True)),
        f"ludex sets statistics uniformity set-3-4 --trials {TRIALS} --seed 0",
        "the thesis on generalized SET, Figures 1 to 4",
        "The frequency of each card on the initial table and among the cards drawn next. The test tells whether the "
        "differences are consistent with chance.",
    ),
    Experiment(
        "values",
        "SET solvers by number of values",
        TimeRow,
        (solver_times_svg,),
        "ludex sets experiment values --trials 5 --share 5",
        "the thesis, section 6.2",
        "All solvers get the same boards. The times are processor times on one machine: compare the curves, not the "
        "absolute values.",
    ),
    Experiment(
        "properties",
        "SET solvers by number of properties",
        TimeRow,
        (solver_times_svg,),
        "ludex sets experiment properties --span 2-6 --trials 5 --share 5",
        "the thesis, section 6.3",
        "The number of properties hardly affects look-up. The integer program and the SMT solver have a "
        "constant set-up cost.",
    ),
    Experiment(
        "cards",
        "SET solvers by number of cards on the table",
        BoardTimeRow,
        (board_times_svg,),
        "ludex sets experiment cards --span 6,9,12,15,18 --trials 10 --share 5",
        "not in the thesis",
        "Time to find a set, or to prove that there is none, on tables of random cards.",
    ),
)
