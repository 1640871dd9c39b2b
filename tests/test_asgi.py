"""The ASGI adapter without a server: its limits, its pools, and streams whose clients read slowly or leave.

Threads that join one another only while calls take long.
"""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from flask import Flask

import ludex.asgi
from ludex.api.middleware.problems import ProblemError
from ludex.api.service import GONE
from ludex.asgi import LONG_BYTES, AsgiAdapter, BodyReader, ThreadPool, Workload, make_environ, workloads
from ludex.requests.bounds import BODY_BYTES, HEADER_BYTES, HEADERS, REQUEST_LINE_BYTES
from ludex.settings import Settings
from tests.applications import application
from tests.conftest import Lend

LAST = {"type": "http.request", "body": b"", "more_body": False}
PLAIN = [("Content-Type", "text/plain")]


def scope(path: str = "/", method: str = "GET", *headers: tuple[bytes, bytes], version: str = "1.1") -> dict[str, Any]:
    return {
        "type": "http",
        "http_version": version,
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"localhost"), *headers],
        "server": ("127.0.0.1", "80"),
        "client": ("127.0.0.2", "5000"),
    }


class Client:
    """A client that sends messages, and takes every message of the answer unless `take` waits."""

    def __init__(self, *messages: dict[str, Any], take: Callable[[], Any] = lambda: asyncio.sleep(0)) -> None:
        self.messages = list(messages)
        self.take = take
        self.left = asyncio.Event()
        self.received: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        if self.messages:
            return self.messages.pop(0)
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.body":
            await self.take()
        self.received.append(message)

    @property
    def status(self) -> int:
        return int(self.received[0]["status"])

    @property
    def body(self) -> bytes:
        return b"".join(one["body"] for one in self.received[1:])

    @property
    def is_whole(self) -> bool:
        return not self.received[-1].get("more_body", False)


def answers(body: Iterable[bytes], headers: list[tuple[str, str]] = PLAIN) -> Callable[..., Iterable[bytes]]:
    def application(_environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", headers)
        return body

    return application


def adapter(application: Callable[..., Any], workload: Workload = Workload.READ, threads: int = 2) -> AsgiAdapter:
    return AsgiAdapter(application, lambda _method, _path, _query: workload, threads)


def test_an_environ_is_that_of_the_request() -> None:
    headers = ((b"content-type", b"a/b"), (b"x-a", b"1"), (b"x-a", b"2"), (b"cookie", b"a=1"), (b"cookie", b"b=2"))
    asked = scope("/a%2Fb%C3%A9", "GET", *headers, (b"x_a", b"3"), (b"script_name", b"/x")) | {"query_string": b"c=%20"}
    environ = make_environ(asked)
    assert environ.pop("wsgi.input").read() == b"" and environ.pop("wsgi.errors") is not None
    assert environ == {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": "/a/bé".encode().decode("latin-1"),
        "QUERY_STRING": "c=%20",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.2",
        "HTTP_HOST": "localhost",
        "CONTENT_TYPE": "a/b",
        "HTTP_X_A": "1,2",
        "HTTP_COOKIE": "a=1; b=2",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input_terminated": True,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }


def test_http_1_0_needs_no_host_and_a_socket_file_has_no_client() -> None:
    environ = make_environ(scope(version="1") | {"headers": [(b"host", b"")], "client": None})
    assert "HTTP_HOST" not in environ
    assert (environ["SERVER_PROTOCOL"], environ["REMOTE_ADDR"]) == ("HTTP/1.0", "")


@pytest.mark.parametrize(
    ("request_scope", "status"),
    [
        (scope("/" + "a" * (REQUEST_LINE_BYTES - 3)) | {"query_string": b"q="}, 200),
        (scope("/" + "a" * (REQUEST_LINE_BYTES - 2)) | {"query_string": b"q="}, 414),
        (scope("/", "GET", *[(b"x", b"y")] * (HEADERS - 1)), 200),
        (scope("/", "GET", *[(b"x", b"y")] * HEADERS), 431),
        (scope("/", "GET", (b"x", b"y" * (HEADER_BYTES - 1))), 200),
        (scope("/", "GET", (b"x", b"y" * HEADER_BYTES)), 431),
        (scope("/", "GET", (b"host", b"localhost")), 400),
        (scope("/", "GET", (b"content-type", b"a"), (b"content-type", b"b")), 400),
        (scope("/", "POST", (b"content-length", b"-1")), 400),
        (scope() | {"headers": [(b"host", b"")]}, 400),
    ],
)
def test_a_head_beyond_the_limits_is_a_problem(request_scope: dict[str, Any], status: int) -> None:
    async def run() -> Client:
        client = Client()
        await adapter(answers([b'{"status": 200}']))(request_scope, client.receive, client.send)
        return client

    client = asyncio.run(run())
    assert client.status == status and json.loads(client.body)["status"] == status


def read(reader: BodyReader, client: Client, **environ: str) -> dict[str, Any]:
    made: dict[str, Any] = environ or {"HTTP_TRANSFER_ENCODING": "chunked"}
    asyncio.run(reader.read(made, client.receive))
    return made


def piece(body: bytes) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": True}


@pytest.mark.parametrize("environ", [{}, {"CONTENT_LENGTH": "3"}])
def test_a_body_is_read_as_a_whole_and_counted_until_it_is_released(environ: dict[str, str]) -> None:
    reader = BodyReader(limit=3)
    client = Client(piece(b"ab"), piece(b"c"), LAST)
    made = read(reader, client, **environ)
    assert (made["wsgi.input"].read(), made["CONTENT_LENGTH"], reader.held) == (b"abc", "3", 3)
    assert len(client.messages) == (1 if environ else 0)  # nothing is awaited after an announced length
    reader.release(3)
    assert reader.held == 0


def test_a_body_beyond_the_limits_is_a_problem_and_leaves_no_memory_in_use() -> None:
    reader = BodyReader(limit=BODY_BYTES + 2, seconds=0.05)
    faults = {
        413: [piece(b"x" * BODY_BYTES), piece(b"x"), LAST],
        503: [piece(b"x" * BODY_BYTES), piece(b"xxx"), LAST],
        400: [piece(b"x"), {"type": "http.disconnect"}],
        408: [],
    }
    for status, messages in faults.items():
        with pytest.raises(ProblemError) as refusal:
            read(reader, Client(*messages))
        assert (refusal.value.problem.status, reader.held) == (status, 0)
    made = read(reader, Client(LAST | {"body": b"x" * BODY_BYTES}))
    assert made["CONTENT_LENGTH"] == str(BODY_BYTES)


@pytest.mark.parametrize(
    ("environ", "left"),
    [({}, 16), ({"HTTP_EXPECT": "100-continue"}, 80)],  # who expects to be told to continue has sent nothing yet
)
def test_of_a_body_that_is_announced_too_long_64_mib_are_discarded(environ: dict[str, str], left: int) -> None:
    client = Client(*[piece(bytes(1024 * 1024))] * 80)
    with pytest.raises(ProblemError) as refusal:
        read(BodyReader(), client, CONTENT_LENGTH=str(BODY_BYTES + 1), **environ)
    assert (refusal.value.problem.status, len(client.messages)) == (413, left)


def test_reads_are_answered_while_every_computing_thread_is_taken() -> None:
    busy = threading.Event()

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/compute":
            busy.wait(10)
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    def workload_of(_method: str, path: str, _query: str) -> Workload:
        return Workload.COMPUTE if path == "/compute" else Workload.READ

    async def run() -> list[int]:
        app = AsgiAdapter(application, workload_of, 1)
        computing = [Client() for _ in range(3)]
        tasks = [asyncio.create_task(app(scope("/compute"), one.receive, one.send)) for one in computing]
        reading = Client()
        await app(scope("/read"), reading.receive, reading.send)
        assert not computing[0].received
        busy.set()
        await asyncio.gather(*tasks)
        return [one.status for one in (reading, *computing)]

    assert asyncio.run(run()) == [200] * 4


def test_requests_beyond_the_queue_of_a_pool_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ludex.asgi, "WAITING_REQUESTS", 1)
    busy = threading.Event()

    def application(_environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        busy.wait(10)
        start_response("200 OK", [("Content-Length", "0")])
        return []

    async def run() -> list[int]:
        app = adapter(application, Workload.COMPUTE, threads=1)
        clients = [Client() for _ in range(4)]
        tasks = [asyncio.create_task(app(scope(), one.receive, one.send)) for one in clients]
        while sum(bool(one.received) for one in clients) < 2:
            await asyncio.sleep(0.01)
        busy.set()
        await asyncio.gather(*tasks)
        return sorted(one.status for one in clients)

    assert asyncio.run(run()) == [200, 200, 503, 503]


def test_a_computing_request_learns_that_its_client_has_left() -> None:
    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        deadline = time.monotonic() + 10
        while not environ[GONE]() and time.monotonic() < deadline:
            time.sleep(0.01)
        start_response("200 OK", [("Content-Length", "1")])
        return [b"1" if environ[GONE]() else b"0"]

    async def run() -> Client:
        client = Client()
        asyncio.get_running_loop().call_later(0.2, client.left.set)
        await adapter(application, Workload.COMPUTE)(scope(), client.receive, client.send)
        return client

    assert asyncio.run(run()).body == b"1"


class Stream:
    """A streamed body that counts its pieces, and whether it was closed."""

    def __init__(self, pieces: int, fails: bool = False) -> None:
        self.left = pieces
        self.fails = fails
        self.closed = False

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if self.left == 0:
            if self.fails:
                raise RuntimeError("the database is gone")
            raise StopIteration
        self.left -= 1
        return b"x"

    def close(self) -> None:
        self.closed = True


def streamed(stream: Stream, take: Callable[[], Any], leave_after: float | None = None) -> Client:
    async def run() -> Client:
        client = Client(LAST, take=take)
        if leave_after is not None:
            asyncio.get_running_loop().call_later(leave_after, client.left.set)
        await adapter(answers(stream))(scope(), client.receive, client.send)
        return client

    return asyncio.run(run())


def test_a_stream_is_sent_to_its_end_and_closed() -> None:
    stream = Stream(5)
    client = streamed(stream, lambda: asyncio.sleep(0))
    assert (client.body, client.is_whole, stream.closed) == (b"x" * 5, True, True)


def test_a_stream_that_fails_never_passes_for_whole() -> None:
    stream = Stream(5, fails=True)
    client = streamed(stream, lambda: asyncio.sleep(0))
    assert (client.body, client.is_whole, stream.closed) == (b"x" * 5, False, True)


def test_a_stream_ends_when_its_client_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ludex.asgi, "SEND_SECONDS", 0.05)
    stream = Stream(1000)
    client = streamed(stream, lambda: asyncio.sleep(10))
    assert (client.received[1:], stream.closed) == ([], True)


def test_a_stream_ends_when_its_client_has_left() -> None:
    stream = Stream(1_000_000)
    client = streamed(stream, lambda: asyncio.sleep(0.001), leave_after=0.05)
    assert stream.closed and stream.left > 0 and not client.is_whole


def test_a_long_response_is_sent_in_pieces_within_a_memory_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ludex.asgi, "RESPONSES_BYTES", 1_500_000)
    body = b"x" * 1_000_000

    async def run() -> list[Client]:
        app = adapter(answers([body], [("Content-Length", str(len(body)))]))
        slow = Client(take=lambda: asyncio.sleep(0.05))
        first = asyncio.create_task(app(scope(), slow.receive, slow.send))
        await asyncio.sleep(0.1)
        second, third = Client(), Client()
        await app(scope(), second.receive, second.send)
        await first
        await app(scope(), third.receive, third.send)
        return [slow, second, third]

    slow, second, third = asyncio.run(run())
    assert (slow.body, slow.is_whole, third.body, second.status) == (body, True, body, 503)
    assert max(len(one["body"]) for one in slow.received[1:]) == ludex.asgi.PIECE_BYTES


@pytest.mark.parametrize(("size", "pieces"), [(LONG_BYTES, 1), (LONG_BYTES + 1, 6)])  # 4 full pieces, 1 byte, the end
def test_a_response_of_up_to_256_kib_is_sent_at_once(size: int, pieces: int) -> None:
    async def run() -> Client:
        client = Client()
        app = adapter(answers([bytes(size)], [("Content-Length", str(size))]))
        await app(scope(), client.receive, client.send)
        return client

    client = asyncio.run(run())
    assert LONG_BYTES == 256 * 1024
    assert (len(client.received) - 1, len(client.body), client.is_whole) == (pieces, size, True)


def test_the_process_starts_once_and_shuts_down() -> None:
    started: list[str] = []
    client = Client({"type": "lifespan.startup"}, {"type": "lifespan.shutdown"})
    app = AsgiAdapter(answers([]), lambda *_: Workload.READ, 1, on_startup=lambda: started.append("once"))
    asyncio.run(app({"type": "lifespan"}, client.receive, client.send))
    assert started == ["once"]
    assert client.received == [{"type": "lifespan.startup.complete"}, {"type": "lifespan.shutdown.complete"}]


def test_a_head_request_has_no_body_and_its_stream_is_closed() -> None:
    async def run() -> Client:
        client = Client()
        await adapter(answers(stream))(scope("/", "HEAD"), client.receive, client.send)
        return client

    stream = Stream(3)
    assert (asyncio.run(run()).body, stream.closed) == (b"", True)


def run(pool: ThreadPool, calls: list[Callable[[], Any]]) -> list[Any]:
    async def gather() -> list[Any]:
        return await asyncio.gather(*(pool.run(call) for call in calls), return_exceptions=True)

    return asyncio.run(gather())


def test_calls_return_their_results_and_raise_their_errors() -> None:
    results = run(ThreadPool("test", 2, 0.005), [lambda: 1, lambda: 1 // 0, lambda: 3])
    assert (results[0], results[2]) == (1, 3) and isinstance(results[1], ZeroDivisionError)


def test_arguments_are_those_of_the_call() -> None:
    assert asyncio.run(ThreadPool("test", 1, 0.0).run(divmod, 7, 2)) == (3, 1)


def test_short_calls_run_one_after_the_other_in_their_order() -> None:
    order: list[int] = []
    running, most = [0], [0]

    def call(number: int) -> None:
        running[0] += 1
        most[0] = max(most[0], running[0])
        order.append(number)
        time.sleep(0)
        running[0] -= 1

    run(ThreadPool("test", 8, 10.0), [lambda number=number: call(number) for number in range(100)])  # type: ignore[misc]
    assert order == list(range(100)) and most[0] == 1


def test_results_of_queued_calls_arrive_together() -> None:
    arrived: list[int] = []

    async def measure() -> list[list[int]]:
        pool, queued = ThreadPool("test", 1, 10.0), threading.Event()

        def call() -> list[int]:
            queued.wait(10)
            time.sleep(0.002)  # the event loop could take a result meanwhile
            return list(arrived)

        async def one(number: int) -> list[int]:
            seen = await pool.run(call)
            arrived.append(number)
            return seen

        tasks = [asyncio.create_task(one(number)) for number in range(20)]
        while pool.waiting != 19:
            await asyncio.sleep(0.01)
        queued.set()
        return await asyncio.gather(*tasks)

    assert asyncio.run(measure()) == [[]] * 20 and arrived == list(range(20))


def test_a_result_waits_for_a_long_call_only_for_a_moment() -> None:
    async def measure() -> bool:
        pool, release = ThreadPool("test", 1, 0.01), threading.Event()
        short, long = asyncio.create_task(pool.run(int)), asyncio.create_task(pool.run(release.wait, 10))
        await asyncio.wait_for(short, 5)
        ended = long.done()
        release.set()
        return ended or not await long

    assert not asyncio.run(measure())


@pytest.mark.parametrize("pace", [0.0, 0.01])
def test_further_threads_join_while_calls_take_long(pace: float) -> None:
    together = threading.Barrier(4, timeout=10)
    assert sorted(run(ThreadPool("test", 4, pace), [together.wait] * 4)) == [0, 1, 2, 3]


def test_no_more_calls_run_at_once_than_there_are_threads() -> None:
    running, most = [0], [0]
    lock = threading.Lock()

    def call() -> None:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        time.sleep(0.02)
        with lock:
            running[0] -= 1

    run(ThreadPool("test", 3, 0.001), [call] * 12)
    assert most[0] == 3


def test_the_calls_that_wait_are_counted() -> None:
    async def measure() -> tuple[int, int]:
        pool, release = ThreadPool("test", 1, 0.0), threading.Event()
        tasks = [asyncio.create_task(pool.run(release.wait, 10)) for _ in range(4)]
        while pool.waiting != 3:
            await asyncio.sleep(0.01)
        waiting = pool.waiting
        release.set()
        await asyncio.gather(*tasks)
        return waiting, pool.waiting

    assert asyncio.run(measure()) == (3, 0)


@pytest.fixture(scope="module")
def app(lend: Lend) -> Iterator[Flask]:
    with lend() as address, application(Settings(database_url=address)) as made:
        yield made


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
