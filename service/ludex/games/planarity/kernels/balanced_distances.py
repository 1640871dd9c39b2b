"""Weighted distances for a lower bound on the number of swaps between two arrangements.

A swap moves two positions along an edge, one in each direction. Each edge has a price: a move along the edge costs
`unit` plus the price in one direction, and `unit` minus the price in the opposite direction. Whatever the prices, a
swap costs two units, and a position that moves home costs at least its weighted distance from home. So half the sum of
the weighted distances, in units, is a lower bound. This bound is the Lagrangian dual of a shortest-path problem in
which each edge must carry equally many positions in both directions. If all prices are zero, the bound is half the sum
of the distances. With the best prices, the bound is exact for positions that all move one step around a cycle.
Subgradient steps improve the prices (B. Polyak, "Minimization of unsmooth functionals", 1969).

The following arguments are the same in all functions:

arrangement : int64 (n)
    The position of each vertex.
moves : int64 (k, 2)
    The pairs of vertices that can be swapped.
prices : int64 (k)
    The price of each edge: the move from moves[e, 0] to moves[e, 1] costs `unit` + prices[e], and the opposite move
    costs `unit` - prices[e]. The absolute values of the prices are less than `unit`.
unit : int
    The cost of a move at price 0.
distances : int64 (n, n)
    Receives the weighted distances from vertex to vertex, or _FAR if there is no path.
"""

from ludex.engine.compilation import compiled

_FAR = 1 << 40

# The initial step length, as a fraction of a Polyak step in 256ths, and the number of steps without progress after
# which this fraction is halved.
_WHOLE = 384
_PATIENCE = 4


@compiled
def weigh(moves, prices, unit, distances):
    """Write all weighted `distances` (Floyd and Warshall). For the arguments, see the module."""
    n = len(distances)
    for u in range(n):
        for v in range(n):
            distances[u, v] = _FAR
        distances[u, u] = 0
    for e in range(len(moves)):
        u, v = moves[e, 0], moves[e, 1]
        distances[u, v] = unit + prices[e]
        distances[v, u] = unit - prices[e]
    for w in range(n):
        for u in range(n):
            first = distances[u, w]
            if first < _FAR:
                for v in range(n):
                    distances[u, v] = min(distances[u, v], first + distances[w, v])


@compiled
def sum_home(arrangement, distances):
    """Return the sum of the weighted distances of the positions from home. For the arguments, see the module."""
    total = 0
    for v in range(len(arrangement)):
        total += distances[v, arrangement[v]]
    return total


@compiled
def write_flows(arrangement, moves, prices, unit, distances, flows):
    """Write the net flow along each edge to `flows`, int64 (k), if each position moves home on a shortest path.

    flows[e] is the number of moves from moves[e, 0] to moves[e, 1] minus the number of opposite moves. Returns the sum
    of the squares of the flows. For the other arguments, see the module.
    """
    for e in range(len(flows)):
        flows[e] = 0
    for v in range(len(arrangement)):
        home = arrangement[v]
        at = v
        while at != home:
            for e in range(len(moves)):
                u, w = moves[e, 0], moves[e, 1]
                if at == u and unit + prices[e] + distances[w, home] == distances[u, home]:
                    flows[e] += 1
                    at = w
                elif at == w and unit - prices[e] + distances[u, home] == distances[w, home]:
                    flows[e] -= 1
                    at = u
                if at == home:
                    break
    squares = 0
    for flow in flows:
        squares += flow * flow
    return squares


@compiled
def raise_prices(arrangement, moves, unit, limit, steps, prices, best_prices, flows, distances):
    """Search for prices at which the sum of the distances home is greater than `limit`. Return the greatest sum found.

    The search starts at the given `prices`, modifies them, and makes at most `steps` subgradient steps. `best_prices`,
    int64 (k), receives the prices with the greatest sum. `flows`, int64 (k), is scratch space. For the other arguments,
    see the module.
    """
    best = -1
    share = _WHOLE
    idle = 0
    for _ in range(steps):
        weigh(moves, prices, unit, distances)
        total = sum_home(arrangement, distances)
        idle += 1
        if total > best:
            best = total
            for e in range(len(prices)):
                best_prices[e] = prices[e]
            idle = 0
        if total > limit:
            break
        if idle == _PATIENCE:
            share //= 2
            idle = 0
        squares = write_flows(arrangement, moves, prices, unit, distances, flows)
        if squares == 0 or share == 0:
            break
        step = (limit + 2 * unit - total) * share
        for e in range(len(moves)):
            change = step * flows[e] // (squares * 256)
            prices[e] = max(1 - unit, min(unit - 1, prices[e] + change))
    return best
