"""Results on SET: open questions that are settled, errors of the thesis, families whose size is known, experiments."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial

from ludex.catalogue.storage.snapshot import Reader
from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds import CARD
from ludex.games.sets.pictures.plots import board_times_svg, play_by_round_svg, solver_times_svg, uniformity_svg
from ludex.games.sets.solving.cap_bounds import cap_upper_bound
from ludex.games.sets.study.closed_forms import expected_sets, sets_in_deck
from ludex.games.sets.study.experiments import BoardTimeRow, TimeRow
from ludex.games.sets.study.statistics import PlayRow
from ludex.games.sets.study.uniformity import Uniformity, histogram
from ludex.web.documentation_pages.contents import CompletePart, family
from ludex.web.results.experiments import Experiment
from ludex.web.results.overview import Finding
from ludex.web.results.tables import RESULTS


@cache
def findings() -> dict[str, tuple[Finding, ...]]:
    """Return the findings: open questions that are settled, and errors that are corrected."""
    return {"Settled": _settled(), "Corrected": _corrected()}


def _settled() -> tuple[Finding, ...]:
    deck = Deck(4, 3)
    known = {p: cap_upper_bound(Deck(p, 3)) for p in (2, 3, 4)}
    return (
        Finding(
            "caps",
            "The largest caps",
            "How many cards can lie on a table without a set?",
            "(v - 1)^p for one or two properties, but more in general. With three values, properties 2, 3 and 4 give "
            f"{', '.join(map(str, known.values()))} cards; with four values, 3 properties give "
            f"{cap_upper_bound(Deck(3, 4))}.",
            "Counting arguments, and for the last one a search in layers; every claim names its method.",
            (("The table of caps", f"{RESULTS}/caps"),),
        ),
        Finding(
            "twelve-cards",
            "Twelve cards of the commercial deck",
            "The odds that there is a set are given as 29 to 1.",
            f"Closer to 30 to 1: the probability of none is a little over 0.0323. On average {expected_sets(deck, 12)} "
            f"sets are on the table, of {sets_in_deck(deck):,} in the deck.",
            "From the number of caps of each size, which is counted exactly.",
            (("The numbers", f"{RESULTS}/deals"), ("Tables by round", f"{RESULTS}/experiments/play")),
        ),
        Finding(
            "last-table",
            "The table at the end of a game",
            "Which numbers of cards can be left?",
            "Never exactly one set's worth: in each property the cards left of each value are equally many modulo v, "
            "so that v of them would be a set. With two properties every game clears the deck.",
            "An argument by counting, and stored games that were played again.",
        ),
    )


def _corrected() -> tuple[Finding, ...]:
    return (
        Finding(
            "dynamic-solver",
            "The dynamic algorithm",
            "It extends partial sets by newly drawn cards only, and is said to find every set.",
            "It misses sets whose cards come from three draws: over whole games about a fifth of them. For more than "
            "three values two cards do not fix a set, so that greedy extension can miss one even on a table at rest.",
            "Brute force on the same boards. The solver here that keeps all sets while cards come and go is complete.",
            (("The solvers compared", f"{RESULTS}/experiments/values"),),
        ),
        Finding(
            "same-boards",
            "Comparing solvers",
            "The solvers of the thesis are timed on games that they play differently.",
            "On equal boards brute force is faster than the dynamic algorithm for the real deck; a look-up is faster "
            "than both for large ones.",
            "All solvers get one game's sequence of boards.",
            (("By cards on the table", f"{RESULTS}/experiments/cards"),),
        ),
        Finding(
            "integer-program",
            "The constraint that sorts the cards",
            "It is dropped in the last version of the integer program.",
            "It makes the program about seventeen times faster on a board of 50 cards, and belongs in it.",
            "Both versions on equal boards.",
        ),
    )


_PROPERTIES = (2, 3, 4)


def complete_parts(reader: Reader) -> Iterator[CompletePart]:
    """Yield the families."""
    for properties in _PROPERTIES:
        filters = {"values": 3, "properties": properties}
        name = f"Cards of SET of {properties} properties with 3 values"
        yield family(reader, CARD, filters, Deck(properties, 3).size, name, "values to the power of properties")


DECK, TRIALS = Deck(4, 3), 10_000


@dataclass(frozen=True, slots=True)
class CardRow:
    """How often a card came to the first tables, and right after."""

    card: str
    initial: int
    drawn: int


def _uniform(rows: Iterable[CardRow], *, drawn: bool) -> str:
    every = tuple(rows)
    initial = histogram([one.initial for one in every], DECK.first_table)
    after = histogram([one.drawn for one in every], DECK.values)
    return uniformity_svg(Uniformity(DECK.properties, DECK.values, TRIALS, 0, initial, after), drawn=drawn)


EXPERIMENTS = (
    Experiment(
        "play",
        "Tables without a set, by round",
        PlayRow,
        (play_by_round_svg,),
        f"ludex sets statistics rounds set-3-4 --trials {TRIALS} --seed 0",
        "the thesis on generalized SET, introduction, after P. Norvig (2017)",
        "The odds of the first table are not those of later ones: whoever takes sets leaves tables with fewer of them.",
    ),
    Experiment(
        "uniformity",
        "Do all cards come equally often?",
        CardRow,
        (partial(_uniform, drawn=False), partial(_uniform, drawn=True)),
        f"ludex sets statistics uniformity set-3-4 --trials {TRIALS} --seed 0",
        "the thesis on generalized SET, Figures 1 to 4",
        "Each card of the deck, on first tables and among the cards that come right after. The test says whether the "
        "differences are as large as chance makes them.",
    ),
    Experiment(
        "values",
        "Solvers of SET, by the number of values",
        TimeRow,
        (solver_times_svg,),
        "ludex sets experiment values --trials 5 --share 5",
        "the thesis, section 6.2",
        "All solvers get the same boards. Processor time on one machine: compare the curves, not the seconds.",
    ),
    Experiment(
        "properties",
        "Solvers of SET, by the number of properties",
        TimeRow,
        (solver_times_svg,),
        "ludex sets experiment properties --span 2-6 --trials 5 --share 5",
        "the thesis, section 6.3",
        "The look-up hardly notices properties; the integer program and the SMT solver carry their set-up along.",
    ),
    Experiment(
        "cards",
        "Solvers of SET, by the cards on the table",
        BoardTimeRow,
        (board_times_svg,),
        "ludex sets experiment cards --span 6,9,12,15,18 --trials 10 --share 5",
        "not in the thesis",
        "Tables of random cards, new to every solver: to a set, or to the proof that there is none.",
    ),
)
