"""Minimum swaps the other way round: whether so many swaps suffice, as a binary program for any solver.

At each step one edge is swapped, or nothing is, from some step on. Where the vertices are follows from that; which
segments are then used follows from where they are, and of two segments that cross one is not used.
"""

from collections.abc import Iterable
from functools import partial

from ludex.engine.binary_program import MAX_LITERALS, BinaryProgram
from ludex.engine.faults import Fault, TooLarge
from ludex.engine.formula import Clause
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.reductions.embedding_programs import plane_clauses, require_few_vertices
from ludex.games.planarity.solving.state_space import telling_edges

MAX_PROGRAM_SWAPS = 100


def swap_program(drawing: Drawing, swaps: int) -> BinaryProgram:
    """Return the program that has a solution iff at most `swaps` swaps make a drawing plane.

    Parameters
    ----------
    drawing : Drawing
        At most 24 vertices.
    swaps : int
        The number of steps, 0 to 100.

    Returns
    -------
    BinaryProgram
        The counted variables are the steps without a swap: as OPB it asks for the least number of swaps, up to this
        number. Its first variables say what is swapped at each step.

    Raises
    ------
    Fault
        If there are more vertices or steps.
    TooLarge
        If there are more than two million literals.

    Notes
    -----
    With n vertices, m edges and s steps some s (2 n m + n^2) clauses for the steps and 2 m n^2 + C(n, 4) for the end.

    References
    ----------
    "Swap Planarity", Theorem 2.

    >>> program = swap_program(Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3))), 1)
    >>> program.names
    ('nothing at step 1', 'swap 0-1 at step 1', 'swap 1-2 at step 1', 'swap 2-3 at step 1')
    """
    n = drawing.vertices
    require_few_vertices(drawing)
    if not 0 <= swaps <= MAX_PROGRAM_SWAPS:
        raise Fault(f"{swaps} swaps, 0 to {MAX_PROGRAM_SWAPS} are written as a program", ("swaps",))
    m = len(drawing.edges)
    literals = swaps * (8 * m * n + 9 * n * n) + 6 * m * n * n + n**4 // 12
    if literals > MAX_LITERALS:
        raise TooLarge(f"about {literals:,} literals, at most {MAX_LITERALS:,} are written")
    return _Writing(drawing, swaps).program()


def swaps_of_program(drawing: Drawing, swaps: int, true: Iterable[int]) -> tuple[Edge, ...]:
    """Return the swaps that a solver's answer to :func:`swap_program` says.

    Parameters
    ----------
    drawing : Drawing
        The drawing that the program was written of.
    swaps : int
        The number of its steps.
    true : iterable of int
        The literals that the solver says are true; negative ones, and those of further variables, are passed over.

    Returns
    -------
    tuple of (int, int)
        The edges to swap, in order.

    References
    ----------
    "Swap Planarity", Theorem 2.

    >>> path = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    >>> swaps_of_program(path, 1, [-1, -2, 3, -4])
    ((1, 2),)
    """
    moves = telling_edges(drawing)
    chosen = sorted(one - 1 for one in true if 0 < one <= swaps * (len(moves) + 1))
    choices = (one % (len(moves) + 1) for one in chosen)
    return tuple(moves[choice - 1] for choice in choices if choice)


class _Writing:
    """The variables of a program: what is done at each step, then where vertices are after it, then used segments."""

    def __init__(self, drawing: Drawing, swaps: int) -> None:
        self._drawing = drawing
        self._swaps = swaps
        self._moves = telling_edges(drawing)
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
        done = [tuple(self._done(t, choice) for choice in range(len(self._moves) + 1)) for t in steps]
        clauses += done
        # Once nothing is swapped, nothing is to the end.
        clauses += [(-self._done(t, 0), self._done(t + 1, 0)) for t in steps[:-1]]
        clauses += plane_clauses(self._drawing, partial(self._at, self._swaps), self._first_segment)
        places = [tuple(self._at(t, v, p) for p in range(self._n)) for t in steps for v in range(self._n)]
        variables = self._first_segment + self._n * (self._n - 1) // 2
        return BinaryProgram(variables, names, tuple(clauses), (*done, *places), tuple(one[0] for one in done))

    def _done(self, t: int, choice: int) -> int:
        """Return the variable for a choice at step t: 0 is nothing, 1 the first move."""
        return (t - 1) * (len(self._moves) + 1) + choice + 1

    def _at(self, t: int, vertex: int, place: int) -> int:
        return self._first_place + (t * self._n + vertex) * self._n + place + 1

    def _step(self, t: int) -> list[Clause]:
        """Return what a step does: a swap exchanges two vertices, and who takes part in none stays."""
        clauses: list[Clause] = []
        of: list[list[int]] = [[] for _ in range(self._n)]
        for choice, (u, v) in enumerate(self._moves, start=1):
            done = self._done(t, choice)
            of[u].append(done)
            of[v].append(done)
            for p in range(self._n):
                clauses.append((-done, -self._at(t - 1, u, p), self._at(t, v, p)))
                clauses.append((-done, -self._at(t - 1, v, p), self._at(t, u, p)))
        for w in range(self._n):
            clauses += [(-self._at(t - 1, w, p), self._at(t, w, p), *of[w]) for p in range(self._n)]
        return clauses
