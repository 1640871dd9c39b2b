"""Positions with their largest known swishes, and checks of the links between positions, swishes, sets and decks.

Each fault is yielded as a separate message. The relations of other games may have the same names, so the checks ignore
values of other games.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ludex.engine.budget import Budget, Unchecked
from ludex.engine.evidence import has_digest
from ludex.engine.random_numbers import MAX_SEED
from ludex.games.swish import solving, study
from ludex.games.swish.deck import Deck, deal
from ludex.games.swish.identity.card_matching import place_from_detail, place_stack
from ludex.games.swish.position import Position
from ludex.games.swish.swishes import Largest, Stack, is_swish


@dataclass(frozen=True, slots=True)
class KnownPosition:
    """A position and its largest swish, which is given by card indices. The swish is None if it is unknown.

    `swishes` is the number of ways to place a largest swish, from which the grade follows. It is None if it has not
    been counted.
    """

    position: Position
    largest: Largest | None = None
    swishes: int | None = None

    @property
    def grade(self) -> int | None:
        """Return the grade of the position, or None if the largest swishes have not been counted."""
        if self.largest is None or self.swishes is None:
            return None
        return study.difficulty.grade_of(len(self.position.cards), self.largest.size, self.swishes)

    def measured(self, budget: Budget) -> "KnownPosition":
        """Return the position with the number of its largest swishes, if it can have a grade and the time suffices."""
        if self.largest is None or self.swishes is not None:
            return self
        return replace(self, swishes=study.difficulty.count_largest(self.position, self.largest, budget))

    def canonical(self) -> "KnownPosition":
        """Return the same position and swish with the cards in canonical form and order.

        If a card has several copies, the swish uses the first copies.

        >>> from ludex.games.swish.solving.search import find_largest
        >>> position = Position.from_codes(["o*./.../...", "o../.*./..."])
        >>> KnownPosition(position, find_largest(position)).canonical().largest.size
        0
        """
        position = self.position.canonical()
        if self.largest is None or self.largest.swish is None:
            return replace(self, position=position)
        return replace(
            self,
            position=position,
            largest=replace(self.largest, swish=place_stack(self.largest.swish.stack, position)),
        )

    def with_bound(self, budget: Budget) -> "KnownPosition":
        """Return the position with a certificate that no swish is larger, if one is found in time."""
        largest = self.largest
        if largest is None or not largest.proved or largest.bound is not None:
            return self
        bound = solving.size_proofs.prove_size(self.position.canonical(), largest.size, budget.quiet())
        return replace(self, largest=replace(largest, bound=bound))

    @property
    def certificate(self) -> dict[str, Any] | None:
        """Return the certificate of the largest swish: the codes of its stack, and the bound if there is one."""
        if self.largest is None:
            return None
        certificate: dict[str, Any] = {}
        if self.largest.swish is not None:
            certificate["stack"] = [str(card) for card in self.largest.swish.stack]
        if self.largest.bound is not None:
            certificate["bound"] = dict(self.largest.bound)
        return certificate or None

    @classmethod
    def from_json(cls, position: Position, size: object, proved: bool, certificate: Any) -> "KnownPosition":  # noqa: ANN401
        """Return a `position` with the largest swish that a claim states.

        `size` is the number of cards of the swish, `proved` states whether it is proved to be largest, and
        `certificate` contains its stack as JSON. Raises ValueError if the arguments do not state a largest swish.

        >>> position = Position.from_codes(["*o", "o*"])
        >>> KnownPosition.from_json(position, 2, True, {"stack": ["*o", "o*"]}).largest.swish.indices
        (0, 1)
        """
        members = {} if certificate is None else certificate
        if not isinstance(members, dict):
            raise ValueError("the certificate of a largest swish must be its stack, and may have a bound")
        bound, listed = members.get("bound"), members.get("stack")
        if bound is not None and not isinstance(bound, dict):
            raise ValueError("the bound of a largest swish must be an object")
        if listed is None:
            if size != 0:
                raise ValueError(f"the largest swish has {size} cards, but its stack is missing")
            return cls(position, Largest(None, proved, bound=bound))
        if not isinstance(listed, list) or not all(isinstance(code, str) for code in listed):
            raise ValueError("the certificate of a largest swish must be its stack")
        swish = place_stack(Position.from_codes(listed, position.symmetry).cards, position)
        if swish.size != size:
            raise ValueError(f"the largest swish has {size} cards, but its stack has {swish.size}")
        return cls(position, Largest(swish, proved, bound=bound))

    def faults(self, budget: Budget) -> Iterator[str]:
        """Yield the faults of the largest swish.

        If the swish is stated to be proved, the search is repeated, limited by the `budget`.
        """
        if self.largest is None:
            return
        if self.largest.swish is not None and not is_swish(self.largest.swish.stack):
            yield "the stack of the largest swish is not a swish"
        if self.largest.bound is not None and not has_digest(self.largest.bound):
            yield "the digest of the bound of the largest swish is not that of its members"
        if self.largest.proved:
            largest = solving.search.find_largest(self.position, budget=budget)
            if largest.size > self.largest.size:
                yield f"the largest swish has {largest.size} cards or more, not {self.largest.size}"
            elif not largest.proved:
                yield Unchecked("the claim that the swish is largest could not be checked in time")
        yield from self._count_faults(budget)

    def _count_faults(self, budget: Budget) -> Iterator[str]:
        """Yield the fault of the number of largest swishes, if it is known."""
        if self.swishes is None or self.largest is None:
            return
        if not self.largest.proved or not study.difficulty.is_graded(self.position):
            yield "only small positions with a proved largest swish have a difficulty"
            return
        counted = study.difficulty.count_largest(self.position, self.largest, budget)
        if counted is None:
            yield Unchecked("the largest swishes could not be counted again in time")
        elif counted != self.swishes:
            yield f"there are {counted} largest swishes, not {self.swishes}"

    def better_known(self, other: "KnownPosition") -> "KnownPosition | None":
        """Return the canonical position with the result of `other`, or None if that result is not better.

        `other` is a position with the same cards. A proved result is kept. An unproved result is replaced by a proved
        result or by a larger swish. A proved result without a certificate is replaced by one with a certificate.
        """
        if other.largest is None:
            return None
        if self.largest is not None and self.largest.proved:
            if (
                other.largest.bound is not None
                and self.largest.bound is None
                and self.largest.size == other.largest.size
            ):
                return replace(other.canonical(), swishes=other.swishes or self.swishes)
            return replace(self, swishes=other.swishes) if self.swishes is None and other.swishes else None
        if self.largest is None or other.largest.proved or other.largest.size > self.largest.size:
            return other.canonical()
        return None


def place_faults(stack: object, known: object, _place: int, detail: object) -> Iterator[str]:
    """Yield the faults in the placement of a swish in a position.

    `stack` is the swish, and `known` is the position. `detail` contains the indices and configurations of the cards.
    `_place` is not used.
    """
    if isinstance(stack, Stack) and isinstance(known, KnownPosition):
        try:
            place_from_detail(stack, known.position, detail)
        except ValueError as error:
            yield f"placement: {error}"


def witness_faults(found: object, known: object, _place: int, detail: object) -> Iterator[str]:
    """Yield the faults of a largest swish of a position, or of a largest set without a swish.

    `found` is the swish or the set, and `known` is the position or deck. `detail` contains the indices of the selected
    cards, which refer to the canonical order. `_place` is not used.
    """
    if isinstance(found, Stack) and isinstance(known, KnownPosition):
        if known.largest is None or known.largest.size < len(found.cards):
            yield "it is not a largest swish of the position"
    elif isinstance(found, Position) and isinstance(known, Deck | KnownPosition):
        try:
            kept = known.position.canonical().part(_member(detail, "indices"))
        except ValueError as error:
            yield f"kept cards: {error}"
            return
        if kept.canonical() != found.canonical():
            yield "the indices are not those of its cards"


def deal_faults(known: object, deck: object, seed: int, detail: object) -> Iterator[str]:
    """Yield a fault if the position `known` is not the deal of a `deck` with a given `seed`.

    `detail` contains the number of cards, n.

    >>> from ludex.games.swish.deck import built_in_deck
    >>> deck = built_in_deck("swish-60")
    >>> dealt = KnownPosition(deck.position.part(deal(deck.position, 5, seed=1)))
    >>> list(deal_faults(dealt, deck, 1, {"n": 5})), list(deal_faults(dealt, deck, 2, {"n": 5}))
    ([], ['the deal of 5 cards with seed 2 is another position'])
    """
    if not (isinstance(known, KnownPosition) and isinstance(deck, Deck)):
        return
    n = _member(detail, "n")
    if type(n) is not int or not 0 <= seed <= MAX_SEED:
        yield f"a deal has n cards and a seed from 0 to {MAX_SEED}"
    elif deck.position.part(deal(deck.position, n, seed)).canonical() != known.position.canonical():
        yield f"the deal of {n} cards with seed {seed} is another position"


def _member(detail: object, name: str) -> Any:  # noqa: ANN401 - as JSON holds it
    return detail.get(name) if isinstance(detail, dict) else None
