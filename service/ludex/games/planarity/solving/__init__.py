"""Exact search: minimum swaps and exchanges, plane arrangements, and proofs."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.planarity.solving import all_arrangements as all_arrangements
    from ludex.games.planarity.solving import class_counts as class_counts
    from ludex.games.planarity.solving import hints as hints
    from ludex.games.planarity.solving import minimum_swaps as minimum_swaps
    from ludex.games.planarity.solving import nearby_targets as nearby_targets
    from ludex.games.planarity.solving import obstructions as obstructions
else:
    __getattr__ = submodules(__name__)
