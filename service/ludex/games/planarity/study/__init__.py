"""Studies of Swap Planarity: the census, measures of difficulty, and experiments."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.planarity.study import abstract_order_types as abstract_order_types
    from ludex.games.planarity.study import census as census
    from ludex.games.planarity.study import census_parts as census_parts
    from ludex.games.planarity.study import difficulty as difficulty
    from ludex.games.planarity.study import difficulty_factors as difficulty_factors
    from ludex.games.planarity.study import difficulty_rows as difficulty_rows
    from ludex.games.planarity.study import expected_swaps as expected_swaps
    from ludex.games.planarity.study import experiments as experiments
    from ludex.games.planarity.study import faults as faults
    from ludex.games.planarity.study import graph_families as graph_families
    from ludex.games.planarity.study import hardest_drawings as hardest_drawings
    from ludex.games.planarity.study import level_bands as level_bands
    from ludex.games.planarity.study import level_collection as level_collection
    from ludex.games.planarity.study import minima_estimate as minima_estimate
    from ludex.games.planarity.study import small_graphs as small_graphs
    from ludex.games.planarity.study import swap_class_counts as swap_class_counts
else:
    __getattr__ = submodules(__name__)
