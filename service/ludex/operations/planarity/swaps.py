"""What a swap leads to among what is stored: the levels one swap from a level, and the class of the census."""

from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.planarity import CENSUS_CLASS
from ludex.catalogue.reading import Shown, document_of, find_keys, shown
from ludex.engine.budget import Budget
from ludex.engine.keys import content_key
from ludex.graphs.isomorphism import through
from ludex.operations.planarity.levels import class_of, find_level, levels_of_keys
from ludex.planarity.drawing import Drawing, Edge
from ludex.planarity.identity.swap_class import CENSUS_CLASS as TAG
from ludex.planarity.identity.swap_class import canonical_drawing


@dataclass(frozen=True, slots=True)
class OneSwapLevel:
    """A stored level, and the edges of the level it was asked for whose swap leads to it."""

    level: Shown
    swaps: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class FoundClass:
    """The class of the census that a drawing is of; `matching[i]` is the vertex of its drawing for vertex i."""

    item: Shown
    matching: tuple[int, ...]


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
        found = levels_of_keys(reader, swaps)
    items = (OneSwapLevel(level, tuple(swaps[key])) for key, level in found.items())
    return tuple(sorted(items, key=lambda one: one.level.id))


def class_in_census(catalogue: Catalogue, drawing: Drawing) -> FoundClass | None:
    """Return the stored class of the census that a drawing is of, or None. Nothing is stored.

    Cost: two canonical forms.
    """
    canonical = canonical_drawing(drawing)
    with catalogue.reading() as reader:
        ids = list(find_keys(reader, [content_key(TAG, canonical.form)]).values())
        if not ids:
            return None
        [item] = shown(reader, CENSUS_CLASS, ids)
    other = canonical_drawing(document_of(CENSUS_CLASS, item).drawing.drawing())
    return FoundClass(item, through(canonical.order, other.order))
