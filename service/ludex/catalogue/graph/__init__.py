"""Questions to the catalogue as a graph: counts, neighbours, walks, surroundings, shortest paths, patterns.

Every one is answered hop by hop, a statement a hop over the indexes of the links, within bounds on objects, links and
time. What a bound cuts off is said: an answer that is not whole is not `complete`, and is never a wrong one.
"""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.catalogue.graph import counts as counts
    from ludex.catalogue.graph import exporting as exporting
    from ludex.catalogue.graph import following as following
    from ludex.catalogue.graph import matching as matching
    from ludex.catalogue.graph import neighbours as neighbours
    from ludex.catalogue.graph import paths as paths
    from ludex.catalogue.graph import patterns as patterns
    from ludex.catalogue.graph import surroundings as surroundings
    from ludex.catalogue.graph import walks as walks
else:
    __getattr__ = submodules(__name__)
