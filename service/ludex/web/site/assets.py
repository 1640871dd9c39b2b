"""Static files of the site and its games.

Their addresses contain a digest, so browsers can cache the files forever.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from importlib import resources
from importlib.resources.abc import Traversable
from posixpath import dirname, normpath

from flask import Response, url_for

from ludex.catalogue.objects.reading import UnknownObject

FOLDER = "/static"


@dataclass(frozen=True, slots=True)
class Brand:
    """How pages show which game they belong to: colours for light and dark schemes, and a symbol for shared results.

    The template `mark.svg` of the game is its logo, drawn in `currentColor`.
    """

    light: str
    dark: str
    symbol: str


_IMPORT = re.compile(r'^(?:import|export)\b[^"]*"(\.{1,2}/[^"]+)";', re.MULTILINE)
_CACHED = "public, max-age=31536000, immutable"
_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "png": "image/png"}


@dataclass(frozen=True, slots=True)
class Assets:
    """The static files, keyed by path.

    The digest of all files is part of their addresses. `imports` contains the imports of browser modules.

    Because of the digest, a browser module that imports another module by a relative address receives the same version
    of that module.
    """

    files: Mapping[str, bytes]
    digest: str
    imports: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def address(self, path: str) -> str:
        """Return the address of a file in the current request. Raises KeyError if there is no such file."""
        self.files[path]
        return url_for("static", digest=self.digest, path=path)

    def module(self, name: str) -> str:
        """Return the address of a browser module, such as `copy`, or `swish/play` for a module of a game."""
        return self.address(_path(name))

    def imported(self, names: Iterable[str]) -> list[str]:
        """Return the addresses of the modules that some modules import.

        With these addresses, a browser can load all of them at once.
        """
        given = [_path(name) for name in names]
        found = dict.fromkeys(given)
        pending = [*given]
        while pending:
            new = [path for path in self.imports.get(pending.pop(), ()) if path not in found]
            found |= dict.fromkeys(new)
            pending += new
        return [self.address(path) for path in found if path not in given]

    def response(self, digest: str, path: str) -> Response:
        """Return a file as a response.

        The response is not cached if the request has an outdated digest. Raises UnknownObject.
        """
        content = self.files.get(path)
        if content is None:
            raise UnknownObject(f"there is no file {path!r}")
        response = Response(content, content_type=f"{_TYPES[path.rpartition('.')[2]]}; charset=utf-8")
        response.headers["Cache-Control"] = _CACHED if digest == self.digest else "no-cache"
        return response


def _path(name: str) -> str:
    game, _, module = name.rpartition("/")
    return f"games/{game}/js/{module}.js" if game else f"js/{module}.js"


TOKENS = "tokens.css"


@cache
def assets(games: tuple[tuple[str, str], ...], brands: tuple[tuple[str, Brand], ...] = ()) -> Assets:
    """Return the static files of the site and of the given games.

    A game is given as a pair of a name and a package.

    Each process reads the files once.

    The colours of the games are appended to the style sheet with the design tokens.
    """
    files = dict(_files(resources.files("ludex.web").joinpath("static")))
    files[TOKENS] += _game_colours(brands).encode()
    for name, package in games:
        files |= _files(resources.files(package).joinpath("static"), f"games/{name}/")
    digest = blake2b(digest_size=8)
    for path, content in sorted(files.items()):
        digest.update(f"{path} {len(content)} ".encode() + content)
    imports = {path: _imports(path, content.decode()) for path, content in files.items() if path.endswith(".js")}
    return Assets(files, digest.hexdigest(), imports)


def _imports(path: str, module: str) -> Sequence[str]:
    """Return the paths of the modules that a module imports by relative addresses."""
    return [normpath(f"{dirname(path)}/{address}") for address in _IMPORT.findall(module)]


def _files(folder: Traversable, above: str = "") -> Iterator[tuple[str, bytes]]:
    for file in folder.iterdir() if folder.is_dir() else ():
        path = above + file.name
        if file.is_dir():
            yield from _files(file, f"{path}/")
        elif file.name.rpartition(".")[2] in _TYPES:
            yield path, file.read_bytes()


def _game_colours(brands: tuple[tuple[str, Brand], ...]) -> str:
    """Return the CSS rules that set the colour `--game` in elements of a game, for both colour schemes."""
    light = "".join(f'[data-game="{name}"] {{ --game: {brand.light}; }}\n' for name, brand in brands)
    dark = "".join(f'  [data-game="{name}"] {{ --game: {brand.dark}; }}\n' for name, brand in brands)
    return f"{light}@media screen and (prefers-color-scheme: dark) {{\n{dark}}}\n" if brands else ""
