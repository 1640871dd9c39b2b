"""Equivalence of drawings and of point sets: canonical forms, keys, invariants, and matchings."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.planarity.identity import equivalence, invariants
else:
    __getattr__ = submodules(__name__)
