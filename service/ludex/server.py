"""The application server: Granian worker processes, and processes that run beside them, such as job workers."""

import ctypes
import gc
import multiprocessing
import os
import resource
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from typing import Any, Protocol

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from ludex.engine.workers import end_with_parent
from ludex.logs import configure_logs
from ludex.settings import Settings

CONNECTIONS = 4096
"""The maximum number of connections per worker process. Beyond it, new connections wait in the backlog."""

HEADER_SECONDS = 10
"""The time limit for the arrival of a request's headers, and for an idle connection."""

HEAD_BYTES = 64 * 1024
"""The size limit for the request line and the headers together."""

STOP_SECONDS = 5
"""The time limit for responses that are in progress when the service stops."""

STOP_SEARCHES = signal.SIGUSR1
"""The signal that ends the searches of a worker process."""

_BACKLOG = 1024
_M_ARENA_MAX = -8  # from malloc.h of glibc


class Beside(Protocol):
    """Processes that run alongside the service, such as job workers."""

    def begin(self) -> None:
        """Start each of these processes that is not running."""

    def end(self) -> None:
        """Stop all processes and wait until they have ended."""


def print_address(url: str) -> None:
    """Print the address of the service."""
    print(f"Ludex listens on {url}", flush=True)  # noqa: T201


def serve(
    settings: Settings,
    announce: Callable[[str], None] = print_address,
    beside: Callable[[], Beside] | None = None,
) -> None:
    """Run the service until SIGTERM or SIGINT.

    The catalogue must be up to date. Raises OSError if the address is in use.

    Where processes can be forked safely, this process loads the application once, and all others share its memory.

    `announce` is called with the address as soon as the service responds there. `beside` then creates the processes
    that run alongside the service.
    """
    _, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
    sharing = nullcontext() if settings.workers == 1 else _shared_metrics()
    forks = sys.platform == "linux"
    multiprocessing.set_start_method("fork" if forks else "spawn", force=True)
    with sharing, reserved_address(settings) as (host, port):
        application = _load_application(settings) if forks else None
        processes = None if beside is None else beside()
        # The objects that exist now are permanent. If the garbage collector of a forked process scanned them, they
        # would be copied.
        gc.collect()
        gc.freeze()
        server = Granian(
            "ludex.server:load",
            host,
            port,
            interface=Interfaces.ASGI,
            workers=settings.workers,
            http=HTTPModes.http1,
            websockets=False,
            backlog=_BACKLOG,
            backpressure=CONNECTIONS,
            http1_settings=HTTP1Settings(header_read_timeout=HEADER_SECONDS * 1000, max_buffer_size=HEAD_BYTES),
            log_level=LogLevels.warning,
            log_dictconfig={"handlers": {}, "loggers": {}},  # both logs go to the same stream
            respawn_failed_workers=True,
            workers_kill_timeout=STOP_SECONDS,
        )
        configure_logs(settings.log_format, settings.log_level)
        url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        stopping = threading.Event()

        def accompany() -> None:
            # A forked process would inherit locks that other threads hold, such as an import lock.
            _wait_until(lambda: len(multiprocessing.active_children()) == settings.workers, stopping)
            _wait_until(partial(_accepts, (host, port)), stopping)
            if not stopping.is_set():
                announce(url)
                _run_beside(processes, stopping)

        thread = threading.Thread(target=accompany, name="companion")

        def start() -> None:
            signal.signal(STOP_SEARCHES, signal.SIG_IGN)  # workers inherit this until they have loaded the application
            _set_on_signals(stopping)
            thread.start()

        def stop() -> None:
            stopping.set()
            thread.join()

        server.on_startup(start)
        server.on_shutdown(stop)
        server.serve(target_loader=partial(load, settings, application), wrap_loader=False)


def load(settings: Settings, application: Callable[..., Any] | None) -> Callable[..., Any]:
    """Return the ASGI application of a worker process, which is `application` if the worker has been forked."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    configure_logs(settings.log_format, settings.log_level)
    if (set_option := getattr(ctypes.CDLL(None), "mallopt", None)) is not None:
        set_option(_M_ARENA_MAX, 2)  # one heap per thread would use about 200 MB more under load
    # Searches in Python share the process with requests, which must not have to wait for a search.
    sys.setswitchinterval(0.002)
    gc.set_threshold(50_000, 20, 20)  # a response creates thousands of objects without cycles
    if application is None:
        application = _load_application(settings)
        gc.collect()
        gc.freeze()
    from ludex.api.middleware.metrics import forget_dead_workers

    forget_dead_workers()
    return application


def _load_application(settings: Settings) -> Callable[..., Any]:
    from ludex.asgi import create_asgi_app

    return create_asgi_app(settings, STOP_SEARCHES)


def _wait_until(condition: Callable[[], bool], stopping: threading.Event) -> None:
    while not condition() and not stopping.wait(0.02):
        pass


def _run_beside(processes: Beside | None, stopping: threading.Event) -> None:
    """Keep the processes alongside the service running until it stops, then end them and the workers' searches."""
    while not stopping.is_set():
        if processes is not None:
            processes.begin()
        stopping.wait(0.5)
    for process in multiprocessing.active_children():
        if process.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(process.pid, STOP_SEARCHES)
    if processes is not None:
        processes.end()


def _accepts(address: tuple[str, int]) -> bool:
    try:
        socket.create_connection(address, timeout=1.0).close()
    except OSError:
        return False
    return True


def _set_on_signals(event: threading.Event) -> None:
    """Set an event on SIGTERM and SIGINT, before the handlers that Granian has registered."""
    for number in (signal.SIGTERM, signal.SIGINT):
        handler = signal.getsignal(number)

        def handle(signum: int, frame: object, handler: Any = handler) -> None:  # noqa: ANN401 - a signal handler
            event.set()
            handler(signum, frame)

        signal.signal(number, handle)


@contextmanager
def reserved_address(settings: Settings) -> Iterator[tuple[str, int]]:
    """Yield the host and port to listen on, and keep the port reserved. Raises OSError if the port is in use.

    Each worker opens its own listening socket with SO_REUSEPORT. The reserving socket itself never listens. It selects
    a free port if the port is 0, and prevents other programs from taking the port while a worker is replaced.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(
        settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    with socket.socket(family, kind, protocol) as reserving:
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, True)
            probe.bind(address)  # fails if another service listens on the port
            host, port = probe.getsockname()[:2]
            reserving.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, True)
            reserving.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, True)
            reserving.bind((host, port, *address[2:]))
        yield host, port


@contextmanager
def _shared_metrics() -> Iterator[None]:
    """Let the workers share metrics through files.

    prometheus-client reads the environment variable when it is imported.
    """
    assert "prometheus_client" not in sys.modules, "prometheus-client was imported before sharing of metrics was set up"
    with tempfile.TemporaryDirectory(prefix="ludex-metrics-", ignore_cleanup_errors=True) as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        yield
