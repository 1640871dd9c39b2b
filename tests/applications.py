"""The service in the process of a test, asked without a network."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask

from ludex.app import create_app
from ludex.settings import Settings


@contextmanager
def application(settings: Settings, *given: Any, **named: Any) -> Iterator[Flask]:
    """Yield an application, and close its databases after that. What else is given is `create_app`'s."""
    app = create_app(settings, *given, **named)
    yield app
    close(app)


def close(app: Flask) -> None:
    """Close the databases of an application."""
    service = app.extensions["ludex"]
    service.catalogue.close()
    service.jobs.close()
