"""What there is in a catalogue: where it is, whether its tables are of this version, how much it holds."""

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Table, func, select

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.starting import starting_version
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.revisions import outdated
from ludex.catalogue.storage.snapshot import Reader


@dataclass(frozen=True, slots=True)
class Status:
    """What a catalogue is, in the order in which one asks.

    `database` is its address, without a password, `size` that of its file in bytes, None on PostgreSQL. `problem` says
    why it cannot be used as it is, and what to do; None if it can. `filled`: it holds the starting catalogue of this
    version. `kinds` has the number of objects of each kind. `trusted` is how many were taken over without a check, and
    not verified since.
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
    kinds: dict[str, int] = field(default_factory=dict)
    trusted: int = 0


def status_of(catalogue: Catalogue) -> Status:
    """Return what a catalogue is; one that is not there, or of another revision, has a `problem`, and no numbers.

    Raises what SQLAlchemy raises if the database does not answer, DatabaseError if no migration leads from its tables.
    Cost: a count of each table.
    """
    database = catalogue.database
    problem = outdated(database)
    file = database.file
    size = file.stat().st_size if file is not None and file.exists() else None
    address = database.url.render_as_string(hide_password=True)
    if problem is not None:
        return Status(address, database.revision() if size else None, problem, size)
    with catalogue.reading() as reader:
        started = select(tables.starting_catalogue.c.version).where(
            tables.starting_catalogue.c.version == starting_version()
        )
        counts = {name: _count(reader, facts) for name, facts in catalogue.registry.facts.items()}
        return Status(
            address,
            database.revision(),
            None,
            size,
            reader.connection.scalar(started) is not None,
            sum(counts.values()),
            _count(reader, tables.link),
            _count(reader, tables.claim),
            _count(reader, tables.claim, tables.claim.c.proved),
            counts,
            _count(reader, tables.trusted),
        )


def _count(reader: Reader, table: Table, *conditions: Any) -> int:  # noqa: ANN401 - conditions of SQLAlchemy
    return reader.connection.scalar(select(func.count()).select_from(table).where(*conditions)) or 0
