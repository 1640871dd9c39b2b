"""The password of a database may contain any character, in the URL or in PGPASSWORD as in the compose file.

A socket that asks for a password, as PostgreSQL does, records what each kind of connection sends.
"""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import pytest
import yaml
from dbos import DBOS
from sqlalchemy.exc import OperationalError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.games.kinds import GAMES
from ludex.jobs.database import JobDatabase
from ludex.settings import read_settings

PASSWORD = "".join(map(chr, range(0x20, 0x7F))) + "é€ "
COMPOSE = yaml.safe_load((Path(__file__).parents[3] / "scripts/deployment/compose.yaml").read_text(encoding="utf-8"))
COMPOSED: dict[str, str] = COMPOSE["x-ludex"]["environment"]


@pytest.fixture
def asked() -> Iterator[tuple[int, list[str]]]:
    """Give the port of a server that refuses all passwords, and the passwords that it was sent."""
    passwords: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    with connection, connection.makefile("rwb") as stream:
                        length = int.from_bytes(stream.read(4))
                        while length == 8:  # encryption is requested
                            stream.read(4)
                            stream.write(b"N")
                            stream.flush()
                            length = int.from_bytes(stream.read(4))
                        stream.read(length - 4)
                        stream.write(b"R" + (8).to_bytes(4) + (3).to_bytes(4))  # send the password
                        stream.flush()
                        if stream.read(1) == b"p":
                            sent = stream.read(int.from_bytes(stream.read(4)) - 4)
                            passwords.append(sent.rstrip(b"\0").decode())

        threading.Thread(target=answer, daemon=True).start()
        yield server.getsockname()[1], passwords


def _read_catalogue(url: str) -> None:
    with Catalogue(url, GAMES).reading():
        pass


def _migrate_jobs(url: str) -> None:
    DBOS.migrate(JobDatabase(url).engine.url.render_as_string(hide_password=False))


@pytest.mark.parametrize("connect", [_read_catalogue, lambda url: JobDatabase(url).engine.connect(), _migrate_jobs])
@pytest.mark.parametrize("in_url", [False, True])
def test_the_database_is_sent_the_password(
    asked: tuple[int, list[str]], monkeypatch: pytest.MonkeyPatch, connect: Callable[[str], None], in_url: bool
) -> None:
    port, passwords = asked
    url = COMPOSED["LUDEX_DATABASE_URL"].replace("@database/", f"@127.0.0.1:{port}/")
    if in_url:
        url = url.replace("ludex@", f"ludex:{quote(PASSWORD, safe='')}@")
    else:
        monkeypatch.setenv("PGPASSWORD", PASSWORD)
    monkeypatch.setenv("LUDEX_DATABASE_URL", url)
    with pytest.raises((DatabaseError, OperationalError)):
        connect(read_settings().database_url)
    assert set(passwords) == {PASSWORD}


def test_the_compose_file_gives_both_sides_the_same_password() -> None:
    assert COMPOSE["services"]["database"]["environment"]["POSTGRES_PASSWORD"] == COMPOSED["PGPASSWORD"]
    assert ":" not in COMPOSED["LUDEX_DATABASE_URL"].partition("//")[2]
