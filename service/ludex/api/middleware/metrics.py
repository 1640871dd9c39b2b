"""Metrics: counts and latencies for /metrics, and a log line for each request."""

import os
import re
import time
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import getrandbits

import structlog
from flask import Request, Response, g
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
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

REQUESTS = Counter("ludex_requests_total", "Requests answered.", ["method", "route", "status"])
REQUEST_SECONDS = Histogram(
    "ludex_request_seconds", "Seconds until a request's headers were ready.", ["method", "route"]
)
SEARCHES = Counter("ludex_searches_total", "Searches that have ended, by kind and outcome.", ["kind", "end"])
SEARCH_SECONDS = Histogram(
    "ludex_search_seconds",
    "Seconds that searches took.",
    ["kind"],
    buckets=(0.001, 0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60),
)
SEARCHES_RUNNING = Gauge("ludex_searches_running", "Searches that are running.", multiprocess_mode="livesum")

_CLIENT_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"})
_log = structlog.get_logger("ludex.requests")


def exposition(jobs: Mapping[str, int], workers: int) -> Response:
    """Return the metrics of all worker processes, summed, in the Prometheus text format.

    `jobs` maps each state to the number of jobs, and `workers` is the number of job workers.
    """
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    text = generate_latest(registry) + generate_latest(_jobs_registry(jobs, workers))
    return Response(text, content_type=CONTENT_TYPE_LATEST)


def forget_dead_workers() -> None:
    """Remove gauges that belong to dead worker processes from the shared metrics."""
    for file in Path(os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")).glob("gauge_live*.db"):
        worker = int(file.stem.rpartition("_")[2])
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            multiprocess.mark_process_dead(worker)  # type: ignore[no-untyped-call]


def _jobs_registry(jobs: Mapping[str, int], workers: int) -> CollectorRegistry:
    """Return those metrics that are read from the database. They are the same in every process."""
    registry = CollectorRegistry()
    registry.register(_Jobs(jobs, workers))
    return registry


class _Jobs(Collector):
    """The current numbers of jobs and job workers."""

    def __init__(self, jobs: Mapping[str, int], workers: int) -> None:
        self._jobs = jobs
        self._workers = workers

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics."""
        by_state = GaugeMetricFamily("ludex_jobs", "Jobs by their state.", labels=["state"])
        for state, number in self._jobs.items():
            by_state.add_metric([state], number)
        yield by_state
        yield GaugeMetricFamily("ludex_job_workers", "Processes that work on jobs.", value=self._workers)


def start_request(request: Request) -> None:
    """Record the start time and the id of the current request.

    The id is the value of the header `X-Request-Id` if it consists of 1 to 64 letters, digits and `._:-`. Otherwise, a
    random id is used.
    """
    client_id = request.environ.get("HTTP_X_REQUEST_ID")
    known = client_id is not None and _CLIENT_ID.fullmatch(client_id)
    g.started = time.perf_counter()
    g.request_id = client_id if known else f"{getrandbits(64):016x}"


def request_id() -> str:
    """Return the id of the current request. The id is logged, and stored with a job that the request starts."""
    current: str = g.request_id
    return current


def record_request(
    method: str, route: str | None, path: str, status: int, seconds: float, size: int | None, name: str = ""
) -> None:
    """Count and log a request.

    `route` is the rule that matches the address of the request, or None if no rule matches.
    """
    # Use the rule as the label, never the path, so that the number of time series is bounded.
    counter, histogram = _series(method if method in _METHODS else "other", route or "unmatched", status)
    counter.inc()
    histogram.observe(seconds)
    _log.info(
        "request",
        method=method,
        route=route or "unmatched",
        path=path,
        status=status,
        ms=round(seconds * 1000, 1),
        bytes=size,
        request_id=name,
    )


@cache
def _series(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(method, route, str(status)), REQUEST_SECONDS.labels(method, route)


def note_search(kind: str, end: str, seconds: float) -> None:
    """Count a search that has ended, and observe its duration."""
    counter, histogram = _search_series(kind, end)
    counter.inc()
    histogram.observe(seconds)


@cache
def _search_series(kind: str, end: str) -> tuple[Counter, Histogram]:
    return SEARCHES.labels(kind, end), SEARCH_SECONDS.labels(kind)
