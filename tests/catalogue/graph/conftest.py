from contextlib import ExitStack

import pytest

from ludex.catalogue.catalogue import Catalogue
from tests.catalogue.conftest import made
from tests.catalogue.graph.grown import as_networkx, grow
from tests.catalogue.necklaces import TOYS
from tests.postgresql import passing_database


@pytest.fixture(scope="module")
def grown(backend, request, tmp_path_factory):
    """A catalogue of random necklaces; nothing writes to it."""
    with ExitStack() as opened:
        if backend == "sqlite":
            address = f"sqlite:///{tmp_path_factory.mktemp('grown')}/catalogue.sqlite"
        else:
            server = request.getfixturevalue("postgresql_address")
            address = opened.enter_context(passing_database(server))
        catalogue = made(Catalogue(address, (TOYS,)))
        yield grow(catalogue)
        catalogue.close()


@pytest.fixture(scope="module")
def graph(grown):
    """The same graph in networkx."""
    return as_networkx(grown)
