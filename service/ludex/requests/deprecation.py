"""Deprecated requests and fields, which a later version removes."""

import logging
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

from pydantic import GetJsonSchemaHandler
from pydantic_core import CoreSchema

_log = logging.getLogger("ludex.deprecation")


@dataclass(frozen=True, slots=True)
class Deprecation:
    """States that a request or a field is deprecated. It is given to a declaration, or annotates a parameter.

    A response to a request that uses it has the header `Deprecation` (RFC 9745), and a line is logged. A command writes
    this line to standard error, and Python warns with DeprecationWarning. OpenAPI marks it as deprecated.

    Attributes
    ----------
    version
        The version that deprecated it, such as "1.1".
    since
        The day on which this version was released.
    removed_in
        The first version without it. At least one minor version is in between.
    instead
        What replaces it, such as "use GET /objects/{object}/links".
    """

    version: str
    since: date
    removed_in: str
    instead: str

    def __str__(self) -> str:
        return f"deprecated since version {self.version} and removed in {self.removed_in}; {self.instead}"

    @property
    def header(self) -> str:
        """The value of the header `Deprecation`: the beginning of the day, in seconds since 1970."""
        return f"@{int(datetime.combine(self.since, time(), UTC).timestamp())}"

    def log(self, what: str) -> None:
        """Log that a client has used what is deprecated."""
        _log.warning("%s is %s", what, self)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Mark the schema of a field as deprecated."""
        return {**handler(schema), "deprecated": True}
