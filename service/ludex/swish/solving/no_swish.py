"""Largest no-swish sets: the most cards of a position without a swish among them, proved (section 3.1, NoSwishSet).

The paper tries the subsets one after the other. Here the most cards are picked under the cuts "not all cards of this
swish" by an integer program (CP-SAT); swishes of the pick become new cuts, until a pick has none or a known no-swish
set is as large. The cuts are then the certificate: without them more cards could be kept, with them no more can,
which another solver can check.

Copies of a card are counted, not told apart: a cut says that not so many copies of these kinds are kept together,
and stands for every choice among the copies.
"""

from dataclasses import dataclass

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.swish.position import Position, PositionError
from ludex.swish.solving.copies import KindCount, Kinds

MAX_CERTIFICATE = 20_000
"""The most swishes of a certificate in which every choice among copies is written out."""


@dataclass(frozen=True, slots=True)
class NoSwishMaximum:
    """A largest no-swish set: the indices of its cards, whether it is proved, a bound, and the swishes that prove it.

    `certificate` lists sets of cards, each of them a swish; no set of more cards than `upper_bound` avoids them all.
    Where `up_to_copies`, each of them stands for every choice among the copies of its cards, because all of them
    would be too many to write out.
    """

    indices: tuple[int, ...]
    proved: bool
    upper_bound: int
    certificate: tuple[tuple[int, ...], ...]
    up_to_copies: bool = False

    @property
    def size(self) -> int:
        """Return the number of cards."""
        return len(self.indices)


def largest_no_swish_set(position: Position, budget: Budget | None = None) -> NoSwishMaximum:
    """Return a largest set of cards without a swish, proved where the budget allows.

    Raises PositionError for more than 1,000 cards. Cost: one integer program a round; milliseconds for 60 cards,
    seconds for 1,000.

    >>> largest_no_swish_set(Position.from_codes(["*o", "o*", "*o"])).size
    1
    """
    from ludex.swish.solving.cutting_planes import CuttingPlanes
    from ludex.swish.solving.placements import MAX_SEARCH_CARDS

    if len(position.cards) > MAX_SEARCH_CARDS:
        raise PositionError(f"{len(position.cards)} cards, a search takes at most {MAX_SEARCH_CARDS}")
    budget = budget or Budget()
    kinds = Kinds.of(position)
    search = CuttingPlanes(kinds, budget)
    try:
        search.run()
    except BudgetExhausted:
        return NoSwishMaximum(tuple(sorted(search.kept)), False, search.upper_bound, ())
    certificate, up_to_copies = _written_out(kinds, search.proof())
    return NoSwishMaximum(tuple(sorted(search.kept)), True, len(search.kept), certificate, up_to_copies)


def _written_out(kinds: Kinds, cuts: list[KindCount]) -> tuple[tuple[tuple[int, ...], ...], bool]:
    if sum(map(kinds.choices, cuts)) > MAX_CERTIFICATE:
        firsts = [tuple(sorted(i for kind, n in cut for i in kinds.members[kind][:n])) for cut in cuts]
        return tuple(sorted(firsts)), True
    return tuple(sorted(cards for cut in cuts for cards in kinds.expand(cut))), False
