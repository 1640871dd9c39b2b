"""Exact search: swishes, no-swish sets, and their proofs."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.swish.solving import batch_search as batch_search
    from ludex.games.swish.solving import certificate as certificate
    from ludex.games.swish.solving import independent_sets as independent_sets
    from ludex.games.swish.solving import matching as matching
    from ludex.games.swish.solving import no_swish as no_swish
    from ludex.games.swish.solving import placements as placements
    from ludex.games.swish.solving import search as search
else:
    __getattr__ = submodules(__name__)
