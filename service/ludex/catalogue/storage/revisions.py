"""Whether the tables of a catalogue are those of this version, and what to do if they are not."""

from ludex.catalogue.storage.database import Database, migrations_folder
from ludex.catalogue.storage.database_errors import DatabaseError


def require_current(database: Database) -> None:
    """Raise DatabaseError unless the catalogue is there and has the tables of this version; the message has the remedy.

    >>> require_current(Database("sqlite:////nowhere/catalogue.sqlite", make=False))
    Traceback (most recent call last):
    ludex.catalogue.storage.database_errors.DatabaseError: there is no catalogue at /nowhere/catalogue.sqlite; `ludex db
    upgrade` makes one
    """
    problem = outdated(database)
    if problem is not None:
        raise DatabaseError(problem)


def outdated(database: Database) -> str | None:
    """Return why a catalogue cannot be used as it is, and what to do; None if it can.

    Raises DatabaseError if no migration of this version leads from it, and what SQLAlchemy raises if the database
    does not answer.
    """
    if database.file is not None and not database.file.exists():
        return f"there is no catalogue at {database.file}; `ludex db upgrade` makes one"
    with database.engine.connect():
        pass  # if the database does not answer, this says why
    revision = database.revision()
    head = require_known(revision)
    if revision == head:
        return None
    state = "has no tables" if revision is None else f"is of revision {revision}, not {head}"
    return f"the catalogue {state}; run `ludex db upgrade`"


def require_known(revision: str | None) -> str | None:
    """Return the newest revision. Raises DatabaseError for one that no migration of this version leads from."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(migrations_folder()))
    if revision is not None and revision not in {one.revision for one in scripts.walk_revisions()}:
        raise DatabaseError(
            f"the catalogue has the tables of revision {revision}, which this version of Ludex cannot read or upgrade; "
            "set LUDEX_DATABASE_URL to a new file or database and create a catalogue there with `ludex db upgrade`"
        )
    return scripts.get_current_head()
