"""The page of a job: how it stands, its log, what it came to; cancelled and tried again from there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.jobs.job import Job, JobProgress, State
from ludex.jobs.operations import by_name, start_job
from ludex.jobs.store import JobStore, store_of
from ludex.settings import Settings
from ludex.web.jobs import describe_state
from tests.applications import application
from tests.jobs.executing import executing, finish, paused_after, until
from tests.web.reading import Read


@pytest.fixture
def client(sqlite_catalogue: Catalogue) -> Iterator[FlaskClient]:
    with application(Settings(database_url=f"sqlite:///{sqlite_catalogue.database.file}")) as app:
        yield app.test_client()


@pytest.fixture
def store(sqlite_catalogue: Catalogue) -> Iterator[JobStore]:
    opened = store_of(f"sqlite:///{sqlite_catalogue.database.file}")
    yield opened
    opened.close()


def generate(store: JobStore, **arguments: object) -> Job:
    return start_job(store, "planarity-generate", {"vertices": 6, "edges": 8, "swaps": 1, "seed": 7, **arguments})


def test_without_jobs_the_list_says_what_starts_one(client: FlaskClient) -> None:
    assert "No jobs." in client.get("/jobs").text
    for name in ("job-that-is-none", "job-%00"):
        assert client.get(f"/jobs/{name}").status_code == 404


def test_a_job_leads_to_what_it_stored(
    client: FlaskClient, sqlite_catalogue: Catalogue, store: JobStore, tmp_path: Path
) -> None:
    job = generate(store, count=3)
    assert "Waiting for a worker." in client.get(f"/jobs/{job.id}").text
    assert "No worker is running" in client.get(f"/jobs/{job.id}").text
    finish(sqlite_catalogue, store, job.id, tmp_path)
    page = client.get(f"/jobs/{job.id}").text
    assert "<h1>Generate levels</h1>" in page and "Generate levels" in client.get("/make").text
    assert "Finished: 3 of 3 levels." in page and "data-events" not in page
    objects = [address for address in Read(page).links.values() if address.startswith("/objects/")]
    assert len(objects) == 3 and all(client.get(address).status_code == 200 for address in objects)
    assert page.count('class="button second play-link') == 3
    levels = client.get(f"/planarity/levels?job={job.id}").text
    assert f"/planarity/levels?job={job.id}" in page and all(address in levels for address in objects)
    packed = client.post(f"/make/pick/planarity?job={job.id}", data={"do": "all", "title": "Of the job"})
    assert packed.headers["Location"] == "/make/packs/planarity/of-the-job"
    assert client.get("/api/v1/planarity/packs/of-the-job").get_json()["size"] == 3
    assert "succeeded" in client.get("/jobs?state=succeeded").text
    assert "No jobs." in client.get("/jobs?state=failed").text


def test_a_job_is_cancelled_and_tried_again_without_scripts(
    client: FlaskClient, sqlite_catalogue: Catalogue, store: JobStore, tmp_path: Path
) -> None:
    job = generate(store, count=300)
    address, paused = f"/jobs/{job.id}", paused_after(1, by_name()["planarity-generate"])
    with executing(sqlite_catalogue, store, tmp_path, paused):
        until(store, job.id, lambda found: found.progress.done == 20)
        page = client.get(address).text
        assert "Running: 20 of 300 levels" in page and '<progress class="bar" max="300.0" value="20.0"' in page
        assert "http-equiv" not in page and 'http-equiv="refresh"' in client.get(f"{address}?reload=1").text
        answer = client.post(address, data={"do": "cancel"})
        assert (answer.status_code, answer.headers["Location"]) == (303, address)
    page = client.get(address).text
    assert "Cancelled after 20 of 300 levels." in page and "Retry" in page
    assert client.post(address, data={"do": "retry"}).status_code == 303
    assert "Waiting for a worker." in client.get(address).text
    again = client.post(address, data={"do": "retry"})
    assert again.status_code == 200 and "only failed and cancelled jobs can be retried" in again.text
    assert "unknown action" in client.post(address, data={"do": "dance"}).text.lower()


def test_a_job_that_failed_says_why_and_where(
    client: FlaskClient, sqlite_catalogue: Catalogue, store: JobStore, tmp_path: Path
) -> None:
    job = start_job(store, "swish-no-swish", {"deck": "no-such-deck"})
    finish(sqlite_catalogue, store, job.id, tmp_path)
    page = client.get(f"/jobs/{job.id}").text
    assert "Failed after" in page and "no-such-deck" in page and "/arguments/deck" in page


def test_a_job_that_has_done_everything_has_no_time_left() -> None:
    def sentence(done: float, seconds: float | None) -> str:
        progress = JobProgress(done=done, total=40, unit="levels", rate=2.0, seconds_left=seconds, note="")
        return describe_state(Job.model_construct(state=State.RUNNING, progress=progress))

    assert sentence(40, 84.0) == "Finishing: 40 of 40 levels."
    assert sentence(30, 5.0) == "Running: 30 of 40 levels, 2 per second, about 5 s left."
    assert sentence(30, 0.0) == sentence(30, None) == "Running: 30 of 40 levels, 2 per second."
