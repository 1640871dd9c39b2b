"""A catalogue's jobs."""

from collections.abc import Iterator

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.jobs.database import JobDatabase
from ludex.jobs.store import JobStore
from tests.jobs.executing import settle


@pytest.fixture
def store(catalogue: Catalogue) -> Iterator[JobStore]:
    database = JobDatabase(catalogue.database.url)
    yield JobStore(database)
    settle()
    database.close()
