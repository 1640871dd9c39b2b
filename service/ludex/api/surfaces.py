"""The table of all requests that are declared as functions, with the surfaces on which each is offered."""

from collections.abc import Iterator
from typing import Any

from ludex.catalogue.kinds.registry import registry_of
from ludex.games import parts
from ludex.games.kinds import GAMES
from ludex.jobs.requests import JOB_REQUESTS
from ludex.requests.declaration import SURFACES, Declaration, declaration_of
from ludex.requests.exact_results import EXACT_RESULTS
from ludex.requests.graph import GRAPH
from ludex.requests.kind_lists import kind_requests, requests_of_all_kinds
from ludex.requests.packs import PACK_REQUESTS
from ludex.requests.site import SITE
from ludex.requests.stored_objects import STORED_OBJECTS

PLATFORM: tuple[Any, ...] = (*STORED_OBJECTS, *GRAPH, *EXACT_RESULTS, *SITE, *PACK_REQUESTS, *JOB_REQUESTS)
"""The requests of the platform, in the order of the documentation."""

_HEAD = """# Requests and their surfaces

Generated from the declarations by `service/clients/generate.py`. *yes* states that a request is offered on a surface.
Otherwise, the cell states why it is not.
"""


def declared_requests() -> Iterator[Declaration]:
    """Yield the declarations of the platform, of all games, and of their kinds."""
    for requests in (PLATFORM, *parts("requests")):
        yield from (request.declaration for request in requests)
    registry = registry_of(GAMES)
    yield from map(declaration_of, requests_of_all_kinds(registry))
    for kind in registry.kinds:
        yield from kind_requests(registry, kind)


def surfaces_table() -> str:
    """Return the table as Markdown."""
    rows = [("request", "writes", *SURFACES), ("---",) * (2 + len(SURFACES))]
    for declared in declared_requests():
        reasons = [declared.reason(surface) for surface in SURFACES]
        cells = ["yes" if reason is None else reason.replace("|", "\\|") for reason in reasons]
        rows.append((f"`{(declared.routes or (declared.command,))[0]}`", declared.writes or "", *cells))
    return _HEAD + "\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows)
