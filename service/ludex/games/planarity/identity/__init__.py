"""Equivalence of drawings and points: canonical forms, keys, invariants, and matchings as witnesses."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.planarity.identity import equivalence as equivalence
    from ludex.games.planarity.identity import invariants as invariants
else:
    __getattr__ = submodules(__name__)
