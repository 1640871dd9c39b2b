"""The canonical form of a position's hypergraph, and its automorphisms.

The form represents the digraph and its partition into hypernodes. In the canonical numbering, each hypernode is an
additional vertex. The form contains neither the cells nor the board. The digraph is encoded by its junctions (see
`ludex.games.swish.hypergraph`), from which it can be reconstructed.

Before BLISS is applied, the hypergraph is reduced. If a card has several nodes with the same junctions, these nodes are
merged. Cards with the same row are merged into one card with a number of copies. Each connected part is processed
separately. All these steps give isomorphic results for isomorphic hypergraphs.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from ludex.engine.budget import Budget
from ludex.engine.keys import content_key
from ludex.games.swish.hypergraph import (
    MAX_HYPERGRAPH_CARDS,
    NO_JUNCTION,
    HypergraphError,
    Junctions,
    Row,
    digraph,
    hypergraph_junctions,
)
from ludex.games.swish.identity.outline import outline_colours, ranks
from ludex.games.swish.position import Position
from ludex.graphs.canonical import (
    ColouredGraph,
    automorphism_generators,
    canonical_form,
    matching_from_orders,
    pack,
    unpack,
)

if TYPE_CHECKING:
    import networkx


_POINTS, _CIRCLES, _CARD, _NODE = range(4)


@dataclass(frozen=True, slots=True)
class CanonicalJunctions:
    """A hypergraph with canonical numbers, and the renumbering.

    `junctions.rows` lists the canonical hypernodes. `card_order[i]` is the canonical hypernode of card i, and
    `node_order[v]` is the canonical node of node v.
    """

    junctions: Junctions
    card_order: tuple[int, ...]
    node_order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    """A connected part: its distinct rows with their original junction numbers, and with canonical junction numbers."""

    rows: tuple[Row, ...]
    canonical: tuple[tuple[Row, int], ...]
    number: dict[int, int]


def canonical_junctions(junctions: Junctions, budget: Budget | None = None) -> CanonicalJunctions:
    """Return the hypergraph of `junctions` with canonical numbers.

    The rows of two results are equal if and only if the hypergraphs are isomorphic.

    Cost: `O(cards log cards)`, plus one run of BLISS for each connected part of distinct cards. The budget is checked
    before each run. Raises BudgetExhausted.

    >>> once = Junctions((((5, -1), (-1, 7)), ((7, -1), (-1, 5))))
    >>> canonical_junctions(once).junctions.rows
    (((-1, 0), (1, -1)), ((-1, 1), (0, -1)))
    """
    copies = _copies(junctions)
    rows: list[Row] = []
    cards: list[int] = []
    number = {NO_JUNCTION: NO_JUNCTION}
    offset = 0
    for part in sorted(_parts(copies, Budget.require(budget)), key=lambda part: part.canonical):
        number.update((junction, offset + place) for junction, place in part.number.items())
        for row in sorted(part.rows, key=lambda row: _renumbered(row, number)):
            rows += [_renumbered(row, number)] * len(copies[row])
            cards += copies[row]
        offset += len(part.number)
    return CanonicalJunctions(Junctions(tuple(rows)), _inverse(cards), _node_order(junctions, cards, number))


def rows_form(canonical: Junctions) -> bytes:
    """Encode `canonical` rows as bytes.

    The first number is the number of configurations of a card. After that, each run of equal rows is encoded as the
    length of the run and the nodes of the row. A node is encoded as the junction of its point and the junction of its
    circle. Junctions are numbered from 1, and 0 stands for no junction. See `packing.pack`.
    """
    numbers = [canonical.configurations]
    for row, run in groupby(canonical.rows):
        numbers.append(sum(1 for _ in run))
        numbers += [junction + 1 for node in row for junction in node]
    return pack(numbers)


def rows_from_form(form: bytes) -> Junctions:
    """Decode canonical rows from the bytes `form`. Raises HypergraphError if the bytes are not a valid form.

    >>> rows_from_form(bytes([1, 2, 0, 4])).rows
    (((-1, 3),), ((-1, 3),))
    """
    try:
        configurations, *numbers = unpack(form)
    except ValueError as error:
        raise HypergraphError("these bytes are not the form of a hypergraph") from error
    size = 2 * configurations + 1
    if not configurations or not numbers or len(numbers) % size:
        raise HypergraphError("these bytes are not the form of a hypergraph")
    if sum(numbers[::size]) > MAX_HYPERGRAPH_CARDS:
        raise HypergraphError(f"the form has more than {MAX_HYPERGRAPH_CARDS} hypernodes")
    rows: list[Row] = []
    for start in range(0, len(numbers), size):
        length, *nodes = numbers[start : start + size]
        row = tuple((point - 1, circle - 1) for point, circle in zip(nodes[::2], nodes[1::2], strict=True))
        rows += [row] * length
    return Junctions(tuple(rows))


def card_generators(junctions: Junctions) -> list[tuple[int, ...]]:
    """Return generators of the card permutations that the automorphisms of a hypergraph induce.

    The hypergraph is given by its `junctions`. A permutation p maps card i to card p[i]. The identity is not included.
    There is one generator for each exchange of two consecutive copies, for each exchange of two consecutive isomorphic
    parts, and for each generator within a part. Cost: that of :func:`canonical_junctions`, plus that of writing the
    permutations.
    """
    copies = _copies(junctions)
    count = len(junctions.rows)
    generators = [_exchange(count, zip([a], [b], strict=True)) for same in copies.values() for a, b in pairwise(same)]
    parts = sorted(_parts(copies, Budget()), key=lambda part: part.canonical)
    for part in parts:
        generators += _within(part, copies, count)
    for first, second in pairwise(parts):
        if first.canonical == second.canonical:
            generators.append(_exchange(count, zip(_cards(first, copies), _cards(second, copies), strict=True)))
    return generators


def reversal(junctions: Junctions) -> tuple[int, ...] | None:
    """Return a card permutation that an isomorphism from a hypergraph to its reverse induces, or None if there is none.

    The hypergraph is given by its `junctions`.
    """
    forth, back = canonical_junctions(junctions), canonical_junctions(junctions.reversed())
    return matching_from_orders(forth.card_order, back.card_order) if forth.junctions == back.junctions else None


def _copies(junctions: Junctions) -> dict[Row, list[int]]:
    """Group the cards by their rows with sorted nodes. Cards with the same row can be exchanged."""
    copies: dict[Row, list[int]] = defaultdict(list)
    for card, row in enumerate(junctions.rows):
        copies[tuple(sorted(row))].append(card)
    return copies


def _junctions_of(row: Row) -> set[int]:
    return {junction for node in row for junction in node} - {NO_JUNCTION}


def _parts(copies: dict[Row, list[int]], budget: Budget) -> list[_Part]:
    """Split the rows into connected parts. Raises BudgetExhausted."""
    at: dict[int, list[Row]] = defaultdict(list)
    for row in copies:
        for junction in _junctions_of(row):
            at[junction].append(row)
    parts: list[_Part] = []
    seen: set[Row] = set()
    for first in copies:
        if first in seen:
            continue
        seen.add(first)
        rows: list[Row] = []
        waiting = deque([first])
        while waiting:
            rows.append(waiting.popleft())
            for junction in _junctions_of(rows[-1]):
                # A junction is removed when it is followed, because all its rows are visited then.
                near = [row for row in at.pop(junction, ()) if row not in seen]
                seen.update(near)
                waiting += near
        budget.check()
        parts.append(_part(rows, copies))
    return parts


def _part(rows: list[Row], copies: dict[Row, list[int]]) -> _Part:
    """Return the part that consists of the given rows, after computing canonical numbers for its junctions."""
    graph, junctions = _graph(rows, copies)
    order = canonical_form(graph).order
    places = sorted((order[2 * index], junction) for index, junction in enumerate(junctions))
    number = {junction: place for place, (_, junction) in enumerate(places)} | {NO_JUNCTION: NO_JUNCTION}
    canonical = tuple(sorted((_renumbered(row, number), len(copies[row])) for row in rows))
    del number[NO_JUNCTION]
    return _Part(tuple(rows), canonical, number)


def _graph(rows: Sequence[Row], copies: dict[Row, list[int]]) -> tuple[ColouredGraph, list[int]]:
    """Return a part as a coloured graph.

    The vertices are, in this order: two vertices for each junction (for its points and for its circles), one vertex for
    each row, and one vertex for each distinct node of a row. The junctions are returned in the order of their vertices.
    """
    colour = outline_colours({row: len(copies[row]) for row in rows})
    junctions = sorted(colour.junction)
    index = {junction: 2 * place for place, junction in enumerate(junctions)}
    edges = [(first, first + 1) for first in index.values()]
    kinds: list[tuple[object, ...]] = [
        (kind, colour.junction[junction]) for junction in junctions for kind in (_POINTS, _CIRCLES)
    ]
    kinds += [(_CARD, colour.row[row]) for row in rows]
    for card, row in enumerate(rows, start=2 * len(junctions)):
        for (point, circle), alike in Counter(row).items():
            node = len(kinds)
            kinds.append((_NODE, colour.row[row], alike))
            edges.append((card, node))
            if point != NO_JUNCTION:
                edges.append((index[point], node))
            if circle != NO_JUNCTION:
                edges.append((index[circle] + 1, node))
    return ColouredGraph(ranks(kinds), tuple(edges)), junctions


def _within(part: _Part, copies: dict[Row, list[int]], count: int) -> list[tuple[int, ...]]:
    """Return generators of the card permutations that the automorphisms of a part induce."""
    graph, junctions = _graph(part.rows, copies)
    first = 2 * len(junctions)
    generators = []
    for automorphism in automorphism_generators(graph):
        permutation = list(range(count))
        for place, row in enumerate(part.rows):
            image = part.rows[automorphism[first + place] - first]
            for card, target in zip(copies[row], copies[image], strict=True):
                permutation[card] = target
        generators.append(tuple(permutation))
    return [generator for generator in dict.fromkeys(generators) if generator != tuple(range(count))]


def _cards(part: _Part, copies: dict[Row, list[int]]) -> list[int]:
    """List the cards of a part in canonical order."""
    number = part.number | {NO_JUNCTION: NO_JUNCTION}
    return [card for row in sorted(part.rows, key=lambda row: _renumbered(row, number)) for card in copies[row]]


def _exchange(count: int, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    permutation = list(range(count))
    for a, b in pairs:
        permutation[a], permutation[b] = b, a
    return tuple(permutation)


def _renumbered(row: Row, number: dict[int, int]) -> Row:
    return tuple(sorted((number[point], number[circle]) for point, circle in row))


def _inverse(listed: list[int]) -> tuple[int, ...]:
    place = {item: index for index, item in enumerate(listed)}
    return tuple(place[item] for item in range(len(listed)))


def _node_order(junctions: Junctions, cards: list[int], number: dict[int, int]) -> tuple[int, ...]:
    """Return the canonical number of each node.

    Nodes are sorted by the canonical number of their card, then by their renumbered junctions, and then by their
    original number.
    """
    each = junctions.configurations
    listed: list[int] = []
    for card in cards:
        row = junctions.rows[card]
        nodes = sorted(range(each), key=lambda k: (number[row[k][0]], number[row[k][1]]))
        listed += [card * each + k for k in nodes]
    return _inverse(listed)


@dataclass(frozen=True, slots=True)
class CanonicalHypergraph:
    """The canonical form of a position's hypergraph, and the renumbering.

    `card_order[i]` is the canonical hypernode of card i, and `node_order[v]` is the canonical node of node v. Node k of
    card i has the number `i * configurations + k`, and the canonical nodes are numbered by canonical hypernodes in the
    same way.
    """

    form: bytes
    nodes: int
    arcs: int
    hypernodes: int
    card_order: tuple[int, ...]
    node_order: tuple[int, ...]

    @property
    def graph(self) -> "networkx.DiGraph":
        """Return the hypergraph with canonical numbers as a new graph.

        Raises HypergraphTooLarge if there are more than MAX_HYPERGRAPH_ARCS arcs.
        """
        return hypergraph_from_form(self.form)

    @property
    def key(self) -> bytes:
        """Return the key of the hypergraph, which is computed from its canonical form."""
        return content_key("hypergraph", self.form)


def canonical_hypergraph(position: Position, budget: Budget | None = None) -> CanonicalHypergraph:
    """Return the canonical form of the hypergraph of a `position`.

    Two forms are equal if and only if the hypergraphs are isomorphic.

    Raises the same exceptions as :func:`hypergraph_junctions`, and BudgetExhausted. Cost: see `canonical_junctions`.

    >>> hypergraph = canonical_hypergraph(Position.from_codes(["*o.", "*.o"]))
    >>> hypergraph.nodes, hypergraph.arcs, hypergraph.hypernodes
    (8, 8, 2)
    """
    found = hypergraph_junctions(position)
    canonical = canonical_junctions(found, budget)
    cards = len(position.cards)
    return CanonicalHypergraph(
        form=rows_form(canonical.junctions),
        nodes=cards * found.configurations,
        arcs=found.count_arcs(),
        hypernodes=cards,
        card_order=canonical.card_order,
        node_order=canonical.node_order,
    )


def read_form(form: bytes) -> CanonicalHypergraph:
    """Return the hypergraph of a `form`, with its hypernodes and nodes in canonical order.

    Raises HypergraphError if the bytes are not a valid form. Cost: linear in the number of hypernodes.
    """
    found = rows_from_form(form)
    cards, nodes = len(found.rows), len(found.rows) * found.configurations
    return CanonicalHypergraph(form, nodes, found.count_arcs(), cards, tuple(range(cards)), tuple(range(nodes)))


def is_canonical(form: bytes) -> bool:
    """Return whether `form` is the canonical form of the hypergraph that it encodes.

    Raises HypergraphError if `form` is not a valid form.
    """
    return rows_form(canonical_junctions(rows_from_form(form)).junctions) == form


def hypergraph_from_form(form: bytes) -> "networkx.DiGraph":
    """Reconstruct the canonically numbered hypergraph from its `form`. Its nodes have the attribute `hypernode`.

    Raises HypergraphError if the bytes are not a valid form, and HypergraphTooLarge if there are more than
    MAX_HYPERGRAPH_ARCS arcs.
    """
    return digraph(rows_from_form(form))


def card_automorphisms(position: Position) -> list[tuple[int, ...]]:
    """Return generators of the card permutations that automorphisms of a position's hypergraph induce.

    A permutation p maps card i to card p[i]. The identity is not included. The exceptions are those of
    :func:`hypergraph_junctions`.

    >>> card_automorphisms(Position.from_codes(["*o", "o*"]))
    [(1, 0)]
    """
    return card_generators(hypergraph_junctions(position))


def reversing_card_permutation(position: Position) -> tuple[int, ...] | None:
    """Return a card permutation that an isomorphism from a hypergraph to its reverse induces, or None if there is none.

    The hypergraph is that of `position`. Its reverse is the hypergraph with all arcs reversed. Every such permutation
    is a product of permutations of :func:`card_automorphisms`, followed by the returned permutation. The exceptions are
    those of :func:`hypergraph_junctions`.

    >>> reversing_card_permutation(Position.from_codes(["*o.", "*o.", "*.o"])) is None
    True
    """
    return reversal(hypergraph_junctions(position))
