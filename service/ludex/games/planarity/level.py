"""Levels: drawings with their solution, difficulty and provenance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ludex.engine.budget import Budget
from ludex.engine.evidence import Evidence
from ludex.games.planarity import solving
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.making.point_sets import GRID, largest_grid_delta
from ludex.games.planarity.solving.lower_bounds import LowerBound, lower_bound
from ludex.games.planarity.solving.solution import Solution

if TYPE_CHECKING:
    from ludex.games.planarity.study.difficulty import Difficulty


@dataclass(frozen=True, slots=True)
class Level:
    """A drawing with its solution, its difficulty and its provenance.

    `provenance` is a JSON object. Its `source` names the origin of the level, for example 'generator', 'submitted',
    'import' or 'untangle'. `fewer` is a short proof that fewer swaps than the proved minimum do not suffice, or None if
    no such proof is known. Raises ValueError if the provenance has no source.
    """

    drawing: Drawing
    solution: Solution
    difficulty: "Difficulty | None"
    provenance: Mapping[str, Any]
    fewer: LowerBound | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.provenance.get("source"), str):
            raise ValueError("the provenance has no source")

    @property
    def source(self) -> str:
        """Return the origin of the level."""
        return str(self.provenance["source"])

    @property
    def grid_delta(self) -> int:
        """Return the largest delta of the points, in 10,000ths of the side of their smallest enclosing square.

        For a single point, the result is 10,000.
        """
        delta = largest_grid_delta(self.drawing.points)
        return GRID if delta is None else delta

    @property
    def reachable(self) -> bool | None:
        """Return whether swaps can make the drawing plane, or None if this is unknown."""
        if self.solution.min_swaps is not None:
            return True
        return False if self.solution.proved else None

    @property
    def evidence(self) -> Evidence | None:
        """Return what the proof of the minimum rests on, or None if the minimum is not proved."""
        known = self.solution
        if not known.proved:
            return None
        certificate = solving.certificates.minimum_certificate(
            self.drawing, known.min_swaps, known.proved, known.swaps, self.fewer
        )
        return solving.certificates.minimum_evidence(certificate)

    @property
    def settled(self) -> bool:
        """Return whether the solution and the difficulty are complete, so that solving the level again is useless."""
        return self.solution.proved and (self.solution.min_swaps is None or self.difficulty is not None)


def add_lower_bound(level: Level, budget: Budget | None = None) -> Level:
    """Return the level with a short proof that fewer swaps than its minimum do not suffice.

    If the minimum is not proved or no short proof is found, the level has no such proof.
    """
    minimum = level.solution.min_swaps if level.solution.proved else None
    return level if not minimum else replace(level, fewer=lower_bound(level.drawing, minimum, budget))


def improve_level(stored: Level, new: Level, matching: Sequence[int]) -> Level | None:
    """Return the level `stored` with all better results of the equivalent level `new`, or None if no result is better.

    A proof, a shorter solution, a larger lower bound or a difficulty that was missing is better. A proved result is
    never replaced by an unproved result. The stored drawing and its provenance do not change. `matching[i]` is the
    vertex of the stored drawing that corresponds to vertex i of the new drawing.
    """
    old, solution = stored.solution, new.solution
    if solution.proved and not old.proved:
        fewer = None if new.fewer is None else new.fewer.renamed(matching)
        return replace(stored, solution=_renamed(solution, matching), difficulty=new.difficulty, fewer=fewer)
    if old.proved:
        return _completed(stored, new, matching) if solution.proved else None
    shorter = solution.min_swaps is not None and (old.min_swaps is None or solution.min_swaps < old.min_swaps)
    best = _renamed(solution, matching) if shorter else old
    best = replace(best, lower_bound=max(old.lower_bound, solution.lower_bound))
    return None if best == old else replace(stored, solution=best)


def _completed(stored: Level, new: Level, matching: Sequence[int]) -> Level | None:
    """Add the missing counts, difficulty and short proof to a proved level. Return None if nothing can be added."""
    solution, difficulty = stored.solution, stored.difficulty or new.difficulty
    if solution.arrangements is None and new.solution.arrangements is not None:
        solution = replace(solution, arrangements=new.solution.arrangements, sequences=new.solution.sequences)
    fewer = stored.fewer
    if fewer is None and new.fewer is not None:
        fewer = new.fewer.renamed(matching)
    better = replace(stored, solution=solution, difficulty=difficulty, fewer=fewer)
    return None if better == stored else better


def _renamed(solution: Solution, matching: Sequence[int]) -> Solution:
    return replace(solution, swaps=tuple(_edge(matching[u], matching[v]) for u, v in solution.swaps))


def _edge(u: int, v: int) -> Edge:
    return (u, v) if u < v else (v, u)
