"""The mark of views that compute: the server runs their requests in the threads for computations."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask

View = TypeVar("View", bound=Callable[..., Any])

_MARK = "_ludex_computes"


def computes(view: View) -> View:
    """Mark a view whose GET requests compute."""
    setattr(view, _MARK, True)
    return view


def computing_endpoints(app: Flask) -> frozenset[str]:
    """Return the endpoints of the views that are marked."""
    return frozenset(endpoint for endpoint, view in app.view_functions.items() if getattr(view, _MARK, False))
