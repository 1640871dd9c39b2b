"""Levels with a known minimum: the cycles of Lemma 1 and the gadgets of Theorem 2.

Source: "Swap Planarity", Lemma 1, Theorem 2 and Figures 2, 3 and 5 to 7. A cycle of Lemma 1 has a single crossing. The
paper shows that such a cycle with n vertices needs at least C(n/2, 2) swaps. This number of swaps also suffices,
because it is enough for reversing one half of the cycle by exchanging neighbours.
"""

from dataclasses import dataclass
from enum import StrEnum

from ludex.engine.arguments import require_choice, require_integer
from ludex.engine.faults import Fault
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.reductions.gadgets import (
    FIRST_DEPTH,
    GAP,
    Construction,
    Frame,
    add_clause,
    add_split,
    add_variable,
    approach,
    last_rung,
)
from ludex.games.planarity.untangle import circle

MAX_CYCLE_VERTICES = 64
"""The largest number of vertices of a cycle of Lemma 1. This cycle needs 496 swaps."""


@dataclass(frozen=True, slots=True)
class KnownLevel:
    """A `drawing` whose minimum number of swaps, `min_swaps`, is known by construction. `swaps` attain the minimum."""

    drawing: Drawing
    min_swaps: int
    swaps: tuple[Edge, ...]


def folded_cycle(n: int) -> KnownLevel:
    """Return the cycle of Lemma 1, which has one crossing and needs `C(n/2, 2)` swaps.

    Parameters
    ----------
    n : int
        The number of vertices: an even number from 4 to 64.

    Returns
    -------
    KnownLevel
        The cycle `0, 1, ..., n - 1` on a circle, with one half reversed.

    Raises
    ------
    Fault
        If n is odd or out of range.

    Notes
    -----
    The cost is O(n^2).

    References
    ----------
    "Swap Planarity", Lemma 1.

    Examples
    --------
    >>> level = folded_cycle(6)
    >>> level.min_swaps, level.swaps
    (3, ((0, 1), (1, 2), (0, 1)))
    """
    require_integer(n, "n")
    if n % 2 or not 4 <= n <= MAX_CYCLE_VERTICES:
        raise Fault(
            f"the cycle of Lemma 1 must have an even number of vertices from 4 to {MAX_CYCLE_VERTICES}, not {n}"
        )
    half, places = n // 2, circle(n)
    order = [*range(half), *range(n - 1, half - 1, -1)]
    drawing = Drawing(tuple(places[place] for place in order), tuple((i, (i + 1) % n) for i in range(n)))
    swaps = tuple((j, j + 1) for end in range(half - 1, 0, -1) for j in range(end))
    return KnownLevel(drawing, len(swaps), swaps)


MAX_BLOCKS = 11


class Gadget(StrEnum):
    """A gadget of Theorem 2.

    VARIABLE
        A variable with an odd number of blocks.
    SPLIT
        A split at a variable of three blocks.
    CLAUSE
        A clause with the ends of its connections.
    CONNECTIONS
        A clause with connections of two blocks each.
    VARIABLES
        A whole formula with one clause, at which three variables of three blocks each end.
    LEG
        A variable with its split and its connection to a clause, including the ends of the other two connections.

    References
    ----------
    "Swap Planarity", Theorem 2, Figures 5 to 7.

    Examples
    --------
    >>> [gadget_level(gadget).drawing.vertices for gadget in (Gadget.SPLIT, Gadget.CLAUSE, Gadget.LEG)]
    [25, 28, 56]
    """

    VARIABLE = "variable"
    SPLIT = "split"
    CLAUSE = "clause"
    CONNECTIONS = "connections"
    VARIABLES = "variables"
    LEG = "leg"


def gadget_level(gadget: Gadget, blocks: int = 3) -> KnownLevel:
    """Return a gadget of Theorem 2 as a level.

    Parameters
    ----------
    gadget : Gadget
        The gadget.
    blocks : int
        The number of blocks of a variable: an odd number from 1 to 11.

    Returns
    -------
    KnownLevel
        A drawing of a tree, with its minimum, which follows from the construction, and swaps that attain the minimum.
        The minimum is `(blocks + 1) / 2` for a variable, 3 for the split with its variable, 5 for the clause, 6 for the
        connections, and 8 for the variables and for the leg.

    Raises
    ------
    Fault
        If the number of blocks is even or out of range.

    Notes
    -----
    The cost is `O(n^2)` for n vertices.

    References
    ----------
    "Swap Planarity", Theorem 2, Figures 5 to 7.

    Examples
    --------
    >>> gadget_level(Gadget.VARIABLE).swaps, gadget_level(Gadget.CLAUSE).min_swaps
    (((0, 1), (4, 5)), 5)
    """
    gadget = require_choice(gadget, Gadget, "gadget")
    require_integer(blocks, "blocks")
    if not (blocks % 2 and 1 <= blocks <= MAX_BLOCKS):
        raise Fault(f"a variable must have an odd number of blocks from 1 to {MAX_BLOCKS}, not {blocks}", ("blocks",))
    construction = Construction()
    swaps: list[Edge] = []
    if gadget is Gadget.VARIABLE:
        swaps += add_variable(construction, Frame(), blocks)[::2]
    elif gadget is Gadget.SPLIT:
        rungs = add_variable(construction, Frame(), 3)
        at = Frame(*construction.places[rungs[1][1]])
        swaps += [*rungs[::2], add_split(construction, at, rungs[1][1])[1]]
    elif gadget is Gadget.LEG:
        swaps += _leg(construction)
    else:
        swaps += _clause_with(construction, {Gadget.CLAUSE: 0, Gadget.CONNECTIONS: 1, Gadget.VARIABLES: 2}[gadget])
    return KnownLevel(construction.drawing(), len(swaps), tuple((min(edge), max(edge)) for edge in swaps))


def _leg(construction: Construction) -> list[Edge]:
    """Add a variable, its split, its connection and a clause. Return the swaps by which the variable is true."""
    clause = add_clause(construction, Frame())
    at = Frame(0.0, FIRST_DEPTH)
    variable = add_variable(construction, at.moved((-GAP, 0.0)), 3)
    _, second = add_split(construction, at, variable[1][1])
    last, *others = (last_rung(construction, clause, spoke) for spoke in range(3))
    construction.block(second, last, 0)
    return [*variable[::2], second, *clause.swaps(0), *others]


def _clause_with(construction: Construction, blocks: int) -> list[Edge]:
    """Add a clause with `blocks` blocks before the last rung of each connection.

    Return swaps that make the drawing plane.
    """
    clause = add_clause(construction, Frame())
    swaps = clause.swaps(0)
    for spoke in range(3):
        last = last_rung(construction, clause, spoke)
        left, right = approach(clause, spoke)
        away = (1.3 * left[0], 1.3 * left[1]), (1.3 * right[0], 1.3 * right[1])
        rungs = [construction.rung(*places) for places in (away, (left, right))[2 - blocks :]] + [last]
        for number in range(blocks):
            # The sides on which blocks begin alternate, and the last block begins on the right.
            construction.block(rungs[number], rungs[number + 1], 1 - (blocks - number) % 2)
        swaps += rungs[-1::-2] if spoke else rungs[-2::-2]
    return swaps
