"""Equivalence of small drawings by its definitions alone: all matchings, all arrangements that swaps can make."""

from functools import lru_cache
from itertools import combinations, permutations

from tests.oracles.small_drawings import crossed_pairs, turn


def arrangements(n, edges):
    """Return all that swaps can make of 0, ..., n - 1: the starting place of what is at each vertex."""
    start = tuple(range(n))
    found, waiting = {start}, [start]
    while waiting:
        places = waiting.pop()
        for u, v in edges:
            other = list(places)
            other[u], other[v] = other[v], other[u]
            if tuple(other) not in found:
                found.add(tuple(other))
                waiting.append(tuple(other))
    return found


def matchings_of_graphs(n, edges, other_edges):
    """Yield the matchings of the vertices that take the edges to the other edges."""
    wanted = {frozenset(edge) for edge in other_edges}
    if len(edges) == len(wanted):
        for matching in permutations(range(n)):
            if all(frozenset((matching[u], matching[v])) in wanted for u, v in edges):
                yield matching


def _named(pairs, matching):
    return frozenset(frozenset(frozenset(matching[v] for v in edge) for edge in pair) for pair in pairs)


@lru_cache(maxsize=4)
def _game(points, edges):
    """Return the crossings of every arrangement that swaps can make."""
    return {
        places: crossed_pairs(tuple(points[place] for place in places), edges)
        for places in arrangements(len(points), edges)
    }


def keeps_the_game(points, edges, other_points, other_edges, matching):
    """Tell whether a matching is one of Definition 2."""
    if not keeps_edges(edges, other_edges, matching):
        return False
    others = _game(other_points, other_edges)
    for places, crossed in _game(points, edges).items():
        other_places = [0] * len(points)
        for vertex, place in enumerate(places):
            other_places[matching[vertex]] = matching[place]
        other = others[tuple(other_places)]
        if len(crossed) != len(other) or _named(crossed, matching) != _named(other, range(len(points))):
            return False
    return True


def swap_equivalent(points, edges, other_points, other_edges):
    """Definition 2, word for word."""
    return len(points) == len(other_points) and any(
        keeps_the_game(points, edges, other_points, other_edges, matching)
        for matching in matchings_of_graphs(len(points), edges, other_edges)
    )


def turns(points):
    """Return whether each triple, in each order of its three points, turns left."""
    return {
        order: turn(*(points[i] for i in order)) > 0
        for triple in combinations(range(len(points)), 3)
        for order in permutations(triple)
    }


def keeps_turns(points, other, matching, reflection=True):
    """Tell whether a matching keeps all turns, or turns all around."""
    return _keeps_turns(turns(points), turns(other), matching, reflection)


def _keeps_turns(mine, others, matching, reflection):
    same = (left == others[tuple(matching[i] for i in triple)] for triple, left in mine.items())
    # All are kept, or none is.
    first = next(same, True)
    return (first or reflection) and all(one == first for one in same)


def _crossed(points):
    segments = tuple(combinations(range(len(points)), 2))
    return {frozenset(frozenset(segment) for segment in pair) for pair in crossed_pairs(points, segments)}


def keeps_crossings(points, other, matching):
    """Tell whether a matching keeps which segments between the points cross."""
    return _keeps_crossings(_crossed(points), _crossed(other), matching)


def _keeps_crossings(mine, others, matching):
    return len(mine) == len(others) and all(
        frozenset(frozenset(matching[v] for v in segment) for segment in pair) in others for pair in mine
    )


def keeps_edges(edges, other_edges, matching):
    return {frozenset((matching[u], matching[v])) for u, v in edges} == {frozenset(edge) for edge in other_edges}


def same_order_type(points, other, reflection=True):
    mine, others = turns(points), turns(other)
    return any(_keeps_turns(mine, others, matching, reflection) for matching in permutations(range(len(points))))


def same_x_type(points, other):
    mine, others = _crossed(points), _crossed(other)
    return any(_keeps_crossings(mine, others, matching) for matching in permutations(range(len(points))))


def same_ordered_drawing(points, edges, other_points, other_edges):
    mine, others = turns(points), turns(other_points)
    return any(
        _keeps_turns(mine, others, matching, True) for matching in matchings_of_graphs(len(points), edges, other_edges)
    )
