"""What is known of a position: its cards and its largest swish."""

from dataclasses import dataclass, replace

from ludex.swish.found import Swish
from ludex.swish.identity.placing import place
from ludex.swish.position import Position
from ludex.swish.solving.answers import Largest


@dataclass(frozen=True, slots=True)
class KnownPosition:
    """A position and, where it is known, its largest swish, by the indices of its cards."""

    position: Position
    largest: Largest | None = None

    def canonical(self) -> "KnownPosition":
        """Return the same of the canonical cards in order; of several copies the swish has the first.

        >>> from ludex.swish.solving.search import find_largest
        >>> position = Position.from_codes(["o*./.../...", "o../.*./..."])
        >>> KnownPosition(position, find_largest(position)).canonical().largest.size
        0
        """
        position = self.position.canonical()
        if self.largest is None or self.largest.swish is None:
            return replace(self, position=position)
        laid = place(self.largest.swish.stack, position)
        assert laid is not None  # they are its cards
        swish = Swish(tuple(sorted(laid, key=lambda placed: placed.index)))
        return KnownPosition(position, replace(self.largest, swish=swish))

    def better_known(self, other: "KnownPosition") -> "KnownPosition | None":
        """Return the canonical position with what another of the same cards knows better, or None: it is nothing.

        What is proved stays; what is not gives way to what is proved or larger.
        """
        if other.largest is None or (self.largest is not None and self.largest.proved):
            return None
        if self.largest is None or other.largest.proved or other.largest.size > self.largest.size:
            return other.canonical()
        return None
