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

from typing import TYPE_CHECKING

from ludex.exports import lazily, listed

if TYPE_CHECKING:
    from ludex.games.planarity import reductions as reductions
    from ludex.games.planarity.crossings import count_crossings
    from ludex.games.planarity.drawing import Drawing
    from ludex.games.planarity.graph import Graph
    from ludex.games.planarity.identity.equivalence import EquivalenceRelation, compare
    from ludex.games.planarity.identity.swap_class import swap_key
    from ludex.games.planarity.making.generation import generate
    from ludex.games.planarity.making.point_sets import sample_points
    from ludex.games.planarity.making.provenance import GenerationParameters
    from ludex.games.planarity.solving.exchanges import minimum_exchanges
    from ludex.games.planarity.solving.hints import hint
    from ludex.games.planarity.solving.minimum_swaps import solve
    from ludex.games.planarity.study.census import census, census_totals
    from ludex.games.planarity.study.census_graphs import census_graph, graphs_of_family
    from ludex.games.planarity.study.difficulty import difficulty
    from ludex.games.planarity.untangle import read_untangle, write_untangle

_MODULES = {
    "Drawing": "drawing",
    "Graph": "graph",
    "GenerationParameters": "making.provenance",
    "EquivalenceRelation": "identity.equivalence",
    "census": "study.census",
    "census_graph": "study.census_graphs",
    "census_totals": "study.census",
    "compare": "identity.equivalence",
    "count_crossings": "crossings",
    "difficulty": "study.difficulty",
    "generate": "making.generation",
    "graphs_of_family": "study.census_graphs",
    "hint": "solving.hints",
    "minimum_exchanges": "solving.exchanges",
    "read_untangle": "untangle",
    "reductions": "reductions",
    "sample_points": "making.point_sets",
    "solve": "solving.minimum_swaps",
    "swap_key": "identity.swap_class",
    "write_untangle": "untangle",
}

__all__ = [
    "Drawing",
    "EquivalenceRelation",
    "GenerationParameters",
    "Graph",
    "census",
    "census_graph",
    "census_totals",
    "compare",
    "count_crossings",
    "difficulty",
    "generate",
    "graphs_of_family",
    "hint",
    "minimum_exchanges",
    "read_untangle",
    "reductions",
    "sample_points",
    "solve",
    "swap_key",
    "write_untangle",
]
__getattr__ = lazily(__name__, _MODULES)
__dir__ = listed(__all__)
