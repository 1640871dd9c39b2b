"""What of a game can be looked up in a catalogue and added to it: values of its own types, each with its kind."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.kind import Identity, Matching
    from ludex.catalogue.stored import Stored
    from ludex.engine.budget import Budget


@dataclass(frozen=True, slots=True)
class Added:
    """What came of storing a value, and for each of its parts that of the stored object, None if there are none."""

    stored: "Stored"
    matching: "Matching | None"


Adding = Callable[["Catalogue", Any, "Budget", str | None], Added]


@dataclass(frozen=True, slots=True)
class Value:
    """A type of values: what it is called, which values are of it, the name of their kind.

    `identify` returns what makes a value this one. `add` solves and stores a value, with what is to be found in it; it
    is None for what is stored only with other objects, and `finds` are the names of what can be found.
    """

    called: str
    takes: Callable[[object], bool]
    kind: str
    identify: "Callable[[Any, Budget], Identity]"
    add: Adding | None = None
    finds: tuple[str, ...] = ()


def type_of(value: object, of: tuple[Value, ...]) -> Value:
    """Return the type of a value. Raises TypeError for one that no game has."""
    for one in of:
        if one.takes(value):
            return one
    known = ", ".join(one.called for one in of)
    raise TypeError(f"a catalogue knows no values of the type {type(value).__name__}; it takes {known}")


def require_addable(of: Value, find: str | None) -> Adding:
    """Return what adds values of a type, with what is to be found in them. Raises TypeError, ValueError."""
    if of.add is None:
        raise TypeError(f"a {of.called} is stored with what it is part of; it cannot be added alone")
    if find is not None and find not in of.finds:
        known = f"find is one of {', '.join(of.finds)}" if of.finds else "there is nothing to find in it"
        raise ValueError(f"{find!r} is not looked for in a {of.called}: {known}")
    return of.add
