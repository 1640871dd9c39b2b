"""Authorization: the API key and the write permissions of a request, and the rate limits for owners and addresses.

Computing requires no key, and neither does reading, except for requests that declare a right, such as the list of the
trash. Writing always requires a key: neither the address of a client nor the headers of a request show whether a proxy
has forwarded the request. On the machine of the service, its user has a key of this machine
(:mod:`ludex.catalogue.machine_key`).
"""

import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from flask import Request, g, request

from ludex.api.middleware.problems import ProblemError
from ludex.api.middleware.proxies import names_own_origin
from ludex.api.routing.responses import PREFIX, require_seen
from ludex.api.service import service
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.ownership import Key, QuotaExceeded, Scope, counted_as, recognised
from ludex.catalogue.storage.snapshot import WriteContext
from ludex.catalogue.times import stored_time

if TYPE_CHECKING:
    from ludex.catalogue.rate_limits import Rates

MESSAGES = "mcp"
"""The Flask endpoint that receives Model Context Protocol messages."""

_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_SCHEME = "bearer "
COOKIE = "ludex_key"
"""The cookie that contains the API key of a visitor to the web pages.

The cookie is neither sent to other sites nor readable by scripts. Pages of other ports of the same host could still
send forms with it, so writing also requires the header `Origin` with the origin of this site.
"""

ADMINISTRATOR = "ludex.administrator"
"""The member of the WSGI environ with which a program in the same process writes without a key.

No header of a request has this name.
"""

_ADMINISTRATOR = Key("", None, (Scope.ADMIN,), "")
_HOW = (
    "Send a key as `Authorization: Bearer ludex_...`. `ludex keys machine` shows the key of this machine, and "
    "`ludex keys create` creates a key for others."
)


def require_request_rate(request: Request) -> None:
    """Apply the rate limit if a request computes or writes. Raises ProblemError (429).

    Messages of the Model Context Protocol are not counted, but the requests that result from them are.
    """
    rates = service().rates
    if request.endpoint == MESSAGES:
        return
    if rates is not None and (request.method not in _READS or service().computes(request.full_path)):
        _require_rate(rates.count_request(_counted_as()), "computations")


def asker() -> Key | None:
    """Return the API key of the current request, or None if the request has no key.

    Raises ProblemError (401) if the key is unknown, revoked or expired.
    """
    if "asker" in g:
        found: Key | None = g.asker
        return found
    given = request.environ.get("HTTP_AUTHORIZATION")
    if given is None:
        key = _ADMINISTRATOR if ADMINISTRATOR in request.environ else _visitor()
    elif given[: len(_SCHEME)].lower() != _SCHEME:
        raise _unauthorized(f"The header Authorization must contain an API key. {_HOW}")
    else:
        key = recognised_key(given[len(_SCHEME) :])
        invalid = "is unknown" if key is None else key.invalid(stored_time())
        if invalid is not None:
            raise _unauthorized(f"The key {invalid}. {_HOW}")
    g.asker = key
    return key


def storing_catalogue(scope: str = Scope.STORE) -> Catalogue:
    """Return the catalogue, opened with the write permissions of the current request.

    Raises ProblemError: 401 if a key is required and missing, 403 if the key lacks the scope, and 429 if the owner of
    the key has reached the storing quota.
    """
    granted: dict[str, Catalogue] = g.setdefault("granted", {})
    if scope in granted:
        return granted[scope]
    key, found = asker(), service()
    if key is None:
        raise _unauthorized(f"This request requires an API key with the scope `{scope}`. {_HOW}")
    if not key.allows(Scope(scope)):
        detail = (
            f"This key does not have the scope `{scope}`: `ludex keys create --scope {scope}` creates a key that does."
        )
        raise ProblemError(403, detail, kind="scope-needed")
    rates, who = found.rates, _counted_as()

    if key.owner is None:  # the quota is one of owners
        rates = None
    if rates is not None and scope == Scope.STORE:
        # This check refuses the request early. The reservation in the transaction enforces the exact limit.
        _require_rate(rates.may_store(who), "stored objects")
    reserve = None if rates is None else partial(_reserve, rates, who)
    acting = WriteContext(key.owner, key.allows(Scope.ADMIN), reserve, require_seen)
    granted[scope] = found.catalogue.acting_for(acting)
    return granted[scope]


def _reserve(rates: "Rates", who: str, objects: int) -> Callable[[], None]:
    """Reserve part of the storing quota, and return a function that releases this part. Raises ProblemError (429)."""
    try:
        return rates.reserve(who, objects)
    except QuotaExceeded as error:
        raise _too_many("stored objects", error.seconds) from error


def may_store() -> bool:
    """Return whether the current request may store objects."""
    key = asker()
    return key is not None and key.allows(Scope.STORE)


def may_read_job(owner: str | None) -> bool:
    """Return whether the current request may read the arguments, the log and the result of an owner's job."""
    key = asker()
    return key is not None and (key.reaches(owner) or key.allows(Scope.JOBS_READ))


def recognised_key(secret: str) -> Key | None:
    """Return the key with the given secret, even if it is not valid any more, or None if there is no such key."""
    with service().catalogue.reading() as reader:
        return recognised(reader, secret.strip())


def _visitor() -> Key | None:
    """Return the key in the browser's cookie if it is valid, otherwise None.

    API requests never use cookies, and requests that may write use them only with the origin of this site.
    """
    usable = not request.path.startswith(PREFIX) and (request.method in _READS or names_own_origin(request.environ))
    secret = request.cookies.get(COOKIE) if usable else None
    key = None if secret is None else recognised_key(secret)
    return None if key is None or key.invalid(stored_time()) is not None else key


def _counted_as() -> str:
    """Return the name under which requests are counted.

    It is the owner of the key if there is one, and otherwise the address of the client.
    """
    key = asker()
    return f"address {request.remote_addr}" if key is None or key.owner is None else counted_as(key.owner)


def _require_rate(seconds: float | None, what: str) -> None:
    if seconds is not None:
        raise _too_many(what, seconds)


def _too_many(what: str, seconds: float) -> ProblemError:
    wait = max(1, math.ceil(seconds))
    return ProblemError(
        429,
        f"Too many {what}: try again in {wait} s.",
        kind="too-many-requests",
        headers={"Retry-After": str(wait)},
    )


def _unauthorized(detail: str) -> ProblemError:
    return ProblemError(401, detail, kind="key-needed", headers={"WWW-Authenticate": "Bearer"})
