"""Every request that computes, as a job of one step: it goes on until it has its answer."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from ludex.jobs.operation import Cursor, JobContext, Operation, Step, whole
from ludex.requests.fields import RequestModel, Timed
from ludex.requests.json_answers import written
from ludex.requests.json_text import JsonText
from ludex.requests.request import Request, Stores


def name_of(request: Request) -> str:
    """Return what a request is called as a job: the words of its command, or of its address.

    >>> from ludex.games.swish.requests.solving import SOLVE
    >>> name_of(SOLVE)
    'swish-solve'
    """
    words = request.command or request.address.partition("/")[2]
    return re.sub(r"[ /]", "-", words)


def operations_of(requests: Iterable[Request]) -> Iterator[Operation]:
    """Yield the operations of the requests that compute and whose fields all stand in their body."""
    for request in requests:
        # To look an object up is no long work, but for those that have a command.
        looks_up = not request.command and request.address.endswith(("/lookup", "/dedup"))
        if issubclass(request.takes, Timed) and "{" not in request.address and not looks_up:
            run = partial(_run, request)
            yield Operation(name_of(request), request.takes, run, "answers", told=request.about)


def _run(request: Request, asked: RequestModel, _cursor: Cursor, work: JobContext) -> Step:
    stores = request.stores is not Stores.NEVER
    if request.stores is Stores.CHOSEN:
        stores = bool(getattr(asked, "store", False))
    # Who gives a time limit gets what is known then, as a request does.
    budget = replace(work.budget, seconds=getattr(asked, "time_limit", None))
    answer = request.run(asked, replace(work, budget=budget, kept=work.catalogue if stores else None))
    return whole(JsonText(written(answer)))
