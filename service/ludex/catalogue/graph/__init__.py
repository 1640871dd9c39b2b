"""Queries on the catalogue as a graph: counts, neighbours, walks, surroundings, shortest paths and patterns.

Each hop is one statement on the indexes of links. The numbers of objects and links and the time are limited. If a limit
truncates a result, `complete` is false, but everything that the result contains is correct.
"""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.catalogue.graph import exporting as exporting
    from ludex.catalogue.graph import following as following
    from ludex.catalogue.graph import given_objects as given_objects
    from ludex.catalogue.graph import matching as matching
    from ludex.catalogue.graph import neighbours as neighbours
    from ludex.catalogue.graph import parquet_files as parquet_files
    from ludex.catalogue.graph import paths as paths
    from ludex.catalogue.graph import patterns as patterns
    from ludex.catalogue.graph import table_files as table_files
else:
    __getattr__ = submodules(__name__)
