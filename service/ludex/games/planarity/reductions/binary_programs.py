"""Binary programs for any solver: embedding a graph on given points, and the minimum number of swaps.

The variables for the positions of the vertices determine which segments the edges use. Of two crossing segments, at
most one is used. In a swap program, each step swaps one edge or nothing. After a step without a swap, no step swaps an
edge. The positions follow from the swaps.
"""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import combinations

from ludex.engine.arguments import require_integer, require_integers
from ludex.engine.binary_program import MAX_LITERALS, BinaryProgram
from ludex.engine.faults import Fault, TooLarge
from ludex.engine.formula import Clause
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.points import segments_cross
from ludex.games.planarity.solving.state_space import effective_edges

MAX_PROGRAM_VERTICES = 24


def embedding_program(drawing: Drawing) -> BinaryProgram:
    """Return a program that has a solution iff the graph of a drawing has a plane drawing on the same points.

    Parameters
    ----------
    drawing : Drawing
        The drawing, with at most 24 vertices. Its current arrangement does not matter.

    Returns
    -------
    BinaryProgram
        The program. Each named variable states whether a vertex is at a point. The program has no objective.

    Raises
    ------
    Fault
        If there are more than 24 vertices.

    Notes
    -----
    With n vertices and m edges, the program has about `2 m n^2 + C(n, 4)` clauses.

    References
    ----------
    "Swap Planarity", Theorem 1.

    Examples
    --------
    >>> program = embedding_program(Drawing(((0, 0), (2, 2), (2, 0)), ((0, 1), (1, 2))))
    >>> program.names[:3]
    ('vertex 0 at point 0', 'vertex 0 at point 1', 'vertex 0 at point 2')
    """
    Drawing.require(drawing)
    n = drawing.vertices
    require_few_vertices(drawing)

    def at(vertex: int, place: int) -> int:
        return vertex * n + place + 1

    rows = [tuple(at(v, p) for p in range(n)) for v in range(n)]
    columns = [tuple(at(v, p) for v in range(n)) for p in range(n)]
    names = tuple(f"vertex {v} at point {p}" for v in range(n) for p in range(n))
    clauses = (*rows, *plane_clauses(drawing, at, n * n))
    return BinaryProgram(n * n + n * (n - 1) // 2, names, clauses, (*rows, *columns), (), 0)


def require_few_vertices(drawing: Drawing) -> None:
    """Raise Fault if a `drawing` has more than 24 vertices."""
    if drawing.vertices > MAX_PROGRAM_VERTICES:
        raise Fault(f"the drawing has {drawing.vertices} vertices; a program supports at most {MAX_PROGRAM_VERTICES}")


def plane_clauses(drawing: Drawing, at: Callable[[int, int], int], before: int) -> list[Clause]:
    """Return clauses that forbid crossings between the edges of a `drawing` for any placement of its vertices.

    `at` returns the variable that states whether a vertex is at a point. The variables for the segments are numbered
    from `before` + 1 on.

    >>> crossed = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (2, 3)))
    >>> plane_clauses(crossed, lambda vertex, place: 4 * vertex + place + 1, 16)[-1]
    (-17, -22)
    """
    n, points = drawing.vertices, drawing.points
    variable = {pair: before + number for number, pair in enumerate(combinations(range(n), 2), start=1)}
    used = [
        (-at(u, p), -at(v, q), variable[min(p, q), max(p, q)])
        for u, v in drawing.edges
        for p in range(n)
        for q in range(n)
        if p != q
    ]
    apart = [
        (-first, -second)
        for ((p, q), first), ((r, s), second) in combinations(variable.items(), 2)
        if len({p, q, r, s}) == 4 and segments_cross(points[p], points[q], points[r], points[s])
    ]
    return [*used, *apart]


MAX_PROGRAM_SWAPS = 100


def swap_program(drawing: Drawing, swaps: int) -> BinaryProgram:
    """Return a program that has a solution iff at most `swaps` swaps make a drawing plane.

    Parameters
    ----------
    drawing : Drawing
        The drawing, with at most 24 vertices.
    swaps : int
        The number of steps, 0 to 100.

    Returns
    -------
    BinaryProgram
        The program. Its first variables state which edge is swapped at each step. Its objective counts the steps
        without a swap. If the minimum number of swaps is at most `swaps`, the optimum in OPB format therefore gives
        this minimum.

    Raises
    ------
    Fault
        If there are more than 24 vertices or more than 100 steps.
    TooLarge
        If there are more than two million literals.

    Notes
    -----
    With n vertices, m edges and s steps, the program has about `s (2 n m + n^2)` clauses for the steps and `2 m n^2 +
    C(n, 4)` clauses for the final arrangement.

    References
    ----------
    "Swap Planarity", Theorem 2.

    Examples
    --------
    >>> program = swap_program(Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3))), 1)
    >>> program.names
    ('nothing at step 1', 'swap 0-1 at step 1', 'swap 1-2 at step 1', 'swap 2-3 at step 1')
    """
    Drawing.require(drawing)
    require_integer(swaps, "swaps")
    n = drawing.vertices
    require_few_vertices(drawing)
    if not 0 <= swaps <= MAX_PROGRAM_SWAPS:
        raise Fault(f"a program supports 0 to {MAX_PROGRAM_SWAPS} swaps, not {swaps}", ("swaps",))
    m = len(drawing.edges)
    literals = swaps * (8 * m * n + 9 * n * n) + 6 * m * n * n + n**4 // 12
    if literals > MAX_LITERALS:
        raise TooLarge(
            f"the program would have about {literals:,} literals, but the limit is {MAX_LITERALS:,}",
            "give fewer swaps or a smaller drawing",
            ("swaps",),
        )
    return _SwapProgramBuilder(drawing, swaps).program()


def swaps_of_program(drawing: Drawing, swaps: int, true: Iterable[int]) -> tuple[Edge, ...]:
    """Return the swaps in a solver's solution of :func:`swap_program`.

    Parameters
    ----------
    drawing : Drawing
        The drawing of the program.
    swaps : int
        The number of steps of the program.
    true : iterable of int
        The literals that the solver reports as true. Negative literals and other variables are ignored.

    Returns
    -------
    tuple of (int, int)
        The edges to swap, in order.

    Notes
    -----
    The cost is linear in the number of literals. The function raises no exceptions for valid arguments.

    References
    ----------
    "Swap Planarity", Theorem 2.

    Examples
    --------
    >>> path = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    >>> swaps_of_program(path, 1, [-1, -2, 3, -4])
    ((1, 2),)
    """
    Drawing.require(drawing)
    require_integer(swaps, "swaps")
    moves = effective_edges(drawing)
    chosen = sorted(number - 1 for number in require_integers(true, "true") if 0 < number <= swaps * (len(moves) + 1))
    choices = (number % (len(moves) + 1) for number in chosen)
    return tuple(moves[choice - 1] for choice in choices if choice)


class _SwapProgramBuilder:
    """A builder of swap programs.

    The variables have the following order: the choices at each step, the positions before the first step and after each
    step, and the segments.
    """

    def __init__(self, drawing: Drawing, swaps: int) -> None:
        self._drawing = drawing
        self._swaps = swaps
        self._moves = effective_edges(drawing)
        self._n = drawing.vertices
        self._first_place = swaps * (len(self._moves) + 1)
        self._first_segment = self._first_place + (swaps + 1) * self._n**2

    def program(self) -> BinaryProgram:
        steps = range(1, self._swaps + 1)
        names = tuple(
            f"{what} at step {t}" for t in steps for what in ("nothing", *(f"swap {u}-{v}" for u, v in self._moves))
        )
        clauses: list[Clause] = [(self._at(0, v, v),) for v in range(self._n)]
        for t in steps:
            clauses += self._step(t)
        done = [tuple(self._choice_variable(t, choice) for choice in range(len(self._moves) + 1)) for t in steps]
        clauses += done
        # After a step without a swap, no later step has a swap.
        clauses += [(-self._choice_variable(t, 0), self._choice_variable(t + 1, 0)) for t in steps[:-1]]
        clauses += plane_clauses(self._drawing, partial(self._at, self._swaps), self._first_segment)
        places = [tuple(self._at(t, v, p) for p in range(self._n)) for t in steps for v in range(self._n)]
        variables = self._first_segment + self._n * (self._n - 1) // 2
        return BinaryProgram(variables, names, tuple(clauses), (*done, *places), tuple(step[0] for step in done))

    def _choice_variable(self, t: int, choice: int) -> int:
        """Return the variable for a choice at step t. Choice 0 is no swap, and choice k is the k-th swap."""
        return (t - 1) * (len(self._moves) + 1) + choice + 1

    def _at(self, t: int, vertex: int, place: int) -> int:
        return self._first_place + (t * self._n + vertex) * self._n + place + 1

    def _step(self, t: int) -> list[Clause]:
        """Return the clauses of a step: a swap exchanges two vertices, and all other vertices stay."""
        clauses: list[Clause] = []
        choices_of_vertex: list[list[int]] = [[] for _ in range(self._n)]
        for choice, (u, v) in enumerate(self._moves, start=1):
            done = self._choice_variable(t, choice)
            choices_of_vertex[u].append(done)
            choices_of_vertex[v].append(done)
            for p in range(self._n):
                clauses.append((-done, -self._at(t - 1, u, p), self._at(t, v, p)))
                clauses.append((-done, -self._at(t - 1, v, p), self._at(t, u, p)))
        for w in range(self._n):
            clauses += [(-self._at(t - 1, w, p), self._at(t, w, p), *choices_of_vertex[w]) for p in range(self._n)]
        return clauses
