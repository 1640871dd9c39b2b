"""The problem types (RFC 9457).

Each type has a name, a status and a title. A section of the error reference describes the type.
"""

from dataclasses import dataclass

REFERENCE = "/docs/reference/errors.html"
"""The documentation page with a section for each type."""


@dataclass(frozen=True, slots=True)
class ProblemType:
    """A problem type. Its name is the anchor of its section in the error reference."""

    name: str
    status: int
    title: str

    @property
    def uri(self) -> str:
        """Return the `type` of a problem. It is the relative URI of the section about the problem type.

        >>> problem_type("busy").uri
        '/docs/reference/errors.html#busy'
        """
        return f"{REFERENCE}#{self.name}"


PROBLEM_TYPES = (
    ProblemType("invalid-request", 400, "Invalid request"),
    ProblemType("malformed-body", 400, "Malformed body"),
    ProblemType("malformed-http", 400, "Malformed HTTP request"),
    ProblemType("key-needed", 401, "API key needed"),
    ProblemType("forbidden", 403, "Forbidden"),
    ProblemType("scope-needed", 403, "The key lacks a scope"),
    ProblemType("not-the-owner", 403, "Not the owner"),
    ProblemType("other-origin", 403, "Request from another origin"),
    ProblemType("not-found", 404, "Not Found"),
    ProblemType("unknown-address", 404, "Not Found"),
    ProblemType("not-stored", 404, "Not stored"),
    ProblemType("no-picture", 404, "No picture"),
    ProblemType("method-not-allowed", 405, "Method not allowed"),
    ProblemType("body-too-slow", 408, "The body did not arrive in time"),
    ProblemType("conflict", 409, "Conflict"),
    ProblemType("ambiguous-slug", 409, "Several objects have this slug"),
    ProblemType("slug-taken", 409, "The slug is taken"),
    ProblemType("object-protected", 409, "The object is protected"),
    ProblemType("object-changed", 412, "The object has changed"),
    ProblemType("body-too-large", 413, "The body is too large"),
    ProblemType("address-too-long", 414, "The address is too long"),
    ProblemType("unsupported-media-type", 415, "Unsupported media type"),
    ProblemType("range-not-satisfiable", 416, "Range not satisfiable"),
    ProblemType("other-host", 421, "Request for another host"),
    ProblemType("refused-input", 422, "Input refused"),
    ProblemType("computation-too-large", 422, "Computation too large"),
    ProblemType("result-too-large", 422, "Result too large"),
    ProblemType("too-many-requests", 429, "Too many requests"),
    ProblemType("too-many-jobs", 429, "Too many open jobs"),
    ProblemType("headers-too-large", 431, "The headers are too large"),
    ProblemType("internal-error", 500, "Internal error"),
    ProblemType("not-installed", 501, "Not installed"),
    ProblemType("catalogue-unavailable", 503, "The catalogue is unavailable"),
    ProblemType("busy", 503, "The service is busy"),
    ProblemType("storage-full", 507, "The disk is full"),
)
"""All types. The first type with a given status applies to problems without a more specific type."""

_BY_NAME = {kind.name: kind for kind in PROBLEM_TYPES}
_BY_STATUS = {kind.status: kind for kind in reversed(PROBLEM_TYPES)}


def problem_type(name: str) -> ProblemType:
    """Return the type with the given name. Raises KeyError."""
    return _BY_NAME[name]


def type_of_status(status: int) -> ProblemType:
    """Return the general type of problems with the given status.

    >>> type_of_status(404).name, type_of_status(418).name
    ('not-found', 'invalid-request')
    """
    return _BY_STATUS.get(status) or _BY_STATUS[400 if status < 500 else 500]
