"""Documents: stored objects as JSON lines, each with its kind, for export, import and the starting catalogue."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, ConfigDict
from sqlalchemy.orm import Session

from ludex.budget import Budget

CHECK_SECONDS = 10.0

Storing = Callable[[Session], bool]
"""Stores a checked document and tells whether it was new. Raises Refused where it does not fit what is stored."""


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
        """Return a budget for one check, from now."""
        return Budget(seconds=self.seconds)


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
