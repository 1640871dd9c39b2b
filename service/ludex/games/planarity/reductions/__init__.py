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

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
