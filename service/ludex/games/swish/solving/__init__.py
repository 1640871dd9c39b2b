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
        no_swish_proofs,
        placements,
        search,
        size_proofs,
    )
else:
    __getattr__ = submodules(__name__)
