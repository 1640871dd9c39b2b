"""The depth-first search of a position, and the set without a swish that cards in order of their orbits form.

The compiled search runs in slices of a limited number of steps. The budget is checked between two slices.

The search for a largest set without a swish starts from a large one that follows an order of the orbits. For cards with
one point and one circle each, a linear order of the orbits gives a large no-swish set. It contains the cards whose
point is in an earlier orbit than their circle. In addition, it contains, for each orbit, a largest set without a swish
among the cards that have both symbols in this orbit. A swish is a set of cycles. Along a cycle of these cards, the
orbits never get earlier, so the cycle stays within one orbit. On whole boards, this construction is optimal for every
order (see :mod:`ludex.games.swish.study.boards`). For a deck, the order is improved by moving one orbit at a time.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Literal

import numpy as np
import numpy.typing as npt

from ludex.engine.budget import Budget
from ludex.games.swish.card import orbit_numbers
from ludex.games.swish.kernels import cycles, largest, stack
from ludex.games.swish.position import Position
from ludex.games.swish.solving.placements import Integers, Placements, placements_of
from ludex.games.swish.solving.weights import Kinds
from ludex.games.swish.swishes import Rule, SearchOutcome, Swish

# This many compiled steps take about 10 ms, far less than the 50 ms within which a budget must be checked.
_SLICE = 500_000
_BUFFER_ROWS = 1 << 18
_MASK_BUFFER = 1 << 16

Masks = npt.NDArray[np.uint64]

_NO_BUFFER = np.zeros((1, 1), dtype=np.uint64)
_NO_TALLY = np.zeros(1, dtype=np.int64)


class DepthFirst:
    """A search of the `placements` of a position. Each method call that returns results starts a new search."""

    def __init__(self, placements: Placements) -> None:
        self.placements = placements
        p = placements
        self._problem = (p.cards, p.first, p.before, *p.points, *p.circles, *p.with_point, *p.with_circle)
        self._limits = p.limits
        self._work: tuple[Integers, ...] = ()
        self._frames = np.zeros((0, stack.FRAME_SIZE), dtype=np.int32)
        self._absent = np.zeros(len(p.position.cards), dtype=np.int32)

    @classmethod
    def of(
        cls,
        position: Position,
        rule: Rule = Rule.SWISH,
        copies_differ: bool = True,
        budget: Budget | None = None,
    ) -> "DepthFirst":
        """Return the search of a `position` under a `rule`.

        If `copies_differ` is False, copies of a card are interchangeable. `budget` limits the layout (None for no
        limits). Raises PositionError if there are more than 1,000 cards, and BudgetExhausted.
        """
        return cls(placements_of(position, rule, copies_differ, budget))

    def _most_size(self, max_size: int | None) -> int:
        usable = self.placements.usable_cards
        return usable if max_size is None else min(max_size, usable)

    def restart(self, most_size: int, begin: int = 0, end: int | None = None) -> None:
        """Clear the board for a search of swishes of at most `most_size` cards.

        The first placement of a swish must have a number from `begin` to `end - 1`. If `end` is None, it may be any
        placement from `begin` on.
        """
        self._work = self._empty_board()
        self._frames = np.zeros((most_size + 1, stack.FRAME_SIZE), dtype=np.int32)
        last = len(self.placements.cards) if end is None else end
        frames = self._frames
        frames[0, stack.CURSOR], frames[0, stack.END], frames[0, stack.SOURCE] = begin, last, stack.ANY_PLACEMENT
        frames[0, stack.ROOT], frames[0, stack.LAID] = -1, -1

    def _advance(
        self,
        mode: int,
        sizes: tuple[int, int],
        first_only: bool = False,
        tally: npt.NDArray[np.int64] = _NO_TALLY,
        buffer: npt.NDArray[np.uint64] = _NO_BUFFER,
    ) -> int:
        status: int = cycles.advance(
            mode, first_only, sizes, _SLICE, self._limits, self._frames, self._problem, self._work, tally, buffer
        )
        return status

    def _met(self) -> Swish:
        size = self._work[0][stack.SIZE]
        return self.placements.swish(self._frames[:size, stack.LAID].tolist())

    def first(self, max_size: int | None, budget: Budget, patience: float = float("inf")) -> SearchOutcome:
        """Return the first swish with at most `max_size` cards (None for any number) that the search finds.

        The outcome is undecided after `patience` seconds. Raises BudgetExhausted when the `budget` is exhausted.
        """
        most = self._most_size(max_size)
        if most < 2:
            return SearchOutcome(None, decided=True)
        started = time.monotonic()
        self.restart(most)
        while (status := self._advance(cycles.LIST, (2, most), first_only=True)) == stack.OUT_OF_STEPS:
            budget.check()
            if time.monotonic() - started > patience:
                return SearchOutcome(None, decided=False)
        return SearchOutcome(self._met() if status == stack.FOUND else None, decided=True)

    def largest(
        self, max_size: int | None, budget: Budget, patience: float = float("inf"), known: Swish | None = None
    ) -> SearchOutcome:
        """Return a largest swish with at most `max_size` cards (None for any number).

        The search ends early when the `budget` is exhausted, or after `patience` seconds. Then the largest swish found
        so far is returned, and the outcome is decided only if it is proved that no swish is larger. If the search finds
        no swish that is larger than `known`, it returns `known`.
        """
        most = self._most_size(max_size)
        if most < 2:
            return SearchOutcome(None, decided=True)
        best: list[int] = []
        size = 0 if known is None else known.size
        started = time.monotonic()
        self._begin_with_a_cell()
        while True:
            status = largest.improve(size, most, _SLICE, self._limits, self._frames, self._problem, self._work)
            if status == stack.FOUND:
                laid = self._frames[: self._work[0].item(stack.DEPTH) + 1, stack.LAID].tolist()
                best = [i for i in laid if i >= 0]
                size = len(best)
                budget.report(size, most, "cards in the largest swish so far")
            decided = status == stack.EXHAUSTED or size == most
            if decided or budget.exhausted() or time.monotonic() - started > patience:
                return SearchOutcome(self.placements.swish(best) if best else known, decided)

    def _begin_with_a_cell(self) -> None:
        self._work = self._empty_board()
        cells = self.placements.cells
        self._frames = np.zeros((cells + self.placements.usable_cards + 1, largest.FRAME_SIZE), dtype=np.int32)
        if not largest.choose_cell(0, self._limits, self._frames, self._problem, self._work):
            self._work[0][stack.DEPTH] = -1

    def _empty_board(self) -> tuple[Integers, ...]:
        cells = self.placements.cells
        return (
            np.zeros(stack.STATE_SIZE, np.int32),
            self._absent.copy(),
            np.zeros(cells, np.int32),
            np.zeros(cells, np.int32),
            np.zeros(cells, np.int32),
        )

    def each(self, least: int, most: int, budget: Budget) -> Iterator[Swish]:
        """Yield every swish of `least` to `most` cards, one for each placement, within the `budget`.

        Raises BudgetExhausted.
        """
        if most < 2:
            return
        self.restart(most)
        while (status := self._advance(cycles.LIST, (max(least, 2), most))) != stack.EXHAUSTED:
            budget.check()
            if status == stack.FOUND:
                yield self._met()

    def each_by_size(self, max_size: int | None, budget: Budget) -> Iterator[Swish]:
        """Yield every swish of at most `max_size` cards (None for any number), smallest first, within the `budget`.

        Each size is searched separately, in ascending order. When a search is not cut off by its size limit, there are
        no larger swishes, so no further size is searched. Raises BudgetExhausted.
        """
        for size in range(2, self._most_size(max_size) + 1):
            yield from self.each(size, size, budget)
            if not self._work[0][stack.CUT]:
                return

    def card_sets(self, size: int, budget: Budget) -> list[tuple[int, ...]]:
        """Return the sets of `size` cards that form a swish, in ascending order.

        `budget` limits the search. Raises BudgetExhausted.
        """
        if size > self._most_size(None):
            return []
        self.restart(size)
        sets = _CardSets(budget)
        buffer = self._buffer()
        tally = np.zeros(size + 1, dtype=np.int64)
        status = stack.OUT_OF_STEPS
        while status != stack.EXHAUSTED:
            status = self._advance(cycles.COUNT, (size, size), first_only=True, tally=tally, buffer=buffer)
            sets.add(buffer[: self._work[0][stack.BUFFERED]])
            self._work[0][stack.BUFFERED] = 0
            budget.check()
        return sets.listed()

    def _buffer(self) -> Masks:
        return np.zeros((_BUFFER_ROWS, (len(self.placements.position.cards) + 63) // 64), dtype=np.uint64)

    def drop(self, card: int) -> None:
        """Exclude this `card` from all searches after the next restart."""
        self._absent[card] = 1

    def scattered(self, budget: Budget) -> Iterator[Swish]:
        """Yield swishes of cards that have not been dropped, smallest first.

        The caller must drop a card of each yielded swish before continuing. The search ends after a size if a card has
        been dropped, or if no search of this size was cut off by the size limit. In the second case, the remaining
        cards contain no swish. `budget` limits the search. Raises BudgetExhausted.
        """
        most = self._most_size(None)
        for size in range(2, most + 1):
            cut_short = False
            for card in range(len(self.placements.position.cards)):
                begin, end = (int(place) for place in self.placements.first[card : card + 2])
                while begin < end and (swish := self._one_from(begin, size, budget)) is not None:
                    yield swish
                cut_short |= begin < end and bool(self._work[0][stack.CUT])
            if not cut_short or self._absent.any():
                return

    def _one_from(self, placement: int, size: int, budget: Budget) -> Swish | None:
        budget.check()
        self.restart(size, placement, placement + 1)
        while (status := self._advance(cycles.LIST, (size, size))) == stack.OUT_OF_STEPS:
            budget.check()
        return self._met() if status == stack.FOUND else None

    def minimal_of_size(self, size: int, known: Masks, budget: Budget) -> tuple[Masks, bool]:
        """Return the card sets of a `size` that are minimal swishes, and whether the size limit cut off the search.

        `known` contains all minimal swishes of fewer cards, as masks. `budget` limits the search. Raises
        BudgetExhausted.
        """
        self.restart(size)
        cards = len(self.placements.position.cards)
        rows = [known[known & np.uint64(1 << card) != 0] for card in range(cards)]
        by_card = np.concatenate(rows)
        starts = np.cumsum([0, *map(len, rows)]).astype(np.int64)
        masks = np.zeros(size + 2, dtype=np.uint64)
        buffer = np.zeros(_MASK_BUFFER, dtype=np.uint64)
        found: Masks = np.zeros(0, dtype=np.uint64)
        status = stack.OUT_OF_STEPS
        while status != stack.EXHAUSTED:
            budget.check()
            status = cycles.minimal_swishes(
                size,
                _SLICE,
                self._limits,
                self._frames,
                self._problem,
                self._work,
                masks,
                by_card,
                starts,
                buffer,
            )
            buffered = self._work[0][stack.BUFFERED]
            found = _unique_rows(np.concatenate([found, buffer[:buffered]])[:, None])[:, 0]
            self._work[0][stack.BUFFERED] = 0
        return found, bool(self._work[0][stack.CUT])

    def count(self, max_size: int | None, budget: Budget) -> dict[int, tuple[int, int]]:
        """Return, for each size, the number of card sets and the number of placements that form a swish.

        Sizes up to `max_size` (None for any) are included. A configuration of a whole stack maps the first card to any
        of the card's configurations. Therefore, only one configuration of the first card is searched. The number of
        placements is then multiplied by the number of distinct configurations of this card. `budget` limits the search.
        Raises BudgetExhausted.
        """
        most = self._most_size(max_size)
        cards = len(self.placements.position.cards)
        placements = np.zeros(most + 1, dtype=np.int64)
        card_sets = np.zeros(most + 1, dtype=np.int64)
        buffer = self._buffer()
        for card in range(cards if most >= 2 else 0):
            begin, end = (int(place) for place in self.placements.first[card : card + 2])
            if begin == end:
                continue
            tally = np.zeros(most + 1, dtype=np.int64)
            self.restart(most, begin, begin + 1)
            sets = _CardSets(budget)
            status = stack.OUT_OF_STEPS
            while status != stack.EXHAUSTED:
                status = self._advance(cycles.COUNT, (2, most), tally=tally, buffer=buffer)
                if status != stack.OUT_OF_STEPS:
                    sets.add(buffer[: self._work[0][stack.BUFFERED]])
                    self._work[0][stack.BUFFERED] = 0
                budget.check()
                counted = int(placements.sum() + tally.sum() * (end - begin))
                budget.report(card, cards, f"first cards counted, {counted:,} placements")
            placements += tally * (end - begin)
            card_sets += sets.count_by_size(most)
        return {size: (int(card_sets[size]), int(placements[size])) for size in range(most + 1) if placements[size]}


class _CardSets:
    """Distinct card sets as rows of bits. Sorted runs of rows are merged when they have similar lengths."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._runs: list[npt.NDArray[np.uint64]] = []

    def add(self, rows: npt.NDArray[np.uint64]) -> None:
        """Add copies of rows of bits."""
        if not len(rows):
            return
        self._runs.append(_unique_rows(rows))
        while len(self._runs) > 1 and len(self._runs[-2]) < 2 * len(self._runs[-1]):
            self._budget.hold(sum(run.nbytes for run in self._runs))
            self._budget.check()
            self._runs.append(_merged_rows([self._runs.pop(), self._runs.pop()]))
        self._budget.hold(sum(run.nbytes for run in self._runs))

    def count_by_size(self, most: int) -> npt.NDArray[np.int64]:
        """Return the number of distinct sets of each size up to `most`."""
        if not self._runs:
            return np.zeros(most + 1, dtype=np.int64)
        rows = _merged_rows(self._runs)
        return np.bincount(np.bitwise_count(rows).sum(axis=1, dtype=np.int64), minlength=most + 1)

    def listed(self) -> list[tuple[int, ...]]:
        """Return the sets as sorted tuples of card indices, in ascending order."""
        if not self._runs:
            return []
        rows = _merged_rows(self._runs)
        bits = np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")
        return sorted(tuple(int(card) for card in np.flatnonzero(row)) for row in bits)


def _merged_rows(runs: list[npt.NDArray[np.uint64]]) -> npt.NDArray[np.uint64]:
    """Return the distinct rows of several sorted runs in ascending order.

    The stable sort merges sorted runs in linear time.
    """
    return _unique_rows(np.concatenate(runs), kind="stable")


def _unique_rows(
    rows: npt.NDArray[np.uint64], kind: Literal["quicksort", "stable"] = "quicksort"
) -> npt.NDArray[np.uint64]:
    """Return the distinct rows in ascending order. Rows of one word are compared by value, longer rows as bytes.

    np.unique is not used because it holds the GIL. For rows of one word, it uses a hash table, which takes more than
    ten times as long as sorting. It sorts rows of several words as records, whereas this function sorts them as bytes.
    """
    words = rows.shape[1]
    values = np.ascontiguousarray(rows).view(np.uint64 if words == 1 else f"V{8 * words}").ravel()
    ordered = np.sort(values, kind=kind)
    new = np.ones(len(ordered), dtype=np.bool_)
    new[1:] = ordered[1:] != ordered[:-1]
    return ordered[new].view(np.uint64).reshape(-1, words)


def forward_cards(kinds: Kinds, budget: Budget) -> list[int]:
    """Return the indices of a large no-swish set of the cards of `kinds`, within a `budget`.

    The result is empty if any card does not have exactly one point and one circle. Raises BudgetExhausted. Cost:
    O(orbits^2) for each improvement of the order.
    """
    position = kinds.position
    if not all(card.is_one_pair for card in position.cards):
        return []
    ends = _orbits_of_ends(position, range(len(position.cards)))
    weight = np.zeros((max(map(max, ends)) + 1,) * 2, dtype=np.int64)
    np.add.at(weight, tuple(zip(*ends, strict=True)), 1)
    rank = np.empty(len(weight), dtype=np.int64)
    rank[_good_order(weight, budget)] = np.arange(len(weight))
    kept = [i for i, (tail, head) in enumerate(ends) if rank[tail] < rank[head]]
    for group in within_orbits(position):
        kept += _largest_within(position, group, budget)
    return kept


def within_orbits(position: Position) -> list[list[int]]:
    """Return the cards of a `position` with one point and one circle, both in the same orbit, grouped by orbit."""
    groups: defaultdict[int, list[int]] = defaultdict(list)
    one_pair = [i for i, card in enumerate(position.cards) if card.is_one_pair]
    for index, (tail, head) in zip(one_pair, _orbits_of_ends(position, one_pair), strict=True):
        if tail == head:
            groups[tail].append(index)
    return [groups[orbit] for orbit in sorted(groups)]


def _orbits_of_ends(position: Position, indices: Iterable[int]) -> list[tuple[int, int]]:
    """Return the orbits of the point and of the circle of the cards at `indices`."""
    number = orbit_numbers(position.height, position.width, position.symmetry)
    cards = (position.cards[i] for i in indices)
    return [(number[card.points[0]], number[card.circles[0]]) for card in cards]


def _good_order(weight: np.typing.NDArray[np.int64], budget: Budget) -> list[int]:
    """Return an order with a large total weight of the pairs in which the first element precedes the second.

    The order is found by sorting the elements by surplus, and then moving one element at a time.
    """
    surplus = weight.sum(axis=1) - weight.sum(axis=0)
    order = sorted(range(len(weight)), key=lambda orbit: (-int(surplus[orbit]), orbit))
    improved = True
    while improved:
        improved = False
        for element in range(len(weight)):
            budget.check()
            rest = [other for other in order if other != element]
            forward = np.concatenate([[0], np.cumsum(weight[rest, element])])
            onward = np.concatenate([np.cumsum(weight[element, rest][::-1])[::-1], [0]])
            place = int(np.argmax(forward + onward))
            if (forward + onward)[place] > (forward + onward)[order.index(element)]:
                order = [*rest[:place], element, *rest[place:]]
                improved = True
    return order


def _largest_within(position: Position, group: list[int], budget: Budget) -> list[int]:
    """Return a largest set without a swish among the cards within an orbit.

    For one kind after another, the search tries each number of copies.
    """
    kinds = Kinds.of(position.part(group))
    best: list[int] = []

    def extend(kept: list[int], kind: int) -> None:
        nonlocal best
        budget.check()
        later = sum(len(members) for members in kinds.members[kind:])
        if len(kept) + later <= len(best):
            return
        if kind == len(kinds.members):
            best = kept
            return
        members = kinds.members[kind]
        # It suffices to try the numbers of copies that can matter.
        for copies in [len(members), *range(kinds.telling_copies(kind) - 1, -1, -1)]:
            chosen = [*kept, *(group[i] for i in members[:copies])]
            cards = tuple(position.cards[i] for i in chosen)
            search = DepthFirst.of(Position(cards, position.symmetry), copies_differ=False) if chosen else None
            if search is None or search.first(None, budget).swish is None:
                extend(chosen, kind + 1)

    extend([], 0)
    return best
