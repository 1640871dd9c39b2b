"""Services in processes of their own, on a filled catalogue that is made for the run, and a bare Flask route beside."""

import multiprocessing
import os
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.services import SERVE, Address, Service, workers

_BARE = "from tests.benchmarks.services import serve_bare; serve_bare()"


@contextmanager
def running(program: str, folder: Path, **settings: str) -> Iterator[tuple[Address, int]]:
    """Run a service that says where it listens; yield its address and its process."""
    service = Service(f"sqlite:///{folder}/catalogue.sqlite", program, **settings)
    try:
        yield service.address, service.process.pid
    finally:
        service.end()


def own(folder: Path, **settings: str) -> Any:
    """Run our service on the catalogue of a folder."""
    return running(SERVE, folder, **settings)


def bare(folder: Path) -> Any:
    """Run the baseline: one route that reads a row, without the adapter."""
    return running(_BARE, folder)


def worker(process: int) -> int:
    """Return the one worker of a service."""
    [found] = workers(process)
    return found


def processor_seconds(process: int) -> float:
    """Return the processor's time that the worker of a service has taken so far, all threads together."""
    tasks = Path(f"/proc/{worker(process)}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def fill(folder: Path) -> None:
    """Make a catalogue with the starting catalogue in a folder."""
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.starting import fill as fill_catalogue
    from ludex.games.kinds import GAMES

    catalogue = Catalogue(f"sqlite:///{folder}/catalogue.sqlite", GAMES)
    catalogue.upgrade()
    fill_catalogue(catalogue)
    catalogue.close()


def serve_bare() -> None:
    """Serve a Flask application of one route, `/row`, by Granian with one thread, with which it is fastest."""
    from granian import Granian
    from granian.constants import HTTPModes, Interfaces
    from granian.log import LogLevels

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = Granian(
        "bare",
        port=port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        blocking_threads=1,
        log_level=LogLevels.error,
    )
    server.on_startup(threading.Thread(target=_announce, args=(port,)).start)
    server.serve(target_loader=_bare_application, wrap_loader=False)


def _announce(port: int) -> None:
    while not multiprocessing.active_children():
        time.sleep(0.02)  # the worker would inherit the locks that this thread holds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.02)
        else:
            break
    print(f"Ludex listens on http://127.0.0.1:{port}", flush=True)


def _bare_application() -> Any:
    from flask import Flask, Response

    file = os.environ["LUDEX_DATABASE_URL"].removeprefix("sqlite:///") + ".bare"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS node (id INTEGER PRIMARY KEY, body TEXT)")
        connection.execute("INSERT OR REPLACE INTO node VALUES (1, ?)", ('{"a":"' + "x" * 600 + '"}',))
    app = Flask("bare", static_folder=None)
    local = threading.local()

    @app.get("/row")
    def row() -> Response:
        if not hasattr(local, "connection"):
            local.connection = sqlite3.connect(file)
        [body] = local.connection.execute("SELECT body FROM node WHERE id = 1").fetchone()
        return Response(body, content_type="application/json")

    return app
