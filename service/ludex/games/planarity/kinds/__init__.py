"""The kinds, relations and statements of Swap Planarity."""

from ludex.catalogue.kinds.registry import GameKinds
from ludex.games.planarity.kinds.census import CENSUS, CENSUS_CLASS
from ludex.games.planarity.kinds.cited import CITED
from ludex.games.planarity.kinds.collection import COLLECTION, COLLECTION_SIZE
from ludex.games.planarity.kinds.graph import GRAPH
from ludex.games.planarity.kinds.level import LEVEL
from ludex.games.planarity.kinds.order_type import ORDER_TYPE, X_TYPE
from ludex.games.planarity.kinds.pack import PACK
from ludex.games.planarity.kinds.relations import RELATIONS
from ludex.games.planarity.kinds.statements import STATEMENTS
from ludex.games.planarity.vocabulary import VOCABULARY

__all__ = ["CENSUS", "CENSUS_CLASS", "COLLECTION", "GRAPH", "LEVEL", "ORDER_TYPE", "PACK", "PLANARITY", "X_TYPE"]

PLANARITY = GameKinds(
    title="Swap Planarity",
    kinds=(GRAPH, X_TYPE, ORDER_TYPE, LEVEL, CENSUS_CLASS, PACK, CENSUS, COLLECTION),
    relations=RELATIONS,
    statements=(*STATEMENTS, COLLECTION_SIZE),
    cited=CITED,
    vocabulary=VOCABULARY,
)
