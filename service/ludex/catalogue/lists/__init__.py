"""Lists of objects: filters, sorting, formats and pages."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.catalogue.lists import filters, formats, joins, listing
else:
    __getattr__ = submodules(__name__)
