"""Filters that no index supports, such as whether an object contains a pattern.

A document filter narrows a list by facts first, and then tests each remaining document.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

D_contra = TypeVar("D_contra", contravariant=True)


class DocumentFilterError(ValueError):
    """An invalid search pattern. `name` is the parameter at fault."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.message = message


@dataclass(frozen=True, slots=True)
class ParsedPattern(Generic[D_contra]):
    """A parsed pattern: fact filters that narrow the list, and a test for each document.

    `fits` raises DocumentFilterError if it cannot decide for a document.
    """

    filters: Mapping[str, Any]
    fits: Callable[[D_contra], bool]


@dataclass(frozen=True, slots=True)
class DocumentFilter(Generic[D_contra]):
    """The query parameters of a document filter, with their descriptions.

    `made` parses the parameters of a request, given as text, and raises DocumentFilterError if they are invalid.
    """

    parameters: Mapping[str, str]
    made: Callable[[Mapping[str, str]], ParsedPattern[D_contra]]
