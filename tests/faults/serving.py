"""A service of its own on a catalogue of its own, clients that write, and what they were told is stored."""

import json
import random
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import text

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.storage.database import Database
from ludex.catalogue.verification import verify
from ludex.games.kinds import GAMES
from tests.machine import key_for
from tests.services import Forked, Forking, Service


class Served:
    """A service that answers in JSON, and can be killed, whole, at any moment."""

    def __init__(self, service: Service | Forked) -> None:
        self.service = service

    @property
    def pid(self) -> int:
        """Return its process."""
        return self.service.pid if isinstance(self.service, Forked) else self.service.process.pid

    def ask(self, path: str, body: object = None, seconds: float = 30.0) -> tuple[int, dict[str, object]]:
        """Return the status and the answer; OSError if there is none."""
        status, answer = self.service.ask(path, body, seconds)
        return status, json.loads(answer)


@contextmanager
def serving(catalogue: Path | str, forking: Forking | None = None, **settings: str) -> Iterator[Served]:
    """Serve a catalogue, a file of SQLite or any address, for as long as the context lasts; then kill the service.

    It is forked from a process that has loaded what it needs, if there is one.
    """
    address, settings = address_of(catalogue), {"LUDEX_LOG_LEVEL": "error"} | settings
    service = Service(address, **settings) if forking is None else Forked(forking, address, **settings)
    try:
        yield Served(service)
    finally:
        service.kill()


def address_of(catalogue: Path | str) -> str:
    """Return the address of a catalogue, which may be a file."""
    return catalogue if isinstance(catalogue, str) else f"sqlite:///{catalogue}"


def new_catalogue(folder: Path) -> Path:
    """Make an empty catalogue in a folder and return its file."""
    file = folder / "catalogue.sqlite"
    upgraded(address_of(file))
    return file


def upgraded(address: str) -> None:
    """Make the tables of a catalogue that knows the key of this machine."""
    catalogue = Catalogue(address, GAMES)
    catalogue.upgrade()
    key_for(catalogue)
    catalogue.close()


class Writers:
    """Clients that store positions, each another one, and keep the labels that they were given."""

    def __init__(self, service: Served, clients: int, seed: int) -> None:
        self.acknowledged: list[str] = []
        self.told: Counter[int] = Counter()
        self._ended = threading.Event()
        self._threads = [
            threading.Thread(target=self._write, args=(service, random.Random(f"{seed} {number}")), daemon=True)
            for number in range(clients)
        ]
        for thread in self._threads:
            thread.start()

    def _write(self, service: Served, numbers: random.Random) -> None:
        while not self._ended.is_set():
            cards = ["".join(numbers.choices("*o.", k=12)) for _ in range(4)]
            cards = [card if set(card) != {"."} else "*" + card[1:] for card in cards]
            try:
                status, answer = service.ask("/api/v1/swish/positions", {"cards": cards}, 10.0)
            except (OSError, ValueError):
                return
            self.told[status] += 1
            if status == 503:
                time.sleep(0.05)
            if status in (200, 201):
                self.acknowledged.append(str(answer["label"]))

    def end(self) -> None:
        """Let each end what it does."""
        self._ended.set()
        for thread in self._threads:
            thread.join()


def faults_of_file(file: Path) -> list[str]:
    """Return what SQLite finds wrong with a catalogue's file: pages, indexes, references."""
    with closing(sqlite3.connect(file)) as connection:
        wrong = [str(row[0]) for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
        return wrong + [f"reference {row}" for row in connection.execute("PRAGMA foreign_key_check")]


def missing(catalogue: Path | str, labels: list[str]) -> list[str]:
    """Return the labels that a catalogue lacks."""
    database = Database(address_of(catalogue), make=False)
    with database.reading() as connection:
        there = set(connection.scalars(text("SELECT label FROM node")))
    database.close()
    return sorted(set(labels) - there)


def verified(where: Path | str) -> str:
    """Verify a catalogue and return the number of its objects in words."""
    catalogue = Catalogue(address_of(where), GAMES)
    report = verify(catalogue)
    catalogue.close()
    assert report.sound, report.findings[:3]
    return f"{sum(report.checked.values()):,} objects verified"
