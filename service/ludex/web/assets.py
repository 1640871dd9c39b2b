"""The files that pages are styled and run by. Their address names their content, so that a browser keeps them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib import resources
from importlib.resources.abc import Traversable

from flask import Response

from ludex.catalogue.reading import UnknownObject

FOLDER = "/static"

_KEPT = "public, max-age=31536000, immutable"
_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "png": "image/png"}


@dataclass(frozen=True, slots=True)
class Assets:
    """The files by their path below the folder, and the digest of all of them, which stands before it in addresses.

    A module that imports another by a relative address gets the one of its own version.
    """

    files: Mapping[str, bytes]
    digest: str

    def address(self, path: str) -> str:
        """Return the address of a file. Raises KeyError if there is none."""
        self.files[path]
        return f"{FOLDER}/{self.digest}/{path}"


@cache
def assets() -> Assets:
    """Return the files that the package has, read once a process."""
    files = dict(sorted(_files(resources.files("ludex.web").joinpath("static"))))
    digest = blake2b(digest_size=8)
    for path, content in files.items():
        digest.update(f"{path} {len(content)} ".encode() + content)
    return Assets(files, digest.hexdigest())


def _files(folder: Traversable, above: str = "") -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for one in folder.iterdir():
        path = above + one.name
        if one.is_dir():
            found += _files(one, f"{path}/")
        elif one.name.rpartition(".")[2] in _TYPES:
            found.append((path, one.read_bytes()))
    return found


def served(digest: str, path: str) -> Response:
    """Return a file as a response; under an older digest it is today's, and not kept. Raises UnknownObject."""
    content = assets().files.get(path)
    if content is None:
        raise UnknownObject(f"there is no file {path!r}")
    response = Response(content, content_type=f"{_TYPES[path.rpartition('.')[2]]}; charset=utf-8")
    response.headers["Cache-Control"] = _KEPT if digest == assets().digest else "no-cache"
    return response
