"""The types of values that can be looked up in a catalogue and added to it, each declared by its game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Identity, Matching
from ludex.catalogue.objects.store_result import Stored
from ludex.engine.budget import Budget
from ludex.games import parts


@dataclass(frozen=True, slots=True)
class StoredValue:
    """The stored object of a value; `matching` has for each part of the value that of the object, if it has parts."""

    stored: Stored
    matching: Matching | None


Add = Callable[["Catalogue", Any, "Budget", str | None], StoredValue]
"""Solves and stores a value: given the catalogue, the value, the budget and what to find in it, if anything."""


@dataclass(frozen=True, slots=True)
class Value:
    """A type of values that a catalogue takes.

    Parameters
    ----------
    name : str
        The name of the type in messages, such as `swish.Position`.
    accepts : callable
        Tells whether a value is of the type.
    kind : str
        The name of the kind of the stored objects.
    identify : callable
        Returns the identity of a value: its key, and the canonical order of its parts.
    add : callable, optional
        Solves and stores a value; None for values that are stored only as parts of others.
    finds : tuple of str
        What `add` can find in a value and store with it.
    """

    name: str
    accepts: Callable[[object], bool]
    kind: str
    identify: Callable[[Any, Budget], Identity]
    add: Add | None = None
    finds: tuple[str, ...] = ()


def declared_values() -> tuple[Value, ...]:
    """Return the types of values that the installed games declare."""
    return tuple(value for values in parts("values") for value in values)


def type_of(value: object, types: tuple[Value, ...]) -> Value:
    """Return the type of a value. Raises TypeError if it is of none of the types."""
    for candidate in types:
        if candidate.accepts(value):
            return candidate
    known = ", ".join(candidate.name for candidate in types)
    raise TypeError(f"a catalogue knows no values of the type {type(value).__name__}; it takes {known}")


def require_addable(of: Value, find: str | None) -> Add:
    """Return the function that adds values of a type. Raises TypeError if there is none, ValueError for the `find`."""
    if of.add is None:
        raise TypeError(f"a {of.name} is stored with what it is part of; it cannot be added alone")
    if find is not None and find not in of.finds:
        known = f"find is one of {', '.join(of.finds)}" if of.finds else "there is nothing to find in it"
        raise ValueError(f"{find!r} is not looked for in a {of.name}: {known}")
    return of.add
