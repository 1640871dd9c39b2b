"""Services in processes of their own, on a filled catalogue that is made for the run, and a bare Flask route beside."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
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
    """Run, on the same server, one route that reads a row: what nothing of ours can be faster than."""
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
    from ludex.catalogue.kinds import GAMES
    from ludex.catalogue.starting import fill as fill_catalogue

    catalogue = Catalogue(f"sqlite:///{folder}/catalogue.sqlite", GAMES)
    catalogue.database.upgrade()
    fill_catalogue(catalogue)
    catalogue.close()


def serve_bare() -> None:
    """Serve a Flask application of one route, `/row`, by the server and the bridge of the service."""
    from ludex.server import serve
    from ludex.settings import read_settings

    settings = read_settings()
    file = settings.database_url.removeprefix("sqlite:///") + ".bare"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS node (id INTEGER PRIMARY KEY, body TEXT)")
        connection.execute("INSERT OR REPLACE INTO node VALUES (1, ?)", ('{"a":"' + "x" * 600 + '"}',))
    serve(settings, loader=partial(_bare_application, file))


def _bare_application(file: str, settings: Any) -> Callable[..., Any]:
    import threading

    from flask import Flask, Response

    from ludex.bridge.application import Bridge

    app = Flask("bare", static_folder=None)
    local = threading.local()

    @app.get("/row")
    def row() -> Response:
        if not hasattr(local, "connection"):
            local.connection = sqlite3.connect(file)
        [body] = local.connection.execute("SELECT body FROM node WHERE id = 1").fetchone()
        return Response(body, content_type="application/json")

    return Bridge(app.wsgi_app, settings.threads)
