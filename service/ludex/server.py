"""The server: Granian's workers around the bridge to the application, started from Python, for `ludex serve`."""

import ctypes
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
from functools import partial
from multiprocessing.synchronize import Event
from typing import Any

from granian import net
from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer

from ludex.bridge.limits import CONNECTIONS, HEADER_SECONDS
from ludex.logs import configure_logs, logging_of_libraries
from ludex.settings import Settings

Loader = Callable[[Settings], Callable[..., Any]]

GRACEFUL_SECONDS = 5
END_SEARCHES = signal.SIGUSR1
"""What a worker is told before it is told to end: searches would keep it."""

_BACKLOG = 1024
_HEAD_BYTES = 64 * 1024
_SPARE_FILES = 256
_UNTAKEN_MILLISECONDS = 60_000
_PR_SET_PDEATHSIG = 1  # of Linux's prctl.h
_M_ARENA_MAX = -8  # of glibc's malloc.h
_METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"


class Server(MPServer):
    """Granian's server on a socket of ours, which tells its workers to end their searches before they end."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self._listener = listener
        super().__init__(
            target="ludex",
            interface=Interfaces.ASGI,
            workers=settings.workers,
            loop=Loops.auto,
            http=HTTPModes.http1,
            websockets=False,
            backlog=_BACKLOG,
            backpressure=_connections(),
            http1_settings=HTTP1Settings(header_read_timeout=int(HEADER_SECONDS * 1000), max_buffer_size=_HEAD_BYTES),
            log_level=LogLevels.debug if settings.log_level == "debug" else LogLevels.warning,
            log_dictconfig=logging_of_libraries("_granian"),
            respawn_failed_workers=True,
            respawn_interval=0,
            workers_kill_timeout=GRACEFUL_SECONDS,
        )

    def _init_shared_socket(self) -> None:
        # One socket for all workers: what waits to be accepted outlives a worker, and port 0 is one port.
        sockets: Any = net
        self._shd = sockets.SocketHolder(self._listener.fileno(), False, _BACKLOG)
        self._sso = self._listener
        self._listener.set_inheritable(True)

    def _respawn_workers(self, workers: list[int], *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - Granian's
        for old in [self._of(index) for index in workers]:
            _forget(old.inner.pid)
            # Where a worker ends as soon as it begins, its successor waits; the service goes on trying.
            if time.monotonic() - old.birth < 1:
                time.sleep(1)
        super()._respawn_workers(workers, *arguments, **options)
        self.respawned_wrks.clear()

    def _stop_workers(self) -> None:
        for worker in map(self._of, range(len(self.wrks))):
            if worker.is_alive():
                os.kill(worker.inner.pid, END_SEARCHES)
        stop: Callable[[], None] = super()._stop_workers
        stop()

    def _of(self, index: int) -> Any:  # noqa: ANN401 - a process of Granian's
        return self.wrks[index]


def serve(settings: Settings, loader: Loader | None = None) -> None:
    """Serve until SIGTERM or SIGINT. The catalogue must be up to date. Raises OSError where the address is taken.

    `loader` makes the ASGI application in the worker's process; by default it is our own.
    """
    configure_logs(settings.log_format, settings.log_level)
    _share_heaps()
    _allow_files()
    # Several searches prepare in Python at once: change threads often, so that /health need not wait for them.
    sys.setswitchinterval(0.0005)
    folder = _share_metrics() if settings.workers > 1 else None
    if sys.platform == "linux":
        # Newer Pythons begin processes in other ways; here workers are forks, which have the socket and our settings.
        multiprocessing.set_start_method("fork", force=True)
    ready = multiprocessing.Event()
    with listening(settings) as listener:
        server = Server(settings, listener)
        threading.Thread(target=_announce, args=(listener, ready), name="announcing", daemon=True).start()
        try:
            server.serve(target_loader=partial(_load, loader or load, settings, os.getpid(), ready), wrap_loader=False)
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
    from ludex.app import computing_reads, create_app, end_searches
    from ludex.bridge.application import Bridge

    app = create_app(settings)

    def began(loop: AbstractEventLoop) -> None:
        loop.add_signal_handler(END_SEARCHES, end_searches, app)

    return Bridge(app.wsgi_app, settings.threads, computing_reads(app), began)


def _load(loader: Loader, settings: Settings, parent: int, ready: Event) -> Callable[..., Any]:
    _end_with(parent)
    configure_logs(settings.log_format, settings.log_level)
    application = loader(settings)
    ready.set()
    return application


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


def _connections() -> int:
    return max(_SPARE_FILES, min(CONNECTIONS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - _SPARE_FILES))


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


def _announce(listener: socket.socket, ready: Event) -> None:
    """Say where the service listens, once a worker answers there."""
    ready.wait()
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    print(f"Ludex listens on http://{shown}:{port}", flush=True)  # noqa: T201


def _forget(worker: int) -> None:
    if _METRICS_FOLDER in os.environ:
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker)  # type: ignore[no-untyped-call]
