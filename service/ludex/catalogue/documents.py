"""Documents: stored objects as JSON lines, each with its kind, for export, import and the starting catalogue."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict
from sqlalchemy.orm import Session

from ludex.engine.budget import Budget

CHECK_SECONDS = 10.0

T = TypeVar("T")

Storing = Callable[[Session], bool]
"""Stores a checked document and tells whether it was new. Raises Refused where it does not fit what is stored."""


@dataclass(frozen=True, slots=True)
class Together(Generic[T]):
    """A storing that many of its kind can be done with at once: `store_all` stores values and tells which were new."""

    value: T
    store_all: Callable[[Session, Sequence[T]], list[bool]]

    def __call__(self, session: Session) -> bool:
        """Store this one alone."""
        return self.store_all(session, [self.value])[0]


def store_in_turn(session: Session, storings: Sequence[Storing]) -> None:
    """Store checked documents in their order, neighbours of a kind at once. Raises Refused where one does not fit."""

    def together(numbered: tuple[int, Storing]) -> Any:  # noqa: ANN401 - what neighbours share, or a number of its own
        number, storing = numbered
        return storing.store_all if isinstance(storing, Together) else number

    for _, group in groupby(enumerate(storings), together):
        alike = [storing for _, storing in group]
        if isinstance(alike[0], Together):
            alike[0].store_all(session, [storing.value for storing in alike if isinstance(storing, Together)])
        else:
            alike[0](session)


class Refused(ValueError):
    """A document that is not stored; the message says why."""


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms documents are stored.

    `starting`: they are of the starting catalogue, whose claims were proved when it was made. Otherwise every claim is
    checked anew, each within `seconds` (None: however long it takes).
    """

    starting: bool = False
    seconds: float | None = CHECK_SECONDS

    def budget(self) -> Budget:
        """Return a budget for one check, from now; of the starting catalogue for the forms that keys are made of."""
        return Budget(seconds=None if self.starting else self.seconds)


class Part(BaseModel):
    """A document, or an object in one: unknown fields are refused."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", frozen=True)


class Document(Part, ABC):
    """A line of an export. Lines that need others come after them."""

    @abstractmethod
    def prepare(self, terms: Terms) -> Storing:
        """Check the document as far as this needs no database, and return what stores it.

        Raises Refused, or a ValueError of the game, for what is wrong, BudgetExhausted where time does not suffice.
        """

    def line(self) -> str:
        """Return the document as a line of JSON, without its end."""
        return self.model_dump_json(exclude_none=True)


def require_label(claimed: str | None, label: str) -> None:
    """Raise Refused where a document claims another label than its content has."""
    if claimed is not None and claimed != label:
        raise Refused(f"the label is {claimed}, but the content is that of {label}")
