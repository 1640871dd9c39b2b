"""What a line of an old export is in the catalogue of today."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.catalogue import Reader
from ludex.catalogue.claim import Claim
from ludex.catalogue.kind import Kind, Linked

Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Made:
    """An object: its kind and value, its names, the links that it states, the claims about it."""

    kind: Kind[Any, Any]
    value: Any
    slugs: Sequence[str] = ()
    links: Sequence[Linked] = ()
    claims: Sequence[Claim] = ()


@dataclass(frozen=True, slots=True)
class About:
    """What a line says of an object that is stored already, by its label or slug of then or now.

    `value`, where it is given, takes the place of the stored one; its key is the same.
    """

    name: str
    kind: Kind[Any, Any]
    links: Sequence[Linked] = ()
    claims: Sequence[Claim] = ()
    value: Any = None


@dataclass(frozen=True, slots=True)
class Lost:
    """What a line says that is so no longer, and why."""

    reason: str


Conversion = Callable[[Reader, Line], "Iterable[Made | About | Lost]"]
"""Makes of a line of one kind what it is today. Raises ValueError, LookupError, TypeError for what is none."""
