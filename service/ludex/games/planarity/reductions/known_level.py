"""A drawing whose least number of swaps is known by its construction."""

from dataclasses import dataclass

from ludex.games.planarity.drawing import Drawing, Edge


@dataclass(frozen=True, slots=True)
class KnownLevel:
    """A `drawing`, its minimum of swaps by construction, `min_swaps`, and `swaps` that meet it."""

    drawing: Drawing
    min_swaps: int
    swaps: tuple[Edge, ...]
