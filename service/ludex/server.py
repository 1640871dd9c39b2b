"""The server: uvicorn in processes of its own around the bridge to the application, for `ludex serve`."""

import ctypes
import gc
import multiprocessing
import os
import resource
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from typing import Any, Protocol

import uvicorn

from ludex.bridge.limits import CONNECTIONS, HEADER_SECONDS, PACE_SECONDS
from ludex.logs import configure_logs
from ludex.settings import Settings


class Beside(Protocol):
    """Processes beside those that serve, such as the workers on jobs."""

    def begin(self) -> None:
        """Begin those that are missing."""

    def end(self) -> None:
        """Tell every process to end, and wait until they have."""


Loader = Callable[[Settings], Callable[..., Any]]

GRACEFUL_SECONDS = 5
END_SEARCHES = signal.SIGUSR1
"""What a worker is told before it is told to end: searches would keep it."""

# Newer Pythons begin processes in other ways; here workers are forks, which have the socket and our settings.
_FORKS = multiprocessing.get_context("fork")
_BACKLOG = 1024
_SPARE_FILES = 256
_UNTAKEN_MILLISECONDS = 60_000
_PR_SET_PDEATHSIG = 1  # of Linux's prctl.h
_M_ARENA_MAX = -8  # of glibc's malloc.h
_METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"


class Server:
    """Worker processes that share a socket: one that ends is replaced until all are told to end."""

    def __init__(
        self,
        settings: Settings,
        listener: socket.socket,
        loader: Loader,
        announce: Callable[[str], None],
        beside: Beside | None = None,
    ) -> None:
        self._settings = settings
        self._listener = listener
        self._loader = loader
        self._beside = beside
        self._announce = announce
        self._ready = _FORKS.Event()
        self._stopping = False
        self._workers: dict[ForkProcess, float] = {}
        """When each began."""

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT."""
        for told in (signal.SIGTERM, signal.SIGINT):
            signal.signal(told, self._stop)
        for _ in range(self._settings.workers):
            self._begin()
        announced = False
        while not self._stopping:
            ended = wait([one.sentinel for one in self._workers], timeout=0.05 if not announced else 0.5)
            if not announced and self._ready.is_set():
                announced = True
                self._announce(_address(self._listener))
            if announced and self._beside is not None and not self._stopping:
                self._beside.begin()  # those that ended too
            for worker in [one for one in self._workers if one.sentinel in ended and not self._stopping]:
                self._replace(worker)
        self._end()

    def _begin(self) -> None:
        worker = _FORKS.Process(target=self._work, args=(os.getpid(),))
        worker.start()
        self._workers[worker] = time.monotonic()

    def _replace(self, worker: ForkProcess) -> None:
        worker.join()
        began = self._workers.pop(worker)
        if worker.pid is not None:
            _forget(worker.pid)
        if time.monotonic() - began < 1:
            # If a worker ends as soon as it begins, its successor waits; the service goes on trying.
            time.sleep(1)
        self._begin()

    def _stop(self, _told: int, _frame: object) -> None:
        self._stopping = True

    def _end(self) -> None:
        for told in (END_SEARCHES, signal.SIGTERM):
            for worker in self._workers:
                if worker.is_alive() and worker.pid is not None:
                    os.kill(worker.pid, told)
        if self._beside is not None:
            self._beside.end()
        deadline = time.monotonic() + GRACEFUL_SECONDS + 1
        for worker in self._workers:
            worker.join(max(0.0, deadline - time.monotonic()))
            worker.kill()

    def _work(self, parent: int) -> None:
        """Serve, in a worker process."""
        for told in (signal.SIGTERM, signal.SIGINT):
            signal.signal(told, signal.SIG_DFL)
        signal.signal(END_SEARCHES, signal.SIG_IGN)
        _end_with(parent)
        configure_logs(self._settings.log_format, self._settings.log_level)
        from ludex.bridge.protocol import Protocol

        application = self._loader(self._settings)
        config = uvicorn.Config(
            application,
            loop="auto",
            http=Protocol,
            ws="none",
            interface="asgi3",
            lifespan="on",
            log_config=None,
            log_level="debug" if self._settings.log_level == "debug" else "warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            backlog=_BACKLOG,
            timeout_keep_alive=int(HEADER_SECONDS),
            timeout_graceful_shutdown=GRACEFUL_SECONDS,
        )
        self._ready.set()
        uvicorn.Server(config).run(sockets=[self._listener])


def serve(
    settings: Settings,
    announce: Callable[[str], None] | None = None,
    loader: Loader | None = None,
    beside: Callable[[], Beside] | None = None,
) -> None:
    """Serve until SIGTERM or SIGINT. The catalogue must be up to date. Raises OSError if the address is taken.

    `announce` is given the address once there are answers at it; by default it is printed. `loader` makes the ASGI
    application in the worker's process; by default it is our own. `beside` makes what runs beside the service, from
    when it answers until it ends.
    """
    configure_logs(settings.log_format, settings.log_level)
    _share_heaps()
    _allow_files()
    # Several searches prepare in Python at once: change threads often, so that /health need not wait for them.
    sys.setswitchinterval(0.0005)
    # An answer makes thousands of values that refer to no one in circles: looking for these took a fifth of its time.
    gc.set_threshold(50_000, 20, 20)
    folder = _share_metrics() if settings.workers > 1 else None
    with listening(settings) as listener:
        try:
            made = None if beside is None else beside()
            Server(settings, listener, loader or load, announce or _announce, made).run()
        finally:
            if folder is not None:
                shutil.rmtree(folder, ignore_errors=True)


def listening(settings: Settings) -> socket.socket:
    """Return a socket that listens where the settings say. Raises OSError."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # Whoever takes nothing for so long loses the connection, and the system's memory is free again.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNTAKEN_MILLISECONDS)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except BaseException:
        listener.close()
        raise
    return listener


def load(settings: Settings) -> Callable[..., Any]:
    """Make the application, in the worker's process."""
    from ludex.app import computing_reads, create_app, end_searches, quick_requests
    from ludex.bridge.application import Bridge

    app = create_app(settings)
    # What is there by now stays: the collector need not look through all of it while somebody waits for an answer.
    gc.collect()
    gc.freeze()

    def began(loop: AbstractEventLoop) -> None:
        loop.add_signal_handler(END_SEARCHES, end_searches, app)

    # Whoever waits for an answer of PostgreSQL needs no processor meanwhile.
    pace = PACE_SECONDS if app.extensions["ludex"].catalogue.database.is_sqlite else 0.0
    return Bridge(app.wsgi_app, settings.threads, computing_reads(app), began, pace, quick_requests(app))


def _end_with(parent: int) -> None:
    """End this process when its parent is killed: the port is free then, and no worker is left behind."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    else:
        threading.Thread(target=_watch_parent, args=(parent,), name="parent", daemon=True).start()
    if os.getppid() != parent:
        os._exit(1)


def _watch_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)


def _allow_files() -> None:
    """Allow as many open files as connections need, as far as the system lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + _SPARE_FILES
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))


def _share_heaps() -> None:
    """Let all threads share two heaps: with one each, glibc keeps some 200 MB more under load. Elsewhere a no-op."""
    set_option = getattr(ctypes.CDLL(None), "mallopt", None)
    if set_option is not None:
        set_option(_M_ARENA_MAX, 2)


def _share_metrics() -> str:
    """Let the workers share their measurements through files; prometheus-client looks when it is imported."""
    assert "prometheus_client" not in sys.modules, "the metrics must be imported after the decision to share them"
    folder = tempfile.mkdtemp(prefix="ludex-metrics-")
    os.environ[_METRICS_FOLDER] = folder
    return folder


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def _announce(address: str) -> None:
    print(f"Ludex listens on {address}", flush=True)  # noqa: T201


def _forget(worker: int) -> None:
    if _METRICS_FOLDER in os.environ:
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker)  # type: ignore[no-untyped-call]
