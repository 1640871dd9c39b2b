"""Exact search: minimum swaps and exchanges, plane arrangements, and proofs."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.planarity.solving import (
        all_arrangements,
        certificates,
        class_counts,
        hints,
        minimum_swaps,
        nearby_targets,
        obstructions,
    )
else:
    __getattr__ = submodules(__name__)
