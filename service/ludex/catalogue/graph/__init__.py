"""Queries on the catalogue as a graph: counts, neighbours, walks, surroundings, shortest paths and patterns.

Each hop is one statement on the indexes of links. The numbers of objects and links and the time are limited. If a limit
truncates a result, `complete` is false, but everything that the result contains is correct.
"""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.catalogue.graph import (
        exporting,
        following,
        given_objects,
        matching,
        neighbours,
        parquet_files,
        paths,
        patterns,
        table_files,
    )
else:
    __getattr__ = submodules(__name__)
