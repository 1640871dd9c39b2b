"""What came of storing an object: whoever stores answers with it."""

from dataclasses import dataclass
from typing import Any

from ludex.catalogue.document import Document
from ludex.catalogue.kind import Kind, Matching

AnyKind = Kind[Any, Any]


@dataclass(frozen=True, slots=True)
class Stored:
    """What came of storing an object: its node, whether this call made it, and its document.

    Where it was there already, `matching` lists, for part i of what was given, its part of the stored object.
    """

    id: int
    kind: AnyKind
    label: str
    created: bool
    document: Document
    matching: Matching | None = None
