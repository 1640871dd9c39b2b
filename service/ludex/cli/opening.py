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

    catalogue = Catalogue(read_settings().database_url, declared())
    try:
        if current:
            require_current(catalogue.database)
        yield catalogue
    finally:
        catalogue.close()


def require_current(database: "Database") -> None:
    """Raise CommandError where the catalogue has not the tables of this version."""
    from alembic.script import ScriptDirectory

    from ludex.catalogue.database import migrations_folder

    if database.file is not None and not database.file.exists():
        raise CommandError(f"there is no catalogue at {database.file}; `ludex db upgrade` makes one")
    with database.engine.connect():
        pass  # where the database does not answer, this says why
    revision = database.revision()
    head = ScriptDirectory(str(migrations_folder())).get_current_head()
    if revision != head:
        state = "has no tables" if revision is None else f"is of revision {revision}, not {head}"
        raise CommandError(f"the catalogue {state}; run `ludex db upgrade`")
