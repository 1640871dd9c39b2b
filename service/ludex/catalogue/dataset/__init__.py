"""The data set: the whole catalogue as files that other programs can load, with metadata, checksums and a licence."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.catalogue.dataset import build, parquet_tables, published
else:
    __getattr__ = submodules(__name__)
