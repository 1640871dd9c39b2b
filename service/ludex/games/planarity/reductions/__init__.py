"""The hardness results of Swap Planarity as code: drawings with known minima, and reductions that convert solutions.

References
----------
"Swap Planarity", Lemma 1, Theorems 1 and 2.

Examples
--------
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
    from ludex.games.planarity.reductions.binary_programs import embedding_program, swap_program, swaps_of_program
    from ludex.games.planarity.reductions.formula_drawings import formula_drawing
    from ludex.games.planarity.reductions.intended_solution import minimum_intended_swaps
    from ludex.games.planarity.reductions.known_levels import Gadget, folded_cycle, gadget_level
    from ludex.games.planarity.reductions.one_in_three import OneInThree
    from ludex.games.planarity.reductions.point_set_embedding import (
        embedding_instance,
        embedding_of_swaps,
        swaps_of_embedding,
    )

_MODULES = {
    "Gadget": "known_levels",
    "OneInThree": "one_in_three",
    "embedding_instance": "point_set_embedding",
    "embedding_of_swaps": "point_set_embedding",
    "embedding_program": "binary_programs",
    "folded_cycle": "known_levels",
    "formula_drawing": "formula_drawings",
    "gadget_level": "known_levels",
    "minimum_intended_swaps": "intended_solution",
    "swap_program": "binary_programs",
    "swaps_of_embedding": "point_set_embedding",
    "swaps_of_program": "binary_programs",
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
    "minimum_intended_swaps",
    "swap_program",
    "swaps_of_embedding",
    "swaps_of_program",
]
__getattr__ = lazily(__name__, _MODULES)
__dir__ = listed(__all__)
