"""No-swish sets as independent sets of the hypergraph of minimal swishes, for decks of at most 64 cards.

The minimal swishes are the card sets that form a swish and contain no smaller swish. The minimal swishes of a deck are
computed only once. A scan of their bit masks then decides for any deal whether it contains a swish. Copies are counted
rather than distinguished: the n-th copy of a kind has a separate bit, which is set if a deal has at least n copies.

A no-swish set contains no minimal swish. Either all no-swish sets are counted by size, or the sets of the largest size
are listed. The number of copies is decided for one kind after another. A kind is followed by its reverse, so that
wrong choices are detected early. For the last kinds, at most one copy of each can be kept. These kinds are processed in
bulk.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from ludex.engine.budget import Budget
from ludex.games.swish.kernels import counting
from ludex.games.swish.kernels import cycles as kernel
from ludex.games.swish.kernels.counting import TAIL, WORDS
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.solving.depth_first import DepthFirst, Masks
from ludex.games.swish.solving.weights import KindCount, Kinds

MAX_DECK = 64


@dataclass(frozen=True, slots=True)
class MinimalSwishes:
    """The minimal swishes of a deck. `masks` lists them, sorted by size, and `bit[kind][n]` is the bit of copy n."""

    kinds: Kinds
    masks: Masks
    bit: tuple[tuple[int, ...], ...]

    def mask(self, indices: Iterable[int]) -> int:
        """Return the mask of the cards at `indices`. The n-th card of a kind among them sets the bit of copy n."""
        counted = [0] * len(self.bit)
        mask = 0
        for index in indices:
            kind = self.kinds.kind_of[index]
            mask |= 1 << self.bit[kind][counted[kind]]
            counted[kind] += 1
        return mask

    def has_swish(self, indices: Iterable[int]) -> bool:
        """Return whether the deck's cards at `indices` contain a swish. Cost: microseconds."""
        return bool(kernel.any_within(np.uint64(self.mask(indices)), self.masks))

    def by_size(self) -> dict[int, int]:
        """Return the number of minimal swishes of each size. Swishes that differ only in their copies count once."""
        sizes, counts = np.unique(np.bitwise_count(self.masks), return_counts=True)
        return {int(size): int(count) for size, count in zip(sizes, counts, strict=True)}


def minimal_swishes(deck: Position, budget: Budget | None = None) -> MinimalSwishes:
    """Return the minimal swishes of a `deck`.

    `budget` limits the search (None: no limits). Raises PositionError if there are more than 64 cards, and
    BudgetExhausted. Cost: 0.1 s to seconds for the commercial decks.

    >>> minimal_swishes(Position.from_codes(["*o", "*o", "o*"])).by_size()
    {2: 1}
    """
    if len(deck.cards) > MAX_DECK:
        raise PositionError(f"{len(deck.cards)} cards given; minimal swishes can be computed for at most {MAX_DECK}")
    budget = budget or Budget()
    kinds = Kinds.of(deck)
    search = DepthFirst.of(deck, copies_differ=False)
    known: Masks = np.zeros(0, dtype=np.uint64)
    for size in range(2, len(deck.cards) + 1):
        found, cut_short = search.minimal_of_size(size, known, budget)
        known = np.concatenate([known, found])
        budget.report(size, len(deck.cards), f"cards: {len(known)} minimal swishes")
        if not cut_short:
            break
    # Copies are placed in the order of their indices, so the n-th member of a kind represents its n-th copy.
    return MinimalSwishes(kinds, known, kinds.members)


_SLICE = 1_000_000
_LIST_ROWS = 1 << 16

Words = npt.NDArray[np.uint64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Plan:
    """The order of the kinds, and the arrays that :func:`counting.count_sets` reads."""

    searched: list[int]
    tail: list[int]
    bit: dict[tuple[int, int], int]
    kind_bits: Integers
    weights: Integers
    most_after: Integers
    first_swish: Integers
    swishes: Words
    rests: Integers
    up: Words
    class_words: Words
    class_size: Integers
    class_weight: Integers


def count_no_swish_sets(minimal: MinimalSwishes, budget: Budget) -> list[int]:
    """Return, for each n from 0 to the size of the deck, the number of sets of n cards without a swish.

    `minimal` contains the minimal swishes of the deck, and `budget` limits the count. Raises BudgetExhausted. Cost:
    seconds for the commercial decks.
    """
    counts, _ = _run(minimal, 0, budget, listing=False)
    return counts


def list_no_swish_sets(minimal: MinimalSwishes, size: int, budget: Budget) -> list[tuple[int, ...]]:
    """Return all sets of `size` cards without a swish, in ascending order.

    `size` must be the maximum size of sets without a swish. `minimal` contains the minimal swishes of the deck, and
    `budget` limits the search. Raises BudgetExhausted, also if the sets do not fit into memory.
    """
    _, found = _run(minimal, size, budget, listing=True)
    sets: list[tuple[int, ...]] = []
    for count in found:
        sets += minimal.kinds.expand(count)
        budget.hold(len(sets) * (64 + 8 * size))
        budget.check()
    return sorted(sets)


def _run(minimal: MinimalSwishes, at_least: int, budget: Budget, listing: bool) -> tuple[list[int], list[KindCount]]:
    plan = _plan(minimal)
    depths = len(plan.searched)
    cards = len(minimal.kinds.position.cards)
    state = np.zeros(2, dtype=np.int64)
    copies = np.full(depths, -1, dtype=np.int64)
    chosen = np.zeros(depths + 2, dtype=np.uint64)
    forbidden = np.zeros((depths + 2, WORDS), dtype=np.uint64)
    forbidden[0] = _forbidden_at_first(minimal, plan)
    size = np.zeros(depths + 2, dtype=np.int64)
    weight = np.ones(depths + 2, dtype=np.int64)
    counts = np.zeros(cards + 1, dtype=np.int64)
    buffer = np.zeros((_LIST_ROWS if listing else 0, 2), dtype=np.uint64)
    found: list[KindCount] = []
    status = counting.OUT_OF_STEPS
    while status != counting.EXHAUSTED:
        budget.check()
        status = counting.count_sets(
            _SLICE, state, copies, plan.kind_bits, plan.weights, plan.most_after, at_least,
            plan.first_swish, plan.swishes, plan.rests, plan.up, plan.class_words, plan.class_size, plan.class_weight,
            chosen, forbidden, size, weight, counts, buffer,
        )  # fmt: skip
        rows = buffer[: state[counting.BUFFERED]]
        found += [_count_of(plan, int(searched), int(tail)) for searched, tail in rows]
        state[counting.BUFFERED] = 0
        budget.hold(256 * len(found))
        if depths:
            budget.report(float(copies[0] + 1), float(plan.kind_bits[0][1] + 1), "counting no-swish sets")
    return [int(count) for count in counts], found


def _count_of(plan: _Plan, searched: int, tail: int) -> KindCount:
    counted: dict[int, int] = {}
    for (kind, _), bit in plan.bit.items():
        if searched >> bit & 1:
            counted[kind] = counted.get(kind, 0) + 1
    for place, kind in enumerate(plan.tail):
        if tail >> place & 1:
            counted[kind] = 1
    return tuple(sorted(counted.items()))


def _plan(minimal: MinimalSwishes) -> _Plan:
    kinds = minimal.kinds
    card_sets = [_kind_counts(minimal, int(mask)) for mask in minimal.masks]
    pairs = {tuple(kind for kind, _ in s) for s in card_sets if len(s) == 2 and all(n == 1 for _, n in s)}
    single = {s[0][0] for s in card_sets if len(s) == 1 and s[0][1] == 2}
    single |= {kind for kind, members in enumerate(kinds.members) if len(members) == 1}
    in_a_pair = {kind for pair in pairs for kind in pair}
    tail = [kind for kind in range(len(kinds.members)) if kind in single and kind not in in_a_pair][:TAIL]
    searched: list[int] = []
    for kind in range(len(kinds.members)):
        if kind not in tail and kind not in searched:
            partners = [b if a == kind else a for a, b in pairs if kind in (a, b)]
            searched += [kind, *sorted(p for p in set(partners) if p not in searched and p not in tail)]
    bit: dict[tuple[int, int], int] = {}
    for kind in searched:
        for copy in range(1, len(kinds.members[kind]) + 1):
            bit[kind, copy] = len(bit)
    place = {kind: at for at, kind in enumerate(tail)}
    by_last: list[list[tuple[int, int]]] = [[] for _ in range(len(bit))]
    for card_set in card_sets:
        inside = [bit[kind, c] for kind, n in card_set if kind not in place for c in range(1, n + 1)]
        if inside and all(n == 1 for kind, n in card_set if kind in place):
            rest = sum(1 << place[kind] for kind, _ in card_set if kind in place)
            by_last[max(inside)].append((sum(1 << b for b in inside), rest))
    weights = np.zeros((len(searched), 65), dtype=np.int64)
    for depth, kind in enumerate(searched):
        for copy in range(len(kinds.members[kind]) + 1):
            weights[depth, copy] = comb(len(kinds.members[kind]), copy)
    classes = _tail_classes([len(kinds.members[kind]) for kind in tail])
    return _Plan(
        searched,
        tail,
        bit,
        np.array([(bit[k, 1], len(kinds.members[k])) for k in searched], dtype=np.int64).reshape(-1, 2),
        weights,
        _most_after(kinds.members, searched, tail, pairs),
        np.cumsum([0, *map(len, by_last)]).astype(np.int64),
        np.array([mask for row in by_last for mask, _ in row], dtype=np.uint64),
        np.array([rest for row in by_last for _, rest in row], dtype=np.int64),
        np.array([_words(_supersets(rest)) for rest in range(1 << TAIL)], dtype=np.uint64),
        np.array([_words(subsets) for subsets, _, _ in classes], dtype=np.uint64).reshape(-1, WORDS),
        np.array([size for _, size, _ in classes], dtype=np.int64),
        np.array([ways for _, _, ways in classes], dtype=np.int64),
    )


def _kind_counts(minimal: MinimalSwishes, mask: int) -> KindCount:
    return minimal.kinds.count(tuple(index for index in range(mask.bit_length()) if mask >> index & 1))


def _forbidden_at_first(minimal: MinimalSwishes, plan: _Plan) -> Words:
    """Return the table of the subsets of the tail that contain a swish."""
    place = {kind: at for at, kind in enumerate(plan.tail)}
    forbidden = 0
    for mask in minimal.masks:
        card_set = _kind_counts(minimal, int(mask))
        if all(kind in place and n == 1 for kind, n in card_set):
            forbidden |= _supersets(sum(1 << place[kind] for kind, _ in card_set))
    return np.array(_words(forbidden), dtype=np.uint64)


def _supersets(subset: int) -> int:
    """Return the 256-bit table of the subsets of the tail that contain a given subset."""
    return sum(1 << other for other in range(1 << TAIL) if other & subset == subset)


def _words(table: int) -> list[int]:
    return [table >> (64 * word) & (2**64 - 1) for word in range(WORDS)]


def _tail_classes(members: list[int]) -> list[tuple[int, int, int]]:
    """Group the subsets of the tail into classes by their size and their number of choices among copies.

    Each class is returned as its table of subsets, the size, and the number of choices.
    """
    tables: dict[tuple[int, int], int] = {}
    for size in range(len(members) + 1):
        for places in combinations(range(len(members)), size):
            ways = int(np.prod([members[at] for at in places], dtype=np.int64))
            tables[size, ways] = tables.get((size, ways), 0) | 1 << sum(1 << at for at in places)
    return [(table, size, ways) for (size, ways), table in tables.items()]


def _most_after(
    members: tuple[tuple[int, ...], ...], searched: list[int], tail: list[int], pairs: set[tuple[int, ...]]
) -> Integers:
    """Return, for each depth, an upper bound on the number of cards of later kinds that can be kept.

    If a card of one kind and a card of another kind form a swish, cards of only one of these kinds can be kept.
    """
    bounds = []
    for depth in range(len(searched)):
        later = searched[depth + 1 :]
        most = len(tail)
        matched: set[int] = set()
        for kind in later:
            if kind in matched:
                continue
            partner = next((b for a, b in pairs if a == kind and b in later and b not in matched), None)
            if partner is None:
                most += len(members[kind])
            else:
                most += max(len(members[kind]), len(members[partner]))
                matched.add(partner)
        bounds.append(most)
    return np.array(bounds, dtype=np.int64)
