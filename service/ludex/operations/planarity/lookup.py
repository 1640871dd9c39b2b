"""Which stored levels a drawing is, or shares something with; and drawings sorted into classes."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.listing import After
from ludex.catalogue.reading import Shown
from ludex.engine.budget import Budget
from ludex.planarity.drawing import Drawing
from ludex.planarity.identity.equivalence import Relation


@dataclass(frozen=True, slots=True)
class MatchingLevels:
    """A page of stored levels that are equivalent to a drawing, the oldest first.

    `matchings[k][i]` is the vertex of the drawing of `items[k]` for vertex i of the drawing sought. `after` is where
    the next page begins, None at the end.
    """

    items: tuple[Shown, ...]
    matchings: tuple[tuple[int, ...], ...]
    after: After | None


@dataclass(frozen=True, slots=True)
class DrawingClass:
    """A class of equivalent drawings of a batch, and the labels of the stored levels that are in it too.

    `matchings[k][i]` is the vertex of the drawing members[k] for vertex i of the drawing members[0].
    """

    members: tuple[int, ...]
    matchings: tuple[tuple[int, ...], ...]
    levels: tuple[str, ...]


def matching_levels(
    catalogue: Catalogue,
    drawing: Drawing,
    relation: Relation = Relation.SWAP,
    *,
    after: After | None = None,
    limit: int = 100,
    budget: Budget | None = None,
) -> MatchingLevels:
    """Return the stored levels that are equivalent to a drawing. Nothing is stored.

    By `swap` and `order-type` there is one at most. Cost: a canonical form, and one for each level found.
    """
    raise NotImplementedError


def dedup(
    catalogue: Catalogue | None,
    drawings: Sequence[Drawing],
    relation: Relation = Relation.SWAP,
    *,
    limit: int = 100,
    budget: Budget | None = None,
) -> tuple[DrawingClass, ...]:
    """Sort drawings into classes of equivalent ones, each with at most `limit` labels of stored levels.

    Without a catalogue no stored levels are named. Classes come in the order of their first members. Raises
    BudgetExhausted.
    """
    raise NotImplementedError
