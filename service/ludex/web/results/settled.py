"""What was open and is settled, and what the papers print otherwise than it is: each with where it can be checked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any

from ludex.catalogue.registry import Registry
from ludex.planarity.study.census_bounds import largest_minimum
from ludex.sets.deck import Deck
from ludex.sets.solving.cap_bounds import cap_upper_bound
from ludex.sets.study.facts import expected_sets, sets_in_deck
from ludex.swish.card import Symmetry
from ludex.swish.study.boards import board_facts
from ludex.web.addresses import object_address
from ludex.web.exhibits.planarity import CENSUS
from ludex.web.page import Page, Site
from ludex.web.results.tables import RESULTS
from ludex.web.walking import PUZZLES

SETTLED = f"{RESULTS}/settled"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was settled or corrected: what was said before, what holds, how it is known, where to look."""

    name: str
    title: str
    before: str
    holds: str
    known_by: str
    links: tuple[tuple[str, str], ...] = ()


def pages(registry: Registry) -> Iterable[Page]:
    """Return the page of findings, if the three games of the papers are there."""
    if {"swish-board", "set-deck", "planarity-level"} <= set(registry.kind):
        yield Page(SETTLED, _settled, "results/settled.html", title="Settled and corrected", section=RESULTS)


def _settled(_site: Site) -> Mapping[str, Any]:
    return {"games": findings()}


@lru_cache(maxsize=1)
def findings() -> dict[str, dict[str, tuple[Finding, ...]]]:
    """Return the findings of each game: what was settled, and what was corrected."""
    return {
        "SWISH": {"Settled": _swish_settled(), "Corrected": _swish_corrected()},
        "SET": {"Settled": _sets_settled(), "Corrected": _sets_corrected()},
        "Swap Planarity": {"Settled": _planarity_settled(), "Corrected": _planarity_corrected()},
    }


def _swish_settled() -> tuple[Finding, ...]:
    commercial, large = board_facts(4, 3), board_facts(16, 16)
    square = board_facts(4, 4, Symmetry.SQUARE)
    share = 100 * large.largest_no_swish_set / large.cards
    boards = ("Boards", f"{RESULTS}/boards")
    return (
        Finding(
            "no-swish-conjecture",
            "The largest set of cards without a swish",
            "Section 3.3 conjectures that its construction is the best one.",
            f"It is, for every board. The {commercial.cards} different cards of the commercial board have such a set "
            f"of {commercial.largest_no_swish_set}, and {commercial.maximum_sets} of that size.",
            "A proof from both sides: a card and its reverse cannot both stay, and an order of the orbits shows which "
            "to keep. An exact solver agrees on 36 boards, a search of everything on 8.",
            (boards, ("The argument, with the board 4 x 3", f"{RESULTS}/boards?height=4&width=3")),
        ),
        Finding(
            "half",
            "Half of the cards",
            "The paper has a limit of 1/4 for boards with an odd side.",
            f"The share tends to 1/2 whatever the sides. On the board 16 x 16 it is {share:.1f} %.",
            "Two sums slipped; the closed forms are exact integers now.",
            (("The curves", f"{RESULTS}/boards#curve"),),
        ),
        Finding(
            "square-boards",
            "Square boards with quarter turns",
            "The paper remarks on them, without numbers.",
            f"They have closed forms too: of {square.cards} different cards of a board 4 x 4, at most "
            f"{square.largest_no_swish_set} have no swish.",
            "The same argument for a group of eight, and two solvers for sides 2 to 6.",
            (("4 x 4 with quarter turns", f"{RESULTS}/boards?height=4&width=4&symmetry=square"),),
        ),
        Finding(
            "deal-probabilities",
            "How often a deal has no swish",
            "The rules deal 16 cards, as if that were enough for a swish.",
            "It nearly always is: the deals of the commercial deck are counted, for every number of cards.",
            "From the minimal swishes of the deck; samples agree.",
            (("The curves and numbers", f"{RESULTS}/deals"), ("The deck", f"{object_address('swish-60')}#claims")),
        ),
        Finding(
            "two-symbols",
            "Two symbols on a card",
            "The paper leaves open how hard the largest swish is then.",
            "NP-complete if cards may be flipped, polynomial if not.",
            "Proved by Horiyama, Ito, Kawahara, Minato, Suzuki, Uehara and Yamaguchi (arXiv 2601.09289, FUN 2026).",
        ),
    )


def _swish_corrected() -> tuple[Finding, ...]:
    even_odd = board_facts(2, 5)
    return (
        Finding(
            "closed-forms",
            "The sizes of the constructions",
            "The printed formulas for boards with an odd side hold for the least width only.",
            f"On 2 x 5, for one, the largest set has {even_odd.largest_no_swish_set} of {even_odd.cards} cards.",
            "A row number was taken for a linear index. Constructed sets are counted, and no swish is among them.",
            (("2 x 5", f"{RESULTS}/boards?height=2&width=5"),),
        ),
        Finding(
            "cycles",
            "A swish need not be one cycle",
            "A search for one cycle that meets each card once is taken to find swishes.",
            "Disjoint cycles together are a swish as well, which matters for the largest. And one cycle may pass a "
            "cell twice, where two points would meet: then only a part of it is a swish.",
            "The smallest example among the commercial cards has four cards. Ludex demands different cells.",
        ),
        Finding(
            "duplicates",
            "28 of the commercial deck",
            "The paper finds 28 cards of the 60 without a swish; which cards come twice is in a figure only.",
            "It depends on them: about one choice in a hundred gives 28, the others 29 to 32. The deck here gives 28, "
            "and is said to be a reconstruction.",
            "An exact solver; the maximum of the deck has a certificate that is checked by additions.",
            (("The deck and its certificate", f"{object_address('swish-60')}#claims"),),
        ),
        Finding(
            "reductions",
            "Details of the reductions",
            "Some cells and one inequality of section 2 are misprinted.",
            "With the cells put right the largest swish is as the theorems say. The largest swish of cards with one "
            "symbol each is a sum over the orbits, not what trimming to four copies gives.",
            "Random formulas and decks, solved on both sides of each reduction.",
        ),
    )


def _sets_settled() -> tuple[Finding, ...]:
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


def _sets_corrected() -> tuple[Finding, ...]:
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


def _planarity_settled() -> tuple[Finding, ...]:
    largest = ", ".join(str(CENSUS[n][3]) for n in sorted(CENSUS))
    return (
        Finding(
            "largest-minima",
            "The most swaps a puzzle can need",
            "How many swaps does the hardest puzzle on n points need?",
            f"For 4 to 7 points: {largest}; for 8 points {largest_minimum(8, 12)}. From 6 points on the hardest point "
            "sets have one point inside the hull, and the hardest start may show a single crossing.",
            "A census of every connected graph on every point set, every arrangement of it.",
            (("The census", f"{RESULTS}/census"), ("The puzzle graph", PUZZLES)),
        ),
        Finding(
            "criterion",
            "When two drawings are the same puzzle",
            "Definition 2 asks for equal crossings after all swaps, of which there are too many to try.",
            "It is decided by one matching: segments of different parts, and all segments inside a part with two "
            "disjoint edges, must cross alike.",
            "Every reachable arrangement of 12,341 random pairs, without one disagreement.",
        ),
        Finding(
            "cycles",
            "Cycles on an even number of points",
            "Lemma 1 draws n-cycles that need a number of swaps that grows as the square of n.",
            f"For even n that number is n/2 over 2: {comb(3, 2)} swaps for 6 points, {comb(4, 2)} for 8.",
            "Exact search.",
        ),
    )


def _planarity_corrected() -> tuple[Finding, ...]:
    return (
        Finding(
            "theorem-3",
            "Theorem 3: order types and puzzles",
            "Two drawings are the same puzzle if and only if a matching keeps all left turns.",
            "Mirror images are the same puzzle, and turn every turn. Nor does the rest hold: for four points, three at "
            "the corners of a triangle and one inside, two paths never have a crossing and are matched by nothing.",
            "A counterexample small enough to check by hand. Ludex offers both relations under their own names.",
        ),
        Finding(
            "lemma-4",
            "Lemma 4",
            "Points of drawings that are the same puzzle are said to have one order type.",
            f"From six points on it does not: 16 order types have only {CENSUS[6][0]} crossing types. Those that merge "
            "have a triangle as hull.",
            "All order types of up to seven points.",
            (("Order types and x-types", f"{RESULTS}/census#counts"),),
        ),
        Finding(
            "random-swaps",
            "As many swaps as were made",
            "Levels are made by random swaps, and taken to need as many.",
            "Often they need fewer, and some numbers cannot be had at all on small graphs.",
            "The minimum of every generated level is proved before it is stored.",
            (("The experiment", f"{RESULTS}/experiments/asked"),),
        ),
        Finding(
            "independent",
            "Independent swaps",
            "Swaps without a common vertex count as independent.",
            "They can be done in any order, but their crossings may still depend on one another.",
            "Independence is decided by what the swaps do; solutions are counted exactly.",
        ),
    )
