"""Studies: statistics of deals, closed forms of whole boards, and the cost of searches."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.swish.study import statistics, swish_classes, symbol_costs
else:
    __getattr__ = submodules(__name__)
