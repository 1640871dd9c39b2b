"""The service over HTTP: requests a second and latencies of frequent requests, against a bare Flask route.

The bare route runs on Granian's WSGI interface with one thread, with which it is fastest, and is measured side by side
in the same run. If other programs are busy, the processor time of the worker for each request is more reliable than the
requests a second.
"""

import json
import shutil
import statistics
import tempfile
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path

from tests.benchmarks.clients import Asked, Measured, asked, run
from tests.benchmarks.services import Address, bare, fill, own, processor_seconds

CLIENTS = 16
WANTED = {"object": 0.5, "list of 50": 0.2, "look-up": 0.27}
"""The wanted ratios of requests a second to those of the bare route."""

Service = tuple[Address, int]

LEVELS = "/api/v1/planarity/levels"


def main(seconds: float, repeats: int) -> None:
    """Measure every row and the bare route in turns, one worker each, and print the table."""
    folder = Path(tempfile.mkdtemp(prefix="ludex-bench-"))
    try:
        fill(folder)
        with own(folder) as ours, bare(folder) as the_bare:
            _table(ours, the_bare, requests(ours[0]), seconds, repeats)
    finally:
        shutil.rmtree(folder)


def requests(address: Address) -> dict[str, Asked]:
    """Return the request of each row, about the first level of the catalogue."""
    level = json.loads(body_of(address, asked("", f"{LEVELS}?limit=1")))["items"][0]
    drawing = json.dumps({"drawing": level["drawing"]}).encode()
    return {
        "object": asked("object", f"{LEVELS}/{level['label']}"),
        "list of 50": asked("list of 50", f"{LEVELS}?limit=50"),
        "look-up": asked("look-up", f"{LEVELS}/lookup", drawing),
        "picture": asked("picture", f"{LEVELS}/{level['label']}.svg"),
        "/health": asked("/health", "/health"),
    }


def body_of(address: Address, request: Asked) -> bytes:
    """Return the body of one answer."""
    _, measured = run(address, 1, 0, lambda _number: repeat(request))
    return measured[request.sort].answer.partition(b"\r\n\r\n")[2]


def _table(ours: Service, the_bare: Service, rows: dict[str, Asked], seconds: float, repeats: int) -> None:
    route = asked("a bare Flask route", "/row")
    rates: dict[str, list[float]] = {}
    costs: dict[str, list[float]] = {}
    latest: dict[str, Measured] = {}
    for turn in range(repeats + 1):
        for where, request in [(the_bare, route), *((ours, one) for one in rows.values())]:
            rate, cost, measured = _rate(where, request, seconds if turn else 0.3)
            if turn:  # the first turn only warms up
                rates.setdefault(request.sort, []).append(rate)
                costs.setdefault(request.sort, []).append(cost)
                latest[request.sort] = measured
    limit, least = statistics.median(rates[route.sort]), statistics.median(costs[route.sort])
    print(
        f"{'row':20} {'requests/s':>10} {'of bare':>11} {'target':>7} {'p50':>9} {'p95':>9} {'p99':>9} "
        f"{'processor':>10} {'of bare':>11}"
    )
    for sort, measured in latest.items():
        rate, cost = statistics.median(rates[sort]), statistics.median(costs[sort])
        wanted = f"{WANTED[sort]:.0%}" if sort in WANTED else ""
        times = " ".join(f"{measured.at(part) * 1000:>6.1f} ms" for part in (0.5, 0.95, 0.99))
        print(
            f"{sort:20} {rate:>10.0f} {rate / limit:>11.0%} {wanted:>7} {times} "
            f"{cost * 1e6:>7.0f} us {least / cost:>11.0%}",
            flush=True,
        )


def _rate(service: Service, request: Asked, seconds: float) -> tuple[float, float, Measured]:
    """Return requests a second, the processor's time of the worker for each, and the latencies."""
    address, process = service

    def ever(_number: int) -> Iterator[Asked]:
        return repeat(request)

    before = processor_seconds(process)
    took, by_sort = run(address, CLIENTS, seconds, ever)
    spent = processor_seconds(process) - before
    measured = by_sort[request.sort]
    if set(measured.statuses) != {200}:
        raise ValueError(f"{request.sort} was answered {dict(measured.statuses)}")
    answers = len(measured.seconds)
    return answers / took, spent / answers, measured
