"""The functions with which the generated methods send requests."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from ludex_client.connection import Connection


class Sending:
    """An object with a connection to a service."""

    _connection: Connection

    def _send(
        self, method: str, path: str, query: Mapping[str, Any] | None = None, body: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return the response to a request. Fields that are None are not sent, so the default values apply."""
        sent = None if body is None else {name: value for name, value in body.items() if value is not None}
        return self._connection.json(method, path, query, sent)

    def _quoted(self, value: object) -> str:
        """Return a path parameter with all reserved characters quoted."""
        return quote(str(value), safe="")
