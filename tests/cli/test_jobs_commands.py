"""`ludex jobs`, `ludex worker` and `ludex status`, and the worker beside the service."""

import json
import os
import signal
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.cli.commands import jobs
from ludex.games.kinds import GAMES
from ludex.jobs.operations import by_name, start_job
from ludex.jobs.store import store_of
from tests.jobs.executing import finish as execute
from tests.machine import key_for_address


@pytest.fixture
def empty(sqlite_catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> str:
    address = str(sqlite_catalogue.database.url)
    monkeypatch.setenv("LUDEX_DATABASE_URL", address)
    return address


def finish(address: str, name: str, folder: Path) -> None:
    catalogue, store = Catalogue(address, GAMES), store_of(address)
    execute(catalogue, store, name, folder)
    catalogue.close()
    store.close()


def test_a_job_is_started_listed_shown_and_watched(empty: str, tmp_path: Path, ludex: Callable[..., Any]) -> None:
    lines = tmp_path / "positions.txt"
    lines.write_text("*o,o*\nno\n")
    started = ludex("jobs", "start", "import", "kind=swish-position", f"lines=@{lines}")
    name = started.out.strip()
    assert (started.code, ludex("jobs", "show", name).lines[2].split()) == (0, ["state", "queued"])
    finish(empty, name, tmp_path)
    listed = json.loads(ludex("jobs", "list", "--state", "succeeded", "--json").out)
    assert [item["id"] for item in listed["items"]] == [name]
    watched = ludex("jobs", "watch", name)
    assert watched.code == 0
    assert watched.lines[0].startswith("line 2 is refused")
    assert json.loads(watched.lines[-1])["new"] == 1
    assert json.loads(ludex("jobs", "show", name, "--json").out)["state"] == "succeeded"
    label, kind = ludex("jobs", "objects", name).lines[1].split()
    assert kind == "swish-position"
    stored = json.loads(ludex("jobs", "objects", name, "--json").out)
    assert (stored["label"], stored["kind"]) == (label, kind)
    assert label in ludex("list", "swish/positions", "--job", name).out
    assert ludex("jobs", "forget", "--days", "0").out == "deleted the records of 1 jobs\n"


def test_watching_a_job_that_no_worker_runs_says_how_to_start_one(
    empty: str, tmp_path: Path, ludex: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    def run_the_job_after_twenty_waits(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 20:
            store = store_of(empty)
            [queued] = store.page(limit=1).items
            store.close()
            finish(empty, queued.id, tmp_path)

    monkeypatch.setattr(jobs.time, "sleep", run_the_job_after_twenty_waits)
    watched = ludex("jobs", "start", "verify", "where=kind:swish-card", "--watch")
    assert watched.code == 0 and len(waits) >= 20
    assert watched.err.count("no worker is running") == 1 and "`ludex worker`" in watched.err


def test_one_that_fails_ends_its_watching_with_exit_code_1_and_is_tried_again(
    empty: str, tmp_path: Path, ludex: Callable[..., Any]
) -> None:
    name = ludex("jobs", "start", "verify", "where=kind:no-such-kind").out.strip()
    finish(empty, name, tmp_path)
    watched = ludex("jobs", "watch", name)
    assert watched.code == 1
    assert "error: no kind has the name that the query states" in watched.out
    assert ludex("jobs", "retry", name).out == f"{name}: queued\n"
    assert ludex("jobs", "cancel", name).out == f"{name}: cancelled\n"
    assert ludex("jobs", "watch", name).code == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["start", "dance"], "'dance' is not an operation"),
        (["start", "verify", "kinds"], "'kinds' must have the form NAME=VALUE"),
        (["start", "verify", "cinds=[]"], "arguments/cinds: unknown field"),
        (["start", "planarity-generate", "vertices=8", "edges=99", "swaps=1"], "arguments/edges: 99 edges on 8 points"),
        (["start", "import", "lines=@/no/such/file"], "there is no file /no/such/file"),
        (["show", "job-x"], "there is no job 'job-x'"),
        (["objects", "job-x"], "there is no job 'job-x'"),
        (["watch", "job-x"], "there is no job 'job-x'"),
        (["cancel", "job-x"], "there is no job 'job-x'"),
        (["retry", "job-x"], "there is no job 'job-x'"),
        (["list", "--state", "lost"], "'--state': 'lost' is not one of"),
        (["operations", "dance"], "'dance' is not an operation"),
    ],
)
@pytest.mark.usefixtures("empty")
def test_wrong_input_is_one_line_and_exit_code_2(words: list[str], said: str, ludex: Callable[..., Any]) -> None:
    ran = ludex("jobs", *words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err


def stored_arguments(ludex: Callable[..., Any], *words: str) -> Any:
    return json.loads(ludex("jobs", "start", *words, "--json").out)["arguments"]


@pytest.mark.parametrize(
    ("written", "read"), [("mine,36", ["mine", "36"]), ("2024", ["2024"]), ('["mine"]', ["mine"]), ("a", ["a"])]
)
@pytest.mark.usefixtures("empty")
def test_commas_separate_the_items_of_a_list(written: str, read: list[str], ludex: Callable[..., Any]) -> None:
    order = ["vertices=8..9", "edges=12", "swaps=2"]
    given = stored_arguments(ludex, "planarity-generate", *order, f"exclude_pack={written}")
    assert given == {"vertices": "8..9", "edges": 12, "swaps": 2, "exclude_pack": read}


@pytest.mark.usefixtures("empty")
def test_items_of_a_list_may_be_numbers(ludex: Callable[..., Any]) -> None:
    assert stored_arguments(ludex, "planarity-experiment-attempts", "sizes=6,8")["sizes"] == [6, 8]


@pytest.mark.usefixtures("empty")
def test_operations_are_listed_and_each_says_what_it_takes(ludex: Callable[..., Any]) -> None:
    assert [line.split()[0] for line in ludex("jobs", "operations").lines] == list(by_name())
    assert "Number of points." in ludex("jobs", "operations", "planarity-census").out
    assert json.loads(ludex("jobs", "operations", "verify", "--json").out)["example"] == {"where": "kind:swish-card"}


def test_the_status_has_jobs_and_workers_and_the_last_verification(
    empty: str, tmp_path: Path, ludex: Callable[..., Any]
) -> None:
    before = ludex("status")
    assert before.code == 0 and "by no job; `ludex jobs start verify`" in before.out
    finish(empty, ludex("jobs", "start", "verify").out.strip(), tmp_path)
    ludex("jobs", "start", "verify")
    told = json.loads(ludex("status", "--json").out)
    assert told["jobs"] == {"queued": 1, "running": 0, "succeeded": 1, "failed": 0, "cancelled": 0}
    assert (told["last_verification"]["sound"], told["workers"], told["problem"]) == (True, [], None)


@pytest.mark.slow
def test_the_service_has_a_worker_beside_it_that_ends_with_it(empty: str, start_ludex: Callable[..., Any]) -> None:
    key = {"Authorization": f"Bearer {key_for_address(empty)}"}
    process = start_ludex("serve", "--job-workers", "1", LUDEX_PORT="0", LUDEX_DATABASE_URL=empty)
    try:
        address = process.stdout.readline().split()[-1]
        body = json.dumps({"operation": "swish-solve", "arguments": {"cards": ["*o", "o*"]}}).encode()
        asked = urllib.request.Request(f"{address}/api/v1/jobs", body, {"Content-Type": "application/json", **key})
        with urllib.request.urlopen(asked, timeout=30) as response:
            job = json.load(response)
            assert response.status == 202
        # The events end with the job.
        events = urllib.request.Request(f"{address}{job['url']}/events", headers=key)
        with urllib.request.urlopen(events, timeout=60) as response:
            told = response.read().decode()
        assert '"state":"succeeded"' in told.rpartition("event: end\n")[2]
        threads = Path(f"/proc/{process.pid}/task").iterdir()
        children = [child for thread in threads for child in (thread / "children").read_text().split()]
        assert len(children) == 2
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 0
    deadline = time.monotonic() + 5
    while any(os.path.exists(f"/proc/{child}") for child in children):  # noqa: PTH110 - of another process
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.slow
def test_the_events_of_a_worker_are_lines_of_json(empty: str, start_ludex: Callable[..., Any]) -> None:
    store = store_of(empty)
    job = start_job(store, "swish-solve", {"cards": ["*o", "o*"]})
    store.close()
    process = start_ludex("worker", "--json", LUDEX_DATABASE_URL=empty, LUDEX_LOG_LEVEL="error")
    try:
        events = [json.loads(process.stdout.readline()) for _ in range(3)]
        assert [event["event"] for event in events] == ["worker started", "job started", "job ended"]
        assert [event.get("job") for event in events] == [None, job.id, job.id]
        assert (events[1]["operation"], events[2]["state"]) == ("swish-solve", "succeeded")
        process.send_signal(signal.SIGTERM)
        rest, complaints = process.communicate(timeout=30)
    finally:
        process.kill()
    assert json.loads(rest)["event"] == "worker stopped"
    assert (process.returncode, complaints) == (0, "")
