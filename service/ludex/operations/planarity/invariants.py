"""What can be said of a drawing without searching, and the labels that it would be stored under."""

from ludex.catalogue.document import Part
from ludex.catalogue.kinds.planarity.drawn import DrawingPart
from ludex.planarity.drawing import Drawing

MAX_CROSSING_PAIRS = 10_000


class DrawingInvariants(Part):
    """The invariants of a drawing, its graph and its points, and the labels of the classes that they are in."""


def invariants(drawing: Drawing, max_crossing_pairs: int = MAX_CROSSING_PAIRS) -> DrawingInvariants:
    """Compute the invariants of a drawing. Nothing is stored. Cost: milliseconds.

    Fields: drawing, vertices, edges, crossings, crossing_pairs (null beyond the bound), plane, hull, interior,
    hull_vertices, interior_vertices, degrees ... automorphisms, graph, order_type, x_type, level (labels).
    """
    raise NotImplementedError
