from pathlib import Path

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.dataset.build import build_dataset
from ludex.games.kinds import GAMES


@pytest.fixture(scope="package")
def starting(lend_starting):
    """A starting catalogue; nothing writes to it."""
    with lend_starting() as address:
        catalogue = Catalogue(address, GAMES)
        yield catalogue
        catalogue.close()


@pytest.fixture(scope="package")
def dataset(starting, tmp_path_factory) -> Path:
    """The folder of the data set of the starting catalogue."""
    folder = tmp_path_factory.mktemp("dataset") / "ludex-data"
    build_dataset(starting, folder)
    return folder
