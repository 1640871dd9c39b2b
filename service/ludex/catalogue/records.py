"""Tables of records: the largest or hardest objects for each pair of parameters, and the claims that prove them.

A game declares each of its tables once. The API, the command ``ludex records``, the Python interface and the page
``/records`` show these tables.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field

from ludex.catalogue.claims.claim import CitedClaim
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.listing import count
from ludex.catalogue.objects.reading import UnknownObject
from ludex.catalogue.sequences.declaration import TermClaim
from ludex.catalogue.sequences.reading import ClaimReference, StatedTerms
from ludex.catalogue.storage.snapshot import Reader
from ludex.games import declarations

_NAME = re.compile(r"[a-z]+(-[a-z0-9]+)+")


class UnknownRecordTable(UnknownObject):
    """No game declares a record table with this name."""


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
class RecordTable:
    """The declaration of a table of records.

    Attributes
    ----------
    name : str
        The name in addresses, which begins with the name of the game, such as ``set-largest-caps``.
    title, definition : str
        A short title, and a sentence that defines the value of a cell.
    row, column : str
        The row parameter and the column parameter.
    instances : str
        What the number of instances counts, or an empty text if the table has no such numbers.
    proof : str
        The proof that the values are correct.
    records : callable
        Returns the records. It is called once.
    references : tuple of str
        References to the literature.
    """

    name: str
    title: str
    definition: str
    row: str
    column: str
    proof: str
    records: Callable[[], Sequence[Record]]
    instances: str = ""
    references: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check the name. Raises ValueError."""
        if _NAME.fullmatch(self.name) is None:
            raise ValueError(f"a table needs a name of words joined by hyphens, beginning with its game: {self.name!r}")

    @property
    def game(self) -> str:
        """Return the game, which is the first word of the name, as in the names of kinds."""
        return self.name.partition("-")[0]

    def summary(self) -> "RecordTableSummary":
        """Return the table without its cells."""
        return RecordTableSummary(**self._members())

    def with_cells(self, cells: list["RecordCell"]) -> "RecordTableState":
        """Return the table with the given cells, whose values are known."""
        rows = list(dict.fromkeys(cell.row for cell in cells))
        return RecordTableState(
            **self._members(), rows=rows, columns=_in_order(cell.column for cell in cells), cells=cells
        )

    def _members(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "definition": self.definition,
            "game": self.game,
            "row": self.row,
            "column": self.column,
            "instances": self.instances or None,
            "proof": self.proof,
            "references": list(self.references),
        }


@dataclass(frozen=True, slots=True)
class RecordCell:
    """A record with its value and proof, and the stored objects that attain the value."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(json_schema_serialization_defaults_required=True)

    row: Annotated[int | str, Field(description="Row parameter of this cell.")]
    column: Annotated[int | str, Field(description="Column parameter of this cell.")]
    value: Annotated[int | None, Field(description="The value; null if only a bound is known.")]
    lower: Annotated[int | None, Field(description="Lower bound on the value; null if the value is known.")]
    source: Annotated[
        Literal["claim", "proof", "cited"],
        Field(description="`claim`: a stored claim; `proof`: the proof of the table; `cited`: the literature."),
    ]
    claim: Annotated[ClaimReference | None, Field(description="The claim that states the value, if it is stored.")]
    reference: Annotated[str | None, Field(description="The publication, if the value is cited.")]
    instances: Annotated[
        int | None, Field(description="Number of objects that attain the value, up to equivalence; null if unknown.")
    ]
    kind: Annotated[str | None, Field(description="Kind of the objects that attain the value.")]
    filters: Annotated[Mapping[str, Any], Field(description="List filters that select these objects.")]
    stored: Annotated[int, Field(description="Number of these objects in the catalogue.")]


@dataclass(frozen=True, slots=True)
class RecordTableSummary:
    """A table of records without its cells."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(json_schema_serialization_defaults_required=True)

    name: Annotated[str, Field(description="Name of the table.")]
    title: Annotated[str, Field(description="Title.")]
    definition: Annotated[str, Field(description="Definition of the value of a cell.")]
    game: Annotated[str, Field(description="Game of the table, which is the first word of its name.")]
    row: Annotated[str, Field(description="Parameter of the rows.")]
    column: Annotated[str, Field(description="Parameter of the columns.")]
    instances: Annotated[
        str | None,
        Field(description=("What the number of instances in a cell counts; null if cells have no such number.")),
    ]
    proof: Annotated[str, Field(description="Proof of the values.")]
    references: Annotated[list[str], Field(description="Literature.")]


@dataclass(frozen=True, slots=True)
class RecordTableState(RecordTableSummary):
    """A table of records with the values that are known."""

    rows: Annotated[list[int | str], Field(description="Values of the parameter of the rows, in order.")]
    columns: Annotated[list[int | str], Field(description="Values of the parameter of the columns, in order.")]
    cells: Annotated[list[RecordCell], Field(description="The known cells, row by row.")]

    def cell(self, row: int | str, column: int | str) -> RecordCell | None:
        """Return the cell at a row and a column, or None if nothing is known about this cell."""
        return next((cell for cell in self.cells if (cell.row, cell.column) == (row, column)), None)


def declared_records() -> tuple[RecordTable, ...]:
    """Return the tables of all games, in the order of the games. Raises ValueError if two tables have the same name."""
    return declarations("records")


def records_of(registry: Registry) -> tuple[RecordTable, ...]:
    """Return the declared tables of the games of a catalogue."""
    games = {kind.game for kind in registry.kinds}
    return tuple(table for table in declared_records() if table.game in games)


def find_records(registry: Registry, name: str) -> RecordTable:
    """Return the declared table with a name. Raises UnknownRecordTable."""
    for table in records_of(registry):
        if table.name == name:
            return table
    raise UnknownRecordTable(f"there is no table of records {name!r}; /records lists them")


def read_records(reader: Reader, tables: Sequence[RecordTable] | None = None) -> list[RecordTableState]:
    """Return tables of records with their known values. By default, all tables of the catalogue.

    Cost: a few statements for all claims, and one count for each cell whose objects may be stored.
    """
    chosen = records_of(reader.registry) if tables is None else tables
    declared = {table.name: _records(table) for table in chosen}
    needed = [
        claim
        for records in declared.values()
        for record in records
        for claim in (record.claim, record.instances_claim)
        if claim is not None
    ]
    stated = StatedTerms(reader, needed)
    return [_state(reader, table, declared[table.name], stated) for table in chosen]


@cache  # Labels take a long time to compute.
def _records(table: RecordTable) -> tuple[Record, ...]:
    return tuple(table.records())


def _state(reader: Reader, table: RecordTable, records: Sequence[Record], stated: StatedTerms) -> RecordTableState:
    return table.with_cells([cell for record in records if (cell := _cell(reader, record, stated)) is not None])


def _in_order(columns: Any) -> list[int | str]:  # noqa: ANN401 - an iterable of numbers or of texts
    """Return the columns without duplicates.

    Numbers are sorted in ascending order, and texts keep their order.
    """
    different = list(dict.fromkeys(columns))
    return sorted(different) if all(isinstance(column, int) for column in different) else different


def _cell(reader: Reader, record: Record, stated: StatedTerms) -> RecordCell | None:
    """Return a record with everything that is known about it, or None if nothing is known."""
    term = None if record.claim is None else stated.term(record.claim)
    value = record.value if term is None else term[0]
    cited = record.cited if value is None else None
    if value is None and cited is None:
        return None
    counted = None if record.instances_claim is None else stated.term(record.instances_claim)
    filters = dict(record.filters(value)) if value is not None and record.kind in reader.registry.kind else {}
    stored = count(reader, reader.registry.kind[record.kind], filters, cap=None).count if filters else 0
    return RecordCell(
        row=record.row,
        column=record.column,
        value=value if cited is None else cited.value,
        lower=None if cited is None else cited.lower,
        source="claim" if term is not None else "proof" if value is not None else "cited",
        claim=None if term is None else term[1],
        reference=None if cited is None else cited.reference,
        instances=record.instances if counted is None else counted[0],
        kind=record.kind if filters else None,
        filters=filters,
        stored=stored,
    )
