"""The declaration of exact results: integer sequences, tables of records, and complete collections.

A game declares each of its exact results once. The API, the commands, the Python interface and the pages show them.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar

from pydantic import ConfigDict, Field

from ludex.catalogue import objects
from ludex.catalogue.claims.claim import CitedClaim
from ludex.engine.budget import Budget
from ludex.games import parts

if TYPE_CHECKING:
    from ludex.catalogue.kinds.registry import Registry

_NAME = re.compile(r"[a-z]+(-[a-z0-9]+)+")
_OEIS = re.compile(r"A\d{6}")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ExactResult:
    """What every exact result has.

    Attributes
    ----------
    name
        Name, which begins with the name of the game, such as `set-largest-caps`.
    title
        Title.
    game
        Game, which is the first word of the name, as in the names of kinds.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(json_schema_serialization_defaults_required=True)

    name: str
    title: str
    game: str = field(init=False, default="")

    def __post_init__(self) -> None:
        """Check the name. Raises ValueError."""
        if _NAME.fullmatch(self.name) is None:
            raise ValueError(f"the name must be the name of a game and words, joined by hyphens: {self.name!r}")
        object.__setattr__(self, "game", self.name.partition("-")[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class TermClaim:
    """The claim that states a term.

    Attributes
    ----------
    subject : str
        The label or slug of the object that the claim is about.
    statement : str
        The name of the statement.
    parameters : mapping
        The parameters of the claim.
    term : callable
        Returns the term from the value of the claim, or None if the value has no such term.
    member : callable, optional
        Returns the term from the document of the subject instead of the value. The claim must cover this part of the
        document.
    """

    subject: str
    statement: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    term: Callable[[Any], int | None] = lambda value: value
    member: Callable[[Mapping[str, Any]], int | None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedForm:
    """Terms from a function that is proved to be correct.

    Attributes
    ----------
    term : callable
        Returns the term with a given index. It must take negligible time.
    count : int
        The number of terms to list.
    formula : str
        The formula as text.
    proof : str
        The proof, or a reference to it.
    claim : callable
        Returns the claim that states the same term, or None if there is no such claim.
    """

    term: Callable[[int], int]
    count: int
    formula: str
    proof: str
    claim: Callable[[int], TermClaim | None] = lambda _index: None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredClaims:
    """Terms from proved claims in the catalogue. The list ends before the first term that no stored claim states.

    Attributes
    ----------
    claim : callable
        Returns the claim that states the term with a given index. Returns None after the last term of a finite
        sequence.
    command : str
        The command that computes and stores a term. It may contain ``{n}``, the index of the term, and ``{count}``, the
        number of known terms.
    proof : str
        The method that proves the claims.
    last : int, optional
        The largest index whose term the command can compute, if later terms would need too much memory or time.
    """

    claim: Callable[[int], TermClaim | None]
    command: str
    proof: str
    last: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedSearch:
    """Terms from an exhaustive search. They are recorded in the package because the search takes a long time.

    Attributes
    ----------
    terms : callable
        Returns the recorded terms.
    compute : callable
        Computes the term with a given index by a search. Raises BudgetExhausted.
    proof : str
        The reason why the search is exhaustive.
    last : int
        The largest index that the search supports. For larger indices, the search would need too much memory or time.
    conjectured : bool
        Whether a formula that fits the terms is shown as a conjecture. This is False if the literature contains a proof
        of a formula.
    """

    terms: Callable[[], Sequence[int]]
    compute: Callable[[int, Budget], int]
    proof: str
    last: int
    conjectured: bool = True


@dataclass(frozen=True, slots=True)
class OeisEntry:
    """A sequence in the OEIS: its A-number, and the relation between its indices and those of Ludex.

    Raises ValueError for an invalid number.
    """

    number: str
    note: str

    def __post_init__(self) -> None:
        """Check the number."""
        if _OEIS.fullmatch(self.number) is None:
            raise ValueError(f"a number in the OEIS must be A and six digits, not {self.number!r}")


TermSource = ClosedForm | StoredClaims | RecordedSearch


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class IntegerSequence(ExactResult):
    """The declaration of an integer sequence of a game.

    Attributes
    ----------
    definition : str
        The definition of a(n), as a sentence.
    offset : int
        The index of the first term.
    source : ClosedForm, StoredClaims or RecordedSearch
        The source of the terms.
    keywords : tuple of str
        Keywords of the OEIS that do not follow from the terms, such as ``hard`` or ``tabl``.
    references : tuple of str
        References to the literature, with remarks on terms that only the literature contains.
    oeis : OeisEntry, optional
        The same sequence in the OEIS, or None if it is not known to be in the OEIS.
    """

    definition: str
    offset: int
    source: TermSource
    keywords: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    oeis: OeisEntry | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Record:
    """The declaration of a record, which fills one cell of a table.

    Attributes
    ----------
    row, column : int or str
        The values of the row parameter and of the column parameter.
    claim : TermClaim, optional
        The claim that states the value.
    value : int, optional
        The value, if it follows from the proof of the table. The claim need not be stored.
    cited : CitedClaim, optional
        A value or lower bound from the literature, which Ludex has not proved.
    instances : int, optional
        The number of objects that attain the value, up to equivalence, if this number is known without a claim.
    instances_claim : TermClaim, optional
        The claim that states the number of instances.
    kind : str
        The kind of the objects that attain the value, or an empty text if these objects are not stored.
    filters : callable
        Given the value, returns the list filters that select the objects that attain the value.
    """

    row: int | str
    column: int | str
    claim: TermClaim | None = None
    value: int | None = None
    cited: CitedClaim | None = None
    instances: int | None = None
    instances_claim: TermClaim | None = None
    kind: str = ""
    filters: Callable[[int], Mapping[str, Any]] = lambda _value: {}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RecordTable(ExactResult):
    """A table of records: the largest or hardest objects for each pair of parameters.

    Attributes
    ----------
    definition
        Definition of the value of a cell.
    row
        Parameter of the rows.
    column
        Parameter of the columns.
    instances
        What the number of instances in a cell counts; null if cells have no such number.
    proof
        Proof of the values.
    references
        Literature.
    records
        Returns the records. It is called once.
    """

    definition: str
    row: str
    column: str
    instances: str | None = None
    proof: str
    references: tuple[str, ...] = ()
    records: Annotated[Callable[[], Sequence[Record]], Field(exclude=True)]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Collection(ExactResult):
    """A complete collection: a family of objects of known size.

    Attributes
    ----------
    kind
        Kind of the members.
    filters
        List filters that select the members.
    size
        Number of members.
    source
        How the size is known: a proof, or a reference to the literature.
    operation
        Operation of the job that stores all members; null if there are too many members.
    arguments
        Arguments of the job that stores all members.
    time
        Duration of the job on two cores.
    subject
        The label of the object that has a claim stating the size.
    """

    game: Annotated[str, Field(exclude=True)] = field(init=False, default="")
    kind: str
    filters: Mapping[str, Any]
    size: int
    source: str
    operation: str | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict)
    time: str | None = None
    subject: Annotated[str | None, Field(exclude=True)] = None


R = TypeVar("R", bound=ExactResult)


def results_of(registry: "Registry", sort: type[R]) -> tuple[R, ...]:
    """Return the exact results of one sort that the games of a catalogue declare, in the order of the games.

    Raises ValueError if two of them have the same name.
    """
    games = {kind.game for kind in registry.kinds}
    declared = (result for results in parts("results") for result in results)
    found = [result for result in declared if isinstance(result, sort) and result.game in games]
    names = [result.name for result in found]
    if len(set(names)) < len(names):
        raise ValueError(f"two exact results have the same name: {', '.join(sorted(names))}")
    return tuple(found)


def find_result(registry: "Registry", sort: type[R], name: str) -> R:
    """Return the exact result with a name, or else the only one with this title. Raises UnknownObject."""
    known = results_of(registry, sort)
    named = [found for found in known if found.name == name] or [found for found in known if found.title == name]
    if len(named) == 1:
        return named[0]
    what, command = _WORDS[sort]
    raise objects.reading.UnknownObject(f"there is no {what} {name!r}; `ludex {command}` lists them")


_WORDS: Mapping[type, tuple[str, str]] = {
    IntegerSequence: ("sequence", "sequences"),
    RecordTable: ("table of records", "records"),
    Collection: ("collection", "atlas list"),
}
