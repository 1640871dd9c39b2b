"""`/jobs` as a client uses it. Jobs are executed in the process of the tests."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.api.service import Service
from tests.jobs.executing import finish as execute

JOBS = "/api/v1/jobs"
SMALL = {"operation": "swish-solve", "arguments": {"cards": ["*o./...", "o../.*.", "..*/.o."], "find": "largest"}}


Finish = Callable[[str], object]


@pytest.fixture
def finish(app: Flask, tmp_path: Path) -> Finish:
    service = app.extensions["ludex"]
    assert isinstance(service, Service)
    return lambda name: execute(service.catalogue, service.jobs, name, tmp_path)


def started(client: FlaskClient, body: object = SMALL) -> str:
    answer = client.post(JOBS, json=body)
    assert answer.status_code == 202, answer.text
    assert answer.headers["Location"] == f"{JOBS}/{answer.json['id']}"
    return str(answer.json["id"])


def test_a_job_is_accepted_at_once_and_its_result_is_there_when_a_worker_has_made_it(
    client: FlaskClient, finish: Finish
) -> None:
    name = started(client)
    waits = client.get(f"{JOBS}/{name}").json
    assert (waits["state"], waits["result"], waits["url"]) == ("queued", None, f"{JOBS}/{name}")
    assert waits["arguments"] == SMALL["arguments"]
    finish(name)
    done = client.get(f"{JOBS}/{name}").json
    assert (done["state"], done["error"]) == ("succeeded", None)
    # The same as the request answers.
    assert done["result"] == client.post("/api/v1/swish/solve", json=SMALL["arguments"]).json


@pytest.mark.parametrize(
    ("body", "status", "pointers"),
    [
        ({}, 400, ["/operation"]),
        ({"operation": "swish-solve", "further": 1}, 400, ["/further"]),
        ({"operation": "dance"}, 422, ["/operation"]),
        ({"operation": "planarity-add", "arguments": {}}, 400, ["/arguments/points"]),
        ({"operation": "planarity-add", "arguments": {"points": None, "edges": []}}, 400, ["/arguments/points"]),
        (
            {"operation": "planarity-generate", "arguments": {"vertices": "x"}},
            400,
            ["/arguments/vertices", "/arguments/edges"],
        ),
        (
            {"operation": "planarity-generate", "arguments": {"vertices": 8, "edges": 99, "swaps": 1}},
            422,
            ["/arguments/edges"],
        ),
        ({"operation": "import", "arguments": {"kind": "song", "lines": "x"}}, 400, ["/arguments/kind"]),
        (
            {"operation": "import", "arguments": {"kind": "export", "lines": "x", "from_line": 2}},
            422,
            ["/arguments/from_line"],
        ),
    ],
)
def test_wrong_input_is_refused_with_its_place_before_anything_is_stored(
    client: FlaskClient, body: object, status: int, pointers: list[str]
) -> None:
    before = client.get(JOBS).json["count"]
    answer = client.post(JOBS, json=body)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert set(pointers) <= {one["pointer"] for one in answer.json["errors"]}
    assert client.get(JOBS).json["count"] == before


FAR = {"points": [[0, 0]], "edges": [[0, 9]]}
LINE = {"points": [[0, 0], [1, 1], [2, 2]], "edges": []}


@pytest.mark.parametrize("drawing", [{"edges": []}, {"points": [[0, 0]]}, FAR, LINE])
@pytest.mark.parametrize("nested", [False, True])
def test_a_drawing_is_refused_with_the_same_status_in_a_request_and_in_a_job(
    client: FlaskClient, drawing: dict, nested: bool
) -> None:
    sent = {"drawing": drawing} if nested else drawing
    refused = client.post("/api/v1/planarity/invariants", json=sent)
    answer = client.post(JOBS, json={"operation": "planarity-invariants", "arguments": sent})
    assert (answer.status_code, answer.json["type"]) == (refused.status_code, refused.json["type"])
    assert refused.status_code == (422 if "points" in drawing and "edges" in drawing else 400)
    [place] = [error["pointer"] for error in refused.json["errors"]]
    assert [error["pointer"] for error in answer.json["errors"]] == [f"/arguments{place}"]
    assert place.startswith("/drawing/") is nested


def test_unknown_jobs_are_not_found(client: FlaskClient) -> None:
    for method, address in (("GET", ""), ("POST", "/cancel"), ("POST", "/retry"), ("GET", "/events")):
        answer = client.open(f"{JOBS}/job-nobody-knows{address}", method=method)
        assert (answer.status_code, answer.mimetype) == (404, "application/problem+json"), address


def test_jobs_are_listed_by_state_and_operation_a_page_at_a_time(client: FlaskClient) -> None:
    names = [started(client, {"operation": "planarity-census", "arguments": {"n": 5}}) for _ in range(3)]
    page = client.get(JOBS, query_string={"operation": "planarity-census", "state": "queued", "limit": 2}).json
    rest = client.get(page["next"]).json
    assert [one["id"] for one in (*page["items"], *rest["items"])] == names[::-1]
    assert (page["count"], rest["next"]) == (3, None)
    assert "arguments" not in page["items"][0]
    assert client.get(JOBS, query_string={"state": "lost"}).status_code == 400
    assert client.get(page["next"].replace("planarity-census", "verify")).status_code == 400


def test_a_job_is_cancelled_and_tried_again_and_one_that_succeeded_is_not(client: FlaskClient, finish: Finish) -> None:
    name = started(client)
    assert client.post(f"{JOBS}/{name}/cancel").json["state"] == "cancelled"
    again = client.post(f"{JOBS}/{name}/retry").json
    assert (again["state"], again["attempt"]) == ("queued", 2)
    assert client.post(f"{JOBS}/{name}/retry").status_code == 409
    other = started(client)
    finish(other)
    assert client.post(f"{JOBS}/{other}/cancel").json["state"] == "succeeded"
    assert client.post(f"{JOBS}/{other}/retry").status_code == 409


def events(text: str) -> Iterator[tuple[str, dict[str, object]]]:
    for block in text.split("\n\n"):
        found = re.fullmatch(r"(?:id: \d+\n)?event: (\w+)\ndata: (.*)", block)
        if found:
            yield found[1], json.loads(found[2])


def test_events_tell_the_log_and_the_end_and_go_on_after_the_last_that_was_heard(
    client: FlaskClient, finish: Finish
) -> None:
    lines = {"kind": "swish-position", "lines": "no\n*o,o*\nneither\n"}
    name = started(client, {"operation": "import", "arguments": lines})
    finish(name)
    answer = client.get(f"{JOBS}/{name}/events", headers={"Accept-Encoding": "gzip"})
    assert answer.mimetype == "text/event-stream" and "Content-Encoding" not in answer.headers
    told = list(events(answer.text))
    assert [kind for kind, _ in told] == ["log", "log", "progress", "end"]
    assert str(told[0][1]["line"]).startswith("line 1 is refused")
    assert told[-1][1] == client.get(f"{JOBS}/{name}").json
    first = re.findall(r"id: (\d+)", answer.text)[0]
    rest = client.get(f"{JOBS}/{name}/events", headers={"Last-Event-ID": first}).text
    assert [kind for kind, _ in events(rest)] == ["log", "progress", "end"]


def test_events_come_while_the_job_goes_on(client: FlaskClient, finish: Finish) -> None:
    name = started(client)
    stream = client.get(f"{JOBS}/{name}/events").iter_encoded()  # type: ignore[attr-defined]
    assert b'"state":"queued"' in next(stream)
    finish(name)
    assert b"event: end\n" in b"".join(stream)


def test_the_id_of_a_request_reaches_its_job(client: FlaskClient) -> None:
    mine = client.post(JOBS, json=SMALL, headers={"X-Request-Id": "my-request.1"}).json
    assert mine["request_id"] == "my-request.1"
    forged = client.post(JOBS, json=SMALL, headers={"X-Request-Id": "a line\tbreak"}).json
    assert re.fullmatch("[0-9a-f]{16}", forged["request_id"])


def test_what_is_too_large_for_a_request_names_the_job_that_does_it(client: FlaskClient) -> None:
    body = {"deck": "swish-36", "find": "count"}
    answer = client.post("/api/v1/swish/solve", json={**body, "time_limit": 0.05})
    assert answer.status_code == 422
    assert answer.json["job"] == {"operation": "swish-solve", "arguments": body}
    started(client, answer.json["job"])
    unproved = client.post("/api/v1/sets/caps", json={"properties": 6, "values": 3, "time_limit": 0.05})
    assert not unproved.json["proved"]
    assert "the job sets-caps-largest has no time limit" in unproved.headers["Link"]


def test_metrics_count_jobs_and_workers(client: FlaskClient) -> None:
    started(client)
    text = client.get("/metrics").text
    queued = re.search(r'^ludex_jobs\{state="queued"\} (\S+)$', text, re.MULTILINE)
    assert queued is not None and float(queued[1]) >= 1
    assert "\nludex_job_workers 0.0\n" in text


def test_the_objects_of_a_job_are_listed_a_page_at_a_time_for_everyone(client: FlaskClient, finish: Finish) -> None:
    arguments = {"vertices": 6, "edges": 8, "swaps": 1, "count": 5, "seed": 11}
    name = started(client, {"operation": "planarity-generate", "arguments": arguments})
    empty = client.get(f"{JOBS}/{name}/objects").json
    assert (empty["items"], empty["next"], empty["count"]) == ([], None, 0)
    finish(name)
    first = client.get(f"{JOBS}/{name}/objects?limit=3").json
    rest = client.get(first["next"]).json
    assert (first["count"], len(first["items"]), len(rest["items"]), rest["next"]) == (5, 3, 2, None)
    items = [*first["items"], *rest["items"]]
    levels = client.get(f"/api/v1/planarity/levels?job={name}&limit=2").json
    more = client.get(f"/api/v1/planarity/levels?job={name}&format=ndjson").text.splitlines()
    assert levels["count"] == 5 == len(more)
    assert {item["label"] for item in items} == {json.loads(line)["label"] for line in more}
    assert client.get(items[0]["url"]).json["kind"] == items[0]["kind"] == "planarity-level"
    assert client.get(f"/api/v1/swish/positions?job={name}").json["items"] == []
    assert client.get(f"{JOBS}/job-nobody-knows/objects").status_code == 404
    assert client.get(first["next"].replace(name, started(client))).status_code == 400
    pack = client.post("/api/v1/planarity/packs", json={"slug": "of-a-job", "job": name, "order": "given"})
    assert (pack.status_code, pack.json["size"]) == (201, 5)
    for body, pointer in (
        ({"job": "job-x"}, "/job"),
        ({"job": name, "levels": [items[0]["label"]]}, "/job"),
        ({}, "/levels"),
    ):
        refused = client.post("/api/v1/planarity/packs", json={"slug": "other", **body})
        assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, pointer)
    assert client.delete("/api/v1/objects/of-a-job").status_code == 204
