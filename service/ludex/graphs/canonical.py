"""Canonical forms, automorphisms and differences of coloured graphs and digraphs, computed by igraph's BLISS.

BLISS accepts only undirected graphs with coloured vertices. A digraph is encoded with two additional vertices for each
vertex, one for the outgoing arcs and one for the incoming arcs. A group of vertices (a hypernode) is encoded as a
vertex joined to its members. Source: T. Junttila and P. Kaski, "Engineering an efficient canonical labeling tool for
large and sparse graphs", ALENEX 2007. A canonical form is a list of integers packed into bytes.

Objects that are not equivalent differ in an invariant or in their canonical forms. Anyone can check such a difference
by recomputing the invariant, or by recomputing the forms as schema/canonical-forms.md describes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from operator import sub
from typing import TYPE_CHECKING, Any

from ludex import graphs

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def pack(numbers: Iterable[int]) -> bytes:
    """Encode natural `numbers` one after another, with seven bits per byte and low bits first (LEB128).

    Raises ValueError for a negative number.

    >>> pack([0, 127, 300]).hex()
    '007fac02'
    """
    listed = list(numbers)
    if min(listed, default=0) < 0:
        raise ValueError(f"a number must not be negative: {min(listed)}")
    if max(listed, default=0) <= 127:
        return bytes(listed)
    packed = bytearray()
    for number in listed:
        rest = number
        while rest > 127:
            packed.append(rest & 127 | 128)
            rest >>= 7
        packed.append(rest)
    return bytes(packed)


def unpack(packed: bytes) -> list[int]:
    """Decode the numbers in `packed`. Raises ValueError if the last number is incomplete.

    >>> unpack(bytes.fromhex("007fac02"))
    [0, 127, 300]
    """
    numbers: list[int] = []
    number = shift = 0
    for byte in packed:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number)
            number = shift = 0
    if shift:
        raise ValueError("the last number is incomplete")
    return numbers


class GraphError(ValueError):
    """The colours, edges or groups of a graph are invalid."""


@dataclass(frozen=True, slots=True)
class ColouredGraph:
    """A graph or digraph with coloured vertices and, optionally, groups of vertices.

    Parameters
    ----------
    colours : tuple of int
        The colour of each vertex, at least 0. The vertices are 0 to n - 1.
    edges : tuple of pairs of int
        Pairs of vertices, or arcs (tail, head) if `directed`. No pair occurs twice. Loops are allowed only if
        `directed`.
    groups : tuple of tuples of int
        Sets of vertices, such as the hypernodes of a hypergraph. An isomorphism must map each set to one of the sets.
        The order of the sets is irrelevant.
    directed : bool
        Whether the edges are directed.

    Raises
    ------
    GraphError
        If the arguments do not form such a graph.

    Examples
    --------
    >>> ColouredGraph((0, 0), ((0, 2),))
    Traceback (most recent call last):
    ...
    ludex.graphs.canonical.GraphError: edge (0, 2): vertices must be 0 to 1
    """

    colours: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    groups: tuple[tuple[int, ...], ...] = ()
    directed: bool = False

    def __post_init__(self) -> None:
        if self.colours and min(self.colours) < 0:
            raise GraphError("a colour must not be negative")
        last = len(self.colours) - 1
        for u, v in self.edges:
            if not (0 <= u <= last and 0 <= v <= last):
                raise GraphError(f"edge ({u}, {v}): vertices must be 0 to {last}")
            if u == v and not self.directed:
                raise GraphError(f"edge ({u}, {v}) is a loop")
        pairs = self.edges if self.directed else [edge if edge[0] < edge[1] else edge[::-1] for edge in self.edges]
        if len(set(pairs)) < len(pairs):
            raise GraphError("an edge occurs twice")
        for group in self.groups:
            if len(set(group)) < len(group) or not all(0 <= v <= last for v in group):
                raise GraphError(f"group {group}: its members must be different vertices from 0 to {last}")


@dataclass(frozen=True, slots=True)
class CanonicalForm:
    """The canonical form of an object. Two objects have the same form if and only if they are equivalent.

    `order[v]` is the canonical number of vertex v. If two forms are equal, vertices with equal canonical numbers match
    (see :func:`matching_from_orders`). In a coloured graph, a vertex with a smaller colour has a smaller canonical
    number.
    """

    form: bytes
    order: tuple[int, ...]


def canonical_form(graph: ColouredGraph) -> CanonicalForm:
    """Return the canonical form of a `graph`.

    Two graphs have the same form if and only if there is an isomorphism between them that preserves colours and groups.
    The form encodes the whole graph, with vertices replaced by their canonical numbers. The cost is that of BLISS,
    which is exponential in the worst case and nearly linear for most graphs. The computation cannot be interrupted and
    holds the GIL.

    >>> path, same = ColouredGraph((0, 0, 1), ((0, 2), (2, 1))), ColouredGraph((0, 1, 0), ((1, 0), (1, 2)))
    >>> canonical_form(path).form == canonical_form(same).form
    True
    """
    edges = graphs.bliss.edge_array(graph.edges)
    return canonical_form_of(graph.colours, edges, graph.groups, graph.directed)


def canonical_form_of_simple(vertices: int, edges: Sequence[tuple[int, int]]) -> CanonicalForm:
    """Return the canonical form of a graph without colours, loops and repeated edges, as :func:`canonical_form` does.

    Most of the time is spent in BLISS. Raises GraphError if the edges do not form such a graph.

    >>> canonical_form_of_simple(3, ((0, 2), (2, 1))) == canonical_form(ColouredGraph((0,) * 3, ((0, 2), (2, 1))))
    True
    """
    found = graphs.bliss.simple_form(vertices, edges)
    if found is None:
        return canonical_form(ColouredGraph((0,) * vertices, tuple(edges)))
    numbers, order = found
    return CanonicalForm(bytes((0, vertices)) + bytes(vertices) + numbers + b"\0", order)


def canonical_form_of(
    colours: Sequence[int],
    edges: "npt.NDArray[np.int64]",
    groups: Sequence[Sequence[int]] = (),
    directed: bool = False,
) -> CanonicalForm:
    """Return the canonical form of a graph whose edges are an int64 array of shape (m, 2).

    :class:`ColouredGraph` describes the arguments, which are not validated here. Cost: half a second to two seconds and
    about 100 bytes an edge for a graph with a million edges.
    """
    order = graphs.bliss.canonical_order(colours, edges, groups, directed)
    numbers = [int(directed), *_ascending(sorted(colours))]
    numbers += graphs.bliss.numbers_of_edges(edges, order, directed).tolist()
    numbers.append(len(groups))
    for group in sorted(sorted(order[v] for v in group) for group in groups):
        numbers += _ascending(group)
    return CanonicalForm(pack(numbers), order)


def automorphism_generators(graph: ColouredGraph) -> list[tuple[int, ...]]:
    """Return permutations of the vertices that generate the automorphism group of a `graph`.

    The identity is not included. A permutation p maps vertex v to p[v]. Automorphisms that move groups but no vertices
    are ignored.

    >>> automorphism_generators(ColouredGraph((0, 0, 1), ((0, 2), (2, 1))))
    [(1, 0, 2)]
    """
    edges = graphs.bliss.edge_array(graph.edges)
    generators = graphs.bliss.automorphism_generators(graph.colours, edges, graph.groups, graph.directed)
    return [generator for generator in generators if generator != tuple(range(len(graph.colours)))]


def _ascending(numbers: list[int]) -> list[int]:
    """Encode an ascending list as its length, its first number, and the differences between successive numbers."""
    return [len(numbers), *map(sub, numbers, [0, *numbers])]


def matching_from_orders(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """Return the matching that two canonical orders define: for each `i`, the `j` such that `b[j] == a[i]`.

    >>> matching_from_orders((2, 0, 1), (1, 2, 0))
    (1, 2, 0)
    """
    place = {number: j for j, number in enumerate(b)}
    return tuple(place[number] for number in a)


_SHOWN_BYTES = 8


@dataclass(frozen=True, slots=True)
class InvariantDifference:
    """An invariant in which two objects differ, and the values of this invariant for both objects.

    A value is a number or a list of numbers. If several invariants have the same name, `parameters` distinguish them.
    schema/equivalence.md lists the invariants.
    """

    invariant: str
    a: int | tuple[int, ...]
    b: int | tuple[int, ...]
    parameters: dict[str, Any] = field(default_factory=dict)

    def describe(self, invariant: str | None = None) -> str:
        """Return a description in words. If `invariant` is given, it replaces the name of the invariant.

        >>> InvariantDifference("degrees", (2, 1, 1), (1, 1, 0)).describe()
        'degrees: 2, 1, 1 in a, 1, 1, 0 in b'
        """
        return f"{invariant or self.invariant}: {_format(self.a)} in a, {_format(self.b)} in b"


@dataclass(frozen=True, slots=True)
class FormDifference:
    """The canonical forms, in hexadecimal digits, of two objects that do not differ in any cheap invariant.

    `form` is the name of the canonical form. `at` is the index of the first byte in which the two forms differ.
    """

    form: str
    a: str
    b: str
    at: int

    def describe(self) -> str:
        """Return a description in words.

        >>> difference_of_forms("graph", bytes([0, 3, 1]), bytes([0, 3, 2])).describe()
        'canonical forms (graph) from byte 2 on: 01 in a, 02 in b'
        """
        a, b = self._from(self.a), self._from(self.b)
        return f"canonical forms ({self.form}) from byte {self.at} on: {a} in a, {b} in b"

    def _from(self, form: str) -> str:
        rest = form[2 * self.at :]
        shown = rest[: 2 * _SHOWN_BYTES]
        return f"{shown}{'...' if shown != rest else ''}" or "nothing"


Difference = InvariantDifference | FormDifference


def difference_of_forms(form: str, a: bytes, b: bytes) -> FormDifference:
    """Return the first difference of two canonical forms. Raises StopIteration if the forms are equal.

    >>> difference_of_forms("graph", b"ab", b"abc")
    FormDifference(form='graph', a='6162', b='616263', at=2)
    """
    at = next(place for place, (byte_a, byte_b) in enumerate(zip_longest(a, b)) if byte_a != byte_b)
    return FormDifference(form, a.hex(), b.hex(), at)


def _format(value: int | tuple[int, ...]) -> str:
    return str(value) if isinstance(value, int) else ", ".join(map(str, value))
