"""The relations between objects of Swap Planarity."""

from ludex.catalogue.kinds.relation import Relation, same_class
from ludex.games.planarity.kinds.pack import check_place

HAS_GRAPH = Relation(
    name="has-graph",
    inverse="graph-of",
    sources=("planarity-level", "planarity-census-class"),
    targets=("planarity-graph",),
    about="The graph of the drawing. The detail lists the canonical number of each vertex.",
    column="graph",
    counted=True,
)
HAS_ORDER_TYPE = Relation(
    name="has-order-type",
    inverse="order-type-of",
    sources=("planarity-level", "planarity-census-class"),
    targets=("planarity-order-type",),
    about="The order type of the points. The detail lists the canonical number of the point of each vertex.",
    column="order_type",
    counted=True,
)
HAS_X_TYPE = Relation(
    name="has-x-type",
    inverse="x-type-of",
    sources=("planarity-order-type",),
    targets=("planarity-x-type",),
    about="The x-type of the points: which segments between them cross.",
    column="x_type",
    counted=True,
)
IN_PACK = Relation(
    name="in-pack",
    inverse="has-level",
    sources=("planarity-level",),
    targets=("planarity-pack",),
    about="The pack of a level. The place counts from 0, by grade and then by age.",
    derived=False,
    owned_by_target=True,
    check=check_place,
)
SAME_CLASS = same_class("planarity-level", "planarity-census-class")
ONE_SWAP = Relation(
    name="one-swap",
    inverse="one-swap",
    sources=("planarity-census-class",),
    targets=("planarity-census-class",),
    about="A class that is one swap away. The detail is the number of swaps of the first class that lead to it.",
)

RELATIONS = (HAS_GRAPH, HAS_ORDER_TYPE, HAS_X_TYPE, IN_PACK, SAME_CLASS, ONE_SWAP)
