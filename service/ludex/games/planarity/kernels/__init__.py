"""Compiled functions of Swap Planarity. Import this package inside functions only: numba takes 0.5 s to load."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.planarity.kernels import (
        crossing_counts,
        cycles,
        order_types,
        part_crossings,
        rotations,
        segments,
        set_arrays,
        symmetries,
        triangulations,
    )
else:
    __getattr__ = submodules(__name__)
