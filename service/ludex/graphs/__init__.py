"""Canonical forms of coloured graphs, isomorphisms with witnesses, measures, and graph exchange formats."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.graphs import bliss
else:
    __getattr__ = submodules(__name__)
