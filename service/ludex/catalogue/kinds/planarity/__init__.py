"""What the catalogue holds of Swap Planarity."""

from ludex.catalogue.kinds.planarity.census import CENSUS
from ludex.catalogue.kinds.planarity.census_class import CENSUS_CLASS
from ludex.catalogue.kinds.planarity.graph import GRAPH
from ludex.catalogue.kinds.planarity.level import LEVEL
from ludex.catalogue.kinds.planarity.order_type import ORDER_TYPE, X_TYPE
from ludex.catalogue.kinds.planarity.pack import PACK
from ludex.catalogue.kinds.planarity.relations import RELATIONS
from ludex.catalogue.kinds.planarity.statements import STATEMENTS
from ludex.catalogue.registry import Game

__all__ = ["CENSUS", "CENSUS_CLASS", "GRAPH", "LEVEL", "ORDER_TYPE", "PACK", "PLANARITY", "X_TYPE"]

PLANARITY = Game(
    name="planarity",
    title="Swap Planarity",
    kinds=(GRAPH, X_TYPE, ORDER_TYPE, LEVEL, CENSUS_CLASS, PACK, CENSUS),
    relations=RELATIONS,
    statements=STATEMENTS,
)
