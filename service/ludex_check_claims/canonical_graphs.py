"""The canonical numbering of a coloured graph, which is defined in schema/canonical-forms.md under "Graphs"."""

from collections import Counter, deque
from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

from ludex_check_claims.canonical_search import Best, Tree, best_leaf, reached
from ludex_check_claims.verdicts import Clock

Cells = dict[int, list[int]]  # the vertices of each cell; the key is the number of vertices in earlier cells
Triple = tuple[int, int, int]


class Node(NamedTuple):
    """A node of the search tree: an ordered partition, and the nested scopes of chosen cells, the innermost last."""

    cells: Cells
    scopes: tuple[frozenset[int], ...]


def canonical_numbers(colours: Sequence[Hashable], edges: Iterable[tuple[int, int]], clock: Clock) -> Best:
    """Return the canonical order of the vertices of a graph, and generators of its automorphisms."""
    joined: list[set[int]] = [set() for _ in colours]
    for u, v in edges:
        joined[u].add(v)
        joined[v].add(u)
    return best_leaf(_tree(colours, joined), clock)


def orbit_minima(best: Best) -> list[int]:
    """Return, for each vertex, the least canonical number in its orbit under the automorphisms."""
    number = {v: place for place, v in enumerate(best.order)}
    both = best.automorphisms + [{b: a for a, b in automorphism.items()} for automorphism in best.automorphisms]
    return [min(number[u] for u in reached({v}, both)) for v in range(len(number))]


def _tree(colours: Sequence[Hashable], joined: list[set[int]]) -> Tree:
    everything = frozenset(range(len(colours)))
    names = sorted({(colours[v], len(joined[v])) for v in everything})
    cells: Cells = {}
    for name in names:
        cells[sum(map(len, cells.values()))] = [v for v in everything if (colours[v], len(joined[v])) == name]
    queue: deque[int] = deque()
    for place in sorted(cells):
        _enqueue(queue, cells, place)
    _refine(cells, queue, joined)

    def child(node: Node, v: int) -> tuple[list[Triple], Node]:
        cells = {place: list(cell) for place, cell in node.cells.items()}
        place = next(place for place, cell in cells.items() if v in cell)
        cells[place].remove(v)
        alone = place + len(cells[place])
        cells[alone] = [v]
        queue = deque([alone] if len(cells[place]) > 1 else [alone, place])
        trace = _refine(cells, queue, joined)
        return trace, _scoped(cells, node.scopes, joined)

    def form(node: Node) -> list[tuple[int, int]]:
        number = {cell[0]: place for place, cell in node.cells.items()}
        return sorted((number[u], number[v]) for u in everything for v in joined[u] if number[u] < number[v])

    return Tree(
        _scoped(cells, (everything,), joined),
        lambda node: _chosen_cell(node, joined),
        child,
        form,
        lambda node: [node.cells[place][0] for place in sorted(node.cells)],
    )


def _enqueue(queue: deque[int], cells: Cells, place: int) -> None:
    """Put a cell into the queue: at the front if it has a single vertex, otherwise at the end."""
    if len(cells[place]) == 1:
        queue.appendleft(place)
    else:
        queue.append(place)


def _refine(cells: Cells, queue: deque[int], joined: list[set[int]]) -> list[Triple]:
    """Refine a partition until it is equitable, and return the trace.

    The partition is refined by each cell in the queue. New cells are added to the queue.
    """
    trace: list[Triple] = []
    cell_of = {v: place for place, cell in cells.items() for v in cell}
    while queue:
        place = queue.popleft()
        single = len(cells[place]) == 1
        met: dict[int, Counter[int]] = {}
        for v in cells[place]:
            for u in joined[v]:
                if single or len(cells[cell_of[u]]) > 1:
                    met.setdefault(cell_of[u], Counter())[u] += 1
        for touched in sorted(met):
            parts: dict[int, list[int]] = {}
            for u in cells[touched]:
                parts.setdefault(met[touched][u], []).append(u)
            places = _split(cells, touched, [parts[number] for number in sorted(parts)])
            for new in places[1:]:
                cell_of.update(dict.fromkeys(cells[new], new))
            _enqueue_parts(queue, cells, places, set(parts) == {0, 1})
            if single:
                trace += [(1, place, places[-1] + i) for i in range(len(met[touched]))]
            else:
                trace += [(0, each, len(cells[each])) for each in places]
    return trace


def _split(cells: Cells, place: int, parts: list[list[int]]) -> list[int]:
    """Replace the cell at `place` with its parts, in the given order, and return the positions of the parts."""
    places = []
    for part in parts:
        cells[place] = part
        places.append(place)
        place += len(part)
    return places


def _enqueue_parts(queue: deque[int], cells: Cells, places: list[int], halves: bool) -> None:
    """Add the parts of a cell to the queue.

    If the cell itself is in the queue, all parts are added. Otherwise, one of the largest parts is omitted unless it
    has a single vertex.
    """
    if len(places) == 1:
        return
    if places[0] in queue:
        queue.extend(places[1:-1])
        _enqueue(queue, cells, places[-1])
        return
    largest, *others = reversed(places) if halves else places
    for place in others:
        if len(cells[place]) > len(cells[largest]):
            place, largest = largest, place  # noqa: PLW2901 - they exchange their roles
        _enqueue(queue, cells, place)
    if len(cells[largest]) == 1:
        _enqueue(queue, cells, largest)


def _component(cells: Cells, scope: frozenset[int], joined: list[set[int]]) -> list[int]:
    """Return the positions of the cells in the first component of a scope.

    A cell is open if it has several vertices. The list is empty if the scope has no open cell.
    """
    open_cells = [place for place in sorted(cells) if len(cells[place]) > 1 and cells[place][0] in scope]
    component = open_cells[:1]
    for place in component:
        for other in open_cells:
            number = len(joined[cells[place][0]].intersection(cells[other]))
            if other not in component and 0 < number < len(cells[other]):
                component.append(other)
    return component


def _scoped(cells: Cells, scopes: tuple[frozenset[int], ...], joined: list[set[int]]) -> Node:
    """Return the node of a partition.

    If the innermost scope has no open cells, it is removed. The first component of the scope that is then innermost
    becomes a new scope, unless this component contains all open cells of the scope.
    """
    component = _component(cells, scopes[-1], joined)
    if not component and len(scopes) > 1:
        scopes = scopes[:-1]
        component = _component(cells, scopes[-1], joined)
    inside = frozenset(v for place in component for v in cells[place])
    unsettled = {v for cell in cells.values() if len(cell) > 1 for v in cell if v in scopes[-1]}
    return Node(cells, (*scopes, inside) if inside != unsettled else scopes)


def _chosen_cell(node: Node, joined: list[set[int]]) -> list[int]:
    """Return the first largest cell of the component, or an empty list if the partition is discrete."""
    component = _component(node.cells, node.scopes[-1], joined)
    return max((node.cells[place] for place in sorted(component)), key=len, default=[])
