"""The models of responses. They ignore members that a later version of the service adds."""

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A part of a response."""

    model_config = ConfigDict(frozen=True)


class InputError(Model):
    """An error in the input: a JSON pointer to its place, and a message with the remedy."""

    pointer: str
    detail: str


class OfferedJob(Model):
    """A job that can finish the work of a failed request, in the form that `POST /jobs` accepts."""

    operation: str
    arguments: dict[str, Any] | None = None


class Problem(Model):
    """The problem document of a failed request (RFC 9457)."""

    type: str = "about:blank"
    title: str = ""
    status: int
    detail: str
    errors: tuple[InputError, ...] = ()
    job: OfferedJob | None = None


class Kind(Model):
    """A kind of stored objects: the name of the kind, and the path of the list of its objects."""

    kind: str
    address: str
    about: str


class Claim(Model):
    """A claim about a stored object, with its certificate."""

    statement: str
    parameters: dict[str, Any]
    value: Any
    lower: int | None
    upper: int | None
    proved: bool
    method: str
    certificate: Any
    engine: str
    search_nodes: int | None
    seconds: float | None
    checked: str | None
    checked_by: str | None
    subject: str
    witness: str | None


class CitedClaim(Model):
    """A result from the literature, which Ludex has not proved."""

    statement: str
    about: str
    reference: str
    subject: str | None = None
    parameters: dict[str, Any] = {}
    value: int | None = None
    lower: int | None = None
    upper: int | None = None
    doi: str | None = None
    oeis: str | None = None
    cited: bool = True
    proved: bool = False


class Collection(Model):
    """A complete collection, and the number of its members that are stored."""

    name: str
    title: str
    kind: str
    filters: dict[str, Any]
    size: int
    source: str
    stored: int
    complete: bool
    operation: str | None
    arguments: dict[str, Any]
    time: str | None
    claim: str | None


class RecordCell(Model):
    """A record: the value for a row and a column, and the filters of the objects that attain it."""

    row: int | str
    column: int | str
    value: int | None
    lower: int | None
    source: str
    claim: dict[str, Any] | None
    reference: str | None
    instances: int | None
    kind: str | None
    filters: dict[str, Any]
    stored: int


class RecordTable(Model):
    """A table of records: the largest or hardest objects for each pair of parameters."""

    name: str
    title: str
    definition: str
    game: str
    row: str
    column: str
    instances: str | None
    proof: str
    references: list[str]
    rows: list[int | str]
    columns: list[int | str]
    cells: list[RecordCell]


class SearchResult(Model):
    """A result of a search."""

    label: str | None
    kind: str
    title: str
    url: str


class UnderstoodText(Model):
    """An interpretation of a text as a list or an object."""

    kind: str
    filters: dict[str, int | bool | str]
    text: str
    url: str


class SearchAnswer(Model):
    """The results of a search, with the best results first, and the interpretations of the search text."""

    items: tuple[SearchResult, ...]
    understood: tuple[UnderstoodText, ...]


class Sequence(Model):
    """An integer sequence with its terms, and the claims that state the terms."""

    name: str
    title: str
    definition: str
    offset: int
    terms: tuple[int, ...]
    claims: tuple[dict[str, Any] | None, ...]
    oeis: str | None
    oeis_note: str
    game: str
    source: str
    formula: str | None
    proof: str
    complete: bool
    keywords: tuple[str, ...]
    references: tuple[str, ...]
    next_command: str | None
    conjecture: dict[str, Any] | None


class Table(Model):
    """The result of a Cypher query. If `complete` is False, there are more rows than those returned."""

    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: list[list[Any]]
    complete: bool

    def __len__(self) -> int:
        return len(self.rows)

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield each row as a dictionary, keyed by column name."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)
