"""Queries on the catalogue as a graph: counts, neighbours, walks, surroundings, shortest paths and patterns.

Each hop is one statement on the indexes of links. The numbers of objects and links and the time are limited. If a limit
truncates a result, `complete` is false, but everything that the result contains is correct.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
