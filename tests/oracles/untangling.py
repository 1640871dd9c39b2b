"""Fewest moves to a plane drawing, by plain breadth-first search over all arrangements. Imports nothing from ludex."""

from itertools import combinations, permutations

from tests.oracles.triangulations import is_plane


def fewest_moves(points, edges, moves):
    """Return the least number of exchanges of the allowed pairs of vertices that lead to a plane drawing.

    With it come the number of plane arrangements at that distance, and the number of shortest sequences of moves to
    them; (None, 0, 0) where none can be reached.
    """
    level = {tuple(points): 1}
    seen = set(level)
    distance = 0
    while level:
        plane = {state: ways for state, ways in level.items() if is_plane(state, edges)}
        if plane:
            return distance, len(plane), sum(plane.values())
        following = {}
        for state, ways in level.items():
            for u, v in moves:
                after = list(state)
                after[u], after[v] = after[v], after[u]
                if tuple(after) not in seen:
                    following[tuple(after)] = following.get(tuple(after), 0) + ways
        seen |= set(following)
        level = following
        distance += 1
    return None, 0, 0


def fewest_swaps(points, edges):
    """As `fewest_moves`, where the ends of an edge exchange places."""
    return fewest_moves(points, edges, edges)


def fewest_exchanges(points, edges):
    """As `fewest_moves`, where any two vertices may exchange places."""
    return fewest_moves(points, edges, list(combinations(range(len(points)), 2)))


def largest_minimum(points, edges):
    """Return the most swaps that any arrangement needs which can reach a plane one; 0 where none can."""
    level = {order for order in permutations(points) if is_plane(order, edges)}
    seen = set(level)
    distance = -1
    while level:
        distance += 1
        following = set()
        for state in level:
            for u, v in edges:
                after = list(state)
                after[u], after[v] = after[v], after[u]
                following.add(tuple(after))
        level = following - seen
        seen |= level
    return max(distance, 0)
