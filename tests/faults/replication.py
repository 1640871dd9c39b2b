"""A streaming replica of a PostgreSQL server, and a PgBouncer in front of a server."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from pwd import getpwnam

import psycopg
from sqlalchemy import make_url

from tests.faults.postgresql import Server

PGBOUNCER = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")


class Standby:
    """A copy of a server in a folder, which replays what the server writes."""

    def __init__(self, primary: Server, folder: Path) -> None:
        self._primary, self._folder = primary, owned(folder / "standby", primary.user)
        # The folder of the data has the lock of the primary's socket in it.
        self._socket = owned(folder / "socket", primary.user)
        socket = make_url(primary.administration).query["host"]
        primary.execute(
            "pg_basebackup", "-h", str(socket), "-U", "postgres", "-D", str(self._folder), "-R", "-c", "fast"
        )
        self.administration = _moved(primary.administration, self._socket)
        self.address = _moved(primary.address, self._socket)
        """The address of the catalogue there."""
        self.start()

    def start(self) -> None:
        """Start it, and wait until it can be read."""
        self._control("-w", "-l", str(self._folder / "log"), "-o", f'-h "" -k {self._socket}', "start")
        deadline = time.monotonic() + 30.0
        while time.monotonic() < deadline:
            with suppress(psycopg.OperationalError), psycopg.connect(self.administration):
                return
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop it."""
        self._control("-w", "-m", "fast", "stop")

    def promote(self) -> None:
        """Make it a server that can be written, and wait until it is one."""
        self._control("-w", "promote")

    def run(self, statement: str) -> None:
        """Run a statement as the superuser."""
        with psycopg.connect(self.administration, autocommit=True) as connection:
            connection.execute(statement.encode())

    def end(self) -> None:
        """Stop it for good."""
        with suppress(subprocess.CalledProcessError):
            self._control("-w", "-m", "immediate", "stop")

    def _control(self, *arguments: str) -> None:
        self._primary.execute("pg_ctl", *arguments, "-D", str(self._folder))


@contextmanager
def standby_of(primary: Server, folder: Path) -> Iterator[Standby]:
    """Run a replica of a server for as long as the context lasts."""
    standby = Standby(primary, folder)
    try:
        yield standby
    finally:
        standby.end()


def either_of(primary: Server, standby: Standby) -> str:
    """Return an address that leads to that one of both servers that can be written."""
    sockets = [str(make_url(address).query["host"]) for address in (primary.address, standby.address)]
    url = make_url(primary.address)
    hosts = {"host": ",".join(sockets), "target_session_attrs": "read-write"}
    return url.update_query_dict(hosts).render_as_string(hide_password=False)


@contextmanager
def pooler(server: Server, folder: Path, connections: int = 10) -> Iterator[str]:
    """Run PgBouncer in transaction mode in front of a server, and yield the address of the catalogue through it."""
    assert PGBOUNCER is not None
    folder = owned(folder / "pooler", server.user)
    socket = make_url(server.address).query["host"]
    (folder / "users.txt").write_text('"player" ""\n')
    (folder / "pgbouncer.ini").write_text(
        f"[databases]\ncatalogue = host={socket} dbname=catalogue\n"
        f"[pgbouncer]\nlisten_addr =\nlisten_port = 6432\nunix_socket_dir = {folder}\n"
        f"auth_type = trust\nauth_file = {folder}/users.txt\npool_mode = transaction\n"
        f"default_pool_size = {connections}\nmax_client_conn = 500\nlogfile = {folder}/log\n"
    )
    command = [PGBOUNCER, *(() if server.user is None else ("-u", server.user)), str(folder / "pgbouncer.ini")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = make_url(server.address).update_query_dict({"host": str(folder), "port": "6432"})
    address = url.render_as_string(hide_password=False)
    try:
        deadline = time.monotonic() + 30.0
        while time.monotonic() < deadline:
            with suppress(psycopg.OperationalError), psycopg.connect(address):
                break
            time.sleep(0.05)
        yield url.update_query_dict({"pooling": "transaction"}).render_as_string(hide_password=False)
    finally:
        process.terminate()
        process.wait()


def owned(folder: Path, user: str | None) -> Path:
    """Make a folder that belongs to the user of a server."""
    folder.mkdir(mode=0o700)
    if user is not None:
        found = getpwnam(user)
        os.chown(folder, found.pw_uid, found.pw_gid)
    return folder


def _moved(address: str, socket: Path) -> str:
    return make_url(address).update_query_dict({"host": str(socket)}).render_as_string(hide_password=False)
