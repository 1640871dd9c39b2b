"""The reductions of section 2 of the paper as requests, with solutions converted in both directions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from ludex.engine.exact_json import exact_json
from ludex.engine.faults import Fault, TooLarge, within
from ludex.engine.formula import Formula
from ludex.games.swish import reductions
from ludex.games.swish.card import Configuration
from ludex.games.swish.pictures.cards import svg_position
from ludex.games.swish.position import Position
from ludex.games.swish.reductions.even_cycles import even_cycle_cards
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.inputs import CardsInput
from ludex.games.swish.swishes import FoundSwish, Placement, Rule, Swish, is_swish, swish_responses
from ludex.requests.fields import Argument, Option, RequestModel, ServiceBounds, example
from ludex.requests.request import ExecutionContext, Request, Subject

if TYPE_CHECKING:
    from ludex.games.swish.reductions.card_reductions import FlipCards, ThreeSymbolCards

REDUCTIONS = Subject(
    "swish-reductions", "SWISH reductions", "Reductions of the hardness results: cards with known optima."
)

Cnf = Annotated[
    str,
    Field(description="A formula in DIMACS CNF.", examples=["p cnf 2 2\n1 2 0\n-1 -2 0\n"]),
    ServiceBounds(bounds.CNF_CHARACTERS),
]


def _cnf_of_text(text: str) -> str:
    """Return a text that may be a formula.

    Raises ValueError if the text is a single word, which can only be the name of a missing file.

    >>> _cnf_of_text("p cnf 1 0")
    'p cnf 1 0'
    """
    if len(text.split()) == 1:
        raise ValueError("neither a file nor a formula: give a file in DIMACS CNF, `-`, or the text of a formula")
    return text


CnfArgument = Annotated[Cnf, Argument("CNF", "A file in DIMACS CNF; `-`: standard input.", _cnf_of_text)]
Arcs = Annotated[list[Annotated[list[int], Field(min_length=2, max_length=2)]], ServiceBounds(bounds.CARDS)]
Configurations = Annotated[Configuration, Field(strict=False)]


class PlacedCardInput(RequestModel):
    """A card of a swish in the format of responses, except that its codes are optional."""

    index: Annotated[int, Field(ge=0)] = Field(description="Index of the card in `cards`.")
    configuration: Configurations = Field(default=Configuration.IDENTITY, description="Configuration of the card.")
    card: str | None = Field(default=None, description="Ignored.")
    placed: str | None = Field(default=None, description="Ignored.")


class SwishInput(RequestModel):
    """A swish in the format of responses."""

    cards: Annotated[list[PlacedCardInput], Field(min_length=2), ServiceBounds(bounds.CARDS)] = Field(
        description="The placed cards."
    )
    size: int | None = Field(default=None, description="Ignored.")

    def among(self, position: Position, rule: Rule) -> Swish:
        """Return the swish among the cards of a position. Raises Fault."""
        placed = []
        for place, card in enumerate(self.cards):
            if card.index >= len(position.cards):
                raise Fault(
                    f"there is no such card; the indices are 0 to {len(position.cards) - 1}", ("cards", place, "index")
                )
            if card.configuration not in position.symmetry.configurations:
                known = ", ".join(position.symmetry.configurations)
                raise Fault(
                    f"not a configuration of this symmetry; use one of {known}",
                    ("cards", place, "configuration"),
                )
            if rule is Rule.SIMPLE and card.configuration is not Configuration.IDENTITY:
                raise Fault(
                    "must be identity under the rule `simple`, where cards are placed as written",
                    ("cards", place, "configuration"),
                )
            placed.append(
                Placement(card.index, card.configuration, position.cards[card.index].configured(card.configuration))
            )
        swish = Swish(tuple(sorted(placed, key=lambda card: card.index)))
        if len(set(swish.indices)) != len(placed) or not is_swish(swish.stack):
            raise Fault("the placed cards are not a swish; give a swish in the format of `solve`")
        return swish


SwishOption = Annotated[SwishInput | None, Option(read=exact_json)]


class SatisfiabilityRequest(RequestModel):
    """A formula, and optionally a solution to convert."""

    model_config = example(cnf="p cnf 2 2\n1 2 0\n-1 -2 0\n")

    cnf: CnfArgument
    general: bool = Field(default=False, description="Whether to convert any formula to the (2,3) form first.")
    assignment: Annotated[Annotated[list[bool], ServiceBounds(bounds.CARDS)] | None, Option(read=exact_json)] = Field(
        default=None, description="An assignment to convert to a swish: the value of each variable."
    )
    swish: SwishOption = Field(default=None, description="A simple-swish to convert to an assignment.")


class ReductionRequest(CardsInput):
    """Cards, and optionally a solution to convert."""

    swish: SwishOption = Field(default=None, description="A simple-swish of the given cards to convert.")
    made_swish: SwishOption = Field(default=None, description="A swish of the constructed cards to convert back.")


class ThreeSymbolsRequest(ReductionRequest):
    """Cards with at most four symbols, and optionally a solution to convert."""

    model_config = example(cards=["*o", "o*"])


class FlipsRequest(ReductionRequest):
    """Cards for the rule `simple`, and optionally a solution to convert."""

    model_config = example(cards=["*o", "o*"])


class EvenCyclesRequest(RequestModel):
    """A directed graph, and optionally a solution to convert."""

    model_config = example(vertices=4, arcs=[[0, 1], [1, 2], [2, 3], [3, 0], [1, 0]])

    vertices: Annotated[int, Field(ge=1), ServiceBounds(bounds.DIGRAPH_VERTICES)] = Field(
        description="Number of vertices. Vertices are numbered from 0."
    )
    arcs: Annotated[Arcs, Option(read=exact_json)] = Field(description="Arcs: pairs of vertices.")
    swish: SwishOption = Field(default=None, description="A swish of the cards to convert to cycles.")


@dataclass(frozen=True, slots=True)
class SatisfiabilityReduction:
    """Cards whose largest simple-swish has `3 * variables` cards, plus one for each clause that can be satisfied.

    `offset` is the maximum number of clauses that can be satisfied in the (2,3) form `cnf`, minus this maximum for the
    given formula.
    """

    cards: Annotated[list[str], Field(description="Codes of the cards.")]
    rule: Annotated[str, Field(description="The rule, `simple`.")]
    variables: Annotated[int, Field(description="Number of variables of `cnf`.")]
    clauses: Annotated[int, Field(description="Number of clauses of `cnf`.")]
    height: Annotated[int, Field(description="Number of rows of the cards.")]
    width: Annotated[int, Field(description="Number of columns of the cards.")]
    cnf: Annotated[str, Field(description="The formula in the (2,3) form in DIMACS CNF.")]
    offset: Annotated[
        int, Field(description="Maximum number of satisfied clauses of `cnf`, minus that of the given formula.")
    ]
    swish: Annotated[
        FoundSwish | None, Field(description="The swish for the given assignment; null if no assignment is given.")
    ]
    assignment: Annotated[
        tuple[bool, ...] | None,
        Field(description="Value of each variable in the assignment for the given swish; null if no swish is given."),
    ]
    satisfied: Annotated[int | None, Field(description="Number of clauses that the assignment satisfies.")]


@dataclass(frozen=True, slots=True)
class CardsReduction:
    """Cards whose largest swish is `factor` times as large as that of the given cards.

    Card i becomes `factor` cards, starting at index `factor * i`.
    """

    cards: Annotated[list[str], Field(description="Codes of the cards.")]
    rule: Annotated[str, Field(description="The rule for the constructed cards.")]
    factor: Annotated[int, Field(description="Size of the largest swish, divided by that of the given cards.")]
    height: Annotated[int, Field(description="Number of rows of the cards.")]
    width: Annotated[int, Field(description="Number of columns of the cards.")]
    swish: Annotated[
        FoundSwish | None, Field(description="The swish converted to the constructed cards; null if no swish is given.")
    ]
    source_swish: Annotated[
        FoundSwish | None,
        Field(
            description="The swish converted back to the given cards; null "
            "if no swish of the constructed cards is given."
        ),
    ]


@dataclass(frozen=True, slots=True)
class EvenCyclesReduction:
    """Cards whose largest swish is twice the maximum number of vertices that disjoint even directed cycles can cover.

    The first cards correspond to the vertices, and all later cards to the arcs.
    """

    cards: Annotated[list[str], Field(description="Codes of the cards.")]
    rule: Annotated[str, Field(description="The rule, `swish`.")]
    vertices: Annotated[int, Field(description="Number of vertices.")]
    arcs: Annotated[int, Field(description="Number of arcs.")]
    height: Annotated[int, Field(description="Number of rows of the cards.")]
    width: Annotated[int, Field(description="Number of columns of the cards.")]
    cycles: Annotated[
        tuple[tuple[int, ...], ...] | None, Field(description="Cycles for the given swish; null if no swish is given.")
    ]


def require_few(number: int, context: ExecutionContext, *place: str) -> None:
    """Raise TooLarge if the result has too many cards for a service. `place` is the request field that is at fault."""
    maximum = context.bound(bounds.CARDS)
    if maximum is not None and number > maximum:
        with within(*place):
            raise TooLarge(f"the result has {number:,} cards, but the limit is {maximum:,}", "use `ludex swish reduce`")


def _shown(swish: Swish | None, position: Position) -> FoundSwish | None:
    return None if swish is None else swish_responses([swish], position)[0]


def _codes(position: Position) -> list[str]:
    return list(map(str, position.cards))


def formula_of(text: str) -> Formula:
    """Return the formula in a field `cnf`. Raises Fault."""
    with within("cnf"):
        return Formula.from_dimacs(text)


def satisfiability(request: SatisfiabilityRequest, context: ExecutionContext) -> SatisfiabilityReduction:
    """Reduce a formula to cards whose largest simple-swish gives the maximum number of satisfied clauses (Lemma 3).

    Each clause must have two different variables, and each variable must be in at most three clauses; `general`
    converts any formula to this form first. `assignment` is converted to a swish, and `swish` to an assignment of the
    given formula.
    """
    formula = formula_of(request.cnf)
    with within("cnf"):
        form = reductions.two_three_form(formula) if request.general else None
        result = reductions.satisfiability_cards(form.formula if form else formula)
    require_few(len(result.position.cards), context, "cnf")
    swish, assignment = None, None
    if request.assignment is not None:
        with within("assignment"):
            if len(request.assignment) != formula.variables:
                raise Fault(
                    f"{len(request.assignment)} values given; give one for each of the {formula.variables} variables"
                )
            swish = result.swish_of(form.assignment_of(request.assignment) if form else request.assignment)
    if request.swish is not None:
        with within("swish"):
            assignment = result.assignment_of(request.swish.among(result.position, Rule.SIMPLE))
            assignment = form.source_of(assignment) if form else assignment
    of = tuple(request.assignment) if assignment is None and request.assignment is not None else assignment
    return SatisfiabilityReduction(
        _codes(result.position),
        Rule.SIMPLE.value,
        result.formula.variables,
        len(result.formula.clauses),
        result.position.height,
        result.position.width,
        result.formula.dimacs(),
        form.offset if form else 0,
        _shown(swish, result.position),
        of,
        None if of is None else len(formula.satisfied(of)),
    )


def three_symbols(request: ThreeSymbolsRequest, context: ExecutionContext) -> CardsReduction:
    """Reduce cards with at most four symbols to four times as many cards with at most three symbols (Lemma 4).

    The largest simple-swish becomes four times as large.
    """
    return _reduced(request, context, reductions.three_symbol_cards, Rule.SIMPLE)


def flips(request: FlipsRequest, context: ExecutionContext) -> CardsReduction:
    """Replace each card by four mirrored cards, so that flips give no advantage (Theorem 1).

    The largest swish with flips is four times as large as the largest simple-swish of the given cards.
    """
    return _reduced(request, context, reductions.flip_cards, Rule.SWISH)


def _reduced(
    request: ReductionRequest,
    context: ExecutionContext,
    make: "Callable[[Position], ThreeSymbolCards | FlipCards]",
    rule: Rule,
) -> CardsReduction:
    position = request.position(context)
    with request.at_fault():
        require_few(4 * len(position.cards), context)
        result = make(position)
    swish, back = None, None
    if request.swish is not None:
        with within("swish"):
            swish = result.swish_of(request.swish.among(position, Rule.SIMPLE))
    if request.made_swish is not None:
        with within("made_swish"):
            back = result.source_of(request.made_swish.among(result.position, rule))
    return CardsReduction(
        _codes(result.position),
        rule.value,
        4,
        result.position.height,
        result.position.width,
        _shown(swish, result.position),
        _shown(back, position),
    )


def even_cycles(request: EvenCyclesRequest, context: ExecutionContext) -> EvenCyclesReduction:
    """Reduce a directed graph to cards with one point and one circle each.

    Such cards are the hard case with two symbols and flips.

    The size of their largest swish is twice the maximum number of vertices that disjoint directed cycles of even length
    can cover.
    """
    require_few(request.vertices + len(request.arcs), context, "arcs")
    result = even_cycle_cards(request.vertices, [(u, v) for u, v in request.arcs])
    cycles = None
    if request.swish is not None:
        with within("swish"):
            cycles = result.cycles_of(request.swish.among(result.position, Rule.SWISH))
    return EvenCyclesReduction(
        _codes(result.position),
        Rule.SWISH.value,
        result.vertices,
        len(result.arcs),
        result.position.height,
        result.position.width,
        cycles,
    )


Reduction = SatisfiabilityReduction | CardsReduction | EvenCyclesReduction


def _lines(result: Reduction, _request: object) -> Iterable[str]:
    return result.cards


def _remark(result: Reduction, _request: object) -> str:
    return "; ".join(_sizes(result))


def _sizes(result: Reduction) -> Iterator[str]:
    yield f"{len(result.cards):,} cards of {result.height}x{result.width}, rule {result.rule}"
    match result:
        case SatisfiabilityReduction():
            yield f"largest simple-swish: {3 * result.variables}, and one for each satisfied clause of {result.clauses}"
            if result.offset:
                yield f"{result.offset} more clauses are satisfied than in the given formula"
            if result.assignment is not None:
                yield f"{result.satisfied} clauses satisfied by " + " ".join(_literals(result.assignment))
            if result.swish is not None:
                yield f"as a simple-swish of {result.swish.size} cards: {_indices(result.swish)}"
        case CardsReduction():
            yield f"the largest is {result.factor} times as large"
            for message, swish in (("converted", result.swish), ("converted back", result.source_swish)):
                if swish is not None:
                    yield f"{message}, {swish.size} cards: {_indices(swish)}"
        case EvenCyclesReduction():
            yield "largest swish: twice the maximum number of vertices that even cycles cover"
            if result.cycles is not None:
                yield "cycles " + ", ".join("-".join(map(str, cycle)) for cycle in result.cycles)


def _literals(assignment: Sequence[bool]) -> Iterator[str]:
    return (f"{number if value else -number}" for number, value in enumerate(assignment, start=1))


def _indices(swish: FoundSwish) -> str:
    return " ".join(str(card.index) for card in swish.cards)


def _drawn(result: Reduction, _request: object) -> str:
    return svg_position(Position.from_codes(result.cards))


def _request(address: str, command: str, run: Callable[[Any, ExecutionContext], Any]) -> Request:
    return Request(
        f"POST /swish/reductions/{address}",
        f"swish reduce {command}",
        run,
        _lines,
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
