"""What a canonical form of points or of a drawing consists of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Canonical:
    """The form that an object shares with the equivalent ones, and only with those.

    `order[i]` is the canonical number of vertex (point) i. If two forms are equal, vertices with equal numbers match.
    """

    form: bytes
    order: tuple[int, ...]
