"""The OpenAPI document over HTTP, and the documentation page that shows it by Swagger UI: all of this origin."""

from functools import lru_cache, partial
from importlib import resources

from flask import Blueprint, Flask, Response

from ludex.api.middleware.problems import ProblemError
from ludex.api.routing.openapi import document
from ludex.api.routing.responses import KEPT_SECONDS, PREFIX
from ludex.api.routing.routes import Routes
from ludex.catalogue.kinds.registry import Registry
from ludex.engine.compact_json import compact_json

_OWN, _SWAGGER = ("ludex.api", "documentation"), ("flask_openapi_swagger", "templates", "swagger")
_FILES = {
    "index.html": (*_OWN, "index.html"),
    "page.css": (*_OWN, "page.css"),
    "page.js": (*_OWN, "page.js"),
    "swagger-ui.css": (*_SWAGGER, "css", "swagger-ui.css"),
    "swagger-ui-bundle.js": (*_SWAGGER, "js", "swagger-ui-bundle.js"),
}
"""The files of the page: of which package, and where in it. Swagger UI's are in the wheel of another."""

_KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
# Swagger UI has pictures in its style sheet.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def register(app: Flask, registry: Registry, subjects: tuple[Routes, ...]) -> None:
    """Add the document and its page to an application; the page asks this origin only."""
    pages = Blueprint("documentation", __name__, url_prefix=PREFIX)
    pages.add_url_rule("/openapi.json", "document", lambda: _document(registry, subjects))
    pages.add_url_rule("/docs", "page", partial(_file, "index.html"))
    pages.add_url_rule("/docs/<name>", "file", _file)
    app.register_blueprint(pages)


def _document(registry: Registry, subjects: tuple[Routes, ...]) -> Response:
    return Response(_text(registry, subjects), content_type="application/json")


@lru_cache(maxsize=8)  # it takes its time, and few ask for it
def _text(registry: Registry, subjects: tuple[Routes, ...]) -> str:
    return compact_json(document(registry, subjects))


def _file(name: str) -> Response:
    if name not in _FILES:
        raise ProblemError(404, "There is no such file of the documentation page.")
    package, *path = _FILES[name]
    content = resources.files(package).joinpath(*path).read_bytes()
    response = Response(content, content_type=f"{_KINDS[name.rpartition('.')[2]]}; charset=utf-8")
    response.headers["Content-Security-Policy"] = _POLICY
    if package != _OWN[0]:
        response.headers["Cache-Control"] = f"public, max-age={KEPT_SECONDS}"
    return response
