"""A catalogue's jobs, on each kind of database."""

from collections.abc import Iterator

import pytest
from sqlalchemy import text

from ludex.catalogue.catalogue import Catalogue
from ludex.jobs.database import JobDatabase
from ludex.jobs.store import JobStore
from ludex.jobs.tables import SCHEMA


@pytest.fixture
def store(catalogue: Catalogue) -> Iterator[JobStore]:
    database = JobDatabase(catalogue.database.url)
    yield JobStore(database)
    if not database.is_sqlite:
        # Databases are lent to the next test, which looks at the catalogue's own schema only.
        with database.connected() as connection:
            connection.execute(text(f"DROP SCHEMA {SCHEMA} CASCADE"))
    database.close()
