"""The result of storing an object, from which responses are built."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import Kind, Matching
from ludex.catalogue.objects.reading import ObjectView

AnyKind = Kind[Any, Any]


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The stored object that a submitted object duplicates, and the relation between the two.

    `matching[i]` is the card, vertex or point of the stored object that corresponds to number i of the submitted one.
    There is no matching if the objects have no numbered parts.
    """

    relation: str
    matching: Sequence[int] | None


@dataclass(frozen=True, slots=True)
class Stored:
    """The result of storing an object: its id, whether this call created it, and its document.

    If the object was already stored, `matching[i]` is the part of the stored object that corresponds to part i of the
    given object. `shown` is the view for responses, which is read in the transaction that stored the object, see
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
        """Return the stored object that the given object duplicates, or None if it is new or was not stored."""
        return None if self.created or not self.id else Duplicate(self.kind.view.duplicate_relation, self.matching)
