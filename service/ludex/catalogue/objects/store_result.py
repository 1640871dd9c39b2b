"""The result of storing an object: requests answer with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import Kind, Matching
from ludex.catalogue.objects.reading import ObjectView

AnyKind = Kind[Any, Any]


@dataclass(frozen=True, slots=True)
class Duplicate:
    """How what was sent is the stored object that it duplicates: the relation that makes the two the same.

    `matching` lists, for card, vertex or point i of what was sent, that of the stored object; null if there are none
    to match.
    """

    relation: str
    matching: Sequence[int] | None


@dataclass(frozen=True, slots=True)
class Stored:
    """The result of storing an object: its node, whether this call made it, and its document.

    If it was there already, `matching` lists, for part i of what was given, its part of the stored object. `shown` is
    the object as answers show it, read in the transaction that stored it: see
    :func:`ludex.catalogue.objects.storing.as_shown`.
    """

    id: int
    kind: AnyKind
    label: str
    created: bool
    document: Document
    matching: Matching | None = None
    shown: ObjectView | None = None

    @property
    def duplicate_of(self) -> Duplicate | None:
        """Return how what was given is the stored object; None if it is new, or was not to be stored."""
        return None if self.created or not self.id else Duplicate(self.kind.view.same, self.matching)
