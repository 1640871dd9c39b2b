"""The settings and the catalogue of a command."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ludex.cli.failures import CommandError
from ludex.cli.games import declared
from ludex.settings import read_settings

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.database import Database


@contextmanager
def opened(*, current: bool = True) -> Iterator["Catalogue"]:
    """Open the catalogue of the settings; where `current`, its tables must be those of this version.

    Raises SettingsError, DatabaseError, CommandError.
    """
    from ludex.catalogue.catalogue import Catalogue

    catalogue = Catalogue(read_settings().database_url, declared(), make=not current)
    try:
        if current:
            require_current(catalogue.database)
        yield catalogue
    finally:
        catalogue.close()


def require_current(database: "Database") -> None:
    """Raise CommandError where the catalogue has not the tables of this version."""
    if database.file is not None and not database.file.exists():
        raise CommandError(f"there is no catalogue at {database.file}; `ludex db upgrade` makes one")
    with database.engine.connect():
        pass  # where the database does not answer, this says why
    head = require_known(database)
    revision = database.revision()
    if revision != head:
        state = "has no tables" if revision is None else f"is of revision {revision}, not {head}"
        raise CommandError(f"the catalogue {state}; run `ludex db upgrade`")


def require_known(database: "Database") -> str | None:
    """Return the newest revision. Raises CommandError for a catalogue that no migration of this version leads from."""
    from alembic.script import ScriptDirectory

    from ludex.catalogue.database import migrations_folder

    scripts = ScriptDirectory(str(migrations_folder()))
    revision = database.revision()
    if revision is not None and revision not in {one.revision for one in scripts.walk_revisions()}:
        raise CommandError(
            f"the catalogue is of revision {revision}, which is none of this program's. Export one of 0001 to 0003 "
            "with the program that made it; `scripts/convert-old-export` makes of that what `ludex import` reads"
        )
    return scripts.get_current_head()
