"""The settings and the catalogue of a command."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ludex.cli.game_commands import declared

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue


@contextmanager
def opened(*, current: bool = True, make: bool = True) -> Iterator["Catalogue"]:
    """Open the catalogue of the settings; if `current`, its tables must be those of this version.

    Raises SettingsError, DatabaseError.
    """
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.storage import revisions
    from ludex.settings import read_settings

    catalogue = Catalogue(read_settings().database_url, declared(), make=make and not current)
    try:
        if current:
            revisions.require_current(catalogue.database)
        yield catalogue
    finally:
        catalogue.close()
