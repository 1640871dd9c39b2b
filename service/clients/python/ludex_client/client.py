"""The class `Client`: the reading methods of `ludex.Catalogue`, and a method for each request of the games."""

from collections.abc import Mapping
from functools import cached_property
from types import TracebackType
from typing import Any, Self

import httpx

from ludex_client import models
from ludex_client.connection import PREFIX, Connection
from ludex_client.objects import Listing, StoredObject, object_path
from ludex_client.requests import Requests


class Client(Requests):
    """A client of a service. Close the client at the end, or use it in a ``with`` statement. Threads can share it.

    Methods raise ProblemError if the service rejects the request or cannot answer it, and ``httpx.TransportError`` if
    there is no response.

    Parameters
    ----------
    url : str
        The address of the service, including the path prefix if the service is behind a proxy with a prefix.
    key : str, optional
        An API key, which writing requires. The default is that of the environment variable ``LUDEX_API_KEY`` or, if
        the service has a loopback address, the key of this machine.
    seconds : float, optional
        Time limit for a response. The default is longer than the time limit of searches.
    retry_seconds : float, optional
        Time limit for repeating a request while the service is busy (503). With 0, only one attempt is made.
    transport : httpx.BaseTransport, optional
        Another httpx transport, such as one that uses a proxy.

    Examples
    --------
    >>> with Client("http://127.0.0.1:8000") as client:  # doctest: +SKIP
    ...     client.get("swish-36")["size"]
    36
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:8000",
        key: str | None = None,
        *,
        seconds: float = 90.0,
        retry_seconds: float = 60.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._connection = Connection(url, key, seconds, retry_seconds, transport)

    def get(self, label: str, kind: str | None = None) -> StoredObject:
        """Return the object with a label or slug. Specify the kind if objects of several kinds have this slug."""
        path = object_path(label) if kind is None else f"{self._path_of(kind)}/{object_path(label).rpartition('/')[2]}"
        response = self._connection.send("GET", path)
        return StoredObject(self._connection, response.json(), response.headers.get("ETag"))

    def find(self, kind: str, *, sort: str = "created", limit: int | None = None, **filters: Any) -> Listing:  # noqa: ANN401
        """Return the objects of a kind that match filters.

        A filter is a value or, for numbers, a range such as ``"4..9"``.
        """
        texts = {name: str(value) if isinstance(value, StoredObject) else value for name, value in filters.items()}
        return Listing(self._connection, self._path_of(kind), texts, sort, limit)

    def kinds(self) -> dict[str, int]:
        """Return the number of stored objects of each kind."""
        counts = self._connection.json("GET", f"{PREFIX}/graph")["kinds"]
        return {kind["kind"]: kind["count"] for kind in counts}

    def cypher(
        self,
        query: str,
        parameters: Mapping[str, Any] = {},
        *,
        limit: int = 10_000,
        time_limit: float | None = None,
    ) -> models.Table:
        """Run a Cypher query on the catalogue. The service returns at most 10,000 rows."""
        body = {"query": query, "parameters": parameters, "time_limit": time_limit}
        table = models.Table.model_validate(self._connection.json("POST", f"{PREFIX}/cypher", body=body))
        if len(table) <= limit:
            return table
        return table.model_copy(update={"rows": table.rows[:limit], "complete": False})

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | str | bytes | None = None,
        media: str = "application/x-ndjson",
    ) -> dict[str, Any]:
        """Send any other request, given its path below ``/api/v1``, and return the JSON response.

        The body of an import is the text of a file, and `media` is its media type, such as ``text/csv``.
        """
        found: dict[str, Any] = self._connection.send(method, f"{PREFIX}{path}", query, body, media=media).json()
        return found

    def close(self) -> None:
        """Close the connections to the service."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @cached_property
    def _kinds(self) -> tuple[models.Kind, ...]:
        return tuple(map(models.Kind.model_validate, self._connection.json("GET", PREFIX)["kinds"]))

    def _kind(self, name: str) -> models.Kind:
        """Return the kind with a given name, or with a plural that is unique to this kind. Raises ValueError."""
        found = [kind for kind in self._kinds if name in _names_of(kind)]
        if len(found) != 1:
            names = ", ".join(kind.kind for kind in found or self._kinds)
            raise ValueError(f"{name!r} {'names several kinds' if found else 'is not a kind'}; give one of {names}")
        return found[0]

    def _path_of(self, kind: str) -> str:
        return self._kind(kind).address


def _names_of(kind: models.Kind) -> tuple[str, str, str]:
    """Return the name of a kind, the address, and the part of the address after the game."""
    address = kind.address.removeprefix(f"{PREFIX}/")
    return kind.kind, address, address.partition("/")[2]
