"""The reductions of section 2 of the paper as requests: what they make, and solutions carried both ways."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from ludex.engine.faults import Fault, TooLarge, within
from ludex.engine.formula import Formula
from ludex.games.swish import reductions
from ludex.games.swish.card import Configuration
from ludex.games.swish.pictures.cards import svg_position
from ludex.games.swish.position import Position
from ludex.games.swish.reductions.even_cycles import even_cycle_cards
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.sources import GivenCards
from ludex.games.swish.serialization import FoundSwish, swish_responses
from ludex.games.swish.swishes import Placement, Rule, Swish, is_swish
from ludex.requests.exact_json import exact_json
from ludex.requests.fields import Argument, Option, RequestModel, ServiceBounds, example
from ludex.requests.request import ExecutionContext, Request, Subject

if TYPE_CHECKING:
    from ludex.games.swish.reductions.card_reductions import FlipCards, ThreeSymbolCards

REDUCTIONS = Subject(
    "swish-reductions", "SWISH reductions", "The hardness results as programs: cards with known optima."
)

Cnf = Annotated[
    str,
    Field(description="A formula in DIMACS CNF.", examples=["p cnf 2 2\n1 2 0\n-1 -2 0\n"]),
    ServiceBounds(bounds.CNF_CHARACTERS),
]


def _cnf_of_text(text: str) -> str:
    """Return a text that may be a formula. Raises ValueError for a word alone, the name of a file that is not there.

    >>> _cnf_of_text("p cnf 1 0")
    'p cnf 1 0'
    """
    if len(text.split()) == 1:
        raise ValueError("no such file, and no formula: give a file in DIMACS CNF, `-`, or its text")
    return text


CnfArgument = Annotated[Cnf, Argument("CNF", "A file in DIMACS CNF; `-`: standard input.", _cnf_of_text)]
Arcs = Annotated[list[Annotated[list[int], Field(min_length=2, max_length=2)]], ServiceBounds(bounds.CARDS)]
Configurations = Annotated[Configuration, Field(strict=False)]


class LaidCard(RequestModel):
    """A card of a swish, as answers show it; its codes may be left out."""

    index: Annotated[int, Field(ge=0)] = Field(description="Of the card in `cards`.")
    configuration: Configurations = Configuration.IDENTITY
    card: str | None = Field(default=None, description="Not looked at.")
    placed: str | None = Field(default=None, description="Not looked at.")


class LaidSwish(RequestModel):
    """A swish, as answers show it."""

    cards: Annotated[list[LaidCard], Field(min_length=2), ServiceBounds(bounds.CARDS)]
    size: int | None = Field(default=None, description="Not looked at.")

    def among(self, position: Position, rule: Rule) -> Swish:
        """Return the swish among the cards of a position. Raises Fault."""
        placed = []
        for place, one in enumerate(self.cards):
            if one.index >= len(position.cards):
                raise Fault(f"no such card; there are 0 to {len(position.cards) - 1}", ("cards", place, "index"))
            if one.configuration not in position.symmetry.configurations:
                known = ", ".join(position.symmetry.configurations)
                raise Fault(f"not of the symmetry of these cards; there are {known}", ("cards", place, "configuration"))
            if rule is Rule.SIMPLE and one.configuration is not Configuration.IDENTITY:
                raise Fault(
                    "the rule is `simple`: cards lie as written; write identity", ("cards", place, "configuration")
                )
            placed.append(
                Placement(one.index, one.configuration, position.cards[one.index].configured(one.configuration))
            )
        swish = Swish(tuple(sorted(placed, key=lambda one: one.index)))
        if len(set(swish.indices)) != len(placed) or not is_swish(swish.stack):
            raise Fault("these cards, so laid, are no swish; give one as `solve` answers it")
        return swish


SwishOption = Annotated[LaidSwish | None, Option(read=exact_json)]


class Satisfiability(RequestModel):
    """A formula, and a solution to carry over."""

    model_config = example(cnf="p cnf 2 2\n1 2 0\n-1 -2 0\n")

    cnf: CnfArgument
    general: bool = Field(default=False, description="True: any formula, which is brought into the (2,3) form first.")
    assignment: Annotated[Annotated[list[bool], ServiceBounds(bounds.CARDS)] | None, Option(read=exact_json)] = Field(
        default=None, description="Values of the formula's variables, which become a swish."
    )
    swish: SwishOption = Field(default=None, description="A simple-swish of the cards, which becomes an assignment.")


class Reduced(GivenCards):
    """Cards, and a solution to carry over."""

    swish: SwishOption = Field(default=None, description="A simple-swish of these cards, to be carried to those made.")
    made_swish: SwishOption = Field(default=None, description="A swish of the cards made, to be carried back.")


class ReducedToThree(Reduced):
    """Cards of at most four symbols, and a solution to carry over."""

    model_config = example(cards=["*o", "o*"])


class ReducedToFlips(Reduced):
    """Cards that are laid as written, and a solution to carry over."""

    model_config = example(cards=["*o", "o*"])


class Digraph(RequestModel):
    """A directed graph, and a solution to carry over."""

    model_config = example(vertices=4, arcs=[[0, 1], [1, 2], [2, 3], [3, 0], [1, 0]])

    vertices: Annotated[int, Field(ge=1), ServiceBounds(bounds.DIGRAPH_VERTICES)] = Field(
        description="They count from 0."
    )
    arcs: Annotated[Arcs, Option(read=exact_json)] = Field(description="Pairs of vertices.")
    swish: SwishOption = Field(default=None, description="A swish of the cards, which becomes cycles.")


@dataclass(frozen=True, slots=True)
class SatisfiabilityMade:
    """Cards whose largest simple-swish has 3 * `variables` cards and one for each clause that can be satisfied.

    `offset`: that many more clauses of the (2,3) form `cnf` can be satisfied than of the formula that was given.
    """

    cards: list[str]
    rule: str
    variables: int
    clauses: int
    height: int
    width: int
    cnf: str
    offset: int
    swish: FoundSwish | None
    assignment: tuple[bool, ...] | None
    satisfied: int | None


@dataclass(frozen=True, slots=True)
class CardsMade:
    """Cards whose largest swish is `factor` times as large: cards `factor` * i and on are made of card i."""

    cards: list[str]
    rule: str
    factor: int
    height: int
    width: int
    swish: FoundSwish | None
    source_swish: FoundSwish | None


@dataclass(frozen=True, slots=True)
class EvenCyclesMade:
    """Cards whose largest swish is twice the most vertices that disjoint even directed cycles can cover.

    The first are the vertices, the others the arcs.
    """

    cards: list[str]
    rule: str
    vertices: int
    arcs: int
    height: int
    width: int
    cycles: tuple[tuple[int, ...], ...] | None


def require_few(number: int, work: ExecutionContext, *place: str) -> None:
    """Raise TooLarge if more cards would be made than a service answers; `place` is the field that asks for them."""
    most = work.bound(bounds.CARDS)
    if most is not None and number > most:
        with within(*place):
            raise TooLarge(
                f"{number:,} cards would be made, at most {most:,} are answered; `ludex swish reduce` makes more"
            )


def _shown(swish: Swish | None, position: Position) -> FoundSwish | None:
    return None if swish is None else swish_responses([swish], position)[0]


def _codes(position: Position) -> list[str]:
    return list(map(str, position.cards))


def formula_of(text: str) -> Formula:
    """Return the formula of a field `cnf`. Raises Fault."""
    with within("cnf"):
        return Formula.from_dimacs(text)


def satisfiability(asked: Satisfiability, work: ExecutionContext) -> SatisfiabilityMade:
    """Make the cards of a formula (Lemma 3): their largest simple-swish tells how many clauses can be satisfied.

    The formula has clauses of two different variables, and each variable in at most three of them; with `general` any
    formula is brought into that form first. `assignment` becomes a swish, `swish` an assignment of the given formula.
    """
    formula = formula_of(asked.cnf)
    with within("cnf"):
        form = reductions.two_three_form(formula) if asked.general else None
        made = reductions.satisfiability_cards(form.formula if form else formula)
    require_few(len(made.position.cards), work, "cnf")
    swish, assignment = None, None
    if asked.assignment is not None:
        with within("assignment"):
            if len(asked.assignment) != formula.variables:
                raise Fault(f"{len(asked.assignment)} values; give one for each of the {formula.variables} variables")
            swish = made.swish_of(form.assignment_of(asked.assignment) if form else asked.assignment)
    if asked.swish is not None:
        with within("swish"):
            assignment = made.assignment_of(asked.swish.among(made.position, Rule.SIMPLE))
            assignment = form.source_of(assignment) if form else assignment
    of = tuple(asked.assignment) if assignment is None and asked.assignment is not None else assignment
    return SatisfiabilityMade(
        _codes(made.position),
        Rule.SIMPLE.value,
        made.formula.variables,
        len(made.formula.clauses),
        made.position.height,
        made.position.width,
        made.formula.dimacs(),
        form.offset if form else 0,
        _shown(swish, made.position),
        of,
        None if of is None else len(formula.satisfied(of)),
    )


def three_symbols(asked: ReducedToThree, work: ExecutionContext) -> CardsMade:
    """Make four cards of at most three symbols for each card of at most four (Lemma 4).

    The largest simple-swish becomes four times as large.
    """
    return _reduced(asked, work, reductions.three_symbol_cards, Rule.SIMPLE)


def flips(asked: ReducedToFlips, work: ExecutionContext) -> CardsMade:
    """Make four mirrored cards for each card, so that flips win nothing (Theorem 1).

    The largest swish with flips is four times the largest simple-swish of the cards given.
    """
    return _reduced(asked, work, reductions.flip_cards, Rule.SWISH)


def _reduced(
    asked: Reduced, work: ExecutionContext, make: "Callable[[Position], ThreeSymbolCards | FlipCards]", rule: Rule
) -> CardsMade:
    position = asked.position(work)
    with asked.at_fault():
        require_few(4 * len(position.cards), work)
        made = make(position)
    swish, back = None, None
    if asked.swish is not None:
        with within("swish"):
            swish = made.swish_of(asked.swish.among(position, Rule.SIMPLE))
    if asked.made_swish is not None:
        with within("made_swish"):
            back = made.source_of(asked.made_swish.among(made.position, rule))
    return CardsMade(
        _codes(made.position),
        rule.value,
        4,
        made.position.height,
        made.position.width,
        _shown(swish, made.position),
        _shown(back, position),
    )


def even_cycles(asked: Digraph, work: ExecutionContext) -> EvenCyclesMade:
    """Make cards of one point and one circle of a directed graph: the hard case with two symbols and flips.

    Their largest swish is twice the most vertices that disjoint directed cycles of even length can cover.
    """
    require_few(asked.vertices + len(asked.arcs), work, "arcs")
    made = even_cycle_cards(asked.vertices, [(u, v) for u, v in asked.arcs])
    cycles = None
    if asked.swish is not None:
        with within("swish"):
            cycles = made.cycles_of(asked.swish.among(made.position, Rule.SWISH))
    return EvenCyclesMade(
        _codes(made.position),
        Rule.SWISH.value,
        made.vertices,
        len(made.arcs),
        made.position.height,
        made.position.width,
        cycles,
    )


Made = SatisfiabilityMade | CardsMade | EvenCyclesMade


def _said(made: Made, _asked: object) -> Iterable[str]:
    return made.cards


def _remark(made: Made, _asked: object) -> str:
    return "; ".join(_sizes(made))


def _sizes(made: Made) -> Iterator[str]:
    yield f"{len(made.cards):,} cards of {made.height}x{made.width}, rule {made.rule}"
    match made:
        case SatisfiabilityMade():
            yield f"largest simple-swish: {3 * made.variables} and one for each of {made.clauses} clauses satisfied"
            if made.offset:
                yield f"{made.offset} more clauses are satisfied than of the formula given"
            if made.assignment is not None:
                yield f"{made.satisfied} clauses satisfied by " + " ".join(_literals(made.assignment))
            if made.swish is not None:
                yield f"as a simple-swish of {made.swish.size} cards: {_indices(made.swish)}"
        case CardsMade():
            yield f"the largest is {made.factor} times as large"
            for said, swish in (("carried over", made.swish), ("carried back", made.source_swish)):
                if swish is not None:
                    yield f"{said}, {swish.size} cards: {_indices(swish)}"
        case EvenCyclesMade():
            yield "largest swish: twice the most vertices that even cycles cover"
            if made.cycles is not None:
                yield "cycles " + ", ".join("-".join(map(str, cycle)) for cycle in made.cycles)


def _literals(assignment: Sequence[bool]) -> Iterator[str]:
    return (f"{number if value else -number}" for number, value in enumerate(assignment, start=1))


def _indices(swish: FoundSwish) -> str:
    return " ".join(str(one.index) for one in swish.cards)


def _drawn(made: Made, _asked: object) -> str:
    return svg_position(Position.from_codes(made.cards))


def _request(address: str, command: str, run: Callable[[Any, ExecutionContext], Any]) -> Request:
    return Request(
        f"POST /swish/reductions/{address}",
        f"swish reduce {command}",
        run,
        _said,
        REDUCTIONS,
        drawn=_drawn,
        remark=_remark,
    )


REQUESTS = (
    _request("sat", "sat", satisfiability),
    _request("three-symbols", "three-symbols", three_symbols),
    _request("flips", "flips", flips),
    _request("even-cycles", "even-cycles", even_cycles),
)
