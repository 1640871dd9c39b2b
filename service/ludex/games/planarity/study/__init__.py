"""Studies of Swap Planarity: the census, measures of difficulty, and experiments."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.planarity.study import (
        abstract_order_types,
        census,
        census_parts,
        difficulty,
        difficulty_factors,
        difficulty_rows,
        expected_swaps,
        experiments,
        faults,
        graph_families,
        hardest_drawings,
        level_bands,
        level_collection,
        minima_estimate,
        small_graphs,
        swap_class_counts,
    )
else:
    __getattr__ = submodules(__name__)
