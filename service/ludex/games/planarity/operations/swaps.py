"""What a swap leads to among what is stored: the levels one swap from a level."""

from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.objects.reading import Shown, find_keys, shown
from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Edge
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.operations.levels import class_of, find_level


@dataclass(frozen=True, slots=True)
class OneSwapLevel:
    """A stored level, and the edges of the level it was asked for whose swap leads to it."""

    level: Shown
    swaps: tuple[Edge, ...]


def one_swap_levels(catalogue: Catalogue, name: str, budget: Budget | None = None) -> tuple[OneSwapLevel, ...]:
    """Return the stored levels that one swap of a level, called by label, leads to, the oldest first.

    They are found by their keys; nothing is stored. Raises UnknownObject, BudgetExhausted. Cost: a canonical form an
    edge.
    """
    budget = budget or Budget()
    drawing = find_level(catalogue, name).drawing
    own = class_of(drawing).key
    swaps: dict[bytes, list[Edge]] = {}
    for edge in drawing.edges:
        budget.check()
        swaps.setdefault(class_of(drawing.swapped(edge)).key, []).append(edge)
    swaps.pop(own, None)
    with catalogue.reading() as reader:
        ids = {node: key for key, node in find_keys(reader, swaps).items()}
        return tuple(OneSwapLevel(one, tuple(swaps[ids[one.id]])) for one in shown(reader, LEVEL, sorted(ids)))
