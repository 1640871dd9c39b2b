"""The search for a canonical order of the cards of a position, with linear algebra over the field of three elements.

The search works on a family of partitions of the cards. This family determines the position up to the symmetries that
preserve sets.

For v >= 4, a symmetry permutes the properties and the values of each property. The family has one partition for each
property, and the blocks of this partition are the cards with equal values. A bijection between the cards of two
positions comes from a symmetry if and only if it maps the partitions of one position to the partitions of the other.

For v = 3, the symmetries are the affine maps of AG(p, 3). Every affine function that is not constant on the cards
defines a partition of the cards, by its value. Two functions define the same partition if an affine map of the values
turns one function into the other. There are therefore `(3^d - 1) / 2` partitions, where d is the dimension of the space
that the cards span.

If the affine dependencies of the cards form a space of dimension less than d, the search uses the dependencies instead.
Each dependency defines a partition of the cards, by their coefficients in the dependency. The blocks for the two
non-zero coefficients are interchangeable. These partitions determine the space of dependencies, and the space of
dependencies determines the space of affine functions.

In the linear algebra, a matrix is an array of the integers 0, 1 and 2.

The number of positions in the equivalence class of a position follows from the automorphisms of a graph.
"""

from dataclasses import dataclass
from math import factorial, prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ludex import graphs
from ludex.engine.budget import Budget
from ludex.games.sets.deck import DIGITS, digit_array
from ludex.games.sets.kernels import refinement, tables
from ludex.games.sets.position import MAX_KEY_CELLS, Position, PositionTooLarge

if TYPE_CHECKING:
    Colours = NDArray[np.uint64]


Matrix = NDArray[Any]


def reduced(rows: Matrix) -> tuple[Matrix, list[int]]:
    """Return the reduced row echelon form of `rows` without zero rows, and its pivot columns.

    >>> rows, pivots = reduced(np.array([[0, 2, 1], [0, 1, 2]]))
    >>> rows.tolist(), pivots
    ([[0, 1, 2]], [1])
    """
    echelon = np.array(rows, np.int8, order="C")
    pivots = np.empty(echelon.shape[1], np.int32)
    rank = tables.reduce(echelon, pivots)
    return echelon[:rank], pivots[:rank].tolist()


def completed(rows: Matrix) -> Matrix:
    """Return a basis that consists of the given independent `rows`, followed by unit vectors.

    >>> completed(np.array([[0, 1, 1]])).tolist()
    [[0, 1, 1], [1, 0, 0], [0, 1, 0]]
    """
    everything = np.vstack([rows, np.eye(rows.shape[1], dtype=rows.dtype)])
    _, basis = reduced(everything.T)
    return everything[basis]


def inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of an invertible `matrix`.

    >>> inverse(np.array([[1, 1], [0, 2]])).tolist()
    [[1, 1], [0, 2]]
    """
    rows, _ = reduced(np.hstack([matrix, np.eye(len(matrix), dtype=matrix.dtype)]))
    return rows[:, len(matrix) :]


@dataclass(frozen=True, slots=True)
class Structure:
    """The partitions of the cards of a position. `blocks` has shape (cards, partitions) and type uint8.

    `blocks[c, k]` is the block of partition k that contains card c. The blocks of a partition are interchangeable,
    except that block 0 differs from all other blocks if `zero_differs` is true. `vectors` is an array of shape (cards,
    d) and type int8. For v = 3, it contains the coordinates of the cards in a frame of their span. For larger v, it
    contains the values of the cards.
    """

    blocks: NDArray[np.uint8]
    zero_differs: bool
    vectors: NDArray[np.int8]


def structure(position: Position) -> Structure:
    """Return the partitions of a `position` with at least one card and at least three values.

    Raises PositionTooLarge if the number of cards times the number of partitions exceeds 2^24.
    """
    cards, deck = len(position.cards), position.deck
    digits = digit_array(deck, np.array(position.cards, np.int32)).astype(np.int8)
    if deck.values > 3:
        return Structure(digits.astype(np.uint8), False, digits)
    vectors = in_own_frame(digits)
    dimension = vectors.shape[1]
    dependencies = cards - 1 - dimension
    exponent = min(dimension, dependencies)
    if cards * (3**exponent // 2) > MAX_KEY_CELLS:
        raise PositionTooLarge(
            f"{cards} cards that span {dimension} dimensions have {3**exponent // 2:,} partitions; the number of "
            f"cards times the number of partitions must be at most {MAX_KEY_CELLS:,}"
        )
    if dimension <= dependencies:
        return Structure(_up_to_sign(vectors), False, vectors)
    return Structure(_up_to_sign(_dependencies(vectors)), True, vectors)


def in_own_frame(digits: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return coordinates of points of AG(p, 3) within the space that the points span.

    `digits` is an array of shape (points, p) and type int8 that contains the points. The result has shape (points,
    dimension) and type int8. It is computed from the matrix of the differences between each point and the first point.
    The leftmost independent columns of this matrix are the coordinates, because every other column is a linear
    combination of these columns.
    """
    differences = (digits - digits[0]) % 3
    _, independent = reduced(differences)
    return np.ascontiguousarray(differences[:, independent])


def _dependencies(vectors: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return a basis of the affine dependencies of points.

    The result is an array of shape (points, points - 1 - dimension) and type int8. Each column is a dependency, and its
    entries are the coefficients of the points.
    """
    points = len(vectors)
    equations = np.vstack([np.ones(points, np.int8), vectors.T])
    echelon, pivots = reduced(equations)
    free = [column for column in range(points) if column not in set(pivots)]
    basis = np.zeros((points, len(free)), np.int8)
    basis[free, range(len(free))] = 1
    basis[pivots] = (-echelon[:, free]) % 3
    return basis


def _up_to_sign(columns: NDArray[np.int8]) -> NDArray[np.uint8]:
    """Return all non-empty signed sums of columns over the field of three elements.

    Only one sum of each pair of opposite sums is returned.
    """
    cards, number = columns.shape
    blocks = np.empty((cards, 3**number // 2), np.uint8)
    tables.sums_up_to_sign(np.ascontiguousarray(columns), np.empty(3**number, np.int8), blocks)
    return blocks


_DIGITS = np.frombuffer(DIGITS.encode("ascii"), np.uint8)
_CHOSEN = np.uint64(0x9E3779B97F4A7C15)


class _Orbits:
    """The orbits of cards under the automorphisms that fix every card chosen on the path to a node of the search."""

    __slots__ = ("fixed", "parent", "read")

    def __init__(self, cards: int, fixed: list[int]) -> None:
        self.parent = list(range(cards))
        self.fixed = fixed
        self.read = 0

    def of(self, card: int) -> int:
        """Return the representative of the orbit of a `card`."""
        while self.parent[card] != card:
            self.parent[card] = self.parent[self.parent[card]]
            card = self.parent[card]
        return card

    def read_new(self, automorphisms: list[NDArray[np.int32]]) -> None:
        """Merge the orbits that are connected by an automorphism found since the last call."""
        for automorphism in automorphisms[self.read :]:
            if all(automorphism[card] == card for card in self.fixed):
                for card in np.flatnonzero(automorphism != np.arange(len(automorphism))).tolist():
                    self.parent[self.of(card)] = self.of(int(automorphism[card]))
        self.read = len(automorphisms)


class CanonicalSearch:
    """A search for the canonical order of a `position` with at least one card and v >= 3. `budget` limits the search.

    A node of the search is a sequence of chosen cards. Each card is chosen from the smallest cell of several cards that
    remains after refinement with the cards chosen before it. The search compares nodes by their hashes, and leaves by
    their forms. It keeps the least node at each depth and the least leaf. Two leaves with equal forms differ by an
    automorphism.
    """

    def __init__(self, position: Position, budget: Budget) -> None:
        self._deck = position.deck
        self._budget = budget
        self._structure = structure(position)
        cards = len(position.cards)
        self._sums = np.empty(int(self._structure.blocks.max(initial=0)) + 1, np.uint64)
        self._seen = np.empty(cards, np.uint64)
        self._order = np.arange(cards, dtype=np.int32)
        self._automorphisms: list[NDArray[np.int32]] = []
        self._path: list[int] = []
        self._best_hashes: list[int] = []
        self._best_path: list[int] = []
        self._best_order: NDArray[np.int32] | None = None
        self._best_form = b""

    def run(self) -> tuple[bytes, tuple[int, ...]]:
        """Return the form of the representative and the canonical number of each card.

        The form contains the codes of the cards in canonical order, with a space before each code.
        """
        cards = len(self._order)
        self._visit(np.zeros(cards, np.uint64))
        order = self._best_order
        assert order is not None
        numbers = np.empty(cards, np.int64)
        numbers[order] = np.arange(cards)
        values = np.frombuffer(self._best_form, np.uint8).reshape(cards, -1)
        codes = np.full((cards, 1 + self._deck.properties), ord("0"), np.uint8)
        codes[:, 0] = ord(" ")
        # Dimensions that the cards do not span come first and are filled with zeros.
        codes[:, codes.shape[1] - values.shape[1] :] = _DIGITS[values]
        return codes.tobytes(), tuple(numbers.tolist())

    def _visit(self, colours: "Colours") -> int:
        """Search the subtree below the current path. Return the length of the path to which the search returns."""
        self._budget.check()
        depth = len(self._path)
        structure = self._structure
        refinement.refine(structure.blocks, structure.zero_differs, colours, self._sums, self._seen, self._order)
        if not self._keeps(int(refinement.fingerprint(colours)), depth):
            return depth - 1
        start, end = refinement.smallest_cell(colours, self._order)
        if start == end:
            return self._leaf(self._order.copy(), depth)
        cell = self._order[start:end].tolist()
        orbits = _Orbits(len(colours), list(self._path))
        tried: list[int] = []
        for card in cell:
            if tried:
                orbits.read_new(self._automorphisms)
                if orbits.of(card) in map(orbits.of, tried):
                    continue
            tried.append(card)
            child = colours.copy()
            child[card : card + 1] += _CHOSEN
            self._path.append(card)
            back = self._visit(child)
            self._path.pop()
            if back < depth:
                return back
        return depth - 1

    def _keeps(self, fingerprint: int, depth: int) -> bool:
        """Compare a node with the best node at the same depth. Return False if the node is worse than the best node."""
        if depth < len(self._best_hashes):
            if fingerprint > self._best_hashes[depth]:
                return False
            if fingerprint < self._best_hashes[depth]:
                del self._best_hashes[depth:]
                self._best_order = None
        if depth == len(self._best_hashes):
            self._best_hashes.append(fingerprint)
        return True

    def _leaf(self, order: NDArray[np.int32], depth: int) -> int:
        """Compare a leaf with the best leaf so far. Return the length of the path to which the search returns."""
        form = self._form(order)
        if self._best_order is not None and form == self._best_form:
            automorphism = np.empty_like(order)
            automorphism[self._best_order] = order
            self._automorphisms.append(automorphism)
            # The rest of the subtree below the first different choice is an image of the part that has been searched.
            return next(i for i in range(depth) if self._path[i] != self._best_path[i])
        if self._best_order is None or form < self._best_form:
            self._best_order, self._best_form, self._best_path = order, form, list(self._path)
        return depth - 1

    def _form(self, order: NDArray[np.int32]) -> bytes:
        """Return the cards, one row per card, in the frame that an order of the cards defines.

        Equivalent leaves have equal forms.
        """
        vectors = self._structure.vectors
        cards, d = vectors.shape
        if self._deck.values == 3:
            coordinates = np.empty((cards, d), np.uint8)
            refinement.affine_coordinates(
                vectors,
                order,
                np.empty((d + 1, d), np.int8),
                np.empty(d, np.int32),
                np.empty((d, d), np.int8),
                coordinates,
            )
            return coordinates.tobytes()
        renamed = np.empty((d, cards), np.uint8)
        refinement.values_by_appearance(vectors, order, np.empty(self._deck.values, np.int8), renamed)
        columns = sorted(row.tobytes() for row in renamed)
        return np.frombuffer(b"".join(columns), np.uint8).reshape(d, cards).T.tobytes()


def class_size(position: Position) -> int:
    """Return the number of positions of the deck that are equivalent to a position with at least three values.

    This is the number of symmetries of the deck, divided by the number of symmetries that preserve the position. These
    are the automorphisms of a graph of the cards, the partitions of the cards and their blocks. For v = 3, an
    automorphism determines an affine map only on the space that the cards span. Raises PositionTooLarge for cards that
    span many dimensions.

    >>> from ludex.games.sets.deck import Deck
    >>> [class_size(Position(Deck(2, v), (0, 1))) for v in (3, 4)]
    [36, 48]
    """
    deck, cards = position.deck, len(position.cards)
    p, v = deck.properties, deck.values
    if not cards:
        return 1
    found = structure(position)
    partitions = found.blocks.shape[1]
    numbers = np.arange(partitions)
    blocks = cards + partitions + np.arange(partitions * v).reshape(partitions, v)
    colours = [*[0] * cards, *[1] * partitions, *([3 if found.zero_differs else 2, *[2] * (v - 1)] * partitions)]
    edges = graphs.bliss.edge_array(
        np.column_stack([np.repeat(np.arange(cards), partitions), blocks[numbers, found.blocks].ravel()]),
        np.column_stack([np.repeat(cards + numbers, v), blocks.ravel()]),
    )
    preserving = graphs.bliss.count_automorphisms(colours, edges)
    if v > 3:
        every: int = factorial(p) * factorial(v) ** p
    else:
        independent = [3**p - 3**i for i in range(p)]
        every = 3**p * prod(independent)
        preserving *= prod(independent[found.vectors.shape[1] :])
    return every // preserving
