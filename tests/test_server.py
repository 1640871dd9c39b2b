"""The address that the service reserves for its worker processes, what it tells Granian, and what runs beside it."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

import ludex.server
from ludex.server import reserved_address, serve
from ludex.settings import Settings


def test_port_0_reserves_a_free_port_on_which_workers_can_listen() -> None:
    with reserved_address(Settings(database_url="sqlite://", port=0)) as (host, port):
        assert (host, port > 0) == ("127.0.0.1", True)
        with socket.socket() as worker:
            worker.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            worker.bind((host, port))
            worker.listen()
            socket.create_connection((host, port)).close()


def test_an_address_in_use_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        settings = Settings(database_url="sqlite://", port=other.getsockname()[1])
        with pytest.raises(OSError, match="in use"), reserved_address(settings):
            pass


def test_a_second_service_is_refused() -> None:
    with reserved_address(Settings(database_url="sqlite://", port=0)) as (host, port), socket.socket() as worker:
        worker.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        worker.bind((host, port))
        worker.listen()
        with pytest.raises(OSError, match="in use"), reserved_address(Settings(database_url="sqlite://", port=port)):
            pass


class Server:
    """What stands for Granian: it starts, announces its address, and ends with a signal. It has one worker process."""

    made: "Server"

    def __init__(self, *place: object, **options: object) -> None:
        self.place, self.options = place, options
        self.starts: list[Callable[[], None]] = []
        self.stops: list[Callable[[], None]] = []
        self.signals: list[int] = []
        self.on_startup, self.on_shutdown = self.starts.append, self.stops.append
        Server.made = self

    def serve(self, target_loader: object, wrap_loader: bool) -> None:
        assert callable(target_loader) and not wrap_loader
        signal.signal(signal.SIGTERM, lambda number, _frame: self.signals.append(number))
        for start in self.starts:
            start()
        assert signal.getsignal(signal.SIGUSR1) is signal.SIG_IGN
        assert running.wait(10)
        signal.raise_signal(signal.SIGTERM)
        for stop in self.stops:
            stop()


running = threading.Event()


@pytest.mark.parametrize(("host", "url"), [("127.0.0.1", "http://127.0.0.1:81"), ("::1", "http://[::1]:81")])
@pytest.mark.parametrize("beside", [True, False])
def test_the_service_runs_with_its_limits_until_a_signal_ends_it_and_its_searches(
    monkeypatch: pytest.MonkeyPatch, host: str, url: str, beside: bool
) -> None:
    @contextmanager
    def reserved(_settings: Settings) -> Iterator[tuple[str, int]]:
        yield host, 81

    def connect(address: tuple[str, int], timeout: float) -> Any:
        asked.append(address)
        if len(asked) == 1:
            raise ConnectionRefusedError  # it does not listen yet
        return SimpleNamespace(close=lambda: None)

    def announce(said: str) -> None:
        assert said == url
        events.append("announced")
        if not beside:
            running.set()

    asked: list[tuple[str, int]] = []
    events: list[str] = []
    running.clear()
    processes = SimpleNamespace(begin=running.set, end=lambda: events.append("end"))
    monkeypatch.setattr(ludex.server, "Granian", Server)
    monkeypatch.setattr(ludex.server, "_load_application", lambda _settings: None)
    monkeypatch.setattr(ludex.server.multiprocessing, "set_start_method", lambda _method, force: None)
    monkeypatch.setattr(ludex.server.gc, "freeze", lambda: None)
    monkeypatch.setattr(ludex.server, "reserved_address", reserved)
    monkeypatch.setattr(ludex.server.socket, "create_connection", connect)
    monkeypatch.setattr(ludex.server.multiprocessing, "active_children", lambda: [SimpleNamespace(pid=5)])
    monkeypatch.setattr(os, "kill", lambda pid, number: events.append(f"kill {pid} {number}"))
    kept = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGUSR1)}
    try:
        serve(Settings(database_url="sqlite://", workers=1), announce, (lambda: processes) if beside else None)
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
    assert asked == [(host, 81)] * 2 and Server.made.signals == [signal.SIGTERM]
    killed = f"kill 5 {signal.SIGUSR1}"
    assert events == (["announced", killed, "end"] if beside else ["announced", killed])
    assert Server.made.place == ("ludex.server:load", host, 81)
    http1 = Server.made.options.pop("http1_settings")
    assert isinstance(http1, HTTP1Settings)
    assert (http1.header_read_timeout, http1.max_buffer_size) == (10_000, 65_536)
    assert Server.made.options == {
        "interface": Interfaces.ASGI,
        "workers": 1,
        "http": HTTPModes.http1,
        "websockets": False,
        "backlog": 1024,
        "backpressure": 4096,
        "log_level": LogLevels.warning,
        "log_dictconfig": {"handlers": {}, "loggers": {}},
        "respawn_failed_workers": True,
        "workers_kill_timeout": 5,
    }


def test_a_service_that_has_started_has_loaded_no_compiler_and_no_solver() -> None:
    program = (
        "import sys, ludex.asgi, ludex.jobs.worker; from ludex.settings import Settings; "
        "settings = Settings(database_url='sqlite:////nowhere/catalogue.sqlite'); "
        "ludex.asgi.create_asgi_app(settings, 10); "
        "ludex.jobs.worker.Workers(settings, [], 1); print(*{'numba', 'scipy', 'ortools', 'pysat'} & set(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "\n"
