"""The command `ludex doctor`, which examines an installation and names a remedy for each fault."""

import os
import shutil
import sqlite3
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import typer
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.machine_key import KEY_FILE
from ludex.catalogue.ownership import listed
from ludex.catalogue.status import Status, status_of
from ludex.catalogue.times import stored_time
from ludex.cli.game_commands import open_catalogue
from ludex.cli.output import Json, write_result
from ludex.jobs.database import share_connections, with_processes_that_fit
from ludex.jobs.job import State
from ludex.jobs.store import store_of
from ludex.requests.text_output import table
from ludex.settings import Settings, SettingsError, data_folder, read_settings
from ludex.version import __version__

if TYPE_CHECKING:
    from ludex.jobs.store import JobStore

_SQLITE = (3, 42)
"""From this version on, SQLite interrupts the integrity check of a large table."""
_FREE_BYTES = 1 << 30
_CLOCK_SECONDS = 5
_VERIFIED_DAYS = 90
_PYTHONS = ((3, 11), (3, 14))
_EXTRAS = {"cypher": "ladybug", "figures": "vl_convert", "mcp": "mcp", "parquet": "pyarrow", "smt": "z3"}


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding of one examination: its subject, its state, a sentence, and the remedy."""

    subject: str
    state: Literal["ok", "warning", "fault"]
    text: str
    remedy: str | None = None


def doctor(as_json: Json = False) -> None:
    """Examine the installation: versions, database, disk, clock, workers, kernels, proxies, keys and verification.

    Each warning and fault names a remedy. The exit code is 1 if there is a fault. Nothing is changed.
    """
    found = list(examine())
    marks = {"ok": "ok", "warning": "WARNING", "fault": "FAULT"}
    lines = table((finding.subject, marks[finding.state], finding.text) for finding in found)
    remedies = [f"{finding.subject}: {finding.remedy}" for finding in found if finding.remedy]
    write_result({"items": found}, as_json, [*lines, *([""] if remedies else []), *remedies])
    if any(finding.state == "fault" for finding in found):
        raise typer.Exit(1)


def examine() -> Iterator[Finding]:
    """Yield the findings about the installation that the settings describe. Raises SettingsError."""
    settings = read_settings()
    yield _versions()
    yield _extras()
    yield _kernels()
    yield _proxies(settings)
    yield _files(settings)
    try:
        with open_catalogue(current=False, make=False) as catalogue:
            status = status_of(catalogue)
            yield _database(status)
            if status.problem is None:
                yield from _inside(settings, catalogue, status)
    except (SQLAlchemyError, OSError, ValueError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
        yield Finding("database", "fault", f"it cannot be used: {reason}", "check LUDEX_DATABASE_URL and the server")


def _inside(settings: Settings, catalogue: Catalogue, status: Status) -> Iterator[Finding]:
    """Yield the findings about a catalogue whose tables this version reads."""
    yield _connections(settings, catalogue)
    if catalogue.database.file is not None:
        yield _disk(catalogue.database.file)
    yield _clock(catalogue)
    yield _keys(catalogue)
    yield _verification(status)
    yield _content(status)
    store = store_of(settings.database_url)
    try:
        yield _workers(store)
    finally:
        store.close()


def _versions() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    text = f"Ludex {__version__}, Python {version}, SQLite {sqlite3.sqlite_version}"
    if not _PYTHONS[0] <= sys.version_info[:2] <= _PYTHONS[1]:
        return Finding("versions", "warning", text, "Ludex is tested with Python 3.11 to 3.14: use one of them")
    if sqlite3.sqlite_version_info < _SQLITE:
        return Finding(
            "versions",
            "warning",
            text,
            "SQLite 3.42 or newer looks for damage without blocking",
        )
    return Finding("versions", "ok", text)


def _extras() -> Finding:
    missing = [extra for extra, module in _EXTRAS.items() if find_spec(module) is None]
    if not missing:
        return Finding("extras", "ok", f"all are installed: {', '.join(_EXTRAS)}")
    remedy = f"if you need them: pip install 'ludex[{','.join(missing)}]'"
    return Finding("extras", "ok", f"not installed: {', '.join(missing)}", remedy)


def _kernels() -> Finding:
    """Look for machine code of kernels where numba keeps it."""
    package = Path(__file__).parents[2]
    own = os.environ.get("NUMBA_CACHE_DIR")
    folders = [Path(own)] if own else [folder / "__pycache__" for folder in package.glob("**/kernels")]
    if any(next(folder.rglob("*.nbi"), None) for folder in folders):
        return Finding("kernels", "ok", "compiled; `ludex compile` compiles what has changed")
    if all(os.access(folder if folder.exists() else folder.parent, os.W_OK) for folder in folders):
        return Finding("kernels", "warning", "not compiled: the first searches take longer", "run `ludex compile`")
    return Finding(
        "kernels",
        "warning",
        "not compiled, and the folders are not writable: each process compiles them anew",
        "set NUMBA_CACHE_DIR to a folder that the service may write, and run `ludex compile`",
    )


def _proxies(settings: Settings) -> Finding:
    trusted = settings.trusted_proxies
    if any(network.prefixlen == 0 for network in trusted):
        return Finding(
            "proxies",
            "fault",
            "LUDEX_TRUSTED_PROXIES trusts every address: each client can state any address as its own",
            "name the addresses of your proxies only",
        )
    if settings.public_url is not None and settings.on_loopback and not trusted:
        return Finding(
            "proxies",
            "warning",
            f"the proxy of {settings.public_url} is not trusted: all visitors share a limit",
            "set LUDEX_TRUSTED_PROXIES to the address of the proxy",
        )
    if not settings.on_loopback and not trusted:
        return Finding(
            "proxies",
            "warning",
            f"the service listens on {settings.host} without a proxy: keys are sent unencrypted",
            "put a proxy with HTTPS in front of it, and set LUDEX_TRUSTED_PROXIES",
        )
    return Finding("proxies", "ok", ", ".join(map(str, trusted)) or "none: only this machine reaches the service")


def _files(settings: Settings) -> Finding:
    key, dataset = data_folder() / KEY_FILE, settings.dataset_dir
    if key.exists() and stat.S_IMODE(key.stat().st_mode) & 0o077:
        return Finding("files", "fault", f"others can read the key in {key}", f"chmod 600 {key}, and revoke the key")
    if dataset is not None and not Path(dataset).is_dir():
        return Finding(
            "files",
            "fault",
            f"LUDEX_DATASET_DIR names no folder: {dataset}",
            "`ludex dataset build` builds the data set",
        )
    return Finding("files", "ok", f"data folder {data_folder()}")


def _database(status: Status) -> Finding:
    if status.problem is not None:
        return Finding("database", "fault", f"{status.database}: {status.problem}", "see the sentence above")
    return Finding("database", "ok", f"{status.database}, revision {status.revision}")


def _connections(settings: Settings, catalogue: Catalogue) -> Finding:
    try:
        fitting = with_processes_that_fit(settings, catalogue.database)
        share_connections(fitting, catalogue.database, serving=fitting.workers, working=fitting.job_workers)
    except SettingsError as error:
        return Finding("connections", "fault", str(error), "start fewer processes, or raise the server's limit")
    return Finding(
        "connections", "ok", f"they suffice for {fitting.workers} serving and {fitting.job_workers} working processes"
    )


def _disk(file: Path) -> Finding:
    """Compare the free space with the size of a backup of the catalogue, which an upgrade makes."""
    free, size = shutil.disk_usage(file.absolute().parent).free, file.stat().st_size
    text = f"{free:,} bytes free, the catalogue has {size:,}"
    if free < size:
        return Finding("disk", "fault", text, "free some: a backup or an upgrade needs as much as the catalogue")
    if free < _FREE_BYTES:
        return Finding("disk", "warning", text, "free some space")
    return Finding("disk", "ok", text)


def _clock(catalogue: Catalogue) -> Finding:
    """Compare this machine's clock with that of the database's server, or with the newest moment in the catalogue."""
    now = datetime.now(UTC)
    with catalogue.reading() as reader:
        if catalogue.database.file is None:
            apart = abs((reader.connection.execute(select(func.now())).scalar_one() - now).total_seconds())
            whose = "that of the database's server"
        else:
            newest = max((key.created for key in listed(reader)), default=now.isoformat())
            apart = (datetime.fromisoformat(newest) - now).total_seconds()
            whose = "the newest key"
    if apart > _CLOCK_SECONDS:
        return Finding(
            "clock", "fault", f"it differs from {whose} by {apart:,.0f} seconds", "synchronize the clocks, as by chrony"
        )
    return Finding("clock", "ok", f"{stored_time(now)}, in step with {whose}")


def _keys(catalogue: Catalogue) -> Finding:
    now = stored_time()
    with catalogue.reading() as reader:
        valid = [key for key in listed(reader) if key.invalid(now) is None]
    lasting = [key for key in valid if key.owner is not None and key.expires is None]
    if lasting:
        names = ", ".join(f"{key.id} of {key.owner}" for key in lasting[:5]) + (", ..." if lasting[5:] else "")
        remedy = "`ludex keys create --days N` creates keys that expire; then revoke these"
        return Finding("keys", "warning", f"{len(lasting):,} of {len(valid):,} never expire: {names}", remedy)
    return Finding("keys", "ok", f"{len(valid):,} are valid, and those of people expire")


def _verification(status: Status) -> Finding:
    remedy = "`ludex db verify --hours 1` verifies the least recently verified objects; do it nightly"
    if status.oldest_verification is None:
        if not status.unverified:
            return Finding("verification", "ok", "there is nothing to verify")
        return Finding("verification", "warning", f"{status.unverified:,} objects were never verified", remedy)
    age = datetime.now(UTC) - datetime.fromisoformat(status.oldest_verification)
    text = f"the oldest is {max(0, age.days):,} days old; {status.unverified:,} objects were never verified"
    if status.unverified or age > timedelta(days=_VERIFIED_DAYS):
        return Finding("verification", "warning", text, remedy)
    return Finding("verification", "ok", text)


def _content(status: Status) -> Finding:
    text = f"{status.objects:,} objects"
    if not status.filled:
        return Finding("content", "warning", text, "`ludex db upgrade --fill` adds the rest of the starting catalogue")
    return Finding("content", "ok", f"{text}, with the starting catalogue of this version")


def _workers(store: "JobStore") -> Finding:
    alive = sum(worker.alive for worker in store.workers())
    waiting = store.counts().get(State.QUEUED, 0)
    text = f"{alive:,} live worker processes, {waiting:,} jobs in the queue"
    if waiting and not alive:
        return Finding("workers", "fault", text, "start `ludex worker`, or `ludex serve --job-workers 1`")
    return Finding("workers", "ok", text)
