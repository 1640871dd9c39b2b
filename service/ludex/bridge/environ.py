"""The request as the server has it becomes a request as WSGI has it; what is too long or unclear is refused."""

import sys
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

from ludex.api.problems import ProblemError, malformed
from ludex.api.streaming import PACED
from ludex.requests.bounds import HEADER_BYTES, HEADERS, REQUEST_LINE_BYTES

Scope = dict[str, Any]

_OWN_NAMES = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}
_NAMES: dict[bytes, str] = {}
_MOST_NAMES = 1000

_EVERY: dict[str, Any] = {
    "SCRIPT_NAME": "",
    "SERVER_SOFTWARE": "ludex",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    # The body is there, as a whole: whoever reads need not count.
    "wsgi.input_terminated": True,
    "wsgi.multithread": True,
    # A stream of events need not wait itself until there is something to tell.
    PACED: True,
    "wsgi.multiprocess": False,
    "wsgi.run_once": False,
}


def environ_of(scope: Scope) -> dict[str, Any]:
    """Return the environment of a request, without its body. Raises ProblemError: 400, 414 or 431."""
    path, query = scope["raw_path"], scope["query_string"]
    if len(path) + len(query) > REQUEST_LINE_BYTES:
        raise ProblemError(414, f"The address is too long; it has at most {REQUEST_LINE_BYTES:,} bytes.")
    server, client = scope["server"], scope["client"]
    environ = _EVERY.copy()
    environ["REQUEST_METHOD"] = scope["method"]
    environ["PATH_INFO"] = (unquote_to_bytes(path) if b"%" in path else path).decode("latin-1")
    environ["QUERY_STRING"] = query.decode("latin-1")
    environ["SERVER_NAME"], environ["SERVER_PORT"] = server[0], str(server[1])
    environ["SERVER_PROTOCOL"] = "HTTP/" + scope["http_version"]
    environ["REMOTE_ADDR"] = client[0] if client else ""
    environ["wsgi.url_scheme"] = scope["scheme"]
    environ["wsgi.input"] = BytesIO()
    if len(scope["headers"]) > HEADERS:
        raise ProblemError(431, f"There are {len(scope['headers'])} headers; at most {HEADERS} are taken.")
    for name, value in scope["headers"]:
        if len(name) + len(value) > HEADER_BYTES:
            raise ProblemError(431, f"A header is too long; it has at most {HEADER_BYTES:,} bytes.")
        key = _OWN_NAMES.get(name) or _NAMES.get(name) or _key(name)
        if not key:
            continue
        text = value.decode("latin-1")
        if key in environ:
            if key in ("HTTP_HOST", "CONTENT_LENGTH", "CONTENT_TYPE"):
                raise malformed(f"The header {name.decode('latin-1')} is given twice.")
            text = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}"
        environ[key] = text
    if "HTTP_HOST" not in environ and scope["http_version"] == "1.1":
        raise malformed("The header Host is missing.")
    return environ


def _key(name: bytes) -> str:
    """Return the key of a header, or nothing for one that could pass for another: an underscore is a dash there."""
    if b"_" in name:
        return ""
    key = "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
    if len(_NAMES) < _MOST_NAMES:
        _NAMES[name] = key
    return key
