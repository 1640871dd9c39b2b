"""The data set: the whole catalogue as files that other programs can load, with metadata, checksums and a licence."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.catalogue.dataset import build as build
    from ludex.catalogue.dataset import parquet_tables as parquet_tables
    from ludex.catalogue.dataset import published as published
else:
    __getattr__ = submodules(__name__)
