"""Exact search: swishes, no-swish sets, and their proofs."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.swish.solving import (
        batch_search,
        certificate,
        independent_sets,
        matching,
        no_swish,
        placements,
        search,
    )
else:
    __getattr__ = submodules(__name__)
