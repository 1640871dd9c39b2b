"""The hardness results of Swap Planarity as programs: drawings with known minima, and solutions carried both ways.

References
----------
"Swap Planarity", Lemma 1, Theorems 1 and 2.

    >>> from ludex.games.planarity import reductions, solve
    >>> cycle = reductions.folded_cycle(8)
    >>> solve(cycle.drawing).min_swaps == cycle.min_swaps
    True
    >>> tree = reductions.formula_drawing(reductions.OneInThree(((0, 1, 2),)))
    >>> swaps = tree.swaps_of((False, True, False))
    >>> len(swaps) == tree.satisfied_swaps, tree.assignment_of(swaps)
    (True, (False, True, False))
"""

from typing import TYPE_CHECKING

from ludex.exports import lazily, listed

if TYPE_CHECKING:
    from ludex.games.planarity.reductions.embedding_programs import embedding_program
    from ludex.games.planarity.reductions.folded_cycles import folded_cycle
    from ludex.games.planarity.reductions.formula_drawings import formula_drawing
    from ludex.games.planarity.reductions.gadget_levels import Gadget, gadget_level
    from ludex.games.planarity.reductions.intended_solution import least_meant_swaps
    from ludex.games.planarity.reductions.one_in_three import OneInThree
    from ludex.games.planarity.reductions.point_set_embedding import (
        embedding_instance,
        embedding_of_swaps,
        swaps_of_embedding,
    )
    from ludex.games.planarity.reductions.swap_programs import swap_program, swaps_of_program

_MODULES = {
    "Gadget": "gadget_levels",
    "OneInThree": "one_in_three",
    "embedding_instance": "point_set_embedding",
    "embedding_of_swaps": "point_set_embedding",
    "embedding_program": "embedding_programs",
    "folded_cycle": "folded_cycles",
    "formula_drawing": "formula_drawings",
    "gadget_level": "gadget_levels",
    "least_meant_swaps": "intended_solution",
    "swap_program": "swap_programs",
    "swaps_of_embedding": "point_set_embedding",
    "swaps_of_program": "swap_programs",
}

__all__ = [
    "Gadget",
    "OneInThree",
    "embedding_instance",
    "embedding_of_swaps",
    "embedding_program",
    "folded_cycle",
    "formula_drawing",
    "gadget_level",
    "least_meant_swaps",
    "swap_program",
    "swaps_of_embedding",
    "swaps_of_program",
]
__getattr__ = lazily(__name__, _MODULES)
__dir__ = listed(__all__)
