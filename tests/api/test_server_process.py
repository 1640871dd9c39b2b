"""The server as a process of its own: it starts fast, answers under load, outlives rude clients and ends cleanly."""

import http.client
import json
import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from ludex.requests.bounds import BODY_BYTES
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
        assert memory_bytes(pid) < 200 * 2**20


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
        slowest = 0.0
        while not all(search.done() for search in searches):
            begin = time.monotonic()
            assert server.ask("/health")[0] == 200
            slowest = max(slowest, time.monotonic() - begin)
            time.sleep(0.05)
        statuses = [search.result()[0] for search in searches]
    assert slowest < 2
    assert statuses.count(422) >= 2
    assert statuses.count(503) >= 1


def test_clients_that_leave_free_their_slots_and_break_nothing(server: Running) -> None:
    body = json.dumps(HARD).encode()
    for _ in range(6):
        server.send(request_bytes(SOLVE, body, f"Content-Length: {len(body)}")).close()
    server.send(b"GET /api/v1/swish/cards?format=ndjson HTTP/1.1\r\nHost: localhost\r\n\r\n").close()
    server.send(b"POST /api/v1/swish/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{").close()
    server.send(b"\x16\x03\x01 no http at all\r\n\r\n").close()
    time.sleep(1)
    begin = time.monotonic()
    assert server.ask(SOLVE, {"cards": ["*o", "o*"]})[0] == 200
    assert time.monotonic() - begin < 5
    assert server.process.poll() is None


@pytest.mark.parametrize("announced", [True, False])
def test_a_huge_body_is_refused_before_it_is_read(server: Running, announced: bool) -> None:
    if announced:
        connection = server.send(request_bytes(SOLVE, b"", f"Content-Length: {100 * BODY_BYTES}", "Connection: close"))
        assert answer_of(connection).startswith(b"HTTP/1.1 413")
        return
    connection = server.send(request_bytes(SOLVE, b"", "Transfer-Encoding: chunked", "Connection: close"))
    chunk = b"%x\r\n" % (1 << 20) + b" " * (1 << 20) + b"\r\n"
    received = b""
    try:
        for _ in range(BODY_BYTES // (1 << 20) + 2):
            connection.sendall(chunk)
        received = answer_of(connection)
    except OSError:
        pass  # closed on us while we were still sending
    assert received == b"" or received.startswith(b"HTTP/1.1 413")
    assert server.ask("/health")[0] == 200


@pytest.mark.parametrize("chunks", [b"ZZ\r\nabc", b"5\r\n{\r\n", b"-1\r\n"])
def test_wrong_chunks_are_400(server: Running, chunks: bytes) -> None:
    connection = server.send(request_bytes(SOLVE, chunks, "Transfer-Encoding: chunked", "Connection: close"))
    connection.shutdown(socket.SHUT_WR)
    assert answer_of(connection).startswith(b"HTTP/1.1 400")


def half_closed(server: Running, raw: bytes) -> socket.socket:
    connection = server.send(raw)
    connection.shutdown(socket.SHUT_WR)
    return connection


def asked_to_solve(asked: object) -> bytes:
    body = json.dumps(asked).encode()
    return request_bytes(SOLVE, body, f"Content-Length: {len(body)}")


def test_who_sends_no_more_gets_the_answers_and_then_the_end(server: Running) -> None:
    health = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    received = answer_of(half_closed(server, health * 3))
    assert received.count(b"HTTP/1.1 200 OK\r\n") == 3 and received.count(b'"status":"ok"') == 3
    assert answer_of(half_closed(server, b"GET /health HTTP/1.0\r\n\r\n")).startswith(b"HTTP/1.1 200")
    solved = answer_of(half_closed(server, asked_to_solve({"cards": ["*o", "o*"]})))
    assert solved.rpartition(b"HTTP/1.1 ")[2].startswith(b"200") and b"swish" in solved


def test_who_sends_no_more_waits_for_a_long_answer_and_whoever_left_ends_it(server: Running) -> None:
    with half_closed(server, asked_to_solve(HARD | {"time_limit": 1})) as connection:
        # http.client, as most clients, passes over what comes before the answer.
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        assert answer.status == 422 and json.loads(answer.read())["status"] == 422

    def running() -> bytes:
        return re.findall(rb"ludex_searches_running(?:\{[^}]*\})? ([0-9.]+)", server.ask("/metrics")[1])[0]

    left = half_closed(server, asked_to_solve(HARD))
    deadline = time.monotonic() + 10
    while running() != b"1.0" and time.monotonic() < deadline:
        time.sleep(0.05)
    left.close()
    while running() != b"0.0" and time.monotonic() < deadline:
        time.sleep(0.05)
    assert running() == b"0.0"


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 20_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
    ],
)
def test_what_is_too_long_or_unclear_is_a_problem(server: Running, raw: bytes, status: int) -> None:
    head, _, body = answer_of(server.send(raw)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"content-type: application/problem+json" in head.lower()
    assert json.loads(body)["status"] == status


@pytest.mark.parametrize(
    "raw",
    [
        b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 200 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
        b"\x16\x03\x01 no http at all\r\n\r\n",
    ],
)
def test_what_is_no_request_is_refused_by_the_server_itself(server: Running, raw: bytes) -> None:
    head, _, body = answer_of(server.send(raw)).partition(b"\r\n\r\n")
    assert head.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 431 "))
    assert b"Content-Type: application/problem+json" in head and json.loads(body)["status"] in (400, 431)
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


def test_several_workers_count_together(settings: Settings) -> None:
    running = Running(settings, LUDEX_WORKERS="2")
    with ThreadPoolExecutor(4) as pool:
        assert {status for status, _ in pool.map(running.ask, ["/health"] * 40)} == {200}
    text = running.ask("/metrics")[1].decode()
    counted = re.findall(r'ludex_requests_total\{method="GET",route="/health",status="200"\} ([0-9.]+)', text)
    assert [float(count) for count in counted] == [40.0]
    assert running.end()[0] == 0
