"""What the service measures: counts and latencies for /metrics, and one line of the log for each request."""

import os
import time

import structlog
from flask import Flask, Response, g, request
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

REQUESTS = Counter("ludex_requests_total", "Requests answered.", ["method", "route", "status"])
REQUEST_SECONDS = Histogram(
    "ludex_request_seconds", "Seconds until a request's headers were ready.", ["method", "route"]
)
SEARCHES = Counter("ludex_searches_total", "Searches ended, by kind and by how they ended.", ["kind", "end"])
SEARCH_SECONDS = Histogram(
    "ludex_search_seconds",
    "Seconds that searches took.",
    ["kind"],
    buckets=(0.001, 0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60),
)
SEARCHES_RUNNING = Gauge("ludex_searches_running", "Searches that run now.", multiprocess_mode="livesum")

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"})
_log = structlog.get_logger("ludex.requests")


def exposition() -> Response:
    """Return the metrics in Prometheus's text format, of all workers where there are several."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def register(app: Flask) -> None:
    """Measure and log every request of an application. Register it before what changes responses."""
    app.before_request(_start)
    app.after_request(_end)


def _start() -> None:
    g.started = time.perf_counter()


def _end(response: Response) -> Response:
    seconds = time.perf_counter() - g.get("started", time.perf_counter())
    # By template, never by path: the number of series stays bounded.
    route = request.url_rule.rule if request.url_rule is not None else "unmatched"
    method = request.method if request.method in _METHODS else "other"
    REQUESTS.labels(method, route, str(response.status_code)).inc()
    REQUEST_SECONDS.labels(method, route).observe(seconds)
    _log.info(
        "request",
        method=method,
        route=route,
        path=request.path,
        status=response.status_code,
        ms=round(seconds * 1000, 1),
        bytes=response.content_length,
    )
    return response
