"""Which thread pool answers a request."""

import pytest
from flask import Flask

from ludex.asgi import Workload, workloads


@pytest.mark.parametrize(
    ("method", "path", "workload"),
    [
        ("GET", "/health", Workload.STATUS),
        ("HEAD", "/health", Workload.STATUS),
        ("GET", "/health/", Workload.READ),
        ("GET", "/api/v1/planarity/levels", Workload.READ),
        ("GET", "/api/v1/objects/planarity-level-4-4-abc", Workload.READ),
        ("POST", "/api/v1/planarity/levels", Workload.COMPUTE),
        ("GET", "/api/v1/paths", Workload.COMPUTE),
        ("GET", "/api/v1/objects/planarity-level-4-4-abc/walk", Workload.COMPUTE),
        ("GET", "/api/v1/objects/planarity-level-4-4-abc/surroundings", Workload.COMPUTE),
        ("GET", "/api/v1/objects/planarity-level-4-4-abc/surroundings/measures", Workload.COMPUTE),
        ("GET", "/api/v1/objects/planarity-graph-4-4-abc/measures", Workload.COMPUTE),
        ("GET", "/api/v1/swish/decks/swish-36/deals/largest", Workload.COMPUTE),
        ("GET", "/api/v1/swish/decks/swish-36/deals/largest-svg", Workload.READ),
        ("GET", "/api/v1/objects/planarity-graph-4-4-abc/neighbours?kind=x", Workload.READ),
        ("GET", "/api/v1/objects/planarity-graph-4-4-abc/neighbours", Workload.READ),
        ("GET", "/api/v1/objects/Bw/neighbours?kind=x", Workload.COMPUTE),
        ("GET", "/api/v1/objects/[1,2]/neighbours", Workload.COMPUTE),
        ("GET", "/api/v1/claims?object=planarity-graph-4-4-abc&limit=1", Workload.READ),
        ("GET", "/api/v1/claims?limit=1&object=Bw", Workload.COMPUTE),
        ("GET", "/api/v1/planarity/graphs?labels=true&contains=Bw", Workload.COMPUTE),
        ("GET", "/planarity/graphs?contains=Bw", Workload.COMPUTE),
        ("GET", "/api/v1/planarity/graphs?vertices=4", Workload.READ),
        ("GET", "/api/v1/planarity/levels?contains=Bw", Workload.READ),
        ("GET", "/health?x=1", Workload.STATUS),
    ],
)
def test_the_workload_of_a_request_follows_from_what_it_asks_for(
    app: Flask, method: str, path: str, workload: Workload
) -> None:
    address, _, query = path.partition("?")
    assert workloads(app)(method, address, query) is workload
