"""Cheap cycles of cells, which are swishes of cards with one point and one circle each that a linear program violates.

Each configuration of a card is an arc from the cell of its point to the cell of its circle. A cycle through distinct
cells whose arcs belong to different cards is a swish, and so is any union of disjoint cycles. Using the n-th copy of a
card costs `costs[kind, n]`, and a cycle with a total cost below a limit is a violated inequality. The distances back to
the first cell, computed as if cards could be used repeatedly, show early that a path cannot be closed below the limit.

Source: M. Grötschel, M. Jünger and G. Reinelt, "On the acyclic subgraph polytope", Mathematical Programming 33 (1985),
for the separation of cycles by shortest paths; the search for paths with distinct cards is ours.
"""

from ludex.engine.compilation import compiled

INFINITE = 1e18


@compiled
def distances_to(start, first, head, kind, costs, distance):
    """Write the least cost of a path from each cell to `start`, with repeated Bellman-Ford passes.

    The arcs of cell c are those from `first[c]` to `first[c + 1]`: `head` and `kind`, int64 (arcs). `costs`, float64
    (kinds, copies + 1), has the cost of using the n-th copy, where n counts from 0. `distance` is float64 (cells).
    """
    for cell in range(len(distance)):
        distance[cell] = INFINITE
    distance[start] = 0.0
    changed = True
    while changed:
        changed = False
        for cell in range(len(distance)):
            least = distance[cell]
            for arc in range(first[cell], first[cell + 1]):
                least = min(least, distance[head[arc]] + costs[kind[arc], 0])
            if least < distance[cell]:
                distance[cell] = least
                changed = True


@compiled
def cheap_cycles(start, limit, first, head, kind, costs, distance, room, path, used, visited, spent, found, lengths):
    """Write cycles through the cell `start` that cost less than `limit`. Return their number, and the steps left.

    For the arcs and costs see :func:`distances_to`, and `distance` is its result. At most `room` steps are made, and
    the search ends when `found` is full. The working space consists of `path`, int64, `used`, int64 (kinds), `visited`,
    bool (cells), and `spent`, float64; `used` and `visited` must be zero. Row i of `found`, int64, has the kinds of
    cycle i in its first `lengths[i]` places. Cycles that are longer than a row are omitted.
    """
    count, depth = 0, 0
    path[0], spent[0] = first[start], 0.0
    cell = start
    while depth >= 0 and room > 0 and count < len(found):
        room -= 1
        arc = path[depth]
        if arc == first[cell + 1]:
            depth -= 1
            if depth >= 0:
                visited[cell] = False
                arc = path[depth]
                used[kind[arc]] -= 1
                path[depth] = arc + 1
                cell = start if depth == 0 else head[path[depth - 1]]
            continue
        cost = spent[depth] + costs[kind[arc], used[kind[arc]]]
        target = head[arc]
        if cost + distance[target] >= limit or visited[target]:
            path[depth] = arc + 1
        elif target == start:
            if depth > 0 and depth < found.shape[1]:
                for place in range(depth + 1):
                    found[count, place] = kind[path[place]]
                lengths[count] = depth + 1
                count += 1
            path[depth] = arc + 1
        elif depth + 1 >= found.shape[1]:
            path[depth] = arc + 1
        else:
            used[kind[arc]] += 1
            visited[target] = True
            depth += 1
            path[depth], spent[depth] = first[target], cost
            cell = target
    for place in range(depth):
        used[kind[path[place]]] -= 1
        visited[head[path[place]]] = False
    return count, room
