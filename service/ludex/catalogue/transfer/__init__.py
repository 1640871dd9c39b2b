"""Export, import, copies and backups of catalogues."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.catalogue.transfer import copying, export, seals
else:
    __getattr__ = submodules(__name__)
