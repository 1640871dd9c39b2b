"""The state space of a drawing: its arrangements and the swaps between them.

An arrangement puts each vertex at a position. The positions are the points of the drawing. Each position has the number
of the vertex that is there at the start. Each swap moves two positions along an edge of the graph. Swapping is
therefore token swapping (Yamanaka et al., 2015) with positions as tokens.

Twins are vertices with the same neighbours apart from each other. Swapping an edge between twins changes nothing. A
shortest path to a plane arrangement never uses such a swap, because leaving out the swap and exchanging the names of
the twins from then on gives a shorter path. Therefore edges between twins are not moves of the state space.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludex.games.planarity import kernels
from ludex.games.planarity.drawing import Drawing, Edge, closed_neighbourhoods, number_array

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True, eq=False)
class StateSpace:
    """The arrays shared by the searches, for n vertices and k moves.

    The module `kernels.rotations` describes arrays of sets. The shapes below are those of sets of one word.

    `moves`, of shape (k, 2), lists the pairs of vertices that can be swapped. `distances[u, v]` is the number of moves
    from u to v, or n if there is no path. `within[v, d]` is the set of the positions at distance at most d from vertex
    v. `adjacency[v]` is the set of all neighbours of v, including its twins. `left[i, j]` is the set of the positions
    to the left of the directed segment ij. `blocked[i, j, k]` is the set of all m for which segment km crosses segment
    ij.
    """

    moves: "npt.NDArray[np.int64]"
    distances: "npt.NDArray[np.int64]"
    within: "npt.NDArray[np.uint64]"
    adjacency: "npt.NDArray[np.uint64]"
    left: "npt.NDArray[np.uint64]"
    blocked: "npt.NDArray[np.uint64]"

    @property
    def words(self) -> int:
        """Return the number of words of a set."""
        return self.adjacency.ndim

    @classmethod
    def of(cls, drawing: Drawing, *, every_edge: bool = False, words: int | None = None) -> "StateSpace":
        """Return the state space of a `drawing`.

        If `every_edge` is true, edges between twins are moves too. `words` is the number of words of a set. If it is
        None, the sets are as small as possible. Cost: O(n^3) orientation tests in compiled code.
        """
        import numpy as np

        n = drawing.vertices
        moves = number_array((), list(drawing.edges) if every_edge else effective_edges(drawing))
        words = words or kernels.rotations.words_for(n)
        distances = np.empty((n, n), dtype=np.int64)
        within, adjacency, blocked, left = (
            kernels.rotations.empty_sets(shape, words) for shape in ((n, n), (n,), (n, n, n), (n, n))
        )
        kernels.crossing_counts.write_neighbours(moves, adjacency)
        kernels.crossing_counts.write_distances(adjacency, distances, within)
        kernels.crossing_counts.write_neighbours(number_array((), drawing.edges), adjacency)
        kernels.crossing_counts.blocked_ends(number_array(drawing.points, ()), left, blocked)
        return cls(moves, distances, within, adjacency, left, blocked)


def effective_edges(drawing: Drawing) -> list[Edge]:
    """Return the edges whose swap changes the `drawing`. These are all edges except those between twins.

    >>> effective_edges(Drawing(((0, 0), (1, 0), (0, 1), (5, 7)), ((0, 1), (0, 2), (1, 2), (2, 3))))
    [(0, 2), (1, 2), (2, 3)]
    """
    sets = closed_neighbourhoods(drawing)
    return [(u, v) for u, v in drawing.edges if sets[u] != sets[v]]
