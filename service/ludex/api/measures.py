"""What the service measures: counts and latencies for /metrics, and one line of the log for each request."""

import os
import re
import time
from collections.abc import Iterator, Mapping
from functools import cache
from secrets import token_hex

from flask import Request, Response
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

from ludex.api.application import Application, headers_of
from ludex.logs import RequestLog

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


_STARTED = "ludex.started"
_REQUEST_ID = "ludex.request_id"
_GIVEN_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"})
_log = RequestLog("ludex.requests")


def exposition(jobs: Mapping[str, int], workers: int) -> Response:
    """Return the metrics in Prometheus's text format, of all processes that serve if there are several.

    `jobs` are the numbers of jobs by their state, and `workers` is how many processes work on them.
    """
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    text = generate_latest(registry) + generate_latest(_jobs_registry(jobs, workers))
    return Response(text, content_type=CONTENT_TYPE_LATEST)


def _jobs_registry(jobs: Mapping[str, int], workers: int) -> CollectorRegistry:
    """Return what is asked of the database at this moment: every process would say the same."""
    registry = CollectorRegistry()
    registry.register(_Jobs(jobs, workers))
    return registry


class _Jobs(Collector):
    """The measurements of jobs at one moment."""

    def __init__(self, jobs: Mapping[str, int], workers: int) -> None:
        self._jobs = jobs
        self._workers = workers

    def collect(self) -> Iterator[Metric]:
        """Yield the measurements."""
        by_state = GaugeMetricFamily("ludex_jobs", "Jobs by their state.", labels=["state"])
        for state, number in self._jobs.items():
            by_state.add_metric([state], number)
        yield by_state
        yield GaugeMetricFamily("ludex_job_workers", "Processes that work on jobs.", value=self._workers)


def register(app: Application) -> None:
    """Measure and log every request of an application. Register it after all that changes responses."""
    app.before.append(_start)
    app.after.append(_end)


def _start(request: Request) -> None:
    request.environ[_STARTED] = time.perf_counter()


def request_id(request: Request) -> str:
    """Return the id of a request: what its header `X-Request-Id` says, else one of its own. It is logged, and jobs too.

    A header that is no word of at most 64 letters, digits and marks is passed over.
    """
    environ = request.environ
    found: str | None = environ.get(_REQUEST_ID)
    if found is None:
        given = environ.get("HTTP_X_REQUEST_ID", "")
        found = environ[_REQUEST_ID] = given if _GIVEN_ID.fullmatch(given) else token_hex(8)
    return found


def _end(request: Request, response: Response) -> Response:
    ended = time.perf_counter()
    rule, environ = request.url_rule, request.environ
    size = headers_of(response).get("Content-Length")
    note_request(
        environ["REQUEST_METHOD"],
        None if rule is None else rule.rule,
        request.path,
        response.status_code,
        ended - environ.get(_STARTED, ended),
        None if size is None else int(size),
        request_id(request),
    )
    return response


def note_request(
    method: str, route: str | None, path: str, status: int, seconds: float, size: int | None, name: str = ""
) -> None:
    """Count a request, and write its line into the log. `route` is the template of its address, None if it has none."""
    # By template, never by path: the number of series stays bounded.
    counter, histogram = _series(method if method in _METHODS else "other", route or "unmatched", status)
    counter.inc()
    histogram.observe(seconds)
    _log.write(
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
    """Count a search that has ended, and how long it took."""
    counter, histogram = _search_series(kind, end)
    counter.inc()
    histogram.observe(seconds)


@cache
def _search_series(kind: str, end: str) -> tuple[Counter, Histogram]:
    return SEARCHES.labels(kind, end), SEARCH_SECONDS.labels(kind)
