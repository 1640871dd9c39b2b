"""Requests that find sets among cards with any solver, write programs for external solvers, and store positions.

Positions are stored together with the sets among their cards. Positions can also be compared, and imported from files
with one position per line.
"""

from collections.abc import Iterator
from functools import cache
from typing import Annotated

from pydantic import Field

from ludex.catalogue import objects
from ludex.engine.budget import BudgetExhausted
from ludex.engine.faults import Fault, within
from ludex.games.sets import identity, operations, solving
from ludex.games.sets.deck import Deck
from ludex.games.sets.known_results import KnownPosition
from ludex.games.sets.position import (
    AnySet,
    SetCount,
    SetSearchResponse,
    as_position,
    list_as_json,
    list_bytes,
    set_bytes,
    without_search,
)
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.inputs import (
    FOUR_CARDS,
    SOLVING,
    GivenCards,
    NestedPosition,
    Shape,
    StorablePosition,
    StorableSetCardsInput,
    by_command,
    cards_of_text,
    looks_like_cards,
)
from ludex.games.sets.solving.solver import EVERY, Find, FoundSets, IntegerProgramEngine, SolverName
from ludex.requests import text_output as lines
from ludex.requests.declaration import Listing, TimeLimit, request
from ludex.requests.fields import Label, Matching, Option, ResponseModel, ServiceBounds
from ludex.requests.imports import KindImport
from ludex.requests.inputs import InputContext
from ludex.requests.programs import Form, Program, program_lines, program_of, program_remark
from ludex.requests.results import OfKind, Stream
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject

FindName = Annotated[Find, Field(strict=False)]
SolverChoice = Annotated[SolverName, Field(strict=False)]


class SetList(ResponseModel):
    """The sets among the cards."""

    items: list[list[str]] = Field(description="The sets, each once, as codes of their cards.")
    complete: bool = Field(description="Whether the list contains every set.")


def _lines(result: AnySet | SetCount | Stream[SetList]) -> Iterator[str]:
    if isinstance(result, Stream):
        yield from result.text()
    elif isinstance(result, SetCount):
        yield count_of_sets(result.count)
    else:
        yield "there is no set" if result.set is None else " ".join(result.set)


@request(
    "POST /sets/solve",
    command="sets solve CARD...",
    subject=SOLVING,
    text=_lines,
    tool=True,
    answers=lambda _registry: (AnySet, SetCount, SetList),
    example={**FOUR_CARDS, "find": "any"},
)
def solve(
    catalogue: Session,
    position: GivenCards,
    find: FindName = Find.ANY,
    solver: SolverChoice = SolverName.LOOKUP,
    engine: Annotated[IntegerProgramEngine, Field(strict=False)] | None = None,
    limit: Annotated[
        Annotated[int, Field(ge=1), ServiceBounds(bounds.SETS_LISTED)] | None,
        Field(json_schema_extra={"default": bounds.SETS_LISTED}),
    ] = None,
    *,
    time_limit: TimeLimit = None,
) -> AnySet | SetCount | Stream[SetList]:
    """Find sets among cards or in a deck, or prove that there are none.

    `find` selects any set, the number of sets, or all sets, which are streamed. If the time limit ends the search,
    `all` returns the sets found so far, and `complete` is false. If there is no result at all, returns 422
    `computation-too-large`.

    Parameters
    ----------
    find
        What to find: any set, the number of sets, or all sets.
    solver
        The solver. All solvers are exact; `lookup` is the fastest.
    engine
        Engine of the integer program; default `cp-sat`.
    limit
        Maximum number of sets for `find: all`.

    Returns
    -------
    AnySet, SetCount or Stream
        A set, the number of sets, or all sets.

    Examples
    --------
    >>> catalogue.sets.solve(sets.Deck(4, 3), "count")
    SetCount(count=1080)
    """
    if engine is not None and solver is not SolverName.INTEGER_PROGRAM:
        raise Fault("only the solver integer-program has engines", ("engine",))
    if limit is not None and find is not Find.ALL and by_command(catalogue):
        raise Fault("only --find all lists sets; omit the limit, or use --find all", ("limit",))
    known = without_search(position, find, solver)  # laying out a million cards would delay other requests
    if known is not None:
        return known

    with within("solver"), catalogue.searching(time_limit) as budget:
        cards = as_position(position)
        method = solver, budget, engine or IntegerProgramEngine.CP_SAT
        if find is Find.ANY:
            return AnySet.of(cards.deck, solving.search.find_any(cards, *method))
        if find is Find.COUNT:
            return SetCount(solving.search.count_sets(cards, *method))
        most = limit or catalogue.bound(bounds.SETS_LISTED) or EVERY
        maximum = (catalogue.bound(bounds.SET_LIST_BYTES) or EVERY) // set_bytes(cards.deck)
        result = solving.search.find_all(cards, min(most, maximum), *method)
        if not len(result) and not result.complete:
            raise BudgetExhausted(budget.exhausted() or "memory")
    return _listed(cards.deck, result)


def _listed(deck: Deck, result: FoundSets) -> Stream[SetList]:
    def lines() -> Iterator[str]:
        code = cache(deck.code)
        yield from (" ".join(map(code, cards)) for cards in result)
        yield f"{count_of_sets(len(result))}; {'these are all' if result.complete else 'there may be more'}"

    return Stream(lambda: list_as_json(deck, result), lines, list_bytes(deck, result))


def count_of_sets(number: int) -> str:
    """Return a number of sets followed by the noun in the singular or plural.

    >>> count_of_sets(1), count_of_sets(1080)
    ('1 set', '1,080 sets')
    """
    return f"{number:,} set{'' if number == 1 else 's'}"


@request(
    "POST /sets/program",
    command="sets program CARD...",
    subject=SOLVING,
    text=program_lines,
    remark=program_remark,
    lacks={"tool": "an input of other programs"},
    example={"properties": 1, "values": 3, "cards": ["0", "1", "2"]},
)
def program(catalogue: Session, position: GivenCards, form: Annotated[Form, Option(("--format",))] = "cnf") -> Program:
    """Write a program with which SAT or pseudo-Boolean solvers decide whether there is a set among cards.

    The program is satisfiable if and only if there is a set. The limit is 20,000 cards.

    Parameters
    ----------
    form
        Format of the program.

    Returns
    -------
    Program
        The program.

    Examples
    --------
    >>> catalogue.sets.program(sets.Deck(1, 3)).format
    'cnf'
    """
    solving.binary_program.require_few(position)
    return program_of(solving.binary_program.set_program(as_position(position)), form, None, catalogue)


def _added(added: StoredObject) -> Iterator[str]:
    yield from lines.stored(added)
    result: SetSearchResponse | None = added.members["found"]
    if result is not None:
        yield f"at least {count_of_sets(len(result.sets))}" if result.count is None else count_of_sets(result.count)
        yield from (" ".join(cards) for cards in result.sets)


_STORED = {
    "matching": (Matching, Field(description="Entry i is the index in `cards` of card i of the request.")),
    "found": (SetSearchResponse | None, Field(description="The result of `find`; null without `find`.")),
}


@request(
    "POST /sets/positions",
    command="sets add CARD...",
    subject="sets/positions",
    writes="store",
    text=_added,
    example={**FOUR_CARDS, "find": "all"},
)
def add(
    catalogue: Session,
    position: StorablePosition,
    find: FindName | None = None,
    limit: Annotated[
        Annotated[int, Field(ge=1), ServiceBounds(bounds.SETS_STORED)] | None,
        Field(json_schema_extra={"default": bounds.SETS_STORED_DEFAULT}),
    ] = None,
    *,
    time_limit: TimeLimit = None,
) -> Annotated[StoredObject, OfKind("set-position", further=_STORED)]:
    """Store a position with the result of `find`.

    Returns 201 if it is new. If an equivalent position is already stored, returns 200 with that position and the
    matching.

    Parameters
    ----------
    find
        What to find and store with the position: any set, the number of sets, or all sets.
    limit
        Maximum number of sets for `find: all`.

    Returns
    -------
    StoredObject
        The position.

    Examples
    --------
    >>> position = sets.Position.from_codes(sets.Deck(2, 3), ["00", "11", "22"])
    >>> catalogue.sets.add(position, "all").members["found"].sets
    [['00', '11', '22']]
    """
    most = limit or catalogue.bound(bounds.SETS_STORED_DEFAULT) or EVERY
    with catalogue.searching(time_limit) as budget:
        done = operations.positions.store_position(catalogue.store, position, find, most, budget)
    found = None if done.found is None else done.found.as_response(position.deck)
    return StoredObject.of(catalogue, done.stored, matching=list(done.matching), found=found)


@request(
    "POST /sets/equivalence",
    command="sets equivalence A B",
    subject="sets/positions",
    text=lambda result: lines.comparison(result, enumerate(result.matching or ())),
    tool=True,
    example={"a": FOUR_CARDS, "b": FOUR_CARDS | {"cards": ["1111", "0120", "0211", "1010"]}},
)
def compare(
    catalogue: Session, a: NestedPosition, b: NestedPosition, *, time_limit: TimeLimit = None
) -> "identity.equivalence.PositionComparison":
    """Compare two positions up to symmetries that preserve sets.

    `properties` and `values` apply to cards that do not specify their own.

    Parameters
    ----------
    a
        The first position.
    b
        The second position.

    Returns
    -------
    PositionComparison
        Whether the positions are equivalent, and why.

    Examples
    --------
    >>> position = sets.Position.from_codes(sets.Deck(2, 3), ["00", "11", "22"])
    >>> catalogue.sets.compare(position, position).equivalent
    True
    """
    with catalogue.searching(time_limit) as budget:
        return identity.equivalence.compare(a, b, budget).as_response


@request(
    "GET /sets/positions/{label}/sets",
    subject="sets/positions",
    lacks={"command": "`ludex graph neighbours LABEL contains`", "tool": "the tools of the graph list the sets"},
)
def sets_of_position(catalogue: Session, label: Label) -> Listing[Annotated[StoredObject, OfKind("set-found-set")]]:
    """List the stored sets of a position, oldest first.

    These are the sets found by earlier requests or contained in the starting catalogue. POST /sets/solve finds all
    sets.

    Parameters
    ----------
    label
        Label of the position.
    """
    from ludex.requests.kind_lists import linked_objects

    kinds = catalogue.registry.kind
    with catalogue.reading() as reader:
        position = objects.reading.find(reader, label, kinds["set-position"]).id
    return linked_objects(catalogue, position, "contains", kinds["set-found-set"])


def _position(fields: StorableSetCardsInput, context: InputContext) -> KnownPosition:
    return KnownPosition(fields.position(context))


POSITIONS = KindImport(
    kind="set-position",
    address="sets/positions",
    command="sets import",
    items="positions",
    line='`{"properties": 4, "values": 3, "cards": [...]}`, codes separated by commas, or a label',
    about="Each line is stored as a position.",
    model=StorableSetCardsInput,
    fields=cards_of_text,
    value=_position,
    fits=looks_like_cards,
    shared=Shape,
)
IMPORTS = (POSITIONS,)
