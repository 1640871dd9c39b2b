"""Chains and cycles of a partial arrangement, for a bound on the number of exchanges of any two vertices.

Vertex v at position a[v] is an arc from v to the vertex that is there at the start. The arcs of moved vertices form
cycles and open chains. Each new arc begins, extends, joins or closes chains. An arrangement with M moved vertices and
C cycles needs M - C exchanges (see `cycles`). A partial arrangement with M moved vertices, C cycles and K chains costs
2(M - C) - K half exchanges so far. An arc costs 1 if it begins a chain, 2 if it extends a chain, 3 if it joins two
chains, and 1 if it closes a cycle. Therefore, to make a cycle of k chains and t vertices that have no position yet
costs another 3k + 2t - 2. This is at least k + t, the number of its new arcs, and one more for each of its chains,
unless a single chain is closed on its own.

`free` is the set of the positions without a vertex, and `left` is the set of the vertices without a position.
`arrangement`, int64 (n), has the positions of the vertices that are placed.
"""

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import ONE, bit, least


@compiled
def chain_end(vertex, left, arrangement):
    """Return the first vertex without a position in the chain from `vertex`. For the other arguments, see the module.

    The chain of a placed vertex must not be a cycle.
    """
    while not left & bit(vertex):
        vertex = arrangement[vertex]
    return vertex


@compiled
def cost_of_arc(vertex, position, free, left, arrangement):
    """Return the cost of moving a `vertex` to a `position`, in half exchanges. For the other arguments, see the module.

    It is 0 if the vertex does not move.
    """
    if vertex == position:
        return 0
    ends_chain = not free & bit(vertex)
    begins_chain = not left & bit(position)
    if ends_chain and begins_chain:
        return 1 if chain_end(position, left, arrangement) == vertex else 3
    return 2 if ends_chain or begins_chain else 1


@compiled
def count_unclosable(free, left, feasible, arrangement):
    """Count the chains whose last vertex cannot move to the position that would close them.

    `feasible`, uint64 (n), has the feasible positions of each vertex. For the other arguments, see the module.
    """
    count = 0
    starts = free & ~left
    while starts:
        start = least(starts)
        starts &= starts - ONE
        if not feasible[chain_end(start, left, arrangement)] & bit(start):
            count += 1
    return count


@compiled
def close_chains(free, left, others, feasible, arrangement):
    """Close each chain that can be closed, except that its last vertex may also move to one of the `others`.

    `others` is a set of positions, and `feasible`, uint64 (n), has the feasible positions of each vertex, which are
    reduced. Returns whether any have been reduced. For the other arguments, see the module.
    """
    reduced = False
    starts = free & ~left
    while starts:
        start = least(starts)
        starts &= starts - ONE
        end = chain_end(start, left, arrangement)
        if feasible[end] & bit(start) and feasible[end] & ~(bit(start) | others):
            feasible[end] &= bit(start) | others
            reduced = True
    return reduced
