"""Tables of jobs of an earlier version, which lack what came later: whoever opens them first adds it."""

from collections.abc import Iterator

import pytest
from sqlalchemy import inspect, text

from ludex.catalogue.catalogue import Catalogue
from ludex.jobs.database import JobDatabase
from ludex.jobs.store import JobStore, State
from ludex.jobs.tables import metadata

LATER = {"begun"}
"""What the tables of the first version lack, all of them in `job`."""


@pytest.fixture
def old(catalogue: Catalogue, store: JobStore) -> Iterator[JobStore]:
    """Give jobs of which one waits, in tables of the first version."""
    store.start("verify", {}, "objects")
    with store.database.connected() as connection:
        for name in LATER:
            connection.execute(text(f"ALTER TABLE job DROP COLUMN {name}"))
    found = JobStore(JobDatabase(catalogue.database.url))
    yield found
    found.close()


def columns(store: JobStore) -> set[str]:
    with store.database.reading() as connection:
        return {one["name"] for one in inspect(connection).get_columns("job", store.database.schema)}


def test_a_service_that_only_reads_jobs_of_before_brings_their_tables_up_to_date(old: JobStore) -> None:
    assert not LATER & columns(old)
    [waiting] = old.page().items
    assert (waiting.operation, waiting.state) == ("verify", State.QUEUED)
    assert columns(old) == {one.name for one in metadata.tables["job"].columns}


def test_who_starts_a_job_beside_those_of_before_brings_their_tables_up_to_date(old: JobStore) -> None:
    old.start("verify", {}, "objects")
    assert old.counts()["queued"] == 2
    assert columns(old) >= LATER
