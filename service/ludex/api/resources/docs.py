"""The index of the API, the OpenAPI document, and a documentation page that shows this document in Swagger UI."""

import json
import threading
from collections.abc import Sequence
from functools import lru_cache, partial
from importlib import resources

from flask import Blueprint, Flask, Response
from pydantic import Field

from ludex.api.middleware.problems import ProblemError
from ludex.api.routing.openapi import document
from ludex.api.routing.responses import KEPT_SECONDS, PREFIX, list_url
from ludex.api.routing.routes import Routes
from ludex.catalogue.kinds.registry import Registry
from ludex.engine.exact_json import compact_json
from ludex.requests.fields import ResponseModel
from ludex.version import FEATURE_LEVEL, __version__, shipped

_OWN, _SWAGGER = ("ludex.api", "documentation"), ("flask_openapi_swagger", "templates", "swagger")
_FILES = {
    "index.html": (*_OWN, "index.html"),
    "page.css": (*_OWN, "page.css"),
    "page.js": (*_OWN, "page.js"),
    "swagger-ui.css": (*_SWAGGER, "css", "swagger-ui.css"),
    "swagger-ui-bundle.js": (*_SWAGGER, "js", "swagger-ui-bundle.js"),
}
"""The files of the documentation page, with the package and path of each file.

Swagger UI is installed as a separate package.
"""

_BUILDING = threading.Lock()
_KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
# The style sheet of Swagger UI contains images as data URLs.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def register(app: Flask, registry: Registry, subjects: tuple[Routes, ...]) -> None:
    """Add the OpenAPI document and the documentation page to an application.

    The page loads files from this origin only.
    """
    pages = Blueprint("documentation", __name__, url_prefix=PREFIX)
    pages.add_url_rule("/openapi.json", "document", lambda: _document(registry, subjects))
    pages.add_url_rule("/docs", "page", partial(_file, "index.html"))
    pages.add_url_rule("/docs/<name>", "file", _file)
    app.register_blueprint(pages)


def _document(registry: Registry, subjects: tuple[Routes, ...]) -> Response:
    with _BUILDING:  # the first readers would otherwise all build the document
        text = _text(registry, subjects)
    return Response(text, content_type="application/json")


@lru_cache(maxsize=8)
def _text(registry: Registry, subjects: tuple[Routes, ...]) -> str:
    """Return the document that is shipped, or that of other games, which takes seconds to build."""
    file = shipped("openapi.json")
    text = "{}" if file is None else file.read_text("utf-8")
    written = {(path, method) for path, item in json.loads(text).get("paths", {}).items() for method in item}
    served = {(each.address, each.method.lower()) for subject in subjects for each in subject.operations}
    return text if written == served else compact_json(document(registry, subjects))


def _file(name: str) -> Response:
    if name not in _FILES:
        raise ProblemError(404, "The documentation page has no such file.")
    package, *path = _FILES[name]
    content = resources.files(package).joinpath(*path).read_bytes()
    response = Response(content, content_type=f"{_KINDS[name.rpartition('.')[2]]}; charset=utf-8")
    response.headers["Content-Security-Policy"] = _POLICY
    if package != _OWN[0]:
        response.headers["Cache-Control"] = f"public, max-age={KEPT_SECONDS}"
    return response


class KindEntry(ResponseModel):
    """A kind of stored objects."""

    kind: str = Field(description="Name of the kind.")
    address: str = Field(description="URL path of the list of the kind.")
    about: str = Field(description="Description of the kind.")


class RequestEntry(ResponseModel):
    """A request of the API."""

    method: str = Field(description="HTTP method.")
    address: str = Field(description="URL path with parameters in braces.")
    about: str = Field(description="Summary.")


class Index(ResponseModel):
    """The index of the API: the kinds of stored objects, and all requests."""

    version: str = Field(description="Version of Ludex.")
    feature_level: int = Field(description="Number that grows with each addition to the API, from 1 in version 1.0.0.")
    documentation: str = Field(description="URL path of the documentation page.")
    openapi: str = Field(description="URL path of the OpenAPI document.")
    kinds: list[KindEntry] = Field(description="The kinds of stored objects.")
    requests: list[RequestEntry] = Field(description="All requests.")


def index(registry: Registry, subjects: Sequence[Routes]) -> Routes:
    """Return the route of the index."""
    routes = Routes(tag="Objects", about="Stored objects of every kind.")

    def show() -> Index:
        kinds = [KindEntry(kind=kind.name, address=list_url(kind), about=kind.view.about) for kind in registry.kinds]
        operations = [operation for subject in subjects for operation in subject.operations]
        requests = [
            RequestEntry(method=operation.method, address=operation.address, about=operation.about.partition("\n")[0])
            for operation in operations
        ]
        return Index(
            version=__version__,
            feature_level=FEATURE_LEVEL,
            documentation=f"{PREFIX}/docs",
            openapi=f"{PREFIX}/openapi.json",
            kinds=kinds,
            requests=requests,
        )

    routes.add("GET", PREFIX, show, {200: Index}, "List the kinds of objects and the requests of the API.")
    return routes
