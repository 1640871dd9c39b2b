"""A position with its largest known swish."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ludex.engine.budget import Budget, Unchecked
from ludex.games.swish import solving
from ludex.games.swish.identity.card_matching import place_stack
from ludex.games.swish.position import Position
from ludex.games.swish.swishes import Largest, is_swish


@dataclass(frozen=True, slots=True)
class KnownPosition:
    """A position and its largest swish, given by indices of cards, or None if it is unknown."""

    position: Position
    largest: Largest | None = None

    def canonical(self) -> "KnownPosition":
        """Return the same for the canonical cards in order. Of several copies of a card, the swish uses the first.

        >>> from ludex.games.swish.solving.search import find_largest
        >>> position = Position.from_codes(["o*./.../...", "o../.*./..."])
        >>> KnownPosition(position, find_largest(position)).canonical().largest.size
        0
        """
        position = self.position.canonical()
        if self.largest is None or self.largest.swish is None:
            return replace(self, position=position)
        return KnownPosition(position, replace(self.largest, swish=place_stack(self.largest.swish.stack, position)))

    @property
    def certificate(self) -> dict[str, list[str]] | None:
        """Return the certificate of the largest swish: the codes of its stack, or None if there is no swish."""
        if self.largest is None or self.largest.swish is None:
            return None
        return {"stack": [str(card) for card in self.largest.swish.stack]}

    @classmethod
    def from_json(cls, position: Position, size: object, proved: bool, certificate: Any) -> "KnownPosition":  # noqa: ANN401
        """Return a `position` with the largest swish that a claim states.

        `size` is the number of its cards, `proved` states whether it is proved, and `certificate` has its stack as
        JSON. Raises ValueError if the arguments do not state a largest swish.

        >>> position = Position.from_codes(["*o", "o*"])
        >>> KnownPosition.from_json(position, 2, True, {"stack": ["*o", "o*"]}).largest.swish.indices
        (0, 1)
        """
        if certificate is None:
            if size != 0:
                raise ValueError(f"a largest swish of {size} cards without its stack")
            return cls(position, Largest(None, proved))
        listed = certificate.get("stack") if isinstance(certificate, dict) else None
        if not isinstance(listed, list) or not all(isinstance(code, str) for code in listed):
            raise ValueError("the certificate of a largest swish must be its stack")
        swish = place_stack(Position.from_codes(listed, position.symmetry).cards, position)
        if swish.size != size:
            raise ValueError(f"a largest swish of {size} cards with a stack of {swish.size}")
        return cls(position, Largest(swish, proved))

    def faults(self, budget: Budget) -> Iterator[str]:
        """Yield the faults of the largest swish.

        If the swish is stated to be proved, the search is repeated within the `budget`.
        """
        if self.largest is None:
            return
        if self.largest.swish is not None and not is_swish(self.largest.swish.stack):
            yield "the stack of the largest swish is not a swish"
        if self.largest.proved:
            largest = solving.search.find_largest(self.position, budget=budget)
            if largest.size > self.largest.size:
                yield f"the largest swish has {largest.size} cards or more, not {self.largest.size}"
            elif not largest.proved:
                yield Unchecked("the claim that the swish is largest could not be checked in time")

    def better_known(self, other: "KnownPosition") -> "KnownPosition | None":
        """Return the canonical position with the better result of `other`, or None if its result is not better.

        `other` has the same cards. Proved results are kept. Unproved results are replaced by proved or larger ones.
        """
        if other.largest is None or (self.largest is not None and self.largest.proved):
            return None
        if self.largest is None or other.largest.proved or other.largest.size > self.largest.size:
            return other.canonical()
        return None
