"""Connections to PostgreSQL: their number, their time-outs, and the errors of a server that has none left."""

from typing import Any

from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import OperationalError

from ludex.catalogue.storage.database_errors import NoConnectionLeft

MOST = 48
"""Default maximum of connections to the catalogue per process: enough for readers and for slow streams."""
_KEPT = 16
"""Number of idle connections that stay open."""

_ALLOWED = text("""
    SELECT current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) AS server,
        (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user AND NOT rolsuper) AS role,
        (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS database
""")
_WAITING = {
    # Time-outs for a server that has vanished, in seconds; the last one, for unacknowledged data, in milliseconds.
    "connect_timeout": "5",
    "keepalives_idle": "15",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}
LOCK_SECONDS = 5
"""Time-out of a statement that waits for a lock of another program, such as a migration."""
_TOO_MANY = ("too many clients", "too many connections", "connection slots are reserved")
"""Messages of a server that refuses a connection before the driver has an error code (53300)."""


def allowed(connection: Connection) -> int:
    """Return the maximum number of connections for the role of a connection, over all processes.

    It is the least of the limits of the server, the role and the database, without the connections that are reserved
    for administrators.
    """
    limits = connection.execute(_ALLOWED).one()
    return int(min(one for one in limits if one is not None and one >= 0))


def with_timeouts(url: URL) -> URL:
    """Return the address of a PostgreSQL server with time-outs; parameters of the address itself are kept.

    >>> from sqlalchemy import make_url
    >>> query = with_timeouts(make_url("postgresql://localhost/ludex?connect_timeout=60")).query
    >>> query["connect_timeout"], query["options"]
    ('60', '-c lock_timeout=5s')
    """
    waiting = {name: value for name, value in _WAITING.items() if name not in url.query}
    given = url.query.get("options", ())
    # Of two values of an option the last one counts: that of the address.
    options = [f"-c lock_timeout={LOCK_SECONDS}s", *([given] if isinstance(given, str) else given)]
    return url.update_query_dict({**waiting, "options": " ".join(options)})


def pool_options(connections: int, kept: int = _KEPT) -> dict[str, Any]:
    """Return the options of a pool with a maximum number of connections, of which some stay open.

    >>> pool_options(48), pool_options(3)
    ({'pool_size': 16, 'max_overflow': 32}, {'pool_size': 3, 'max_overflow': 0})
    """
    size = min(kept, connections)
    return {"pool_size": size, "max_overflow": connections - size}


def require_connection(error: OperationalError) -> None:
    """Raise NoConnectionLeft if the server or the role has reached its limit of connections."""
    if getattr(error.orig, "sqlstate", None) == "53300" or any(said in str(error.orig) for said in _TOO_MANY):
        raise NoConnectionLeft("the database server has no connection left") from error
