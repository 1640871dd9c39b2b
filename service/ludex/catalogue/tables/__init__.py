"""The tables of the catalogue: typed models in portable SQL, the same on SQLite and PostgreSQL.

Every stored object has an `id` (the order in which it came, for paging), a `key` (33 bytes, see :mod:`ludex.labels`)
and a `label`, each unique. Rows of the tables that link objects have no life of their own: they go with the object that
owns them (CASCADE), and never take a shared object along (RESTRICT). Integers that may pass 63 bits are text.
"""

from ludex.catalogue.tables.base import Base, Keyed, Natural
from ludex.catalogue.tables.planarity import (
    CensusClassRow,
    GraphRow,
    LevelRow,
    OrderTypeRow,
    PackLevelRow,
    PackRow,
    XTypeRow,
)
from ludex.catalogue.tables.starting import StartingCatalogueRow
from ludex.catalogue.tables.swish import (
    SWISH_GAME,
    CardRow,
    DealRow,
    DealStatisticRow,
    DeckCardRow,
    DeckRow,
    DeckSlugRow,
    HypergraphRow,
    LargestSwishRow,
    NoSwishMaximumRow,
    NoSwishSetCardRow,
    NoSwishSetRow,
    OnBoard,
    PositionCardRow,
    PositionRow,
    SwishCardRow,
    SwishPositionRow,
    SwishRow,
)

__all__ = [
    "SWISH_GAME",
    "Base",
    "CardRow",
    "CensusClassRow",
    "DealRow",
    "DealStatisticRow",
    "DeckCardRow",
    "DeckRow",
    "DeckSlugRow",
    "GraphRow",
    "HypergraphRow",
    "Keyed",
    "LargestSwishRow",
    "LevelRow",
    "Natural",
    "NoSwishMaximumRow",
    "NoSwishSetCardRow",
    "NoSwishSetRow",
    "OnBoard",
    "OrderTypeRow",
    "PackLevelRow",
    "PackRow",
    "PositionCardRow",
    "PositionRow",
    "StartingCatalogueRow",
    "SwishCardRow",
    "SwishPositionRow",
    "SwishRow",
    "XTypeRow",
]
