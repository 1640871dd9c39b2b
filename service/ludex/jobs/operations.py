"""Everything that a job can do: the one list from which the service, the commands and the documentation are made."""

from collections.abc import Mapping
from functools import cache

from ludex.jobs.operation import Operation


@cache
def by_name() -> Mapping[str, Operation]:
    """Return the operations by their names: those in steps first, then every request that computes."""
    from ludex.jobs import catalogue, imports, planarity, sets
    from ludex.jobs.request_operations import operations_of
    from ludex.requests.planarity import REQUESTS as OF_PLANARITY
    from ludex.requests.sets import REQUESTS as OF_SETS
    from ludex.requests.swish import REQUESTS as OF_SWISH

    stepped = (*planarity.OPERATIONS, *sets.OPERATIONS, *imports.OPERATIONS, *catalogue.OPERATIONS)
    known = {one.name: one for one in stepped}
    for one in operations_of((*OF_SWISH, *OF_SETS, *OF_PLANARITY)):
        known.setdefault(one.name, one)
    return known
