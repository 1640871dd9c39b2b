"""The search for a canonical order of cards: individualisation, refinement, and pruning by automorphisms."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget
from ludex.games.sets.deck import DIGITS
from ludex.games.sets.identity.structure import structure
from ludex.games.sets.kernels import refinement as kernel
from ludex.games.sets.position import Position

if TYPE_CHECKING:
    Colours = NDArray[np.uint64]

_DIGITS = np.frombuffer(DIGITS.encode("ascii"), np.uint8)
_CHOSEN = np.uint64(0x9E3779B97F4A7C15)


class _Orbits:
    """The orbits of the automorphisms that fix the cards chosen on the way to a node."""

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
        """Join the orbits by the automorphisms that were found since the last call."""
        for automorphism in automorphisms[self.read :]:
            if all(automorphism[card] == card for card in self.fixed):
                for card in np.flatnonzero(automorphism != np.arange(len(automorphism))).tolist():
                    self.parent[self.of(card)] = self.of(int(automorphism[card]))
        self.read = len(automorphisms)


class CanonicalSearch:
    """A search of one `position`, with at least one card and three values, within a `budget`.

    A node of the search is a choice of cards, each from the smallest cell that refinement leaves. Nodes are compared by
    their hashes and, at a leaf, by their forms: the least is kept. Two leaves with the same form differ by an
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
        """Return the codes of a representative in canonical order, a space before each, and the number of each card."""
        cards = len(self._order)
        self._visit(np.zeros(cards, np.uint64))
        order = self._best_order
        assert order is not None
        numbers = np.empty(cards, np.int64)
        numbers[order] = np.arange(cards)
        values = np.frombuffer(self._best_form, np.uint8).reshape(cards, -1)
        codes = np.full((cards, 1 + self._deck.properties), ord("0"), np.uint8)
        codes[:, 0] = ord(" ")
        # Dimensions that the cards do not span come first, as zeros.
        codes[:, codes.shape[1] - values.shape[1] :] = _DIGITS[values]
        return codes.tobytes(), tuple(numbers.tolist())

    def _visit(self, colours: "Colours") -> int:
        """Search below a choice of cards. Return the length of the path to go back to."""
        self._budget.check()
        depth = len(self._path)
        structure = self._structure
        kernel.refine(structure.blocks, structure.zero_differs, colours, self._sums, self._seen, self._order)
        if not self._keeps(int(kernel.fingerprint(colours)), depth):
            return depth - 1
        start, end = kernel.smallest_cell(colours, self._order)
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
        """Compare a node with that of the best leaf at its depth: False if it is worse."""
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
        """Compare a leaf with the best one. Return the length of the path to go back to."""
        form = self._form(order)
        if self._best_order is not None and form == self._best_form:
            automorphism = np.empty_like(order)
            automorphism[self._best_order] = order
            self._automorphisms.append(automorphism)
            # What is left below the first choice that differs is the image of what has been searched.
            return next(i for i in range(depth) if self._path[i] != self._best_path[i])
        if self._best_order is None or form < self._best_form:
            self._best_order, self._best_form, self._best_path = order, form, list(self._path)
        return depth - 1

    def _form(self, order: NDArray[np.int32]) -> bytes:
        """Return the cards in the frame of an order, a row for each card: the same for equivalent leaves."""
        vectors = self._structure.vectors
        cards, d = vectors.shape
        if self._deck.values == 3:
            coordinates = np.empty((cards, d), np.uint8)
            kernel.affine_coordinates(
                vectors,
                order,
                np.empty((d + 1, d), np.int8),
                np.empty(d, np.int32),
                np.empty((d, d), np.int8),
                coordinates,
            )
            return coordinates.tobytes()
        renamed = np.empty((d, cards), np.uint8)
        kernel.values_by_appearance(vectors, order, np.empty(self._deck.values, np.int8), renamed)
        columns = sorted(row.tobytes() for row in renamed)
        return np.frombuffer(b"".join(columns), np.uint8).reshape(d, cards).T.tobytes()
