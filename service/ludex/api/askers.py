"""Who asks: somebody with a key, or an address. What they may store, change and delete, and how often they may ask.

Everybody may read. Who is on the same machine as a service that listens on loopback may do everything without a key,
since they could open the catalogue as well.
"""

import math
from collections.abc import Callable

from flask import Request, g, request

from ludex.api.application import Application
from ludex.api.problems import ProblemError
from ludex.api.responses import PREFIX, require_seen
from ludex.api.service import service
from ludex.catalogue.api_keys import Key, Scope, counted_as, recognised
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.snapshot import WriteContext

_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_SCHEME = "bearer "
COOKIE = "ludex_key"
"""What bears the key of somebody who visits the pages. It is sent to no page of another origin, and read by none."""

_HOW = "`ludex keys create` makes one; it is sent as `Authorization: Bearer ludex_...`."


def register(app: Application, computes: Callable[[str], bool]) -> None:
    """Let who asks for more than a rate limit allows wait: for all but reads that need no computation.

    `computes` tells of a path whether reading it computes.
    """

    def count(asked: Request) -> None:
        rates = service().rates
        if rates is not None and (asked.method not in _READS or computes(asked.path)):
            _require_rate(rates.ask(_counted_as()), "computations")

    app.before.append(count)


def asker() -> Key | None:
    """Return the key that the current request bears, or None. Raises ProblemError (401) if it is none that holds."""
    if "asker" not in g:
        g.asker = _asker()
    found: Key | None = g.asker
    return found


def storing_catalogue(scope: Scope = Scope.STORE) -> Catalogue:
    """Return the catalogue as the current request may write to it.

    Raises ProblemError: 401 if a key is needed and none is there, 403 if it does not have the scope, 429 if its owner
    has stored enough for now.
    """
    granted: dict[Scope, Catalogue] = g.setdefault("granted", {})
    if scope not in granted:
        granted[scope] = _granted(scope)
    return granted[scope]


def _granted(scope: Scope) -> Catalogue:
    key, found = asker(), service()
    if key is None:
        if not found.stores:
            raise _unauthorized(f"Who stores, changes or deletes here needs a key. {_HOW}")
        return found.catalogue.acting_for(WriteContext(None, True, lambda _count: None, require_seen))
    if not key.allows(scope):
        raise ProblemError(403, f"This key has not the scope {scope!r}: `ludex keys create --scope {scope}` makes one.")
    rates, who = found.rates, _counted_as()

    def stored(count: int) -> None:
        if rates is not None:
            rates.stored(who, count)

    if rates is not None and scope is Scope.STORE:
        _require_rate(rates.may_store(who), "stored objects")
    return found.catalogue.acting_for(WriteContext(key.owner, key.allows(Scope.ADMIN), stored, require_seen))


def may_store() -> bool:
    """Tell whether the current request may store objects."""
    key = asker()
    return service().stores if key is None else key.allows(Scope.STORE)


def recognised_key(secret: str) -> Key | None:
    """Return the key that a secret is of, revoked or not; None if it is of none."""
    with service().catalogue.reading() as reader:
        return recognised(reader, secret.strip())


def _asker() -> Key | None:
    given = request.environ.get("HTTP_AUTHORIZATION")
    if given is None:
        return _visitor()
    if given[: len(_SCHEME)].lower() != _SCHEME:
        raise _unauthorized(f"This service knows keys only. {_HOW}")
    key = recognised_key(given[len(_SCHEME) :])
    if key is None or key.revoked is not None:
        raise _unauthorized(f"The key is {'unknown' if key is None else 'revoked'}. {_HOW}")
    return key


def _visitor() -> Key | None:
    """Return the key that a browser bears; the API takes none so, and one that does not hold is as good as none."""
    secret = None if request.path.startswith(PREFIX) else request.cookies.get(COOKIE)
    key = None if secret is None else recognised_key(secret)
    return None if key is None or key.revoked is not None else key


def _counted_as() -> str:
    """Return by what somebody's requests are counted: the owner of the key, or the address."""
    key = asker()
    return f"address {request.remote_addr}" if key is None else counted_as(key.owner)


def _require_rate(seconds: float | None, what: str) -> None:
    if seconds is not None:
        wait = max(1, math.ceil(seconds))
        raise ProblemError(
            429,
            f"These are too many {what} for now: ask again in {wait} s.",
            kind="too-many-requests",
            headers={"Retry-After": str(wait)},
        )


def _unauthorized(detail: str) -> ProblemError:
    return ProblemError(401, detail, kind="key-needed", headers={"WWW-Authenticate": "Bearer"})
