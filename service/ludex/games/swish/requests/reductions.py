"""The reductions of section 2 of the paper as requests, with solutions converted in both directions.

A formula or a directed graph can also be stored as a hard position with a known largest swish.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field

from ludex.engine.exact_json import exact_json
from ludex.engine.faults import Fault, TooLarge, within
from ludex.engine.formula import Formula
from ludex.games.swish import operations, reductions
from ludex.games.swish.card import Configuration
from ludex.games.swish.pictures.cards import svg_position
from ludex.games.swish.position import Position
from ludex.games.swish.reductions.card_reductions import even_cycle_cards
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.inputs import GivenPosition
from ludex.games.swish.swishes import FoundSwish, Placement, Rule, Swish, is_swish, swish_responses
from ludex.requests.declaration import Given, TimeLimit, request
from ludex.requests.fields import (
    Argument,
    Forms,
    Matching,
    OneOfModel,
    Option,
    RequestModel,
    ServiceBounds,
    example,
    require_one,
)
from ludex.requests.inputs import InputContext
from ludex.requests.media import Subject
from ludex.requests.results import OfKind
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject
from ludex.requests.text_output import stored

if TYPE_CHECKING:
    from ludex.games.swish.reductions.card_reductions import FlipCards, ThreeSymbolCards

REDUCTIONS = Subject(
    "swish-reductions", "SWISH reductions", "Reductions of the hardness results: cards with known optima."
)

_SHORT = 20_000

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


def _shown(swish: Swish | None, position: Position) -> FoundSwish | None:
    return None if swish is None else swish_responses([swish], position)[0]


def _codes(position: Position) -> list[str]:
    return list(map(str, position.cards))


Reduction = SatisfiabilityReduction | CardsReduction | EvenCyclesReduction


def _lines(result: Reduction) -> Iterable[str]:
    return result.cards


def _remark(result: Reduction) -> str:
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


def _drawn(result: Reduction) -> str:
    return svg_position(Position.from_codes(result.cards))


_REDUCES: dict[str, Any] = {
    "subject": REDUCTIONS,
    "text": _lines,
    "draws": _drawn,
    "remark": _remark,
    "lacks": {"tool": "a construction for research"},
}


def _require_few(number: int, context: InputContext, *place: str) -> None:
    """Raise TooLarge if the result has too many cards for a service. `place` is the field that is at fault."""
    maximum = context.bound(bounds.CARDS)
    if maximum is not None and number > maximum:
        with within(*place):
            raise TooLarge(f"the result has {number:,} cards, but the limit is {maximum:,}", "use `ludex swish reduce`")


def _formula_of(text: str) -> Formula:
    """Return the formula in a field `cnf`. Raises Fault."""
    with within("cnf"):
        return Formula.from_dimacs(text)


@request(
    "POST /swish/reductions/sat",
    command="swish reduce sat CNF",
    example={"cnf": "p cnf 2 2\n1 2 0\n-1 -2 0\n"},
    **_REDUCES,
)
def satisfiability(
    catalogue: Session,
    cnf: CnfArgument,
    general: bool = False,
    assignment: Annotated[Annotated[list[bool], ServiceBounds(bounds.CARDS)] | None, Option(read=exact_json)] = None,
    swish: SwishOption = None,
) -> SatisfiabilityReduction:
    r"""Reduce a formula to cards whose largest simple-swish gives the maximum number of satisfied clauses (Lemma 3).

    Each clause must have two different variables, and each variable must be in at most three clauses; `general`
    converts any formula to this form first. `assignment` is converted to a swish, and `swish` to an assignment of the
    given formula.

    Parameters
    ----------
    general
        Whether to convert any formula to the (2,3) form first.
    assignment
        An assignment to convert to a swish: the value of each variable.
    swish
        A simple-swish to convert to an assignment.

    Returns
    -------
    SatisfiabilityReduction
        The cards.

    Examples
    --------
    >>> catalogue.swish.satisfiability("p cnf 2 2\n1 2 0\n-1 -2 0\n").variables
    2
    """
    with (
        nullcontext() if len(cnf) <= _SHORT else catalogue.searching()
    ):  # parsing a long text takes a third of a second
        formula = _formula_of(cnf)
    with within("cnf"):
        form = reductions.two_three_form(formula) if general else None
        result = reductions.satisfiability_cards(form.formula if form else formula)
    _require_few(len(result.position.cards), catalogue, "cnf")
    converted, of = None, None if assignment is None else tuple(assignment)
    if assignment is not None:
        with within("assignment"):
            if len(assignment) != formula.variables:
                raise Fault(f"{len(assignment)} values given; give one for each of the {formula.variables} variables")
            converted = result.swish_of(form.assignment_of(assignment) if form else assignment)
    if swish is not None:
        with within("swish"):
            found = result.assignment_of(swish.among(result.position, Rule.SIMPLE))
            of = form.source_of(found) if form else found
    return SatisfiabilityReduction(
        _codes(result.position),
        Rule.SIMPLE.value,
        result.formula.variables,
        len(result.formula.clauses),
        result.position.height,
        result.position.width,
        result.formula.dimacs(),
        form.offset if form else 0,
        _shown(converted, result.position),
        of,
        None if of is None else len(formula.satisfied(of)),
    )


@request(
    "POST /swish/reductions/three-symbols",
    command="swish reduce three-symbols CARD...",
    example={"cards": ["*o", "o*"]},
    **_REDUCES,
)
def three_symbols(
    catalogue: Session, position: GivenPosition, swish: SwishOption = None, made_swish: SwishOption = None
) -> CardsReduction:
    """Reduce cards with at most four symbols to four times as many cards with at most three symbols (Lemma 4).

    The largest simple-swish becomes four times as large.

    Parameters
    ----------
    swish
        A simple-swish of the given cards to convert.
    made_swish
        A swish of the constructed cards to convert back.

    Returns
    -------
    CardsReduction
        The cards.

    Examples
    --------
    >>> len(catalogue.swish.three_symbols(swish.Position.from_codes(["*oo*", "o**o"])).cards)
    8
    """
    return _reduced(catalogue, position, swish, made_swish, reductions.three_symbol_cards, Rule.SIMPLE)


@request(
    "POST /swish/reductions/flips",
    command="swish reduce flips CARD...",
    example={"cards": ["*o", "o*"]},
    **_REDUCES,
)
def flips(
    catalogue: Session, position: GivenPosition, swish: SwishOption = None, made_swish: SwishOption = None
) -> CardsReduction:
    """Replace each card by four mirrored cards, so that flips give no advantage (Theorem 1).

    The largest swish with flips is four times as large as the largest simple-swish of the given cards.

    Parameters
    ----------
    position
        The cards for the rule `simple`.
    swish
        A simple-swish of the given cards to convert.
    made_swish
        A swish of the constructed cards to convert back.

    Returns
    -------
    CardsReduction
        The cards.

    Examples
    --------
    >>> len(catalogue.swish.flips(swish.Position.from_codes(["*o", "o*"])).cards)
    8
    """
    return _reduced(catalogue, position, swish, made_swish, reductions.flip_cards, Rule.SWISH)


def _reduced(
    catalogue: Session,
    position: Position,
    swish: SwishInput | None,
    made_swish: SwishInput | None,
    make: "Callable[[Position], ThreeSymbolCards | FlipCards]",
    rule: Rule,
) -> CardsReduction:
    _require_few(4 * len(position.cards), catalogue)
    result = make(position)
    converted, back = None, None
    if swish is not None:
        with within("swish"):
            converted = result.swish_of(swish.among(position, Rule.SIMPLE))
    if made_swish is not None:
        with within("made_swish"):
            back = result.source_of(made_swish.among(result.position, rule))
    return CardsReduction(
        _codes(result.position),
        rule.value,
        4,
        result.position.height,
        result.position.width,
        _shown(converted, result.position),
        _shown(back, position),
    )


_Vertices = Annotated[int, Field(ge=1), ServiceBounds(bounds.DIGRAPH_VERTICES)]


@request(
    "POST /swish/reductions/even-cycles",
    command="swish reduce even-cycles",
    example={"vertices": 4, "arcs": [[0, 1], [1, 2], [2, 3], [3, 0], [1, 0]]},
    **_REDUCES,
)
def even_cycles(
    catalogue: Session,
    vertices: _Vertices,
    arcs: Annotated[Arcs, Option(read=exact_json)],
    swish: SwishOption = None,
) -> EvenCyclesReduction:
    """Reduce a directed graph to cards with one point and one circle each.

    Such cards are the hard case with two symbols and flips.

    The size of their largest swish is twice the maximum number of vertices that disjoint directed cycles of even length
    can cover.

    Parameters
    ----------
    vertices
        Number of vertices. Vertices are numbered from 0.
    arcs
        Arcs: pairs of vertices.
    swish
        A swish of the cards to convert to cycles.

    Returns
    -------
    EvenCyclesReduction
        The cards.

    Examples
    --------
    >>> len(catalogue.swish.even_cycles(2, [[0, 1], [1, 0]]).cards)
    4
    """
    _require_few(vertices + len(arcs), catalogue, "arcs")
    result = even_cycle_cards(vertices, [(u, v) for u, v in arcs])
    cycles = None
    if swish is not None:
        with within("swish"):
            cycles = result.cycles_of(swish.among(result.position, Rule.SWISH))
    return EvenCyclesReduction(
        _codes(result.position),
        Rule.SWISH.value,
        result.vertices,
        len(result.arcs),
        result.position.height,
        result.position.width,
        cycles,
    )


class InstanceInput(OneOfModel):
    """The source of a position: a formula, or a directed graph."""

    model_config = example(cnf="p cnf 2 2\n1 2 0\n-1 -2 0\n")
    FORMS: ClassVar[Forms] = ((("cnf",), ("vertices", "arcs")),)

    cnf: Annotated[Cnf | None, Argument("CNF", "A file in DIMACS CNF; `-`: standard input.")] = Field(
        default=None, description="A formula in DIMACS CNF."
    )
    vertices: _Vertices | None = Field(
        default=None, description="Number of vertices of a directed graph. Vertices are numbered from 0."
    )
    arcs: Annotated[Arcs | None, Option(read=exact_json)] = Field(
        default=None, description="Arcs of the directed graph: pairs of vertices."
    )


def _instance_lines(added: StoredObject) -> Iterator[str]:
    largest, optimum = added.members["largest"], added.members["optimum"]
    yield from stored(added, f"largest swish: {largest} cards; optimum of the source: {optimum}")


_INSTANCE = {
    "matching": (Matching, Field(description="Entry i is the index in `cards` of constructed card i.")),
    "largest": (int, Field(description="Size of the largest swish.")),
    "optimum": (int, Field(description="Maximum number of satisfied clauses or covered vertices.")),
}


@request(
    "POST /swish/instances",
    command="swish instance [CNF]",
    subject="swish/positions",
    writes="store",
    text=_instance_lines,
)
def add_instance(
    catalogue: Session,
    source: Annotated[InstanceInput, Given(InstanceInput, method="")],
    three_symbols: bool = False,
    *,
    time_limit: TimeLimit = None,
) -> Annotated[StoredObject, OfKind("swish-position", "StoredSwishInstance", _INSTANCE)]:
    """Reduce a formula or a directed graph to a position, solve it, and store it with its proof.

    The size of the position's largest swish follows from the maximum number of clauses that can be satisfied, or from
    the maximum number of vertices that disjoint even cycles can cover. The source is stored as the claim
    `swish.reduced-from`.

    Parameters
    ----------
    three_symbols
        Whether cards of a formula have at most three symbols (Lemma 4).

    Returns
    -------
    StoredObject
        The position.

    Examples
    --------
    >>> catalogue.swish.add_instance(vertices=2, arcs=[[0, 1], [1, 0]]).members["largest"]
    4
    """
    from ludex.games.swish.reductions.instances import instance_of_digraph, instance_of_formula

    require_one(source, "cnf", "arcs")
    with catalogue.searching(time_limit) as budget:
        before = budget.cost()
        if source.cnf is not None:
            if source.vertices is not None:
                raise Fault("only for a directed graph; omit it", ("vertices",))
            with within("cnf"):
                result = instance_of_formula(_formula_of(source.cnf), three_symbols=three_symbols, budget=budget)
        else:
            if source.vertices is None:
                raise Fault("missing; a directed graph needs vertices and arcs", ("vertices",))
            if three_symbols:
                raise Fault("only for a formula; omit it", ("three_symbols",))
            result = instance_of_digraph(source.vertices, [(u, v) for u, v in source.arcs or ()], budget)
        cost = budget.cost().since(before)
    _require_few(len(result.position.cards), catalogue, "cnf" if source.cnf is not None else "arcs")
    done = operations.positions.store_instance(catalogue.store, result, cost)
    members = {"matching": done.matching, "largest": result.largest.size, "optimum": result.provenance["optimum"]}
    return StoredObject.of(catalogue, done.stored, **members)


REQUESTS = (satisfiability, three_symbols, flips, even_cycles, add_instance)
