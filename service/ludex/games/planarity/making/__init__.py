"""Making levels: point sets, triangulations, scrambles and generation."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.planarity.making import order_type_collection, order_type_sampling, provenance
else:
    __getattr__ = submodules(__name__)
