"""Filters that no index answers: whether an object holds a pattern within it.

A sieve first narrows a list by facts, and then looks at each document that is left.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

D = TypeVar("D")


class SieveError(ValueError):
    """A pattern that cannot be looked for; `name` is the parameter at fault."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.message = message


@dataclass(frozen=True, slots=True)
class Sifted(Generic[D]):
    """What is left to do of a pattern: filters of the list by facts, and what a document must fit.

    `fits` raises SieveError if a document cannot be decided.
    """

    filters: Mapping[str, Any]
    fits: Callable[[D], bool]


@dataclass(frozen=True, slots=True)
class Sieve(Generic[D]):
    """The parameters of a list by which it is sieved, with what they mean, and what makes of their texts what to do.

    `made` is given those parameters that were given. Raises SieveError.
    """

    parameters: Mapping[str, str]
    made: Callable[[Mapping[str, str]], Sifted[D]]
