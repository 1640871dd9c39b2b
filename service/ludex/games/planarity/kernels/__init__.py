"""Compiled functions of Swap Planarity. Import this package inside functions only: numba takes 0.5 s to load."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.planarity.kernels import crossing_counts as crossing_counts
    from ludex.games.planarity.kernels import cycles as cycles
    from ludex.games.planarity.kernels import order_types as order_types
    from ludex.games.planarity.kernels import part_crossings as part_crossings
    from ludex.games.planarity.kernels import rotations as rotations
    from ludex.games.planarity.kernels import segments as segments
    from ludex.games.planarity.kernels import set_arrays as set_arrays
    from ludex.games.planarity.kernels import symmetries as symmetries
    from ludex.games.planarity.kernels import triangulations as triangulations
else:
    __getattr__ = submodules(__name__)
