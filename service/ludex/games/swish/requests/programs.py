"""Programs for external solvers (largest swish, largest set without a swish), and solutions by matching."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from ludex.engine.evidence import StatedEvidence
from ludex.engine.faults import Fault
from ludex.games.swish import reductions, solving
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.inputs import SOLVING, CardsInput
from ludex.games.swish.requests.reductions import REDUCTIONS
from ludex.games.swish.swishes import FoundSwish, LargestSwish, Rule
from ludex.requests.fields import Option, ServiceBounds, TimeLimited, example
from ludex.requests.programs import Form, Program, program_lines, program_of, program_remark
from ludex.requests.request import ExecutionContext, Request
from ludex.requests.text_output import table

Rules = Annotated[Rule, Field(strict=False)]


class SwishProgramRequest(CardsInput, TimeLimited):
    """Cards, a problem about them, and the format of the program."""

    model_config = example(cards=["*o", "*o"], question="largest-swish", form="cnf", at_least=2)

    question: Literal["largest-swish", "no-swish-set"] = Field(
        default="largest-swish", description="What to find: a large swish, or a large set without a swish."
    )
    form: Annotated[Form, Option(("--format",))] = Field(
        default="cnf",
        description="`cnf`: is there a solution with at least `at_least` cards? `opb`: maximize the number of cards.",
    )
    at_least: Annotated[int, Field(ge=1), ServiceBounds(bounds.CARDS)] | None = Field(
        default=None, description="Minimum number of cards for `cnf`. The default is 2, or 1 for a set without a swish."
    )
    rule: Rules = Field(default=Rule.SWISH, description="With `simple`, no card may be flipped or turned.")


class MatchingRequest(CardsInput, TimeLimited):
    """Cards whose largest swish can be found as a matching, and optionally a size to decide."""

    model_config = example(cards=["*./..", "../.o", "o./..", ".*/.."], at_least=4)

    rule: Rules = Field(default=Rule.SWISH, description="With `simple`, no card may be flipped or turned.")
    at_least: Annotated[int, Field(ge=0), ServiceBounds(bounds.CARDS)] | None = Field(
        default=None, description="Decide whether there is a swish of at least this number of cards."
    )


@dataclass(frozen=True, slots=True)
class Orbit:
    """An orbit of cells under the configurations, with the numbers of cards that have a point or a circle on it."""

    cells: Annotated[tuple[tuple[int, int], ...], Field(description="The cells, [row, column].")]
    points: Annotated[int, Field(description="Number of cards with a point on one of these cells.")]
    circles: Annotated[int, Field(description="Number of cards with a circle on one of these cells.")]
    pairs: Annotated[int, Field(description="Number of pairs in a largest swish.")]


@dataclass(frozen=True, slots=True)
class MatchingResult:
    """A largest swish found in polynomial time. `holds` states whether the swish has at least `at_least` cards.

    For cards with one symbol, `orbits` contains the closed form, and `pairs` is a largest matching of card indices.
    """

    size: Annotated[int, Field(description="Size of a largest swish.")]
    swish: Annotated[FoundSwish | None, Field(description="A largest swish; null if there is none.")]
    proved: Annotated[bool, Field(description="Always true.")]
    evidence: StatedEvidence
    method: Annotated[str, Field(description="The matching problem.")]
    holds: Annotated[
        bool | None, Field(description="Whether the size is at least `at_least`; null if `at_least` is not given.")
    ]
    orbits: Annotated[
        tuple[Orbit, ...] | None, Field(description="The closed form if each card has one symbol; null otherwise.")
    ]
    pairs: Annotated[
        tuple[tuple[int, int], ...] | None,
        Field(description="A largest matching if each card has one symbol; null otherwise."),
    ]


def write(request: SwishProgramRequest, context: ExecutionContext) -> Program:
    """Write a problem about cards as a program for SAT or pseudo-Boolean solvers.

    The `cnf` program is satisfiable if and only if there is a swish, or a set without a swish, of at least `at_least`
    cards. The optimum of the `opb` program is the negated maximum. `no-swish-set` accepts at most 64 cards.
    """
    if request.form == "opb" and request.at_least is not None:
        raise Fault("OPB maximizes the number of cards; omit it", ("at_least",))
    if request.question == "no-swish-set" and request.rule is Rule.SIMPLE:
        raise Fault("sets without a swish use the rule `swish`; omit it", ("rule",))
    position = request.position(context)
    with request.at_fault(), context.search() as budget:
        if request.question == "no-swish-set":
            return program_of(
                reductions.no_swish_program(position, budget), request.form, request.at_least or 1, context
            )
        return program_of(
            reductions.largest_swish_program(position, request.rule, budget),
            request.form,
            request.at_least or 2,
            context,
        )


def match(request: MatchingRequest, context: ExecutionContext) -> MatchingResult:
    """Find a largest swish in polynomial time, for cards with one symbol, or with two symbols and rule `simple`.

    For one symbol per card (Theorem 2), the response also has the closed form and a matching. Other cards are refused.
    """
    position = request.position(context)
    with request.at_fault(), context.search() as budget:
        _require_few(position)
        if solving.matching.have_one_symbol_each(position):
            result, method = (
                solving.matching.largest_of_one_symbol(position, request.rule),
                "b-matching of points and circles",
            )
            orbits = tuple(
                Orbit(orbit.cells, len(orbit.points), len(orbit.circles), orbit.pairs)
                for orbit in solving.matching.orbit_pairs(position, request.rule)
            )
            pairs = tuple(solving.matching.maximum_b_matching(position, request.rule, budget))
        elif solving.matching.have_two_symbols_at_most(position, request.rule):
            result = solving.matching.match_placements(
                solving.placements.placements_of(position, request.rule, budget=budget), budget
            )
            method, orbits, pairs = "matching of cells", None, None
        else:
            raise Fault("a matching needs cards with one symbol, or with at most two symbols and `rule: simple`")
        canonical = (
            Position(tuple(sorted(position.cards)), position.symmetry)
            if request.rule is Rule.SIMPLE
            else position.canonical()
        )
        bound = solving.size_proofs.prove_size(canonical, result.size, budget.quiet(), request.rule)
    shown = LargestSwish.of(replace(result, bound=bound), position)
    holds = None if request.at_least is None else result.size >= request.at_least
    return MatchingResult(shown.size, shown.swish, shown.proved, shown.evidence, method, holds, orbits, pairs)


def _require_few(position: Position) -> None:
    if len(position.cards) > bounds.CARDS:
        raise PositionError(f"{len(position.cards):,} cards given; the limit for a matching is {bounds.CARDS:,}")


def _matched(result: MatchingResult, _request: MatchingRequest) -> Iterator[str]:
    yield f"{result.size or 'no'} cards in a largest swish: {result.method}"
    if result.holds is not None:
        yield "YES: there is a swish of this size or larger" if result.holds else "NO: every swish is smaller"
    if result.orbits is not None:
        rows = [
            (" ".join(f"({a},{b})" for a, b in orbit.cells), orbit.points, orbit.circles, orbit.pairs)
            for orbit in result.orbits
        ]
        yield from table([("cells", "points", "circles", "pairs"), *rows])
    if result.swish is not None:
        yield from table([(card.index, card.card, card.configuration, card.placed) for card in result.swish.cards])


WRITE = Request(
    "POST /swish/reductions/program", "swish program", write, program_lines, REDUCTIONS, remark=program_remark
)
MATCH = Request("POST /swish/matching", "swish matching", match, _matched, SOLVING)
