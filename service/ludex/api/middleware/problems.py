"""Errors as problem details (RFC 9457).

This module contains the model, the exception that raises a problem, and the error handlers.
"""

import errno
from collections.abc import Callable, Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, cast

import structlog
from flask import Flask, Response, redirect, request
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy.exc import (
    DatabaseError,
    DataError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    ProgrammingError,
)
from werkzeug.exceptions import HTTPException

from ludex.catalogue.cypher.engine import EngineError, EngineMissing
from ludex.catalogue.cypher.projection import ProjectionBusy
from ludex.catalogue.kinds.label import NameTaken, Protected
from ludex.catalogue.lists.filters import ListingError, PatternRefused
from ludex.catalogue.objects.pictures import NoPicture
from ludex.catalogue.objects.reading import Replaced, SeveralObjects, UnknownObject
from ludex.catalogue.ownership import NotOwner
from ludex.catalogue.storage.availability import TRANSIENT, require_writable
from ludex.catalogue.storage.database_errors import (
    DatabaseDamaged,
    DatabaseGone,
    NoConnectionLeft,
    ReadersBusy,
    StorageFull,
    StorageReadOnly,
    WriterBusy,
)
from ludex.catalogue.storage.sqlite_files import RESTORE, is_damage
from ludex.engine.faults import Fault, MissingInput, TooLarge
from ludex.engine.rendering import RendererMissing, RenderingFailed
from ludex.jobs.operations import InvalidArguments
from ludex.jobs.store import JobConflict, TooManyJobs, TooManyJobsOfOwner, UnknownJob
from ludex.pictures.svg import PictureTooLarge
from ludex.requests import bounds
from ludex.requests.daily import NoPuzzleYet
from ludex.requests.fields import faults_of
from ludex.requests.problem_types import PROBLEM_TYPES, problem_type, type_of_status

MEDIA_TYPE = "application/problem+json"

RETRY_SECONDS = 5

# These are the reason phrases of RFC 9110, which the standard library uses only since Python 3.13.
_PHRASES = {
    413: "Content Too Large",
    414: "URI Too Long",
    416: "Range Not Satisfiable",
    422: "Unprocessable Content",
}

_log = structlog.get_logger("ludex.api")


def phrase(status: int) -> str:
    """Return the reason phrase of a status. It is the same in every version of Python.

    >>> phrase(422), phrase(404)
    ('Unprocessable Content', 'Not Found')
    """
    return _PHRASES.get(status) or HTTPStatus(status).phrase


class InputError(BaseModel):
    """An error in the input."""

    model_config = ConfigDict(extra="forbid")

    pointer: str = Field(
        description=("JSON pointer to the place in the body, or `/name` for a query or path parameter.")
    )
    detail: str = Field(description="What is wrong at this place, and what is allowed.")


class OfferedJob(BaseModel):
    """A job that can do the work of a request, as a body that `POST /jobs` accepts."""

    model_config = ConfigDict(extra="forbid")

    operation: str
    arguments: dict[str, Any] | None = Field(
        default=None,
        description=("Arguments of the job. Long arguments are omitted; in that case, use the fields of the request."),
    )


class Problem(BaseModel):
    """The reason why a request failed (RFC 9457)."""

    model_config = ConfigDict(extra="forbid", title="Problem")

    type: str = Field(
        description="URI of the problem type, relative to the service. It leads to the documentation of the type.",
        json_schema_extra={"enum": [kind.uri for kind in PROBLEM_TYPES]},
    )
    title: str
    status: int
    detail: str
    errors: list[InputError] = Field(default_factory=list, description="The errors in the input, each with its place.")
    job: OfferedJob | None = Field(
        default=None, description="A job that can do the work without the exceeded limit, if any."
    )

    def text(self) -> str:
        """Return the problem as JSON."""
        return self.model_dump_json(exclude_none=True)


class ProblemError(Exception):
    """An error that ends a request with a problem document. It can be raised anywhere below a route.

    `kind` is the name of a problem type. The default is the general type for the status.
    """

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        errors: Iterable[tuple[str, str]] = (),
        kind: str | None = None,
        headers: dict[str, str] | None = None,
        job: OfferedJob | None = None,
    ) -> None:
        super().__init__(detail)
        self.headers = headers or {}
        found = type_of_status(status) if kind is None else problem_type(kind)
        self.problem = Problem(
            type=found.uri,
            title=found.title,
            status=status,
            detail=detail,
            errors=[InputError(pointer=pointer, detail=what) for pointer, what in errors],
            job=job,
        )

    def response(self) -> Response:
        """Return the problem as a response."""
        response = Response(self.problem.text(), status=self.problem.status, content_type=MEDIA_TYPE)
        response.headers.update(self.headers)
        return response


def not_found(what: str) -> ProblemError:
    """Return the problem (404) for a part of the path that does not exist."""
    return ProblemError(404, f"There is no {what}.")


def refused(pointer: str, detail: str) -> ProblemError:
    """Return the problem (422) for input that is well formed, but invalid in the game."""
    return ProblemError(422, detail, errors=[(pointer, detail)])


def malformed(detail: str, pointer: str = "", kind: str | None = None) -> ProblemError:
    """Return the problem (400) for malformed input."""
    return ProblemError(400, detail, errors=[(pointer, detail)], kind=kind)


def busy(detail: str) -> ProblemError:
    """Return the problem (503) for a request that the service currently has no capacity for."""
    headers = {"Retry-After": str(RETRY_SECONDS)}
    return ProblemError(503, detail, kind="busy", headers=headers)


def json_pointer(place: Sequence[str | int]) -> str:
    """Convert a place in the input to a JSON pointer (RFC 6901).

    >>> json_pointer(("cards", 3)), json_pointer(()), json_pointer(("a/b",))
    ('/cards/3', '', '/a~1b')
    """
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in place)


def invalid(error: ValidationError, where: str, known: Iterable[str] = ()) -> ProblemError:
    """Return the problem (400) for validation errors in the part `where` of the request, such as 'body'.

    `known` contains the names of the fields of this part.
    """
    errors = [(json_pointer(place), message) for place, message in faults_of(error, known)]
    return ProblemError(400, f"The {where} does not have the form that this request accepts.", errors=errors)


def register(app: Flask) -> None:
    """Register error handlers that turn every error of an application into a problem document."""
    app.register_error_handler(ProblemError, ProblemError.response)
    for raised, problem in _RAISED.items():
        app.register_error_handler(raised, lambda error, made=problem: made(error).response())
    app.register_error_handler(Replaced, _replaced)
    app.register_error_handler(HTTPException, _of_http)
    app.register_error_handler(OSError, _of_system)
    for away in {DatabaseError, *TRANSIENT} - _RAISED.keys():
        app.register_error_handler(away, _catalogue_away)
    # SQLAlchemy classes these errors as database errors too, but they are bugs of the program.
    for own in (IntegrityError, ProgrammingError, DataError):
        app.register_error_handler(own, _internal)
    app.register_error_handler(Exception, _internal)


def _replaced(error: Replaced) -> Response:
    """Return the redirect to the object that replaced another one, if the address contains the label of the latter."""
    path = request.path.replace(error.label, error.by)
    if request.method not in ("GET", "HEAD") or path == request.path:
        return ProblemError(404, str(error)).response()
    query = request.query_string.decode("latin-1")
    response = cast("Response", redirect(path + (f"?{query}" if query else ""), 301, Response))
    # The redirect ends when the object is stored again.
    response.headers["Cache-Control"] = "no-cache"
    return response


def _conflict(error: Exception, kind: str, pointer: str | None = None) -> ProblemError:
    return ProblemError(409, str(error), kind=kind, errors=[] if pointer is None else [(pointer, str(error))])


def too_large(fault: TooLarge, job: OfferedJob | None = None) -> ProblemError:
    """Return the problem for a computation, or a result, that is too large."""
    errors = [(json_pointer(fault.place), fault.message)]
    return ProblemError(422, fault.message, errors=errors, kind="computation-too-large", job=job)


_RAISED: Mapping[type[Exception], Callable[[Any], ProblemError]] = {
    Fault: lambda fault: ProblemError(
        422, fault.message, errors=[(json_pointer(place), fault.message) for place in fault.places]
    ),
    MissingInput: lambda fault: malformed(fault.message, json_pointer(fault.place)),
    TooLarge: too_large,
    UnknownObject: lambda error: ProblemError(404, str(error)),
    SeveralObjects: lambda error: _conflict(error, "ambiguous-slug"),
    Protected: lambda error: _conflict(error, "object-protected"),
    NoPicture: lambda error: ProblemError(404, f"There is nothing to draw: {error}.", kind="no-picture"),
    NotOwner: lambda error: ProblemError(403, str(error), kind="not-the-owner"),
    NameTaken: lambda error: _conflict(error, "slug-taken", "/slug"),
    PatternRefused: lambda error: refused(f"/{error.name}", error.message),
    ListingError: lambda error: malformed(error.message, f"/{error.name}"),
    NoPuzzleYet: lambda error: ProblemError(
        404, f"There are no puzzles for {error.day}: {error}.", errors=[("/date", str(error))]
    ),
    StorageFull: lambda error: ProblemError(507, f"Nothing is stored: {error}.", kind="storage-full"),
    StorageReadOnly: lambda error: busy(f"Nothing is stored: {error}."),
    WriterBusy: lambda error: busy(f"Nothing is stored: {error}."),
    NoConnectionLeft: lambda error: busy(f"Nothing is read or stored: {error}."),
    ReadersBusy: lambda error: busy(f"Nothing is read or stored: {error}."),
    InvalidArguments: lambda error: ProblemError(
        400,
        "The arguments are invalid for this operation.",
        errors=[(json_pointer(place), message) for place, message in error.faults],
    ),
    UnknownJob: lambda error: not_found(f"job {error.name!r}"),
    JobConflict: lambda error: ProblemError(409, f"{error}."),
    TooManyJobs: lambda error: busy(f"{error}."),
    TooManyJobsOfOwner: lambda error: ProblemError(
        429, f"{error}.", kind="too-many-jobs", headers={"Retry-After": "60"}
    ),
    EngineMissing: lambda error: ProblemError(501, str(error)),
    EngineError: lambda error: busy(f"{error}."),
    ProjectionBusy: lambda error: busy(f"{error}."),
    RendererMissing: lambda error: ProblemError(501, f"{error}.", kind="not-installed"),
    RenderingFailed: lambda error: too_large(
        TooLarge(str(error), "give a smaller width, or use the format svg", ("width",))
    ),
    PictureTooLarge: lambda error: refused(json_pointer(error.place) or "/label", error.message),
}
"""Catalogue exceptions and the corresponding problems, for views that do not handle them."""

_DETAILS = {
    404: "There is nothing at this address.",
    405: "This address does not accept this method; the header Allow lists the methods that it accepts.",
    413: f"The request is too large; a body has at most {bounds.BODY_BYTES:,} bytes.",
}


def _of_http(error: HTTPException) -> Response:
    status = error.code or 500
    headers = {name: value for name, value in error.get_headers() if name not in ("Content-Type", "Content-Length")}
    detail = _DETAILS.get(status) or error.description or phrase(status)
    # Views raise ProblemError themselves. A Flask error with this status therefore means that no route has the address.
    kind = "unknown-address" if status == 404 else None
    return ProblemError(status, detail, kind=kind, headers=headers).response()


def _catalogue_away(error: Exception) -> Response:
    try:
        if isinstance(error, DBAPIError):
            require_writable(error)  # the database of the jobs may be full or read-only too
    except (StorageFull, StorageReadOnly) as known:
        return _RAISED[type(known)](known).response()
    if isinstance(error, OperationalError | InterfaceError):
        # While the database server is down, every request ends here. A single line without a traceback is therefore
        # enough.
        _log.error("the catalogue does not answer", error=" ".join(str(error.orig).split()))
    else:
        _log.error("the catalogue does not answer", exc_info=error)
    if isinstance(error, DatabaseDamaged) or is_damage(error):
        detail = f"The file of the catalogue is damaged; {RESTORE}."
    elif isinstance(error, DatabaseGone):
        detail = (
            "The file of the catalogue was deleted or replaced while the service was running. Put the previous file "
            "back, or stop the service, move the -wal and -shm files of the previous file away, and start it again."
        )
    else:
        detail = "The catalogue cannot be used now; the log of the service has the reason."
    return ProblemError(503, detail, headers={"Retry-After": str(RETRY_SECONDS)}).response()


def _of_system(error: OSError) -> Response:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return ProblemError(507, "The disk is full; free some space.", kind="storage-full").response()
    return _internal(error)


def _internal(error: Exception) -> Response:
    _log.error("internal error", exc_info=error)
    return ProblemError(500, "The service failed to process this request; its log has the reason.").response()
