"""The number of swaps that a simulated player needs: a measure of difficulty that uses no shortest solution.

The player usually swaps an edge that leaves the fewest crossings, chosen uniformly from all such edges. With
probability `noise`, the player swaps an edge chosen uniformly from all edges instead. If a plane arrangement is
reachable, the expected number of swaps until no edges cross is finite. For small graphs, the expected numbers of all
arrangements are the solution of a system of linear equations. For larger drawings, the expected number is estimated by
simulating plays.
"""

from dataclasses import dataclass
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity import kernels
from ludex.games.planarity.crossings import count_crossings
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.solving.all_arrangements import SolvedArrangements
from ludex.games.planarity.solving.state_space import StateSpace

NOISE = 0.2
"""The probability of a random swap."""


@dataclass(frozen=True, slots=True)
class Plays:
    """The mean number of swaps in several plays of a drawing.

    A play is cut off after `most_swaps` swaps, and then counts as `most_swaps`. `cut_off` is the number of such plays.
    """

    mean: float
    plays: int
    most_swaps: int
    cut_off: int


def expected_swaps(solved: SolvedArrangements, moves: NDArray[np.int64], noise: float = NOISE) -> NDArray[np.float64]:
    """Return the player's expected number of swaps from every arrangement of a graph on a point set.

    Parameters
    ----------
    solved : SolvedArrangements
        The arrangements of the graph on the point set.
    moves : array of int64
        The indices of the vertex pairs that the player can swap. These are the edges whose swap changes a drawing.
    noise : float
        The probability of a random swap, more than 0 and at most 1.

    Returns
    -------
    array of float64
        The expected number for each arrangement. It is infinite if no plane arrangement is reachable.

    Raises
    ------
    ValueError
        If the noise is out of range.

    Notes
    -----
    The expected numbers are the solution of a sparse linear system with one equation for each arrangement. Cost: about
    20 ms for 6 vertices.

    Examples
    --------
    >>> from ludex.games.planarity.study.census import search_arrangements
    >>> from ludex.games.planarity.graph import Graph
    >>> path = Graph(4, ((0, 1), (1, 2), (2, 3)))
    >>> solved = next(search_arrangements(4, Budget(), [path]))
    >>> float(expected_swaps(solved, solved.graph.pairs)[solved.distance == 0].max())
    0.0
    """
    from scipy.sparse import coo_array, eye_array
    from scipy.sparse.linalg import spsolve

    if not 0 < noise <= 1:
        raise ValueError(f"the noise must be more than 0 and at most 1, not {noise}")
    expected = np.full(len(solved.distance), np.inf)
    expected[solved.distance == 0] = 0.0
    open_rows = np.flatnonzero(solved.distance > 0)
    if not len(open_rows):
        return expected
    after = solved.arrangements.after[open_rows][:, moves]
    crossings = solved.crossings[after]
    best = crossings == crossings.min(axis=1, keepdims=True)
    probability = (1 - noise) * best / best.sum(axis=1, keepdims=True) + noise / len(moves)
    number = np.full(len(expected), -1)
    number[open_rows] = np.arange(len(open_rows))
    columns = number[after]
    # Plane arrangements get no number, because a play ends there.
    kept = columns >= 0
    rows = np.broadcast_to(np.arange(len(open_rows))[:, None], columns.shape)
    size = (len(open_rows), len(open_rows))
    steps = coo_array((probability[kept], (rows[kept], columns[kept])), shape=size).tocsc()
    expected[open_rows] = spsolve(eye_array(len(open_rows), format="csc") - steps, np.ones(len(open_rows)))
    return expected


def play(
    drawing: Drawing,
    plays: int = 20,
    most_swaps: int = 500,
    seed: int = 0,
    noise: float = NOISE,
    budget: Budget | None = None,
) -> Plays:
    """Play a `drawing` several times, and return the mean number of swaps.

    `plays` is the number of plays, and `most_swaps` is the maximum number of swaps in a play. `seed` determines the
    plays. `noise` is the probability of a random swap. `budget` limits the time (None: no limits). Raises ValueError
    for numbers out of range, and BudgetExhausted if the budget ends. Cost: about 20 microseconds for each swap with 20
    vertices.

    >>> path = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    >>> play(path).cut_off
    0
    """
    if not 0 < noise <= 1 or plays < 1 or most_swaps < 1:
        raise ValueError("plays, swaps and noise must be positive, and noise must be at most 1")
    budget = budget or Budget()
    space = StateSpace.of(drawing)
    edges = np.array(drawing.edges, dtype=np.int64)
    crossed = count_crossings(drawing)
    lengths = []
    for number in range(plays):
        budget.check()
        lengths.append(_play(space, edges, crossed, most_swaps, noise, RandomNumbers.numbered(seed, number)))
    cut_off = sum(length is None for length in lengths)
    mean = fmean(most_swaps if length is None else length for length in lengths)
    return Plays(mean, plays, most_swaps, cut_off)


def _play(
    space: StateSpace, edges: NDArray[np.int64], crossed: int, most_swaps: int, noise: float, numbers: RandomNumbers
) -> int | None:
    """Return the number of swaps in a play, or None if the drawing is not plane after `most_swaps` swaps."""
    arrangement = np.arange(len(space.adjacency), dtype=np.int64)
    risen = np.zeros(len(space.moves), dtype=np.int64)
    threshold = round(noise * 2**32)
    for swaps in range(most_swaps + 1):
        if not crossed:
            return swaps
        kernels.crossing_counts.rises(space.moves, arrangement, space.adjacency, edges, space.left, risen)
        if numbers.below(2**32) < threshold:
            move = numbers.below(len(risen))
        else:
            move = numbers.choice(np.flatnonzero(risen == risen.min()).tolist())
        u, v = space.moves[move]
        arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
        crossed += int(risen[move])
    return None
