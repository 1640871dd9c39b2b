"""The service in the process of a test, asked without a network or at an address."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.serving import make_server

from ludex.app import create_app
from ludex.settings import Settings


class _Templates(BytecodeCache):
    """Templates that were compiled for another application of this process."""

    _known: ClassVar[dict[str, bytes]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._known:
            bucket.bytecode_from_string(self._known[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._known[bucket.key] = bucket.bytecode_to_string()


@contextmanager
def application(settings: Settings, *given: Any, **named: Any) -> Iterator[Flask]:
    """Yield an application, and close its databases after that. What else is given is `create_app`'s."""
    app = create_app(settings, *given, **named)
    app.jinja_env.bytecode_cache = _Templates()
    yield app
    close(app)


@contextmanager
def serving(settings: Settings, **named: Any) -> Iterator[str]:
    """Serve an application on a port while the block runs, and give its address. `named` is for `create_app`."""
    with application(settings, **named) as app:
        server = make_server("127.0.0.1", 0, app, threaded=True)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
            server.server_close()


def close(app: Flask) -> None:
    """Close the databases of an application."""
    service = app.extensions["ludex"]
    service.catalogue.close()
    service.jobs.close()
