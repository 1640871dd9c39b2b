"""The server as a process of its own: it starts fast, answers under load, outlives rude clients and ends cleanly."""

import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from ludex.settings import Settings
from tests.api.running import HARD, SOLVE, Running, answer_of, memory_bytes, request_bytes
from tests.services import workers


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Running]:
    running = Running(settings)
    yield running
    if running.process.poll() is None:
        running.end()


def test_it_starts_small_and_says_where_it_listens(server: Running) -> None:
    assert server.ask("/health")[0] == 200
    for pid in (server.process.pid, *workers(server.process.pid)):
        assert memory_bytes(pid) < 220 * 2**20


def test_sixteen_clients_at_once_are_all_answered(server: Running) -> None:
    def one(number: int) -> int:
        if number % 4 == 0:
            return server.ask(SOLVE, {"cards": ["*o.", "*.o", "o*."]})[0]
        if number % 4 == 1:
            return server.ask("/api/v1/swish/positions", {"cards": ["*o."] * (number + 1)})[0]
        return server.ask("/api/v1/swish/positions?limit=5" if number % 4 == 2 else "/health")[0]

    server.ask(SOLVE, {"cards": ["*o", "o*"]})
    with ThreadPoolExecutor(16) as pool:
        statuses = list(pool.map(one, range(160)))
    assert {status for number, status in enumerate(statuses) if number % 4 >= 2} == {200}
    assert set(statuses) <= {200, 201, 503}


def test_searches_fill_the_slots_and_reads_go_on(server: Running) -> None:
    with ThreadPoolExecutor(14) as pool:
        searches = [pool.submit(server.ask, SOLVE, HARD | {"time_limit": 0.6}) for _ in range(14)]
        time.sleep(0.3)
        while not all(search.done() for search in searches):
            assert server.ask("/health")[0] == 200
        statuses = [search.result()[0] for search in searches]
    assert statuses.count(422) >= 2
    assert statuses.count(503) >= 1


def test_clients_that_leave_free_their_slots_and_break_nothing(server: Running) -> None:
    body = json.dumps(HARD).encode()
    for _ in range(6):
        server.send(request_bytes(SOLVE, body, f"Content-Length: {len(body)}")).close()
    server.send(b"GET /api/v1/swish/cards?format=ndjson HTTP/1.1\r\nHost: localhost\r\n\r\n").close()
    server.send(b"POST /api/v1/swish/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{").close()
    server.send(b"\x16\x03\x01 no http at all\r\n\r\n").close()
    while server.ask(SOLVE, {"cards": ["*o", "o*"]})[0] != 200:
        time.sleep(0.1)  # until the searches of those clients have ended
    assert server.process.poll() is None


def test_pipelined_requests_are_answered_in_their_order(server: Running) -> None:
    first = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    last = b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    statuses = re.findall(rb"HTTP/1.1 (\d+) ", answer_of(server.send(first * 2 + last)))
    assert statuses == [b"200", b"200", b"404"]


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 200 + b"\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 400_000, 431),
        (b"GET /" + b"a" * 80_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
        (b"\x16\x03\x01 no http at all\r\n\r\n", 400),
        *(
            (b"GET /health " + version + b"\r\nHost: localhost\r\n\r\n", 400)
            for version in (b"HTTP/2.0", b"HTTP/0.9", b"HTTP/1.2", b"RTSP/1.0")
        ),
    ],
)
def test_the_server_itself_refuses_what_is_no_request(server: Running, raw: bytes, status: int) -> None:
    head, _, body = answer_of(server.send(raw)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status) and b"connection: close" in head
    assert body == b""
    assert server.ask("/health")[0] == 200


def test_sigterm_ends_searches_and_the_server_quickly(settings: Settings) -> None:
    running = Running(settings)
    # The first search loads the compiled code, which cannot be ended half-way.
    running.ask(SOLVE, {"deck": "swish-36", "find": "count", "max_size": 2})
    with ThreadPoolExecutor(2) as pool:
        searches = [pool.submit(running.ask, SOLVE, HARD) for _ in range(2)]
        time.sleep(1)
        code, seconds, log = running.end()
        statuses = [search.result()[0] for search in searches]
    assert code == 0
    assert seconds < 5
    assert statuses == [503, 503]
    lines = [json.loads(line) for line in log.splitlines()]
    requests = [line for line in lines if line["event"] == "request"]
    assert {"method", "route", "status", "ms"} <= set(requests[0])
    assert not [line for line in lines if line.get("level") in ("error", "critical")], log


@pytest.mark.slow
def test_several_workers_count_together(settings: Settings) -> None:
    running = Running(settings, LUDEX_WORKERS="2")
    with ThreadPoolExecutor(4) as pool:
        assert {status for status, _ in pool.map(running.ask, ["/health"] * 40)} == {200}
    text = running.ask("/metrics")[1].decode()
    counted = re.findall(r'ludex_requests_total\{method="GET",route="/health",status="200"\} ([0-9.]+)', text)
    assert [float(count) for count in counted] == [40.0]
    assert running.end()[0] == 0
