"""Filters that no index answers: whether an object holds a pattern within it.

A document filter first narrows a list by facts, and then looks at each document that is left.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

D_contra = TypeVar("D_contra", contravariant=True)


class DocumentFilterError(ValueError):
    """A pattern that cannot be looked for; `name` is the parameter at fault."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.message = message


@dataclass(frozen=True, slots=True)
class ParsedPattern(Generic[D_contra]):
    """What is left to do of a pattern: filters of the list by facts, and what a document must fit.

    `fits` raises DocumentFilterError if a document cannot be decided.
    """

    filters: Mapping[str, Any]
    fits: Callable[[D_contra], bool]


@dataclass(frozen=True, slots=True)
class DocumentFilter(Generic[D_contra]):
    """The parameters of a list that a document filter takes, with what they mean.

    `made` takes the texts of those that were given and returns what to do. Raises DocumentFilterError.
    """

    parameters: Mapping[str, str]
    made: Callable[[Mapping[str, str]], ParsedPattern[D_contra]]
