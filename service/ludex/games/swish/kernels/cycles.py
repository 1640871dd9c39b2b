"""A search for cheap cycles of cells. These are swishes that the solution of a linear program violates.

Each card has one point and one circle. Each configuration of a card is an arc from the cell of its point to the cell of
its circle. A cycle through distinct cells is a swish if its arcs belong to different cards. Any union of disjoint
cycles of this kind is a swish too. Using copy n of a card costs `costs[kind, n]`. A cycle whose total cost is below a
limit is a violated inequality. A path is abandoned as soon as its cost plus the distance back to the first cell reaches
the limit. The distances are computed as if cards could be used repeatedly.

Source: M. Grötschel, M. Jünger and G. Reinelt, "On the acyclic subgraph polytope", Mathematical Programming 33 (1985),
for the separation of cycles by shortest paths; the search for paths with distinct cards is ours.
"""

from ludex.engine.compilation import compiled

INFINITE = 1e18


@compiled
def distances_to(start, first, head, kind, costs, distance):
    """Compute the least cost of a path from each cell to `start`, with the algorithm of Bellman and Ford.

    The arcs from cell c have the numbers from `first[c]` to `first[c + 1] - 1`. `head` and `kind` are arrays of type
    int64 that contain the head and the kind of each arc. `costs[kind, n]` is the cost of using copy n of a kind, where
    n counts from 0 (type float64, shape (kinds, copies + 1)). The result is written to `distance`, an array of type
    float64 with one element for each cell.
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
    """Find cycles through the cell `start` that cost less than `limit`. Return their number, and the steps left.

    The arcs and the costs are given as in :func:`distances_to`, whose result is `distance`. The search ends after
    `room` steps, or when `found` is full. The first `lengths[i]` elements of row i of `found` (int64) are the kinds of
    cycle i. Cycles that are longer than a row are omitted. The arrays `path` (int64), `used` (int64, by kind),
    `visited` (bool, by cell) and `spent` (float64) are working memory. `used` and `visited` must be zero.
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
