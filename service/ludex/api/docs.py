"""The OpenAPI document over HTTP, and the offline documentation page that shows it."""

import json
from collections.abc import Sequence
from functools import cache, partial
from importlib import resources

from flask import Blueprint, Flask, Response

from ludex.api.addresses import PREFIX
from ludex.api.openapi import document
from ludex.api.problems import ProblemError
from ludex.api.routes import Routes
from ludex.catalogue.registry import Registry

_KINDS = {"index.html": "text/html", "page.css": "text/css", "page.js": "text/javascript"}


def register(app: Flask, registry: Registry, subjects: Sequence[Routes]) -> None:
    """Add the document and its page to an application; the page asks this origin only."""

    @cache  # it takes its time, and few ask for it
    def text() -> str:
        return json.dumps(document(registry, subjects), separators=(",", ":"))

    pages = Blueprint("documentation", __name__, url_prefix=PREFIX)
    pages.add_url_rule("/openapi.json", "document", lambda: Response(text(), content_type="application/json"))
    pages.add_url_rule("/docs", "page", partial(_file, "index.html"))
    pages.add_url_rule("/docs/<name>", "file", _file)
    app.register_blueprint(pages)


def _file(name: str) -> Response:
    if name not in _KINDS:
        raise ProblemError(404, "There is no such file of the documentation page.")
    content = resources.files("ludex.api").joinpath("documentation", name).read_bytes()
    response = Response(content, content_type=f"{_KINDS[name]}; charset=utf-8")
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"
    )
    return response
