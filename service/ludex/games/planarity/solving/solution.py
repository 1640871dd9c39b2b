"""Solutions of drawings, and hints: what is known about the minimum number of swaps, and how it was obtained."""

from dataclasses import dataclass

from ludex.engine.evidence import StatedEvidence
from ludex.games.planarity.drawing import Edge

PLANE = "the drawing is plane"
MINIMUM = "every plane arrangement that fewer swaps could reach has been ruled out"
NO_PLANE_ARRANGEMENT = "every arrangement that swaps can reach has a crossing, as an exhaustive search shows"
UPPER_BOUND = "the search ended before its proof; the swaps lead to a plane drawing, but fewer may suffice"
UNKNOWN = "the search ended before it found a plane arrangement, or proved that there is none"


@dataclass(frozen=True, slots=True)
class SolutionCounts:
    """The numbers of optimal solutions.

    `arrangements` is the number of plane arrangements at the minimum distance, and `sequences` is the number of
    shortest sequences that end in one of them. Both numbers are null if they are unknown or if no solution exists.
    """

    arrangements: int | None
    sequences: int | None


@dataclass(frozen=True, slots=True)
class Solution:
    """The known facts about the minimum number of swaps of a drawing.

    If `proved` is true, `min_swaps` is the minimum, or None if no plane arrangement is reachable. If `proved` is false,
    `min_swaps` is an upper bound, or None if nothing is known. `swaps` lists the edges to swap, in order.
    `arrangements` is the number of plane arrangements at the minimum distance, and `sequences` is the number of
    shortest sequences of swaps that end in such an arrangement. Both are None if the minimum is not proved, or if the
    search ended before it counted them. At least `lower_bound` swaps are necessary. `reason` states how the result was
    obtained.
    """

    crossings: int
    min_swaps: int | None
    proved: bool
    swaps: tuple[Edge, ...]
    arrangements: int | None
    sequences: int | None
    lower_bound: int
    reason: str

    @property
    def is_complete(self) -> bool:
        """Return whether the minimum is proved and its optimal solutions, if there are any, are counted."""
        return self.proved and (self.min_swaps is None or self.arrangements is not None)


@dataclass(frozen=True, slots=True)
class Hint:
    """The best continuation after some swaps of a drawing.

    If `proved` is true, `best` lists all swaps that begin a shortest solution, in ascending order. `remaining` is then
    the minimum after the swaps so far, or null if no plane drawing is reachable. If `proved` is false, `remaining` is
    the length of the best known solution, or null if none is known, and `best` contains the first swap of this
    solution.

    `minimum` is the proved minimum of the drawing before the swaps, or null if there is no solution or no proof.
    `mistake` is the index of the first swap after which the minimum can no longer be attained, or null if there is no
    such swap or `minimum` is null. `evidence` is what the proof of `remaining` rests on.
    """

    best: tuple[Edge, ...]
    remaining: int | None
    proved: bool
    minimum: int | None
    mistake: int | None
    evidence: StatedEvidence = None
