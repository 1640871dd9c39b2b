"""The service in the process of a test, asked without a network or at an address."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any, ClassVar
from unittest.mock import patch

from flask import Flask
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Map, RuleFactory
from werkzeug.serving import make_server

from ludex.api.middleware.authorization import ADMINISTRATOR
from ludex.app import create_app
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.ownership import Scope, create
from ludex.settings import Settings
from tests.machine import key_for


class _Templates(BytecodeCache):
    """Templates that were compiled for another application of this process."""

    _known: ClassVar[dict[str, bytes]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._known:
            bucket.bytecode_from_string(self._known[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._known[bucket.key] = bucket.bytecode_to_string()


class _Rules(Map):
    """The URL rules of all applications of this process that have the same routes: compiling them takes 0.2 s."""

    def __init__(self, host_matching: bool) -> None:
        super().__init__(host_matching=host_matching)
        self._added: set[tuple[str, str, frozenset[str]]] = set()

    def add(self, rulefactory: RuleFactory) -> None:
        """Add the rules that no earlier application has added."""
        for rule in rulefactory.get_rules(self):
            same = (rule.endpoint, rule.rule, frozenset(rule.methods or ()))
            if same not in self._added:
                self._added.add(same)
                super().add(rule)


@cache
def _rules(_requests: tuple[Any, ...] | None, host_matching: bool) -> _Rules:
    return _Rules(host_matching)


class OwnClient(FlaskClient):
    """A client that may write everything, as the user of the machine may with the key of the machine.

    A request with a key of its own acts for the owner of that key.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.environ_base[ADMINISTRATOR] = True


def new_application(settings: Settings, *given: Any, **named: Any) -> Flask:
    """Return an application, as `create_app` does, with the compiled rules and templates of earlier ones.

    Its test clients may write if the service listens on loopback only. `close` closes its databases.
    """
    if given or named.keys() - {"requests"}:
        app = create_app(settings, *given, **named)
    else:
        with patch.object(Flask, "url_map_class", staticmethod(partial(_rules, named.get("requests")))):
            app = create_app(settings, **named)
    app.jinja_env.bytecode_cache = _Templates()
    if settings.on_loopback:
        app.test_client_class = OwnClient
    return app


@contextmanager
def application(settings: Settings, *given: Any, **named: Any) -> Iterator[Flask]:
    """Yield an application, and close its databases after that. What else is given is `create_app`'s."""
    app = new_application(settings, *given, **named)
    yield app
    close(app)


@contextmanager
def serving(settings: Settings, **named: Any) -> Iterator[str]:
    """Serve an application on a port while the block runs, and give its address. `named` is for `create_app`.

    Its catalogue knows the key of this machine.
    """
    with application(settings, **named) as app:
        key_for(app.extensions["ludex"].catalogue)
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


def secret_of(catalogue: Catalogue, owner: str, *scopes: Scope, expires: str | None = None) -> str:
    """Create an API key, which may store and edit unless its scopes are given, and return its secret."""
    with catalogue.writing() as writer:
        return create(writer, owner, scopes or (Scope.STORE, Scope.EDIT), "2026-01-01T00:00:00+00:00", expires)[1]


def key_of(app: Flask, owner: str, *scopes: Scope, expires: str | None = None) -> dict[str, str]:
    """Create an API key of a service, and return the header of its requests."""
    return {"Authorization": f"Bearer {secret_of(app.extensions['ludex'].catalogue, owner, *scopes, expires=expires)}"}
