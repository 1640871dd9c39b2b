"""The gadgets of Theorem 2 as levels by themselves, with the minimum that each is built to have."""

from enum import StrEnum

from ludex.engine.faults import Fault
from ludex.games.planarity.drawing import Edge
from ludex.games.planarity.reductions.construction import Construction
from ludex.games.planarity.reductions.gadgets import (
    FIRST_DEPTH,
    GAP,
    Frame,
    add_clause,
    add_split,
    add_variable,
    approach,
    last_rung,
)
from ludex.games.planarity.reductions.known_level import KnownLevel

MOST_BLOCKS = 11


class Gadget(StrEnum):
    """A gadget of Theorem 2.

    A `variable` of an odd number of blocks; a `split` at a variable of three blocks; a `clause` with the ends of its
    connections; a clause with `connections` of two blocks each; a whole formula of one clause, whose three `variables`
    of three blocks end in it; a `leg`, which is a variable with its split and its connection to a clause, where the
    other two connections end.

    References
    ----------
    "Swap Planarity", Theorem 2, Figures 5 to 7.

    >>> [gadget_level(one).drawing.vertices for one in (Gadget.SPLIT, Gadget.CLAUSE, Gadget.LEG)]
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
        Which one.
    blocks : int
        Of a variable: the number of its blocks, odd, 1 to 11.

    Returns
    -------
    KnownLevel
        The drawing, a tree, with the minimum that it is built to have and swaps that meet it. (blocks + 1) / 2 of a
        variable, 3 of the split with its variable, 5 of the clause, 6 of the connections, 8 of the variables and of the
        leg.

    Raises
    ------
    Fault
        If the number of blocks is even or out of range.

    References
    ----------
    "Swap Planarity", Theorem 2, Figures 5 to 7.

    >>> gadget_level(Gadget.VARIABLE).swaps, gadget_level(Gadget.CLAUSE).min_swaps
    (((0, 1), (4, 5)), 5)
    """
    if not (blocks % 2 and 1 <= blocks <= MOST_BLOCKS):
        raise Fault(f"{blocks} blocks: a variable has an odd number of them, 1 to {MOST_BLOCKS}", ("blocks",))
    made = Construction()
    swaps: list[Edge] = []
    if gadget is Gadget.VARIABLE:
        swaps += add_variable(made, Frame(), blocks)[::2]
    elif gadget is Gadget.SPLIT:
        rungs = add_variable(made, Frame(), 3)
        at = Frame(*made.places[rungs[1][1]])
        swaps += [*rungs[::2], add_split(made, at, rungs[1][1])[1]]
    elif gadget is Gadget.LEG:
        swaps += _leg(made)
    else:
        swaps += _clause_with(made, {Gadget.CLAUSE: 0, Gadget.CONNECTIONS: 1, Gadget.VARIABLES: 2}[gadget])
    return KnownLevel(made.drawing(), len(swaps), tuple((min(edge), max(edge)) for edge in swaps))


def _leg(made: Construction) -> list[Edge]:
    """Add a variable, its split, its connection and a clause; return the swaps that say true."""
    clause = add_clause(made, Frame())
    at = Frame(0.0, FIRST_DEPTH)
    variable = add_variable(made, at.moved((-GAP, 0.0)), 3)
    _, second = add_split(made, at, variable[1][1])
    last, *others = (last_rung(made, clause, spoke) for spoke in range(3))
    made.block(second, last, 0)
    return [*variable[::2], second, *clause.swaps(0), *others]


def _clause_with(made: Construction, blocks: int) -> list[Edge]:
    """Add a clause with so many blocks before the last one of each connection; return swaps that make it plane."""
    clause = add_clause(made, Frame())
    swaps = clause.swaps(0)
    for spoke in range(3):
        last = last_rung(made, clause, spoke)
        left, right = approach(clause, spoke)
        away = (1.3 * left[0], 1.3 * left[1]), (1.3 * right[0], 1.3 * right[1])
        rungs = [made.rung(*places) for places in (away, (left, right))[2 - blocks :]] + [last]
        for number in range(blocks):
            # The last block begins on the right hand; they begin on either side in turns.
            made.block(rungs[number], rungs[number + 1], 1 - (blocks - number) % 2)
        swaps += rungs[-1::-2] if spoke else rungs[-2::-2]
    return swaps
