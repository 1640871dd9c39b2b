"""Results on Swap Planarity: settled questions, errors of the paper, families whose size is known, experiments."""

from collections.abc import Iterator
from functools import cache, partial
from math import comb
from typing import Any

from ludex.catalogue.claims.lists import ClaimFilters, stream_of_claims
from ludex.catalogue.objects.reading import find
from ludex.catalogue.storage.snapshot import Reader
from ludex.games.planarity.kinds import CENSUS_CLASS, ORDER_TYPE
from ludex.games.planarity.pages.exhibits import CENSUS, ORDER_TYPES
from ludex.games.planarity.pages.puzzle_graph import PUZZLES
from ludex.games.planarity.pictures.plots import svg_attempts_plot, svg_interior_plot, svg_scramble_plot
from ludex.games.planarity.study.census_bounds import largest_minimum
from ludex.games.planarity.study.experiments import InteriorRow, ScrambleRow, ThresholdRow
from ludex.web.documentation_pages.contents import CompletePart, family
from ludex.web.results.experiments import Experiment
from ludex.web.results.overview import Finding
from ludex.web.results.tables import RESULTS


@cache
def findings() -> dict[str, tuple[Finding, ...]]:
    """Return the findings: open questions that are settled, and errors that are corrected."""
    return {"Settled": _settled(), "Corrected": _corrected()}


def _settled() -> tuple[Finding, ...]:
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


def _corrected() -> tuple[Finding, ...]:
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


def complete_parts(reader: Reader) -> Iterator[CompletePart]:
    """Yield the families."""
    for points, size in ORDER_TYPES.items():
        name = f"Order types of {points} points, up to reflection"
        yield family(reader, ORDER_TYPE, {"points": points}, size, name, "Aichholzer, Aurenhammer, Krasser 2002")
    for claim in stream_of_claims(reader, ClaimFilters(statement="planarity.census", proved=True)):
        census: Any = find(reader, claim.subject).document()
        name = f"Classes of swap-equivalent drawings of {census.vertices} vertices"
        source = "the census, a claim of the catalogue"
        yield family(reader, CENSUS_CLASS, {"vertices": census.vertices}, census.classes, name, source)


_SAMPLES = "--samples 100 --seed 0"
EXPERIMENTS = (
    Experiment(
        "attempts",
        "Attempts at a point set",
        ThresholdRow,
        (svg_attempts_plot,),
        f"ludex planarity experiment attempts {_SAMPLES}",
        "Swap Planarity, Figure 13",
        "Points are tried one by one, and all begins again after as many failures as the threshold says. A threshold "
        "of some hundreds is best; how many attempts are needed grows steeply with the number of points.",
    ),
    Experiment(
        "interior",
        "Points inside the hull",
        InteriorRow,
        (svg_interior_plot, partial(svg_interior_plot, deviations=True)),
        f"ludex planarity experiment interior {_SAMPLES}",
        "Swap Planarity, Figures 14 and 15",
        "The farther points must stay from lines through others, the fewer of them lie inside the hull. A curve ends "
        "where no point set was found any more.",
    ),
    Experiment(
        "asked",
        "Random swaps against the true minimum",
        ScrambleRow,
        (svg_scramble_plot,),
        f"ludex planarity experiment asked {_SAMPLES}",
        "not in the paper",
        "A level made by so many random swaps is often solved by fewer: the swaps undo one another, or another plane "
        "drawing is nearer. So the generator proves the minimum of every level.",
    ),
)
