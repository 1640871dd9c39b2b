"""Export, import, copies and backups of catalogues."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.catalogue.transfer import copying as copying
    from ludex.catalogue.transfer import export as export
    from ludex.catalogue.transfer import export_format as export_format
    from ludex.catalogue.transfer import restore as restore
else:
    __getattr__ = submodules(__name__)
