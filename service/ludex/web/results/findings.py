"""What games declare for the pages of results: experiments, findings, and families of known size."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Experiment:
    """An experiment: the type of its rows, its plots, the command that recorded it, its source and its conclusion."""

    name: str
    title: str
    row: type
    plots: tuple[Callable[[Any], str], ...]
    command: str
    source: str
    about: str


@dataclass(frozen=True, slots=True)
class Finding:
    """An answered question or a corrected error: the previous knowledge, the result, the evidence, and links."""

    name: str
    title: str
    before: str
    result: str
    evidence: str
    links: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Family:
    """A family of objects of known size: its name, its size, the source for this, the number stored, and the list."""

    name: str
    size: int
    stored: int
    source: str
    address: str

    @property
    def complete(self) -> bool:
        """Tell whether all members are stored."""
        return self.stored >= self.size
