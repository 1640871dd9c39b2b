"""Connections to PostgreSQL: their maximum number, their time-outs, and the write lock."""

from typing import Any

from sqlalchemy import URL, Connection, Engine, event, text

from ludex.catalogue.storage.database_errors import DatabaseError

MOST = 48
"""The default maximum number of connections to the catalogue per process: enough for readers and slow streams."""
_KEPT = 16
"""Number of idle connections that stay open."""

_ALLOWED = text("""
    SELECT current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) AS server,
        (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user AND NOT rolsuper) AS role,
        (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS database
""")
_TIMEOUTS = {
    # These options determine how soon a lost connection is detected. Times are in seconds, except that tcp_user_timeout
    # is in milliseconds.
    "connect_timeout": "5",
    "keepalives_idle": "15",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}
_WRITER_LOCK = 0x6C75646578  # "ludex", the number of the advisory lock on PostgreSQL
# The columns of the inner query are computed in their order.
_TAKE_LOCK = text(f"""
    SELECT set_config('lock_timeout', usual, true) FROM (
        SELECT current_setting('lock_timeout') AS usual,
            set_config('lock_timeout', :milliseconds, true),
            pg_advisory_xact_lock({_WRITER_LOCK})
    ) AS locked
""")
LOCK_SECONDS = 5
"""Time-out of a statement that waits for a lock of another program, such as a migration."""


def allowed(connection: Connection) -> int:
    """Return the maximum number of connections that the role of a connection may have, across all processes.

    This is the minimum of the limits of the server, the role and the database. It does not include connections that are
    reserved for administrators.
    """
    limits = connection.execute(_ALLOWED).one()
    return int(min(limit for limit in limits if limit is not None and limit >= 0))


POOLING = "pooling"
"""The address parameter that states how a pooler at this address assigns connections to clients."""


def pooling_of(url: URL) -> bool:
    """Return whether the address belongs to a pooler that assigns a connection only for one transaction.

    Raises DatabaseError if `pooling` has a value other than `transaction`.

    >>> from sqlalchemy import make_url
    >>> pooling_of(make_url("postgresql://localhost:6432/ludex?pooling=transaction"))
    True
    """
    given = url.query.get(POOLING)
    if given not in (None, "transaction"):
        raise DatabaseError(f"the parameter pooling of the address is {given!r}; write pooling=transaction or omit it")
    return given is not None


def engine_options(url: URL, connections: int, kept: int | None = None) -> dict[str, Any]:
    """Return the arguments of `create_engine` for a PostgreSQL server or a pooler, with a limited pool.

    A pooler connection preserves nothing from one transaction to the next: neither prepared statements nor settings.
    """
    shared: dict[str, Any] = {**pool_options(connections, _KEPT if kept is None else kept), "pool_pre_ping": True}
    if not pooling_of(url):
        return {"url": with_timeouts(url), **shared}
    plain = url.difference_update_query([POOLING])
    return {"url": with_keepalives(plain), **shared, "connect_args": {"prepare_threshold": None}}


def with_keepalives(url: URL) -> URL:
    """Add the parameters that detect a lost connection. Parameters that the address already has are kept."""
    return url.update_query_dict({name: value for name, value in _TIMEOUTS.items() if name not in url.query})


def with_timeouts(url: URL) -> URL:
    """Add time-outs to the address of a PostgreSQL server. Parameters that the address already has are kept.

    >>> from sqlalchemy import make_url
    >>> query = with_timeouts(make_url("postgresql://localhost/ludex?connect_timeout=60")).query
    >>> query["connect_timeout"], query["options"]
    ('60', '-c lock_timeout=5s')
    """
    given = url.query.get("options", ())
    # The options from the address come last, so they take precedence.
    options = [f"-c lock_timeout={LOCK_SECONDS}s", *([given] if isinstance(given, str) else given)]
    return with_keepalives(url).update_query_dict({"options": " ".join(options)})


def pool_options(connections: int, kept: int = _KEPT) -> dict[str, Any]:
    """Return the options for a connection pool of limited size that keeps some idle connections open.

    >>> pool_options(48), pool_options(3)
    ({'pool_size': 16, 'max_overflow': 32}, {'pool_size': 3, 'max_overflow': 0})
    """
    size = min(kept, connections)
    return {"pool_size": size, "max_overflow": connections - size}


def take_writer_lock(connection: Connection, timeout: float) -> None:
    """Take the write lock.

    The time-out of the write lock (in seconds) differs from that of other locks, which applies again afterwards.
    """
    connection.execute(_TAKE_LOCK, {"milliseconds": str(int(timeout * 1000))})


def set_lock_timeout(connection: Connection, seconds: float) -> None:
    """Set the time-out of statements that wait for a lock. It applies to the rest of the transaction."""
    connection.execute(text(f"SET LOCAL lock_timeout = {int(seconds * 1000)}"))


def close_connections(engine: Engine) -> None:
    """Close the connections of an engine. A connection that is still in use is closed when it is returned."""
    # Otherwise, the connection would be returned to a pool that is never closed.
    event.listen(engine.pool, "checkin", lambda _connection, entry: entry.invalidate())
    engine.dispose()


def require_unicode(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own
    """Raise DatabaseError if a database cannot store every Unicode text."""
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        name = connection.info.dbname
        raise DatabaseError(
            f"the database {name} is encoded in {encoding} and cannot store every text; create one with "
            "CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0"
        )
