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
