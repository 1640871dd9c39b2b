"""Making documents of what the catalogue holds of Swap Planarity; what others need comes first."""

from collections.abc import Iterator

from sqlalchemy.orm import Session

from ludex.catalogue.documents import Document
from ludex.catalogue.planarity.census import CENSUS, StoredClass
from ludex.catalogue.planarity.documents import (
    CensusClassDocument,
    DifficultyClaim,
    GraphDocument,
    LevelDocument,
    OrderTypeDocument,
    PackDocument,
)
from ludex.catalogue.planarity.graphs import GRAPHS, StoredGraph
from ludex.catalogue.planarity.levels import LEVELS, StoredLevel
from ludex.catalogue.planarity.order_types import ORDER_TYPES, StoredOrderType
from ludex.catalogue.planarity.packs import PACKS, StoredPack, pack_labels


def planarity_documents(session: Session) -> Iterator[Document]:
    """Yield everything that is stored of Swap Planarity."""
    for graph in GRAPHS.stream(session, {}):
        yield graph_document(graph)
    for order_type in ORDER_TYPES.stream(session, {}):
        yield order_type_document(order_type)
    for level in LEVELS.stream(session, {}):
        yield level_document(level)
    for one in CENSUS.stream(session, {}):
        yield census_class_document(one)
    for pack in PACKS.stream(session, {}):
        yield pack_document(pack, pack_labels(session, pack.slug))


def graph_document(stored: StoredGraph) -> GraphDocument:
    """Return the document of a stored graph."""
    return GraphDocument(
        label=stored.label,
        graph6=stored.graph6,
        components=stored.components,
        planar=stored.planar,
        outerplanar=stored.outerplanar,
        bipartite=stored.bipartite,
        girth=stored.girth,
        automorphisms=stored.automorphisms,
    )


def order_type_document(stored: StoredOrderType) -> OrderTypeDocument:
    """Return the document of a stored order type."""
    return OrderTypeDocument(label=stored.label, x_type=stored.x_type, points=list(stored.representative))


def level_document(stored: StoredLevel) -> LevelDocument:
    """Return the document of a stored level."""
    measured = stored.difficulty
    return LevelDocument(
        label=stored.label,
        points=list(stored.points),
        edges=list(stored.edge_list),
        delta=stored.delta,
        min_swaps=stored.min_swaps,
        proved=stored.proved,
        reason=stored.reason,
        swaps=None if stored.swaps is None else list(stored.swaps),
        arrangements=stored.arrangements,
        sequences=stored.sequences,
        difficulty=None if measured is None else DifficultyClaim.model_validate(measured, from_attributes=True),
        provenance=stored.provenance,
    )


def census_class_document(stored: StoredClass) -> CensusClassDocument:
    """Return the document of a stored class of the census."""
    return CensusClassDocument(
        label=stored.label,
        points=list(stored.points),
        edges=list(stored.edge_list),
        min_swaps=stored.min_swaps,
        arrangements=stored.arrangements,
        sequences=stored.sequences,
    )


def pack_document(stored: StoredPack, levels: list[str]) -> PackDocument:
    """Return the document of a stored pack with the labels of its levels in order."""
    return PackDocument(slug=stored.slug, title=stored.title, description=stored.description, levels=levels)
