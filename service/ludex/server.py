"""The server: gunicorn with threads, started from Python, for `ludex serve`."""

import ctypes
import os
import shutil
import signal
import socket
import sys
import tempfile
from types import FrameType
from typing import TYPE_CHECKING, Any

from gunicorn import util  # type: ignore[import-untyped]
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]

from ludex.api.problems import MEDIA_TYPE, ProblemError
from ludex.logs import configure_logs
from ludex.requests.bounds import HEADER_BYTES, HEADERS, REQUEST_LINE_BYTES, TIME_LIMIT
from ludex.settings import Settings

if TYPE_CHECKING:
    from flask import Flask

Arbiter = Any  # gunicorn has no types

GRACEFUL_SECONDS = 5
KEEP_ALIVE_SECONDS = 5
_M_ARENA_MAX = -8  # of glibc's malloc.h
_METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"


class Worker(ThreadWorker):  # type: ignore[misc]
    """A worker with threads that ends its searches when it is told to stop."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the searches, then go on as gunicorn does: finish the requests and leave."""
        self._end_searches()
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """End the searches and leave."""
        self._end_searches()
        super().handle_quit(sig, frame)

    def _end_searches(self) -> None:
        from ludex.app import end_searches

        application = getattr(self, "wsgi", None)
        if application is not None:
            end_searches(application)


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn, configured from our settings alone: it reads no file and no command line."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        super().__init__()

    def load_config(self) -> None:
        """Give gunicorn its configuration."""
        host = f"[{self.settings.host}]" if ":" in self.settings.host else self.settings.host
        options: dict[str, Any] = {
            "bind": f"{host}:{self.settings.port}",
            "workers": self.settings.workers,
            "threads": self.settings.threads,
            "worker_class": "ludex.server.Worker",
            "proc_name": "ludex",
            # Longer than any search: a worker is only ended where it hangs.
            "timeout": int(TIME_LIMIT) + 30,
            "graceful_timeout": GRACEFUL_SECONDS,
            "keepalive": KEEP_ALIVE_SECONDS,
            "limit_request_line": REQUEST_LINE_BYTES,
            "limit_request_fields": HEADERS,
            "limit_request_field_size": HEADER_BYTES,
            "errorlog": "-",
            "loglevel": "warning" if self.settings.log_level == "info" else self.settings.log_level,
            "when_ready": _announce,
            "post_worker_init": _prepare,
            "child_exit": _forget,
            "control_socket_disable": True,
        }
        for name, value in options.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> "Flask":
        """Make the application, in the worker's process."""
        from ludex.app import create_app

        return create_app(self.settings)


def serve(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT. The catalogue must be up to date. Does not return: the process exits."""
    configure_logs(settings.log_format, settings.log_level)
    _share_heaps()
    # Several searches prepare in Python at once: change threads often, so that /health need not wait for them.
    sys.setswitchinterval(0.0005)
    folder = _share_metrics() if settings.workers > 1 else None
    try:
        Server(settings).run()
    finally:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


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


def _announce(arbiter: Arbiter) -> None:
    for listener in arbiter.LISTENERS:
        host, port = listener.sock.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        print(f"Ludex listens on http://{shown}:{port}", flush=True)  # noqa: T201


def _prepare(worker: Worker) -> None:
    # For requests that gunicorn itself refuses: problems in place of its pages.
    util.write_error = _write_problem
    # SIGINT reaches the whole group from a terminal; the arbiter tells the workers what to do.
    signal.signal(signal.SIGINT, worker.handle_exit)


def _write_problem(connection: socket.socket, status: int, reason: str, detail: str) -> None:
    body = ProblemError(status, detail or reason, title=reason).problem.model_dump_json().encode()
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: {MEDIA_TYPE}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    util.write_nonblock(connection, head.encode("latin-1") + body)


def _forget(_arbiter: Arbiter, worker: Worker) -> None:
    if _METRICS_FOLDER in os.environ:
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
