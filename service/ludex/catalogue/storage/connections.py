"""Connections to PostgreSQL: how many there may be, how long one waits, what the server says if none is left."""

from typing import Any

from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import OperationalError

from ludex.catalogue.storage.database_errors import NoConnectionLeft

MOST = 48
"""Connections to the catalogue of one process: those that read, and twice as many that are slow to take what they read.

That is if nobody says another number.
"""
_KEPT = 16
"""Connections that stay open when nobody needs them."""

_ALLOWED = text("""
    SELECT current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) AS server,
        (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user AND NOT rolsuper) AS role,
        (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS database
""")
_WAITING = {
    # A server whose machine is gone says nothing: seconds, and for what was sent and not taken milliseconds.
    "connect_timeout": "5",
    "keepalives_idle": "15",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}
_TOO_MANY = ("too many clients", "too many connections", "connection slots are reserved")
"""What a server says before the driver knows the number of the error (53300)."""


def allowed(connection: Connection) -> int:
    """Return how many connections all together may have that ask the server as this one does.

    That is the least of what the server, the role and the database allow; connections that are kept for
    administrators are not counted.
    """
    limits = connection.execute(_ALLOWED).one()
    return int(min(one for one in limits if one is not None and one >= 0))


def not_for_ever(url: URL) -> URL:
    """Return the address of a PostgreSQL server with a bound on every wait; what the address says itself stays.

    >>> from sqlalchemy import make_url
    >>> not_for_ever(make_url("postgresql://localhost/ludex?connect_timeout=60")).query["connect_timeout"]
    '60'
    """
    return url.update_query_dict({name: value for name, value in _WAITING.items() if name not in url.query})


def kept_and_further(connections: int, kept: int = _KEPT) -> dict[str, Any]:
    """Return the arguments that make a pool of so many connections, of which some stay open.

    >>> kept_and_further(48), kept_and_further(3)
    ({'pool_size': 16, 'max_overflow': 32}, {'pool_size': 3, 'max_overflow': 0})
    """
    size = min(kept, connections)
    return {"pool_size": size, "max_overflow": connections - size}


def require_connection(error: OperationalError) -> None:
    """Raise NoConnectionLeft if a server refused because it has as many connections as it, or the role, may have."""
    if getattr(error.orig, "sqlstate", None) == "53300" or any(said in str(error.orig) for said in _TOO_MANY):
        raise NoConnectionLeft("the database server has no connection left") from error
