"""A service of its own on a catalogue of its own, clients that write, and what they were told is stored."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import text

from ludex.catalogue.database import Database

SERVE = (
    "from ludex.settings import read_settings; from ludex.server import serve; serve(read_settings(), "
    "lambda address: print(address, flush=True))"
)


class Service:
    """A service that can be killed, whole, at any moment."""

    def __init__(self, catalogue: Path | str, **settings: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE],
            env=os.environ
            | {"LUDEX_DATABASE_URL": address_of(catalogue), "LUDEX_PORT": "0", "LUDEX_LOG_LEVEL": "error"}
            | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address, "the service did not start"

    def ask(self, path: str, body: object = None, seconds: float = 30.0) -> tuple[int, dict[str, object]]:
        """Return the status and the answer; OSError if there is none."""
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(asked, timeout=seconds) as response:
                return response.status, json.loads(response.read())
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read())

    def kill(self) -> None:
        """Kill every process of it, as a loss of power would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def serving(catalogue: Path | str, **settings: str) -> Iterator[Service]:
    """Serve a catalogue, a file of SQLite or any address, for as long as the context lasts."""
    service = Service(catalogue, **settings)
    try:
        yield service
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
    """Make the tables of a catalogue."""
    database = Database(address)
    database.upgrade()
    database.close()


class Writers:
    """Clients that store positions, each another one, and keep the labels that they were given."""

    def __init__(self, service: Service, clients: int, seed: int) -> None:
        self.acknowledged: list[str] = []
        self.told: Counter[int] = Counter()
        self._ended = threading.Event()
        self._threads = [
            threading.Thread(target=self._write, args=(service, random.Random(f"{seed} {number}")), daemon=True)
            for number in range(clients)
        ]
        for thread in self._threads:
            thread.start()

    def _write(self, service: Service, numbers: random.Random) -> None:
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
