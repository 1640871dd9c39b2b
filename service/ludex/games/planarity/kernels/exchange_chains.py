"""Chains and cycles of a partial arrangement, for a lower bound on the number of exchanges of any two vertices.

If vertex v is placed at position a[v], there is an arc from v to the vertex that is initially at this position. The
arcs of the vertices that move form cycles and open chains. Each new arc begins a chain, extends a chain, joins two
chains, or closes a chain to a cycle. An arrangement with M moved vertices and C cycles needs M - C exchanges (see
`cycles`). A partial arrangement with M moved vertices, C cycles and K chains costs 2(M - C) - K half exchanges so far.
Therefore an arc costs 1 if it begins a chain, 2 if it extends a chain, 3 if it joins two chains, and 1 if it closes a
cycle.

Consider a cycle that is made of k chains and of t vertices that have no position yet. It has k + t new arcs, and making
it costs another 3k + 2t - 2 half exchanges. This cost is at least k + t, which is one for each new arc. It is even at
least k + t plus one for each of the k chains, unless the cycle consists of a single chain (k = 1, t = 0).

`free` is the set of the positions without a vertex, and `left` is the set of the vertices without a position.
`arrangement`, int64 (n), contains the positions of the placed vertices.
"""

from ludex.engine.compilation import compiled_subroutine
from ludex.engine.kernels.bits import ONE, least, single


@compiled_subroutine
def chain_end(vertex, left, arrangement):
    """Follow the chain from `vertex` to its end, and return the last vertex, which has no position yet.

    The chain must not be a cycle. For the other arguments, see the module.
    """
    while not left & single(vertex, left):
        vertex = arrangement[vertex]
    return vertex


@compiled_subroutine
def cost_of_arc(vertex, position, free, left, arrangement):
    """Return the cost of placing a `vertex` at a `position`, in half exchanges.

    The cost is 0 if the vertex stays at its initial position. For the other arguments, see the module.
    """
    if vertex == position:
        return 0
    ends_chain = not free & single(vertex, free)
    begins_chain = not left & single(position, left)
    if ends_chain and begins_chain:
        return 1 if chain_end(position, left, arrangement) == vertex else 3
    return 2 if ends_chain or begins_chain else 1


@compiled_subroutine
def count_unclosable(free, left, feasible, arrangement):
    """Count the chains that cannot be closed, because the closing position is not feasible for the last vertex.

    `feasible`, uint64 (n), contains the set of the feasible positions of each vertex. For the other arguments, see the
    module.
    """
    count = 0
    starts = free & ~left
    while starts:
        start = least(starts)
        starts &= starts - ONE
        if not feasible[chain_end(start, left, arrangement)] & single(start, free):
            count += 1
    return count


@compiled_subroutine
def close_chains(free, left, others, feasible, arrangement):
    """Restrict the feasible positions of the last vertices of chains, so that all chains that can be closed are closed.

    The last vertex of such a chain may only move to the position that closes the chain, or to a position in the set
    `others`. `feasible`, uint64 (n), contains the set of the feasible positions of each vertex. The function removes
    positions from these sets, and returns whether it has removed any. For the other arguments, see the module.
    """
    reduced = False
    starts = free & ~left
    while starts:
        start = least(starts)
        starts &= starts - ONE
        end = chain_end(start, left, arrangement)
        closing = single(start, free)
        if feasible[end] & closing and feasible[end] & ~(closing | others):
            feasible[end] &= closing | others
            reduced = True
    return reduced
