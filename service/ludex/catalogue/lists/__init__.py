"""Lists of objects: filters, sorting, formats and pages."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.catalogue.lists import filters as filters
    from ludex.catalogue.lists import formats as formats
    from ludex.catalogue.lists import joins as joins
    from ludex.catalogue.lists import listing as listing
else:
    __getattr__ = submodules(__name__)
