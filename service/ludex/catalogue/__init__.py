"""The catalogue: a database that stores each object once, and the queries for these objects."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.catalogue import dataset
else:
    __getattr__ = submodules(__name__)
