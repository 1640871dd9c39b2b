"""Levels: drawings with their solution, difficulty and provenance.

Imported drawings and levels, with their names in the source and the solutions that the source claims.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ludex.engine.budget import Budget
from ludex.engine.evidence import Evidence
from ludex.engine.faults import Fault
from ludex.games.planarity import solving, study
from ludex.games.planarity.crossings import count_crossings, is_plane
from ludex.games.planarity.drawing import Drawing, DrawingError, Edge
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
        certificate = solving.lower_bounds.minimum_certificate(
            self.drawing, known.min_swaps, known.proved, known.swaps, self.fewer
        )
        return solving.lower_bounds.minimum_evidence(certificate)

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


@dataclass(frozen=True, slots=True)
class ImportedDrawing:
    """A drawing from an imported file, with its name and id in this file, and swaps that make the drawing plane.

    Values that the file does not contain are None.
    """

    drawing: Drawing
    name: str | None = None
    id: int | str | None = None
    swaps: tuple[Edge, ...] | None = None

    @property
    def own(self) -> dict[str, Any]:
        """Return the name and the id as entries of the provenance of a level.

        >>> ImportedDrawing(Drawing(((0, 0), (1, 0)), ((0, 1),)), "first").own
        {'name': 'first'}
        """
        return {name: value for name, value in (("name", self.name), ("id", self.id)) if value is not None}


CLAIMED = "the swaps came with the drawing and make it plane; whether fewer suffice was not tested"


def checked_swaps(drawing: Drawing, swaps: Sequence[Edge]) -> tuple[Edge, ...]:
    """Check that the `swaps` make a `drawing` plane, and return them with the smaller end of each edge first.

    Raises Fault with the location of the error if a swap is not an edge, or if a crossing remains.

    >>> checked_swaps(Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3))), [(2, 1)])
    ((1, 2),)
    """
    done = tuple((u, v) if u < v else (v, u) for u, v in swaps)
    try:
        end = drawing.after(done)
    except DrawingError as error:
        raise Fault(error.message, ("swaps",)) from None
    if not is_plane(end):
        raise Fault("the swaps do not lead to a plane drawing", ("swaps",))
    return done


def claimed_level(drawing: Drawing, swaps: Sequence[Edge], provenance: dict[str, object]) -> Level:
    """Return the level of a drawing with claimed `swaps`. The number of swaps is an unproved upper bound.

    The function carries out the swaps. Raises Fault with the location of the error if a swap is not an edge, or if a
    crossing remains. If the drawing is plane before the swaps, its minimum of 0 is proved.

    >>> from ludex.games.planarity.drawing import Drawing
    >>> crossed = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    >>> level = claimed_level(crossed, [(2, 1)], {"source": "import"})
    >>> level.solution.min_swaps, level.solution.proved, level.solution.swaps
    (1, False, ((1, 2),))
    """
    done = checked_swaps(drawing, swaps)
    crossings = count_crossings(drawing)
    if not crossings:
        return Level(drawing, *study.difficulty.solve_and_grade(drawing), provenance)
    return Level(drawing, Solution(crossings, len(done), False, done, None, None, 1, CLAIMED), None, provenance)
