"""The functions with which the generated methods send requests."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, cast
from urllib.parse import quote

from pydantic import TypeAdapter

from ludex_client.connection import Connection

T = TypeVar("T")


class Sending:
    """An object with a connection to a service."""

    _connection: Connection

    def _send(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        if_match: str | None = None,
    ) -> dict[str, Any]:
        """Return the response to a request. Fields that are None are not sent, so the default values apply."""
        sent = None if body is None else {name: value for name, value in body.items() if value is not None}
        response = self._connection.send(method, path, query, sent, if_match=if_match)
        # The methods with formats return the bytes of files.
        is_json = "json" in response.headers.get("Content-Type", "json")
        return cast("dict[str, Any]", response.json() if is_json else response.content)

    def _sent(self, method: str, path: str, fields: Mapping[str, Any], of: type[T], if_match: str | None = None) -> T:
        """Return the result of a request."""
        found = self._send(method, path, **_placed(method, fields), if_match=if_match)
        return TypeAdapter(of).validate_python(found)

    def _listed(self, method: str, path: str, fields: Mapping[str, Any], of: type[T]) -> Iterator[T]:
        """Yield the items on all pages of a list."""
        items = self._connection.items(path, method=method, **_placed(method, {**fields, "limit": 1000}))
        return (of(**item) for item in items)

    def _quoted(self, value: object) -> str:
        """Return a path parameter with all reserved characters quoted."""
        return quote(str(value), safe="")


def _placed(method: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that are given, in the query of a GET or the body of a POST."""
    given = {name: value for name, value in fields.items() if value is not None}
    return {"query" if method == "GET" else "body": given}
