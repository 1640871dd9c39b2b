"""Packs: named lists of levels, ordered by grade."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack without its levels: what it is called, how many levels it has, and their least and greatest grade."""

    slug: str
    title: str
    description: str
    levels: int
    least_grade: int | None
    greatest_grade: int | None
