"""Everything that a job can do: the one list from which the service, the commands and the documentation are made."""

from collections.abc import Mapping
from functools import cache

from ludex.jobs.operation import Operation


@cache
def by_name() -> Mapping[str, Operation]:
    """Return the operations by their names: those in steps first, then every request that computes."""
    from ludex.games.planarity import jobs as planarity
    from ludex.games.planarity.requests import REQUESTS as OF_PLANARITY
    from ludex.games.sets import jobs as sets
    from ludex.games.sets.requests import REQUESTS as OF_SETS
    from ludex.games.swish.requests import REQUESTS as OF_SWISH
    from ludex.jobs import catalogue, imports
    from ludex.jobs.request_operations import operations_of

    stepped = (*planarity.OPERATIONS, *sets.OPERATIONS, *imports.OPERATIONS, *catalogue.OPERATIONS)
    known = {one.name: one for one in stepped}
    for one in operations_of((*OF_SWISH, *OF_SETS, *OF_PLANARITY)):
        known.setdefault(one.name, one)
    return known
