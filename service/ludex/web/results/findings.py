"""Declarations of games for the pages of results: experiments and findings."""

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
