"""The OpenAPI document, and the offline documentation page that shows it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from threading import Lock
from typing import Any

from flask import Blueprint, Response, current_app

from ludex import __version__
from ludex.api.exports import CSV, NDJSON
from ludex.api.problems import Problem, ProblemError
from ludex.api.routes import Media, Routes, register

VERSION = "3.1.0"
PREFIX = "/api/v1"
EXTENSION = "ludex-documentation"

ABOUT = """\
Ludex stores, solves, certifies, draws and deduplicates positions of puzzle games. Every stored object has a canonical \
key: the same position is stored once and has the same label in every installation. Every stated optimum that says \
`proved` can be checked again.

Errors are problem details (RFC 9457). Lists are paged by an opaque `cursor`; the address of the next page is in \
`next` and in the `Link` header.
"""

Json = Any
_MEDIA_TYPES = {
    "ndjson": NDJSON,
    "csv": CSV.partition(";")[0],
    "graphml": "application/graphml+xml",
    "dot": "text/vnd.graphviz",
    "digraph6": "text/plain",
    "graph6": "text/plain",
    "untangle": "text/plain",
}
_KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript"}


def _arguments() -> dict[str, Any]:
    """Return the arguments of flask-openapi's application: our problems for its errors, and no pages of its own."""
    return {
        "info": {
            "title": "Ludex",
            "version": __version__,
            "summary": "An index of game positions, solved exactly.",
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "validation_error_model": Problem,
        "validation_error_status": 400,
        "doc_ui": False,
    }


def document(subjects: Sequence[Routes]) -> dict[str, Any]:
    """Return the OpenAPI document of some routes. It takes a second, so a service makes it when it is asked for."""
    from flask_openapi.openapi import OpenAPI

    app = OpenAPI("ludex", static_folder=None, **_arguments())
    register(app)
    for subject in subjects:
        blueprint = subject.documented()
        assert not set(blueprint.paths) & set(app.paths), (
            "one address, one Routes: flask-openapi would forget the first"
        )
        app.register_api(blueprint)
    made: dict[str, Any] = json.loads(json.dumps(app.api_doc))
    made["openapi"] = VERSION
    made["paths"] = dict(sorted(made["paths"].items()))
    bodies = {name: body for subject in subjects for name, body in subject.other_bodies().items()}
    for operations in made["paths"].values():
        for operation in operations.values():
            _add_formats(operation)
            if operation["operationId"] in bodies:
                operation["requestBody"] = _body(bodies[operation["operationId"]])
    return _whole_numbers(made)  # type: ignore[no-any-return]


def document_text(subjects: Sequence[Routes]) -> str:
    """Return the document as schema/openapi.json holds it."""
    return json.dumps(document(subjects), indent=1, sort_keys=True) + "\n"


def _add_formats(operation: dict[str, Any]) -> None:
    """Say which other media types a request answers with, from the values of its parameter `format`."""
    formats: list[str] = next(
        (p["schema"].get("enum", []) for p in operation.get("parameters", []) if p["name"] == "format"), []
    )
    for form in formats:
        if form in _MEDIA_TYPES:
            operation["responses"]["200"]["content"][_MEDIA_TYPES[form]] = {"schema": {"type": "string"}}


def _body(media: Media) -> dict[str, Any]:
    return {"required": True, "content": {kind: {"schema": {"type": "string", "minLength": 1}} for kind in media.types}}


def _whole_numbers(value: Json) -> Json:
    """Undo flask-openapi's floats: its schema model turns a minimum of 1 into 1.0."""
    if isinstance(value, dict):
        return {name: _whole_numbers(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_whole_numbers(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


pages = Blueprint("documentation", __name__, url_prefix=PREFIX)


@dataclass(slots=True)
class Documentation:
    """The OpenAPI document of an application, made when it is first asked for."""

    subjects: Sequence[Routes]
    _text: str | None = None
    _lock: Lock = field(default_factory=Lock)

    def text(self) -> str:
        """Return the document as JSON."""
        with self._lock:
            if self._text is None:
                self._text = json.dumps(document(self.subjects))
            return self._text


@pages.get("/openapi.json")
def openapi_json() -> Response:
    """Show the OpenAPI document."""
    documentation = current_app.extensions[EXTENSION]
    assert isinstance(documentation, Documentation)
    return Response(documentation.text(), content_type="application/json")


@pages.get("/docs")
def docs() -> Response:
    """Show the documentation page, which reads the OpenAPI document from this origin and asks for nothing else."""
    return _file("index.html")


@pages.get("/docs/<name>")
def docs_file(name: str) -> Response:
    """Show a file of the documentation page."""
    if name not in ("page.css", "page.js"):
        raise ProblemError(404, "There is no such file of the documentation page.")
    return _file(name)


def _file(name: str) -> Response:
    content = resources.files("ludex.api").joinpath("documentation", name).read_bytes()
    response = Response(content, content_type=f"{_KINDS[name.rpartition('.')[2]]}; charset=utf-8")
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"
    )
    return response
