"""What is known of a position: its cards and its largest swish."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ludex.engine.budget import Budget, Unchecked
from ludex.games.swish import solving
from ludex.games.swish.found import is_swish
from ludex.games.swish.identity.placing import lay
from ludex.games.swish.position import Position
from ludex.games.swish.solving.answers import Largest


@dataclass(frozen=True, slots=True)
class KnownPosition:
    """A position and, if it is known, its largest swish, by the indices of its cards."""

    position: Position
    largest: Largest | None = None

    def canonical(self) -> "KnownPosition":
        """Return the same for the canonical cards in order; of several copies the swish has the first.

        >>> from ludex.games.swish.solving.search import find_largest
        >>> position = Position.from_codes(["o*./.../...", "o../.*./..."])
        >>> KnownPosition(position, find_largest(position)).canonical().largest.size
        0
        """
        position = self.position.canonical()
        if self.largest is None or self.largest.swish is None:
            return replace(self, position=position)
        return KnownPosition(position, replace(self.largest, swish=lay(self.largest.swish.stack, position)))

    @property
    def certificate(self) -> dict[str, list[str]] | None:
        """Return what shows the largest swish: the codes of its stack, or None if there is no swish."""
        if self.largest is None or self.largest.swish is None:
            return None
        return {"stack": [str(card) for card in self.largest.swish.stack]}

    @classmethod
    def stated(cls, position: Position, size: object, proved: bool, certificate: Any) -> "KnownPosition":  # noqa: ANN401
        """Return a `position` with the largest swish that is stated of it.

        `size` is the number of its cards, `proved` whether it is said to be proved, `certificate` what shows it, in the
        form of JSON. Raises ValueError if they state no largest swish.

        >>> position = Position.from_codes(["*o", "o*"])
        >>> KnownPosition.stated(position, 2, True, {"stack": ["*o", "o*"]}).largest.swish.indices
        (0, 1)
        """
        if certificate is None:
            if size != 0:
                raise ValueError(f"a largest swish of {size} cards without its stack")
            return cls(position, Largest(None, proved))
        listed = certificate.get("stack") if isinstance(certificate, dict) else None
        if not isinstance(listed, list) or not all(isinstance(code, str) for code in listed):
            raise ValueError("the certificate of a largest swish is its stack")
        swish = lay(Position.from_codes(listed, position.symmetry).cards, position)
        if swish.size != size:
            raise ValueError(f"a largest swish of {size} cards with a stack of {swish.size}")
        return cls(position, Largest(swish, proved))

    def faults(self, budget: Budget) -> Iterator[str]:
        """Yield what is wrong with the largest swish.

        One that is said to be proved is searched for anew within the `budget`.
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
                yield Unchecked("the claim that the swish is a largest one could not be checked in time")

    def better_known(self, other: "KnownPosition") -> "KnownPosition | None":
        """Return the canonical position with what `other`, of the same cards, knows better, or None if that is nothing.

        What is proved stays. What is not proved gives way to what is proved, or larger.
        """
        if other.largest is None or (self.largest is not None and self.largest.proved):
            return None
        if self.largest is None or other.largest.proved or other.largest.size > self.largest.size:
            return other.canonical()
        return None
