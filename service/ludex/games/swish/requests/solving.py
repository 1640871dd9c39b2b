"""Requests that find swishes among cards with any method, write programs for external solvers, and store positions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Annotated, Literal

from pydantic import Field

from ludex.engine.budget import BudgetExhausted
from ludex.engine.evidence import StatedEvidence
from ludex.engine.faults import Fault
from ludex.games.swish import operations, reductions, solving
from ludex.games.swish.known_results import KnownPosition
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.inputs import (
    SOLVING,
    CardsInput,
    GivenPosition,
    RuleName,
    StorablePosition,
    SymmetryOfAll,
    cards_of_text,
    looks_like_cards,
)
from ludex.games.swish.requests.reductions import REDUCTIONS
from ludex.games.swish.swishes import (
    AnySwish,
    FoundSwish,
    LargestSwish,
    Rule,
    Swish,
    SwishCounts,
    Swishes,
    swish_responses,
    truncate_listing,
)
from ludex.requests.declaration import TimeLimit, request
from ludex.requests.fields import Matching, Option, ResponseModel, ServiceBounds
from ludex.requests.imports import KindImport
from ludex.requests.inputs import HasCatalogue
from ludex.requests.json_text import json_text
from ludex.requests.programs import Form, Program, program_lines, program_of, program_remark
from ludex.requests.results import OfKind, Stream
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject
from ludex.requests.text_output import stored, table

_MOST = 2**62

_Limit = Annotated[
    Annotated[int, Field(ge=1), ServiceBounds(bounds.FOUND_ITEMS)] | None,
    Field(json_schema_extra={"default": bounds.FOUND_ITEMS_DEFAULT}),
]
_AtLeast = ServiceBounds(bounds.CARDS)


def _line(swish: Swish) -> str:
    return f"{swish.size}: " + ", ".join(f"{placed.index} {placed.configuration}" for placed in swish.cards)


def _lines(result: AnySwish | LargestSwish | SwishCounts | Stream[Swishes]) -> Iterator[str]:
    if isinstance(result, Stream):
        yield from result.text()
        return
    if isinstance(result, SwishCounts):
        rows = [(n, f"{counts.card_sets:,}", f"{counts.placements:,}") for n, counts in result.by_size.items()]
        yield from table([("cards", "card sets", "placements"), *rows]) if rows else ["there is no swish"]
        return
    if result.swish is None:
        yield "there is no swish" if isinstance(result, AnySwish) else "no swish"
    else:
        yield f"a swish of {result.swish.size} cards"
        yield from table([("index", "card", "configuration", "placed"), *_placed(result.swish)])
    if isinstance(result, LargestSwish):
        state = "proved to be the largest"
        limit = f"no swish has more than {result.upper_bound} cards"
        yield state if result.proved else f"not {state}: the search was interrupted; {limit}"


def _placed(swish: FoundSwish) -> list[tuple[object, ...]]:
    return [(card.index, card.card, card.configuration, card.placed) for card in swish.cards]


@request(
    "POST /swish/solve",
    command="swish solve CARD...",
    subject=SOLVING,
    text=_lines,
    tool=True,
    answers=lambda _registry: (AnySwish, LargestSwish, SwishCounts, Swishes),
    example={"deck": "swish-36", "find": "count", "max_size": 3},
)
def solve(
    catalogue: Session,
    position: GivenPosition,
    find: Literal["any", "largest", "count", "all"] = "any",
    rule: RuleName = Rule.SWISH,
    max_size: Annotated[int, Field(ge=2), ServiceBounds(bounds.CARDS)] | None = None,
    limit: _Limit = None,
    *,
    time_limit: TimeLimit = None,
) -> AnySwish | LargestSwish | SwishCounts | Swishes | Stream[Swishes]:
    """Find swishes among cards or in a deck.

    `find` selects any swish, a largest swish with proof, the numbers of swishes by size, or all swishes. Indices refer
    to the cards of the request or the deck, and begin at 0. If the search for a largest swish reaches the time limit,
    `proved` is false, and it is proved that no swish has more than `upper_bound` cards. Returns 422
    `computation-too-large` if the search reaches the time limit without any result.

    Parameters
    ----------
    find
        What to find.
    max_size
        Maximum size of the swishes.
    limit
        Maximum number of swishes for `find: all`.

    Returns
    -------
    AnySwish, LargestSwish, SwishCounts or Stream
        A swish, a largest swish, the numbers of swishes, or all swishes.

    Examples
    --------
    >>> catalogue.swish.solve(swish.Position.from_codes(["*o", "o*"]), "largest").size
    2
    """
    maximum = catalogue.bound(bounds.FOUND_CODE_BYTES)
    if find == "all" and maximum is None:
        _require_few(position)
        return _listed(catalogue, position, rule, max_size, limit, time_limit)
    with catalogue.searching(time_limit) as budget:
        terms = position, rule, max_size, budget
        match find:
            case "any":
                return AnySwish.of(solving.search.find_any(*terms), position)
            case "largest":
                largest = solving.search.find_largest(*terms).known(budget)
                if largest.proved and largest.size == max_size:
                    largest = replace(largest, bound={"by": "max-size"})
                elif largest.proved:
                    bound = solving.size_proofs.prove_size(
                        _canonical(position, rule), largest.size, budget.quiet(), rule
                    )
                    largest = replace(largest, bound=bound)
                return LargestSwish.of(largest, position)
            case "count":
                return SwishCounts.of(solving.search.count_by_size(*terms))
            case "all":
                listing = solving.search.find_all(*terms, limit=limit or bounds.FOUND_ITEMS_DEFAULT)
                return Swishes.of(truncate_listing(listing, position, maximum or 0), position)


def _require_few(position: Position) -> None:
    if len(position.cards) > bounds.CARDS:
        raise PositionError(f"{len(position.cards):,} cards given; the limit is {bounds.CARDS:,}")


def _canonical(position: Position, rule: Rule) -> Position:
    """Return the cards to which a proof of a size refers."""
    if rule is Rule.SIMPLE:
        return Position(tuple(sorted(position.cards)), position.symmetry)
    return position.canonical()


def _listed(
    catalogue: Session,
    position: Position,
    rule: Rule,
    max_size: int | None,
    limit: int | None,
    time_limit: float | None,
) -> Stream[Swishes]:
    """Stream every swish as soon as it is found, one for each placement, smallest first."""

    def found(
        result: Callable[[Swish], str], first: str, between: str, end: Callable[[int, bool], str]
    ) -> Iterator[str]:
        number, complete = 0, False
        with catalogue.searching(time_limit) as budget:
            swishes = solving.search.iterate_swishes(position, rule, max_size, budget)
            try:
                for number, swish in enumerate(islice(swishes, limit), start=1):
                    yield (first if number == 1 else between) + result(swish)
                    if number % 100 == 0:
                        budget.report(number, limit, "placements listed")
                complete = next(swishes, None) is None
            except BudgetExhausted:
                if not number:
                    raise
        yield end(number, complete)

    def as_json() -> Iterator[bytes]:
        opening = '{"items":['
        pieces = found(
            lambda swish: json_text(swish_responses([swish], position)[0]),
            opening,
            ",",
            lambda number, complete: f'{"" if number else opening}],"complete":{str(complete).lower()}}}',
        )
        return (piece.encode() for piece in pieces)

    def lines() -> Iterator[str]:
        ends = {True: "these are all", False: "there are more"}
        return found(_line, "", "", lambda number, complete: f"{number:,} placements; {ends[complete]}")

    return Stream(as_json, lines)


@request(
    "POST /swish/reductions/program",
    command="swish program CARD...",
    subject=REDUCTIONS,
    text=program_lines,
    remark=program_remark,
    lacks={"tool": "an input of other programs"},
    example={"cards": ["*o", "*o"], "question": "largest-swish", "form": "cnf", "at_least": 2},
)
def program(
    catalogue: Session,
    position: GivenPosition,
    question: Literal["largest-swish", "no-swish-set"] = "largest-swish",
    form: Annotated[Form, Option(("--format",))] = "cnf",
    at_least: Annotated[int, Field(ge=1), _AtLeast] | None = None,
    rule: RuleName = Rule.SWISH,
    *,
    time_limit: TimeLimit = None,
) -> Program:
    """Write a problem about cards as a program for SAT or pseudo-Boolean solvers.

    The `cnf` program is satisfiable if and only if there is a swish, or a set without a swish, of at least `at_least`
    cards. The optimum of the `opb` program is the negated maximum. `no-swish-set` accepts at most 64 cards.

    Parameters
    ----------
    question
        What to find: a large swish, or a large set without a swish.
    form
        `cnf`: is there a solution with at least `at_least` cards? `opb`: maximize the number of cards.
    at_least
        Minimum number of cards for `cnf`. The default is 2, or 1 for a set without a swish.

    Returns
    -------
    Program
        The program.

    Examples
    --------
    >>> catalogue.swish.program(swish.Position.from_codes(["*o", "o*"])).at_least
    2
    """
    if form == "opb" and at_least is not None:
        raise Fault("OPB maximizes the number of cards; omit it", ("at_least",))
    if question == "no-swish-set" and rule is Rule.SIMPLE:
        raise Fault("sets without a swish use the rule `swish`; omit it", ("rule",))
    with catalogue.searching(time_limit) as budget:
        if question == "no-swish-set":
            return program_of(reductions.no_swish_program(position, budget), form, at_least or 1, catalogue)
        return program_of(reductions.largest_swish_program(position, rule, budget), form, at_least or 2, catalogue)


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


def _matched(result: MatchingResult) -> Iterator[str]:
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
        yield from table(_placed(result.swish))


@request(
    "POST /swish/matching",
    command="swish matching CARD...",
    subject=SOLVING,
    text=_matched,
    lacks={"tool": "`swish_solve` finds a largest swish of all cards"},
    example={"cards": ["*./..", "../.o", "o./..", ".*/.."], "at_least": 4},
)
def match_cards(
    catalogue: Session,
    position: GivenPosition,
    rule: RuleName = Rule.SWISH,
    at_least: Annotated[int, Field(ge=0), _AtLeast] | None = None,
    *,
    time_limit: TimeLimit = None,
) -> MatchingResult:
    """Find a largest swish in polynomial time, for cards with one symbol, or with two symbols and rule `simple`.

    For one symbol per card (Theorem 2), the response also has the closed form and a matching. Other cards are refused.

    Parameters
    ----------
    at_least
        Decide whether there is a swish of at least this number of cards.

    Returns
    -------
    MatchingResult
        The swish.

    Examples
    --------
    >>> catalogue.swish.match_cards(swish.Position.from_codes(["*", "o"])).size
    2
    """
    matching = solving.matching
    with catalogue.searching(time_limit) as budget:
        _require_few(position)
        orbits, pairs = None, None
        if matching.have_one_symbol_each(position):
            result, method = matching.largest_of_one_symbol(position, rule), "b-matching of points and circles"
            orbits = tuple(
                Orbit(orbit.cells, len(orbit.points), len(orbit.circles), orbit.pairs)
                for orbit in matching.orbit_pairs(position, rule)
            )
            pairs = tuple(matching.maximum_b_matching(position, rule, budget))
        elif matching.have_two_symbols_at_most(position, rule):
            placements = solving.placements.placements_of(position, rule, budget=budget)
            result, method = matching.match_placements(placements, budget), "matching of cells"
        else:
            raise Fault("a matching needs cards with one symbol, or with at most two symbols and `rule: simple`")
        bound = solving.size_proofs.prove_size(_canonical(position, rule), result.size, budget.quiet(), rule)
    shown = LargestSwish.of(replace(result, bound=bound), position)
    holds = None if at_least is None else result.size >= at_least
    return MatchingResult(shown.size, shown.swish, shown.proved, shown.evidence, method, holds, orbits, pairs)


class FoundSwishes(ResponseModel):
    """The swishes found, given by card indices in the request."""

    swishes: list[FoundSwish] = Field(description="The swishes.")
    complete: bool = Field(
        description="For `largest`, whether the swish is proved to be largest; for `all`, whether "
        "all swishes are listed."
    )


def _added(added: StoredObject) -> Iterator[str]:
    yield from stored(added)
    result: FoundSwishes | None = added.members["found"]
    if result is not None:
        sizes = ", ".join(str(swish.size) for swish in result.swishes[:20]) or "none"
        yield f"swishes: {len(result.swishes)} of size {sizes}{'' if result.complete else '; there may be more'}"


FOUND = (FoundSwishes | None, Field(description="The result of `find`; null without `find`."))
_STORED = {
    "matching": (Matching, Field(description="Entry i is the index in `cards` of card i of the request.")),
    "found": FOUND,
}


@request(
    "POST /swish/positions",
    command="swish add CARD...",
    subject="swish/positions",
    writes="store",
    text=_added,
    example={"cards": ["*o./.../.../...", "o*./.../.../..."], "find": "largest"},
)
def add(
    catalogue: Session,
    position: StorablePosition,
    find: Literal["any", "largest", "all"] | None = None,
    limit: _Limit = None,
    *,
    time_limit: TimeLimit = None,
) -> Annotated[StoredObject, OfKind("swish-position", further=_STORED)]:
    """Store a position with its hypergraph and with the swishes that `find` selects.

    Returns 201 if the position is new, and 200 if the same cards are already stored, in any order and in any
    configurations.

    Parameters
    ----------
    find
        What to find and store with the position.
    limit
        Maximum number of swishes for `find: all`.

    Returns
    -------
    StoredObject
        The position.

    Examples
    --------
    >>> position = swish.Position.from_codes(["*o", "o*"])
    >>> catalogue.swish.add(position, "largest").members["found"].complete
    True
    """
    with catalogue.searching(time_limit) as budget:
        done = operations.positions.store_position(
            catalogue.store,
            position,
            budget,
            None if find is None else operations.positions.Find(find),
            limit=limit or catalogue.bound(bounds.FOUND_ITEMS_DEFAULT) or _MOST,
            code_characters=catalogue.bound(bounds.STORED_CODE_BYTES),
        )
    result = FoundSwishes(swishes=swish_responses(done.swishes, position), complete=done.complete) if find else None
    return StoredObject.of(catalogue, done.stored, matching=done.matching, found=result)


def _position(fields: CardsInput, context: HasCatalogue) -> KnownPosition:
    return KnownPosition(fields.position(context))


POSITIONS = KindImport(
    kind="swish-position",
    address="swish/positions",
    command="swish import",
    items="positions",
    line='`{"cards": [...]}` with `symmetry` if it is not `rectangle`, codes separated by commas, or a label',
    about="Each line is stored as a position.",
    model=CardsInput,
    fields=cards_of_text,
    value=_position,
    fits=looks_like_cards,
    shared=SymmetryOfAll,
    example="*o./...,o../.*.\n..*/.o.,*o./...\n",
)
IMPORTS = (POSITIONS,)
