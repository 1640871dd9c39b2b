"""Stored objects: reading and storing them, their names and their links."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.catalogue.objects import links, pictures, reading
else:
    __getattr__ = submodules(__name__)
