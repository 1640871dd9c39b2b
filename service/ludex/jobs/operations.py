"""Everything that a job can do: the one list from which the service, the commands and the documentation are made."""

from collections.abc import Mapping
from functools import cache
from itertools import chain

from ludex.games import parts
from ludex.jobs import catalogue, imports
from ludex.jobs.operation import Operation
from ludex.jobs.request_operations import operations_of


@cache
def by_name() -> Mapping[str, Operation]:
    """Return the operations by their names: those in steps first, then every request that computes."""
    stepped = (*chain.from_iterable(parts("jobs")), *imports.OPERATIONS, *catalogue.OPERATIONS)
    known = {one.name: one for one in stepped}
    for one in operations_of(chain.from_iterable(parts("requests"))):
        known.setdefault(one.name, one)
    return known
