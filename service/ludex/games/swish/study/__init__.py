"""Studies: statistics of deals, and whole boards in closed form."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.swish.study import statistics as statistics
    from ludex.games.swish.study import symbol_costs as symbol_costs
else:
    __getattr__ = submodules(__name__)
