"""Raw bytes that servers have misread: smuggled requests, trailers as headers, other protocols, endless extensions."""

import re
import socket
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from ludex.catalogue.machine_key import read_key
from ludex.settings import Settings, data_folder
from tests.api.running import SOLVE, Running, answer_of, memory_bytes, problem_of, request_bytes
from tests.services import workers

CARDS = b'{"cards": ["*o", "o*"]}'
EXPORT = "/api/v1/swish/cards?format=ndjson"


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Running]:
    running = Running(settings)
    yield running
    running.end()


def test_a_request_that_asks_for_an_upgrade_is_answered_once_with_its_body(server: Running) -> None:
    upgrade = ("Connection: Upgrade, HTTP2-Settings, close", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA")
    answer = answer_of(server.send(request_bytes(SOLVE, CARDS, f"Content-Length: {len(CARDS)}", *upgrade)))
    assert answer.startswith(b"HTTP/1.1 200 ") and answer.count(b"HTTP/1.1 ") == 1
    smuggled = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    raw = request_bytes(SOLVE, smuggled, f"Content-Length: {len(smuggled)}", *upgrade)
    assert problem_of(server.send(raw)) == 400


def test_trailers_do_not_become_headers(server: Running) -> None:
    trailers = (
        b"Authorization: Bearer ludex_x\r\nHost: example.org\r\nOrigin: http://example.org\r\nContent-Type: a/b\r\n"
    )
    body = b"%x\r\n%s\r\n0\r\n%s\r\n" % (len(CARDS), CARDS, trailers)
    answer = answer_of(server.send(request_bytes(SOLVE, body, "Transfer-Encoding: chunked", "Connection: close")))
    assert answer.startswith(b"HTTP/1.1 200 ") and answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("headers", [("Content-Length: 5", "Content-Length: 6"), ("Content-Length: x",)])
def test_a_body_without_a_clear_length_is_refused(server: Running, headers: tuple[str, ...]) -> None:
    assert answer_of(server.send(request_bytes(SOLVE, CARDS, *headers))).startswith(b"HTTP/1.1 400 ")


def test_chunks_prevail_over_an_announced_length(server: Running) -> None:
    body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(CARDS), CARDS)
    headers = ("Content-Length: 3", "Transfer-Encoding: chunked", "Connection: close")
    answer = answer_of(server.send(request_bytes(SOLVE, body, *headers)))
    assert answer.startswith(b"HTTP/1.1 200 ") and answer.count(b"HTTP/1.1 ") == 1


def test_a_long_chunk_extension_is_neither_accepted_nor_kept(server: Running) -> None:
    [worker] = workers(server.process.pid)
    before = memory_bytes(worker)
    connection = server.send(request_bytes(SOLVE, b"5;", "Transfer-Encoding: chunked"))
    with pytest.raises(ConnectionError), connection:
        for _ in range(40):
            connection.sendall(b"a" * (1 << 20))
            time.sleep(0.01)
    assert memory_bytes(worker) - before < 8 << 20
    assert server.ask("/health")[0] == 200


@pytest.mark.parametrize(
    ("target", "host", "status"),
    [
        (b"http://localhost/health", b"Host: localhost\r\n", 200),
        (b"http://example.org/health", b"Host: example.org\r\n", 421),
        (b"http://example.org/health", b"", 421),
        (b"/health", b"Host: example.org\r\n", 421),
        (b"/health", b"", 400),
        (b"/health", b"Host: \r\n", 400),
        (b"*", b"Host: localhost\r\n", 404),
    ],
)
def test_an_absolute_target_obeys_the_host_rule(server: Running, target: bytes, host: bytes, status: int) -> None:
    raw = b"GET " + target + b" HTTP/1.1\r\n" + host + b"Connection: close\r\n\r\n"
    assert answer_of(server.send(raw)).startswith(b"HTTP/1.1 %d " % status)


def test_http_1_0_needs_no_host(server: Running) -> None:
    assert answer_of(server.send(b"GET /health HTTP/1.0\r\n\r\n")).startswith(b"HTTP/1.0 200 ")


def test_a_compressed_body_is_refused(server: Running) -> None:
    headers = (f"Content-Length: {len(CARDS)}", "Content-Encoding: gzip", "Connection: close")
    assert problem_of(server.send(request_bytes(SOLVE, CARDS, *headers))) == 415


def test_a_body_that_is_too_long_is_refused_before_the_client_sends_it(server: Running) -> None:
    raw = request_bytes(SOLVE, b"", "Content-Length: 100000000", "Expect: 100-continue")
    assert problem_of(server.send(raw)) == 413


def test_a_client_that_expects_it_is_told_to_continue(server: Running) -> None:
    connection = server.send(request_bytes(SOLVE, b"", f"Content-Length: {len(CARDS)}", "Expect: 100-continue"))
    assert connection.recv(100).startswith(b"HTTP/1.1 100 Continue\r\n")
    connection.sendall(CARDS)
    assert connection.recv(100).startswith(b"HTTP/1.1 200 ")
    connection.close()


def test_exports_beyond_the_slots_are_refused_and_others_are_whole(server: Running) -> None:
    def export(_number: int) -> tuple[int, int]:
        try:
            with urllib.request.urlopen(server.url + EXPORT) as answer:
                return answer.status, len(answer.read())  # raises IncompleteRead where the end is missing
        except urllib.error.HTTPError as error:
            with error:
                assert error.headers["Retry-After"] == "5"
                return error.code, 0

    assert server.ask("/api/v1/swish/positions", {"cards": ["*o.", "*.o", "o*."]})[0] in (200, 201)
    size = export(0)[1]
    with ThreadPoolExecutor(60) as pool:
        answers = Counter(pool.map(export, range(60)))
    assert answers.keys() <= {(200, size), (503, 0)} and answers[200, size] >= 16
    text = server.ask("/metrics")[1].decode()
    counted = re.findall(r'ludex_requests_total\{method="GET",route="/api/v1/swish/cards",status="(\d+)"\} (\d+)', text)
    expected = {"200": answers[200, size] + 1, "503": answers[503, 0]}
    assert {status: int(count) for status, count in counted} == {status: n for status, n in expected.items() if n}


def test_streams_of_clients_that_vanished_are_free_again(server: Running) -> None:
    body, key = b'{"operation": "verify"}', f"Authorization: Bearer {read_key(data_folder())}"
    headers = (f"Content-Length: {len(body)}", "Connection: close", key)
    answer = answer_of(server.send(request_bytes("/api/v1/jobs", body, *headers)))
    [job] = re.findall(rb"\r\nlocation: (\S+)\r\n", answer)
    asked = b"GET " + job + b"/events HTTP/1.1\r\nHost: localhost\r\n" + key.encode() + b"\r\n\r\n"

    def watch(stack: ExitStack) -> bytes:
        connection: socket.socket = stack.enter_context(server.send(asked))
        return connection.recv(12)

    with ExitStack() as stack:
        assert [watch(stack) for _ in range(13)] == [b"HTTP/1.1 200"] * 12 + [b"HTTP/1.1 503"]
        assert server.ask("/health")[0] == 200
    deadline = time.monotonic() + 10
    with ExitStack() as stack:
        while watch(stack) != b"HTTP/1.1 200":
            assert time.monotonic() < deadline
            time.sleep(0.1)


@pytest.mark.slow
def test_a_service_that_stops_refuses_new_connections_and_finishes_its_answers(settings: Settings) -> None:
    running = Running(settings)
    running.ask(SOLVE, {"cards": ["*o", "o*"]})
    body = b'{"deck": "swish-36", "find": "count", "max_size": 3, "time_limit": 20}'
    with running.send(request_bytes(SOLVE, body, f"Content-Length: {len(body)}")) as connection:
        time.sleep(0.3)
        running.process.terminate()
        time.sleep(0.2)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(running.address)
        assert connection.recv(12) in (b"HTTP/1.1 200", b"HTTP/1.1 503")
    assert running.wait()[0] == 0
