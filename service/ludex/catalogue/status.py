"""The status of a catalogue: its address, the revision of its tables, and its content."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Table, func, select, text

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.lists import ClaimFilters, claim_facets
from ludex.catalogue.graph.neighbours import graph_counts
from ludex.catalogue.starting import holds_starting_catalogue
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.changes import KINDS, stored_counts
from ludex.catalogue.storage.database import Database
from ludex.catalogue.storage.migrations import outdated, revisions
from ludex.catalogue.storage.snapshot import Reader


@dataclass(frozen=True, slots=True)
class Status:
    """The status of a catalogue.

    `database` is the address without a password. `size` is the size of the file in bytes, or None on PostgreSQL.
    `problem` is the reason why the catalogue cannot be used, with the remedy, or None. `filled` is true if the
    catalogue contains all objects of this version's starting catalogue. `kinds` contains the number of objects of each
    kind, and `not_installed` contains these numbers for kinds whose game is not installed or not selected. `evidence`
    contains the number of proved claims for each sort of evidence. `trusted` is the number of objects that were
    imported unchecked and have not been verified since. `unverified` is the number of objects that were never verified
    in this catalogue, and `oldest_verification` is the least recent verification of another object, or None.
    """

    database: str
    revision: str | None
    problem: str | None
    size: int | None = None
    filled: bool = False
    objects: int = 0
    links: int = 0
    claims: int = 0
    proved: int = 0
    evidence: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, int] = field(default_factory=dict)
    trusted: int = 0
    not_installed: dict[str, int] = field(default_factory=dict)
    unverified: int = 0
    oldest_verification: str | None = None


# The file is written once, when the database is created.
_SIZE_AND_DAY = text(
    "SELECT pg_database_size(oid), CASE WHEN has_function_privilege('pg_stat_file(text, boolean)', 'execute') "
    "THEN (pg_stat_file('base/' || oid || '/PG_VERSION', true)).modification END "
    "FROM pg_database WHERE datname = current_database()"
)


def status_of(catalogue: Catalogue) -> Status:
    """Return the status of a catalogue.

    If the catalogue does not exist, or if its tables have a different revision, the status contains a `problem` but no
    counts.

    Raises an SQLAlchemy error if the database does not respond, and DatabaseError if the tables cannot be migrated.
    Cost: one count per table.
    """
    database = catalogue.database
    problem = outdated(database)
    file = database.file
    size = file.stat().st_size if file is not None and file.exists() else None
    address = database.url.render_as_string(hide_password=True)
    if problem is not None:
        return Status(address, revision_of(database) if size else None, problem, size)
    with catalogue.reading() as reader:
        evidence = {facet.value: facet.count for facet in claim_facets(reader, ClaimFilters())["evidence"]}
        counts = {name: _count(reader, facts) for name, facts in catalogue.registry.facts.items()}
        not_installed = {count.kind: count.count for count in graph_counts(reader).not_installed}
        return Status(
            address,
            revision_of(database),
            None,
            size,
            holds_starting_catalogue(reader),
            sum(counts.values()) + sum(not_installed.values()),
            _count(reader, tables.link),
            _count(reader, tables.claim),
            sum(evidence.values()),
            evidence,
            counts,
            _count(reader, tables.trusted),
            not_installed,
            _count(reader, tables.node) - _count(reader, tables.verified),
            reader.connection.scalar(select(func.min(tables.verified.c.at))),
        )


def describe_catalogue(catalogue: Catalogue) -> str:
    """Return a sentence with the address of a catalogue, its number of objects, its size, and a day.

    The day is that of the last change of a file, or that on which a database on a server was created, if the server
    lets its user read it. Cost: one row for each kind.
    """
    database = catalogue.database
    address = database.url.render_as_string(hide_password=True)
    with catalogue.reading() as reader:
        objects = stored_counts(reader, KINDS).total()
        if database.file is None:
            size, created = reader.connection.execute(_SIZE_AND_DAY).one()
            since = "" if created is None else f" and exists since {created.astimezone(UTC).date()}"
        else:
            state = database.file.stat()
            size = state.st_size
            since = f" and was last changed on {datetime.fromtimestamp(state.st_mtime, tz=UTC).date()}"
    return f"The catalogue {address} has {objects:,} objects in {round(size / 1e6):,} MB{since}"


def days_since(at: str) -> int:
    """Return the number of whole days since a time, or 0 if it is in the future.

    >>> days_since("2999-01-01T00:00:00+00:00"), days_since("2000-01-01T00:00:00+00:00") > 9000
    (0, True)
    """
    return max(0, (datetime.now(UTC) - datetime.fromisoformat(at)).days)


def revision_of(database: Database) -> str | None:
    """Return the newest revisions of the tables, separated by commas, or None for a database without tables."""
    return ", ".join(revisions(database)) or None


def _count(reader: Reader, table: Table, *conditions: Any) -> int:  # noqa: ANN401 - conditions of SQLAlchemy
    return reader.connection.scalar(select(func.count()).select_from(table).where(*conditions)) or 0
