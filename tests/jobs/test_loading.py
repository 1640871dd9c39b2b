"""DBOS takes half a second to load: a service loads it with the first job, and what needs no job never does.

A quick test of tests/test_structure.py follows the imports at the top of the modules.
"""

import subprocess
import sys

import pytest

from ludex.catalogue.catalogue import Catalogue
from tests.machine import key_for

PROGRAM = """
import sys
from ludex.cli.main import run
from ludex.games import games
run(["--help"], games())
from ludex.app import create_app
from ludex.settings import Settings
client = create_app(Settings(database_url=sys.argv[1])).test_client()
for path in ("/jobs", "/api/v1/jobs", "/api/v1/jobs/job-x", "/metrics", "/make"):
    client.get(path)
print("sqlalchemy.orm" in sys.modules, "dbos" in sys.modules, file=sys.stderr)
key = {"Authorization": f"Bearer {sys.argv[2]}"}
assert client.post("/api/v1/jobs", json={"operation": "verify"}, headers=key).status_code == 202
print("dbos" in sys.modules, file=sys.stderr)
"""


@pytest.mark.slow
def test_a_service_loads_dbos_with_the_first_job_and_the_orm_before(sqlite_catalogue: Catalogue) -> None:
    address = f"sqlite:///{sqlite_catalogue.database.file}"
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, address, key_for(sqlite_catalogue)], capture_output=True, text=True, check=True
    )
    assert ran.stderr.splitlines()[-2:] == ["True False", "True"]
