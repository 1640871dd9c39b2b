"""The types of values, declared by games, that can be looked up in a catalogue or added to it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludex.engine.budget import Budget

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.kinds.kind import Identity, Matching
    from ludex.catalogue.objects.store_result import Stored


@dataclass(frozen=True, slots=True)
class StoredValue:
    """The stored object for a value, and the matching from the parts of the value to its parts.

    There is no matching if the object has no parts.
    """

    stored: "Stored"
    matching: "Matching | None"


Add = Callable[["Catalogue", Any, "Budget", str | None], StoredValue]
"""A function that solves and stores a value.

Its arguments are the catalogue, the value, the budget, and what to find.
"""


@dataclass(frozen=True, slots=True)
class Value:
    """A type of values that can be looked up in a catalogue.

    Parameters
    ----------
    name : str
        The name of the type in messages, such as `swish.Position`.
    accepts : callable
        Returns whether a value is of this type.
    kind : str
        The name of the kind of the stored objects.
    identify : callable
        Returns the identity of a value: its key, and the canonical order of its parts.
    add : callable, optional
        Solves and stores a value. None if values of this type are stored only as parts of other objects.
    finds : tuple of str
        What `add` can find in a value and store with it.
    """

    name: str
    accepts: Callable[[object], bool]
    kind: str
    identify: "Callable[[Any, Budget], Identity]"
    add: Add | None = None
    finds: tuple[str, ...] = ()


def type_of(value: object, types: tuple[Value, ...]) -> Value:
    """Return the type of a value. Raises TypeError if no type accepts the value."""
    for candidate in types:
        if candidate.accepts(value):
            return candidate
    known = ", ".join(candidate.name for candidate in types)
    raise TypeError(f"values of the type {type(value).__name__} cannot be looked up; the types are {known}")


def require_addable(of: Value, find: str | None) -> Add:
    """Return the function that adds values of a type.

    Raises TypeError if there is no such function, and ValueError if `find` is not one of the choices.
    """
    if of.add is None:
        raise TypeError(f"a {of.name} cannot be added alone; it is stored as part of other objects")
    if find is not None and find not in of.finds:
        known = f"find is one of {', '.join(of.finds)}" if of.finds else "there is nothing to find in it"
        raise ValueError(f"find={find!r} is not possible for a {of.name}: {known}")
    return of.add
