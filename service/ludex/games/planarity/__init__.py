"""Swap Planarity: drawings, exact minimum swaps, hints, equivalence, and generation of levels.

A drawing consists of points in general position and straight edges. A swap exchanges the positions of the two ends of
an edge. A level is solved when no edges cross.

>>> from ludex import planarity
>>> drawing = planarity.Drawing(((0, 0), (4, 0), (5, 4), (0, 3)), ((0, 1), (1, 3), (2, 3), (0, 2)))
>>> solution = planarity.solve(drawing)
>>> solution.crossings, solution.min_swaps, solution.proved
(1, 1, True)
>>> planarity.compare(drawing, drawing.swapped((0, 1))).equivalent
False
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
