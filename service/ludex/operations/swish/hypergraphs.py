"""Hypergraphs: stored with the position that they are of, shown as graphs, drawn."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.storing import Stored
from ludex.swish.position import Position

if TYPE_CHECKING:
    import networkx


@dataclass(frozen=True, slots=True)
class StoredHypergraph:
    """The hypergraph of some cards, stored; `matching` lists, for card i as given, its canonical hypernode."""

    stored: Stored
    matching: tuple[int, ...]


def store_hypergraph(catalogue: Catalogue, position: Position) -> StoredHypergraph:
    """Store the hypergraph of cards, and their position with it. Raises HypergraphError for cards that have none."""
    raise NotImplementedError


def hypergraph_graph(catalogue: Catalogue, label: str) -> "networkx.DiGraph":
    """Return a stored hypergraph in canonical numbers; its nodes have the attribute `hypernode`.

    Raises UnknownObject, HypergraphTooLarge beyond MAX_HYPERGRAPH_ARCS.
    """
    raise NotImplementedError


def draw_hypergraph(catalogue: Catalogue, label: str) -> str:
    """Draw a stored hypergraph with the cards of the first position that has it, as SVG.

    Raises UnknownObject, PictureTooLarge where it is too large or no stored position has it.
    """
    raise NotImplementedError
