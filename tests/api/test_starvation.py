"""Clients that are slow, idle or wrong, and databases that do not answer, keep no other client waiting."""

import json
import os
import signal
import socket
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from ludex.settings import Settings
from tests.api.running import SOLVE, Running, answer_of, request_bytes
from tests.services import workers

POSITIONS = "/api/v1/swish/positions"
MANY = 200


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Running]:
    running = Running(settings)
    yield running
    if running.process.poll() is None:
        running.end()


@contextmanager
def connections(server: Running, number: int, raw: bytes) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        yield [stack.enter_context(server.send(raw)) for _ in range(number)]


def slowest_health(server: Running, times: int = 10) -> float:
    slowest = 0.0
    for _ in range(times):
        begin = time.monotonic()
        assert server.ask("/health")[0] == 200
        slowest = max(slowest, time.monotonic() - begin)
    return slowest


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        request_bytes(SOLVE, b"{", "Content-Length: 1000"),
        request_bytes(SOLVE, b"5\r\n{", "Transfer-Encoding: chunked"),
    ],
    ids=["idle", "incomplete headers", "incomplete body", "incomplete chunk"],
)
def test_slow_clients_keep_nobody_waiting(server: Running, raw: bytes) -> None:
    with connections(server, MANY, raw):
        assert slowest_health(server) < 3
        assert server.ask(f"{POSITIONS}?limit=1")[0] == 200
        assert server.ask(SOLVE, {"cards": ["*o", "o*"]})[0] == 200


def test_slow_readers_of_lists_keep_nobody_waiting(server: Running, settings: Settings) -> None:
    cards = [f"{first}{second}{third}" for first in ".*o" for second in ".*o" for third in ".*o"]
    with ThreadPoolExecutor(4) as pool:
        bodies = [{"cards": cards[1:13] * 40 + cards[1 : 2 + number]} for number in range(12)]
        assert set(pool.map(lambda body: server.ask(POSITIONS, body)[0], bodies)) <= {200, 201}
    asked = f"GET {POSITIONS}?format=ndjson HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with connections(server, 100, asked):
        assert slowest_health(server) < 3
        assert server.ask(f"{POSITIONS}?limit=1")[0] == 200
    assert server.ask(f"{POSITIONS}?format=ndjson")[0] == 200


def test_a_body_that_is_announced_longer_than_it_is_stores_nothing(server: Running) -> None:
    body = json.dumps({"cards": ["*oo", "oo*"]}).encode()
    connection = server.send(request_bytes(POSITIONS, body, "Content-Length: 5000", "Connection: close"))
    connection.shutdown(socket.SHUT_WR)
    assert b" 400 " in answer_of(connection).partition(b"\r\n")[0]


@pytest.mark.slow
def test_a_lock_of_another_program_refuses_writers_in_time_and_no_reader(own_settings: Settings) -> None:
    # They are told so after five seconds; one shows it as well.
    shortly = "from ludex import app; app.WRITE_QUEUE = app.WriteQueueLimits(1.0, app.WRITE_QUEUE.writers)"
    running = Running(own_settings, shortly, LUDEX_THREADS="64")
    file = own_settings.database_url.removeprefix("sqlite:///")
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        with ThreadPoolExecutor(140) as pool:
            begin = time.monotonic()
            writers = [pool.submit(running.ask, POSITIONS, {"cards": ["*o.", "*.o"]}) for _ in range(140)]
            time.sleep(0.5)
            assert slowest_health(running) < 1
            assert running.ask(f"{POSITIONS}?limit=1")[0] == 200
            assert {one.result()[0] for one in writers} == {503}
            assert time.monotonic() - begin < 30
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert running.ask(POSITIONS, {"cards": ["*o.", "*.o"]})[0] in (200, 201)
    assert running.end()[0] == 0


@pytest.fixture
def own_settings(sqlite_template: Path, tmp_path: Path) -> Settings:
    file = tmp_path / "catalogue.sqlite"
    file.write_bytes(sqlite_template.read_bytes())
    return Settings(database_url=f"sqlite:///{file}")


@pytest.mark.parametrize(
    "damage",
    ["deleted", *(pytest.param(damage, marks=pytest.mark.slow) for damage in ("overwritten", "another in its place"))],
)
def test_a_catalogue_that_is_gone_or_damaged_is_503_and_nothing_is_acknowledged(
    own_settings: Settings, damage: str, sqlite_template: Path
) -> None:
    running = Running(own_settings)
    file = Path(own_settings.database_url.removeprefix("sqlite:///"))
    assert running.ask(POSITIONS, {"cards": ["*o.", "*.o"]})[0] == 201
    if damage == "deleted":
        file.unlink()
    elif damage == "overwritten":
        file.with_name(f"{file.name}-wal").write_bytes(b"")
        file.write_bytes(os.urandom(file.stat().st_size))
    else:
        new = file.with_name("new.sqlite")
        new.write_bytes(sqlite_template.read_bytes())
        new.rename(file)
    time.sleep(0.3)
    for _ in range(2):
        assert running.ask("/health")[0] == 503
        assert running.ask(f"{POSITIONS}?limit=1")[0] == 503
        assert running.ask(POSITIONS, {"cards": ["*oo", "o.*"]})[0] == 503
    if damage == "deleted":
        assert not file.exists()
    assert running.end()[0] == 0
    if damage == "another in its place":
        assert file.read_bytes() == sqlite_template.read_bytes()


@pytest.mark.slow
def test_a_killed_worker_has_a_successor_and_a_killed_service_leaves_nobody_behind(own_settings: Settings) -> None:
    running = Running(own_settings)
    [worker] = workers(running.process.pid)
    os.kill(worker, signal.SIGKILL)
    begin = time.monotonic()
    while True:
        try:
            if running.ask("/health")[0] == 200:
                break
        except OSError:
            time.sleep(0.05)
        assert time.monotonic() - begin < 30
    running.process.kill()
    running.process.communicate()
    time.sleep(0.2)
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind(running.address)
        again.listen()
    running.log.close()
