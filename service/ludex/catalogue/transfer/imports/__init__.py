"""The import of lines. Each line is parsed and checked, its object is stored in a batch, and its result is reported."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.catalogue.transfer.imports import checked_lines, objects, pipeline, trusted_lines
else:
    __getattr__ = submodules(__name__)
