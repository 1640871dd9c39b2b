"""What is known of the minimum number of swaps of a drawing, and why."""

from dataclasses import dataclass

from ludex.games.planarity.drawing import Edge

PLANE = "the drawing is plane"
MINIMUM = "every plane arrangement that fewer swaps could reach has been ruled out"
NO_PLANE_ARRANGEMENT = "every arrangement that swaps can reach has a crossing: the search met all that are plane, none"
UPPER_BOUND = "the search ended before its proof; the swaps lead to a plane drawing, but fewer may do"
UNKNOWN = "the search ended before it found a plane arrangement, or proved that there is none"


@dataclass(frozen=True, slots=True)
class SolutionCounts:
    """How many optimal solutions there are: plane arrangements at the minimum distance, and sequences that end in one.

    Null if it is not known, or if there is none.
    """

    arrangements: int | None
    sequences: int | None


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of the minimum number of swaps of a drawing.

    If `proved`, `min_swaps` is the minimum, or None if no plane arrangement can be reached. Otherwise it is the length
    of `swaps`, an upper bound, or None if nothing is known. `swaps` are the edges to swap, in order. `arrangements`
    counts the plane arrangements at the minimum distance, `sequences` the shortest sequences of swaps that end in one.
    Both are None if the minimum is not proved or there is none. `lower_bound`: fewer swaps do not suffice.
    """

    crossings: int
    min_swaps: int | None
    proved: bool
    swaps: tuple[Edge, ...]
    arrangements: int | None
    sequences: int | None
    lower_bound: int
    reason: str
