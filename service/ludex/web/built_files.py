"""The static files of the documentation, which `scripts/build-docs` builds from `schema/documentation`."""

from collections.abc import Iterable
from pathlib import Path

from flask import send_from_directory
from werkzeug.wrappers import Response

from ludex.catalogue.objects.reading import UnknownObject
from ludex.web.game_pages import Page, Site

ADDRESS = "/docs"

_FOLDER = Path(__file__).parents[1] / "docs"
# The theme has inline scripts and styles. Its pages contain no input of users.
_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def pages(_site: Site) -> Iterable[Page]:
    """Return the pages for the files: the first page, and all other files below it."""
    yield Page(f"{ADDRESS}/", _file, "")
    yield Page(f"{ADDRESS}/<path:path>", _file, "")


def _file(_site: Site, path: str = "index.html") -> Response:
    if not (_FOLDER / "index.html").is_file():
        raise UnknownObject("the documentation has not been built; run scripts/build-docs and reload this page")
    response = send_from_directory(_FOLDER, path)
    response.headers["Content-Security-Policy"] = _POLICY
    return response
