"""Tables of the difficulty of many classes: measures, and the number of swaps that a simulated player needs.

There are three sources of classes: all classes of a census, a random sample of the classes on n points, and the classes
of levels, such as the levels of the level collection. Only classes with a minimum of at least one are included. The
module :mod:`ludex.games.planarity.study.expected_swaps` defines the player.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget
from ludex.engine.random_numbers import RandomNumbers, derived_seed
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.level import Level
from ludex.games.planarity.points import hull
from ludex.games.planarity.solving.all_arrangements import SolvedArrangements
from ludex.games.planarity.solving.solution import Solution
from ludex.games.planarity.solving.state_space import effective_edges
from ludex.games.planarity.study.census import search_arrangements
from ludex.games.planarity.study.difficulty import Difficulty, grade_of, solve_and_grade
from ludex.games.planarity.study.expected_swaps import expected_swaps, play
from ludex.games.planarity.study.minima_estimate import ClassSampler

MAX_EXPECTED_POINTS = 6
"""The largest number of points for which the player's swaps are computed for all classes."""

_PLAYS = 20
_MOST_SWAPS = 300


@dataclass(frozen=True, slots=True)
class DifficultyRow:
    """The measures of a class with a proved minimum of at least one, and the simulated player's number of swaps.

    `sequences` is the number of shortest solutions, and `final_drawings` is the number of plane drawings in which they
    end. `must_rise` is 1 if every shortest solution increases the number of crossings somewhere. `greedy_fails` is 1 if
    steepest descent may miss the minimum. `luck` is the part of the `grade` that comes from the number of sequences.
    `player_swaps` is the player's expected number of swaps, or the mean over several plays.
    """

    vertices: int
    edges: int
    hull: int
    crossings: int
    min_swaps: int
    sequences: int
    final_drawings: int
    must_rise: int
    greedy_fails: int
    luck: int
    grade: int
    player_swaps: float


def census_rows(n: int, budget: Budget | None = None, graphs: Sequence[Graph] | None = None) -> Iterator[DifficultyRow]:
    """Yield the rows of the classes of the census of `n` points (4 to 6).

    If `graphs` is given, only the classes of these graphs are included. The player's expected numbers of swaps are
    exact. `budget` limits the search (None: no limits). Raises ValueError for other `n`, and BudgetExhausted if the
    budget ends. Cost: some minutes for n = 6.

    >>> [(row.min_swaps, row.grade) for row in census_rows(4)]
    [(1, 1), (1, 0), (1, 1), (1, 1)]
    """
    if n > MAX_EXPECTED_POINTS:
        raise ValueError(f"{n} points: at most {MAX_EXPECTED_POINTS} are allowed; draw a sample of classes instead")
    return (row for solved in search_arrangements(n, budget or Budget(), graphs) for row in _solved_rows(solved))


def _solved_rows(solved: SolvedArrangements) -> Iterator[DifficultyRow]:
    """Yield the rows of the classes of a graph on a point set."""
    classes = solved.classes[solved.distance[solved.classes] > 0]
    if not len(classes):
        return
    # Whether a swap changes a drawing depends only on the graph.
    edges = effective_edges(solved.drawing(0))
    moves = np.array([solved.arrangements.pairs[edge] for edge in edges], np.int64)
    must_rise, descends = path_properties(solved, moves)
    player, nearest = expected_swaps(solved, moves), solved.nearest()
    on_hull = len(hull(solved.points.points))
    for place in classes.tolist():
        swaps, sequences = int(solved.distance[place]), int(solved.sequences[place])
        rises, greedy = bool(must_rise[place]), bool(descends[place])
        yield DifficultyRow(
            vertices=len(solved.points.points),
            edges=len(solved.graph.edges),
            hull=on_hull,
            crossings=int(solved.crossings[place]),
            min_swaps=swaps,
            sequences=sequences,
            final_drawings=int(nearest[place]),
            must_rise=int(rises),
            greedy_fails=int(not greedy),
            luck=grade_of(len(edges), swaps, sequences, False, True),
            grade=grade_of(len(edges), swaps, sequences, rises, greedy),
            player_swaps=float(player[place]),
        )


def path_properties(
    solved: SolvedArrangements, moves: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return whether crossings must rise, and whether steepest descent attains the minimum, for each arrangement.

    The class :class:`ludex.games.planarity.study.difficulty.Difficulty` defines the two properties. `moves` contains
    the indices of the vertex pairs that can be swapped. The method goes from layer to layer, starting with the plane
    arrangements. If no plane arrangement is reachable from an arrangement, the first value is true and the second value
    is false.
    """
    after = solved.arrangements.after[:, moves]
    falls = solved.distance == 0
    descends = falls.copy()
    for distance in range(1, int(solved.distance.max()) + 1):
        rows = np.flatnonzero(solved.distance == distance)
        following = after[rows]
        on_path = solved.distance[following] == distance - 1
        before, crossings = solved.crossings[rows], solved.crossings[following]
        falls[rows] = (on_path & (crossings <= before[:, None]) & falls[following]).any(axis=1)
        fewest = crossings.min(axis=1)
        steepest = crossings == fewest[:, None]
        descends[rows] = (fewest < before) & (~steepest | (on_path & descends[following])).all(axis=1)
    return ~falls, descends


def sample_rows(n: int, samples: int, seed: int = 0, budget: Budget | None = None) -> Iterator[DifficultyRow]:
    """Yield the rows of `samples` random classes on `n` points (4 to 8) whose minimum is at least one.

    The classes are drawn uniformly and with replacement. `seed` determines the sample. `budget` limits the search
    (None: no limits). Raises ValueError for other `n`, and BudgetExhausted if the budget ends. Cost: about 20 ms for
    each row.

    >>> len(list(sample_rows(5, 3)))
    3
    """
    budget = budget or Budget()
    sampler = ClassSampler(n)
    strata = range(n - 1, 3 * n - 5)
    ends = [sum(sampler.classes(edges) for edges in strata[: place + 1]) for place in range(len(strata))]
    numbers = RandomNumbers(seed)
    found = 0
    while found < samples:
        budget.check()
        place = numbers.below(ends[-1])
        edges = next(edges for edges, end in zip(strata, ends, strict=True) if place < end)
        drawing = sampler.draw(edges, numbers)
        solution, difficulty = solve_and_grade(drawing, budget)
        if difficulty is not None and solution.min_swaps:
            yield _played_row(drawing, solution, difficulty, derived_seed(seed, found), budget)
            found += 1
            budget.report(found, samples, "classes")


def level_rows(levels: Iterable[Level], seed: int = 0, budget: Budget | None = None) -> Iterator[DifficultyRow]:
    """Yield the rows of levels whose difficulty is known and whose minimum is at least one.

    `seed` and the index of a level determine the random numbers of its plays. `budget` limits the plays (None: no
    limits). Raises BudgetExhausted if the budget ends.
    """
    budget = budget or Budget()
    for number, level in enumerate(levels):
        if level.difficulty is not None and level.solution.min_swaps:
            yield _played_row(level.drawing, level.solution, level.difficulty, derived_seed(seed, number), budget)


def _played_row(
    drawing: Drawing, solution: Solution, difficulty: Difficulty, seed: int, budget: Budget
) -> DifficultyRow:
    swaps, moves = solution.min_swaps or 0, len(effective_edges(drawing))
    played = play(drawing, _PLAYS, _MOST_SWAPS, seed, budget=budget)
    return DifficultyRow(
        vertices=drawing.vertices,
        edges=len(drawing.edges),
        hull=len(hull(drawing.points)),
        crossings=solution.crossings,
        min_swaps=swaps,
        sequences=difficulty.sequences,
        final_drawings=difficulty.final_drawings,
        must_rise=int(difficulty.crossings_must_rise),
        greedy_fails=int(not difficulty.steepest_descent),
        luck=grade_of(moves, swaps, difficulty.sequences, False, True),
        grade=difficulty.grade,
        player_swaps=played.mean,
    )
