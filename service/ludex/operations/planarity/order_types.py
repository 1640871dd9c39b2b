"""Order types of point sets: identifying one, and storing it."""

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.document import Part
from ludex.catalogue.kinds.planarity.drawn import Pairs
from ludex.engine.budget import Budget
from ludex.planarity.points import Points


class IdentifiedPoints(Part):
    """The order type of points, up to reflection.

    `representative` is the stored point set that has it, and `matching` lists for point i its point of that; both are
    null where it is not stored. `stored`: it is stored now; `created`: by this call.
    """

    label: str
    x_type: str
    points: int
    hull: int
    representative: Pairs | None
    matching: list[int] | None
    stored: bool
    created: bool


def identify_points(
    catalogue: Catalogue, points: Points, *, store: bool = False, budget: Budget | None = None
) -> IdentifiedPoints:
    """Identify the order type of points; with `store` it is stored, with these points as its representative if new.

    Raises PointsError where they are not in general position.
    """
    raise NotImplementedError
