"""The largest swish and the largest set without one as programs for solvers of others; what matchings solve."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from ludex.engine.faults import Fault
from ludex.games.swish import reductions, solving
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.reductions import REDUCTIONS
from ludex.games.swish.requests.sources import SOLVING, GivenCards
from ludex.games.swish.serialization import FoundSwish, LargestSwish
from ludex.games.swish.swishes import Rule
from ludex.requests.fields import Option, ServiceBounds, Timed, example
from ludex.requests.programs import Form, Program, program_of, program_remark, program_said
from ludex.requests.request import ExecutionContext, Request
from ludex.requests.text_answers import table

Rules = Annotated[Rule, Field(strict=False)]


class Write(GivenCards, Timed):
    """Which question about which cards, and in which notation."""

    model_config = example(cards=["*o", "*o"], question="largest-swish", form="cnf", at_least=2)

    question: Literal["largest-swish", "no-swish-set"] = Field(
        default="largest-swish", description="A swish of many cards, or many cards without a swish."
    )
    form: Annotated[Form, Option(("--format",))] = Field(
        default="cnf", description="`cnf`: is there one of so many cards; `opb`: the most cards."
    )
    at_least: Annotated[int, Field(ge=1), ServiceBounds(bounds.CARDS)] | None = Field(
        default=None, description="Of `cnf`: how many cards; 2 if not given, for a set without a swish 1."
    )
    rule: Rules = Field(default=Rule.SWISH, description="`simple` lays every card as it is written.")


class Match(GivenCards, Timed):
    """Cards whose largest swish is a matching, and how large it is to be."""

    model_config = example(cards=["*./..", "../.o", "o./..", ".*/.."], at_least=4)

    rule: Rules = Field(default=Rule.SWISH, description="`simple` lays every card as it is written.")
    at_least: Annotated[int, Field(ge=0), ServiceBounds(bounds.CARDS)] | None = Field(
        default=None, description="k: is there a swish of at least so many cards?"
    )


@dataclass(frozen=True, slots=True)
class Orbit:
    """Cells that configurations take into each other, and the cards with a point or a circle there."""

    cells: tuple[tuple[int, int], ...]
    points: int
    circles: int
    pairs: int


@dataclass(frozen=True, slots=True)
class Matched:
    """A largest swish that was found in polynomial time. `holds`: whether it has `at_least` so many cards.

    Of one symbol a card, `orbits` has the closed form, and `pairs` a largest matching, by the indices of the cards.
    """

    size: int
    swish: FoundSwish | None
    proved: bool
    method: str
    holds: bool | None
    orbits: tuple[Orbit, ...] | None
    pairs: tuple[tuple[int, int], ...] | None


def write(asked: Write, work: ExecutionContext) -> Program:
    """Write a question about cards for a solver of satisfiability or of pseudo-Boolean constraints.

    `cnf` is satisfiable iff there is a swish of `at_least` so many cards, or a set of so many cards without a swish;
    `opb` has the most as its optimum, negated. `no-swish-set` takes at most 64 cards.
    """
    if asked.form == "opb" and asked.at_least is not None:
        raise Fault("an OPB asks for the most; leave it out", ("at_least",))
    if asked.question == "no-swish-set" and asked.rule is Rule.SIMPLE:
        raise Fault("sets without a swish are those of the rule `swish`", ("rule",))
    position = asked.position(work)
    with asked.at_fault(), work.search() as budget:
        if asked.question == "no-swish-set":
            return program_of(reductions.no_swish_program(position, budget), asked.form, asked.at_least or 1, work)
        return program_of(
            reductions.largest_swish_program(position, asked.rule, budget), asked.form, asked.at_least or 2, work
        )


def match(asked: Match, work: ExecutionContext) -> Matched:
    """Find a largest swish in polynomial time: cards of one symbol, or of two that are laid as written.

    Of one symbol a card (Theorem 2) the answer has the closed form and a matching too. Other cards are refused.
    """
    position = asked.position(work)
    with asked.at_fault(), work.search() as budget:
        _require_few(position)
        if solving.matching.have_one_symbol_each(position):
            found, method = (
                solving.matching.largest_of_one_symbol(position, asked.rule),
                "b-matching of points and circles",
            )
            orbits = tuple(
                Orbit(one.cells, len(one.points), len(one.circles), one.pairs)
                for one in solving.matching.orbit_pairs(position, asked.rule)
            )
            pairs = tuple(solving.matching.maximum_b_matching(position, asked.rule, budget))
        elif solving.matching.have_two_symbols_at_most(position, asked.rule):
            found = solving.matching.match_placements(
                solving.placements.placements_of(position, asked.rule, budget=budget), budget
            )
            method, orbits, pairs = "matching of cells", None, None
        else:
            raise Fault("a matching needs cards of one symbol, or of two at most and `rule: simple`")
    shown = LargestSwish.of(found, position)
    holds = None if asked.at_least is None else found.size >= asked.at_least
    return Matched(shown.size, shown.swish, shown.proved, method, holds, orbits, pairs)


def _require_few(position: Position) -> None:
    if len(position.cards) > bounds.CARDS:
        raise PositionError(f"{len(position.cards):,} cards, a matching takes at most {bounds.CARDS:,}")


def _matched(found: Matched, _asked: Match) -> Iterator[str]:
    yield f"{found.size or 'no'} cards in a largest swish: {found.method}"
    if found.holds is not None:
        yield "YES: there are so many" if found.holds else "NO: there are not so many"
    if found.orbits is not None:
        rows = [
            (" ".join(f"({a},{b})" for a, b in one.cells), one.points, one.circles, one.pairs) for one in found.orbits
        ]
        yield from table([("cells", "points", "circles", "pairs"), *rows])
    if found.swish is not None:
        yield from table([(one.index, one.card, one.configuration, one.placed) for one in found.swish.cards])


WRITE = Request(
    "POST /swish/reductions/program", "swish program", write, program_said, REDUCTIONS, remark=program_remark
)
MATCH = Request("POST /swish/matching", "swish matching", match, _matched, SOLVING)
