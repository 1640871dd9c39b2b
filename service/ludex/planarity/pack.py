"""Packs: named lists of levels, ordered by grade."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludex.planarity.level import Level


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack without its levels: what it is called, how many levels it has, and their least and greatest grade."""

    slug: str
    title: str
    description: str
    levels: int
    least_grade: int | None
    greatest_grade: int | None


def place_faults(level: Level, pack: Pack, place: int) -> Iterator[str]:
    """Yield what is wrong with a level's place in a pack, which counts from 0."""
    grade = None if level.difficulty is None else level.difficulty.grade
    if grade is None:
        yield "a level without a grade has no place in a pack"
    elif pack.least_grade is None or pack.greatest_grade is None:
        yield f"the pack {pack.slug} has no levels"
    elif not pack.least_grade <= grade <= pack.greatest_grade:
        yield f"a level of grade {grade} in a pack of {pack.least_grade} to {pack.greatest_grade}"
    if not 0 <= place < pack.levels:
        yield f"place {place} in a pack of {pack.levels} levels"
