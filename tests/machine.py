"""The key of this machine in tests: in a data folder of their own, and known to the catalogues that they serve."""

import os
import tempfile

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.machine_key import key_of_machine
from ludex.games.kinds import GAMES
from ludex.settings import data_folder

_FOLDER = tempfile.TemporaryDirectory(prefix="ludex-tests-data-", ignore_cleanup_errors=True)
os.environ["XDG_DATA_HOME"] = _FOLDER.name
AT = "2026-01-01T00:00:00+00:00"


def key_for(catalogue: Catalogue) -> str:
    """Return the key of this machine, which the catalogue knows from then on."""
    return key_of_machine(catalogue, data_folder(), AT)


def key_for_address(address: str) -> str:
    """Return the key of this machine, which the catalogue at an address knows from then on."""
    catalogue = Catalogue(address, GAMES, make=False)
    try:
        return key_for(catalogue)
    finally:
        catalogue.close()
