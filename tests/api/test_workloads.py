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
    ],
)
def test_the_workload_of_a_request_follows_from_its_method_and_path(
    app: Flask, method: str, path: str, workload: Workload
) -> None:
    assert workloads(app)(method, path) is workload
