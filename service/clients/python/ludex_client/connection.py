"""The connection to a service: it sends requests, repeats them while the service is busy, and raises problems."""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

import httpx
from platformdirs import user_data_path
from pydantic import ValidationError

from ludex_client.models import Problem
from ludex_client.version import __version__

PREFIX = "/api/v1"

_BUSY = 503
_PAUSE_SECONDS = 5.0
"""The pause before the next attempt if the service does not state how long to wait."""


class ProblemError(Exception):
    """A request that failed. `problem` is the problem document, and `status` is the HTTP status."""

    def __init__(self, problem: Problem) -> None:
        details = (
            f"; {error.pointer}" + ("" if error.detail == problem.detail else f": {error.detail}")
            for error in problem.errors
        )
        super().__init__(f"{problem.status} {problem.title}: {problem.detail}{''.join(details)}")
        self.problem = problem

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.problem.status


class Connection:
    """A connection to a service.

    `seconds` is the time limit for a response. `retry_seconds` is the time limit for repeating a request that a busy
    service rejects with 503. Requests are idempotent, so they can be repeated.
    """

    def __init__(
        self, url: str, key: str | None, seconds: float, retry_seconds: float, transport: httpx.BaseTransport | None
    ) -> None:
        key = key or os.environ.get("LUDEX_API_KEY") or _key_of_machine(url)
        headers = {"User-Agent": f"ludex-client/{__version__}"} | ({"Authorization": f"Bearer {key}"} if key else {})
        self._http = httpx.Client(
            base_url=url.rstrip("/"),
            headers=headers,
            timeout=seconds,
            transport=transport,
            follow_redirects=True,  # of an object that was replaced
        )
        self._retry_seconds = retry_seconds

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def send(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | str | bytes | None = None,
        accept: str = "application/json",
        media: str = "application/x-ndjson",
        if_match: str | None = None,
    ) -> httpx.Response:
        """Return the response to a request. `media` is the media type of a body that is a text.

        Raises ProblemError if the service reports a problem, and httpx.TransportError if there is no response.
        """
        texts = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        deadline = time.monotonic() + self._retry_seconds
        content = body if isinstance(body, str | bytes) else None
        headers = {"Accept": accept} | ({} if content is None else {"Content-Type": media})
        headers |= {} if if_match is None else {"If-Match": if_match}
        options: dict[str, Any] = {"json": body} if content is None else {"content": content}
        while True:
            response = self._http.request(method, path, params=texts or None, headers=headers, **options)
            pause = _pause(response)
            if pause is None or time.monotonic() + pause > deadline:
                break
            time.sleep(pause)
        if response.is_error:
            raise ProblemError(_problem(response))
        return response

    def json(
        self, method: str, path: str, query: Mapping[str, Any] | None = None, body: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return the JSON of the response to a request. Raises as :meth:`send`."""
        found: dict[str, Any] = self.send(method, path, query, body).json()
        return found

    def items(
        self,
        path: str,
        query: Mapping[str, Any] | None = None,
        method: str = "GET",
        body: Mapping[str, Any] | None = None,
    ) -> Iterator[Any]:
        """Yield the items on all pages of a list. Each page is requested when it is reached."""
        page = self.json(method, path, query, body)
        yield from page["items"]
        while page["next"] is not None:
            page = self.json(method, _below(self._http.base_url.path, page["next"]), body=body)
            yield from page["items"]


def _key_of_machine(url: str) -> str | None:
    """Return the key that `ludex serve` has created for this machine, for an address that only this machine reaches.

    >>> _key_of_machine("https://ludex.example.org")
    """
    if not _is_loopback(httpx.URL(url).host):
        return None
    with suppress(OSError, ValueError):
        return (user_data_path("ludex", appauthor=False) / "machine.key").read_text("ascii").strip() or None
    return None


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _below(prefix: str, address: str) -> str:
    """Return the path in an address of the service, without the path prefix of the service, if any.

    >>> _below("/ludex/", "/ludex/api/v1/claims?cursor=x"), _below("/", "/api/v1")
    ('/api/v1/claims?cursor=x', '/api/v1')
    """
    return address.removeprefix(prefix.rstrip("/"))


def _text(value: object) -> str:
    """Convert the value of a query parameter to the form that the service expects.

    Raises TypeError for lists and similar types.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    raise TypeError(
        f"{value!r} is not a value of a filter; use a text, a number, a truth value or a range such as '4..9', or give "
        "several conditions in `where`, such as where='tag:a tag:b'"
    )


def _pause(response: httpx.Response) -> float | None:
    """Return the number of seconds to wait before the next attempt, or None if the service is not busy."""
    if response.status_code != _BUSY:
        return None
    with suppress(ValueError):
        return max(0.0, float(response.headers.get("Retry-After", _PAUSE_SECONDS)))
    return _PAUSE_SECONDS


def _problem(response: httpx.Response) -> Problem:
    """Return the problem document of a response. If there is none, create a problem document from the status."""
    try:
        return Problem.model_validate_json(response.content)
    except ValidationError:
        return Problem(
            status=response.status_code, title=response.reason_phrase, detail="the response has no problem document"
        )
