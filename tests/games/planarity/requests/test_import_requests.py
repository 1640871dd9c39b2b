"""Import of drawings, one a line: a report of what is new, what is a duplicate of what, and what is refused."""

import json

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.transfer.imports.pipeline import ImportOptions
from ludex.games.planarity.requests.import_with_solutions import import_with_solutions
from tests.games.planarity.requests.drawn import PLANARITY, SQUARE, mirrored, problem, renamed

IMPORT = f"{PLANARITY}/levels/import"
NDJSON = "application/x-ndjson"


def test_a_body_that_is_no_lines_is_refused(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    problem(client.post(IMPORT, json=SQUARE), 415)
    problem(client.post(IMPORT, data="", content_type=NDJSON), 400)
    problem(client.post(f"{IMPORT}?time_limit=0", data="{}", content_type=NDJSON), 400, "/time_limit")
    assert client.post(IMPORT, data="\n\n", content_type=NDJSON).get_json()["lines"] == []
    assert client.post(IMPORT, data=b"\xff\n", content_type=NDJSON).get_json()["refused"] == 1
    monkeypatch.setattr("ludex.requests.bounds.IMPORT_LINES", 2)
    problem(client.post(IMPORT, data="{}\n{}\n\n{}", content_type=NDJSON), 422)


def test_lines_that_no_time_is_left_for_are_named(client: FlaskClient) -> None:
    large = [json.dumps({"points": [[i, i * i + k] for i in range(64)], "edges": [[k, 63]]}) for k in range(60)]
    response = client.post(f"{IMPORT}?time_limit=0.05", data="\n".join(large), content_type=NDJSON)
    report = response.get_json()
    assert response.status_code == (201 if report["new"] else 200)
    assert [one["line"] for one in report["lines"]] == list(range(1, 61))
    assert report["new"] + report["duplicates"] + report["not_reached"] == 60 and report["refused"] == 0
    late = [one for one in report["lines"] if one["outcome"] == "not-reached"]
    assert (len(late), late[0]["line"]) == (report["not_reached"], report["next_line"])
    assert "time" in late[-1]["reason"]


def test_a_claimed_level_is_proved_by_an_import_and_still_known(client: FlaskClient) -> None:
    claimed = json.dumps({**SQUARE, "swaps": client.post(f"{PLANARITY}/solve", json=SQUARE).get_json()["swaps"]})
    catalogue = client.application.extensions["ludex"].catalogue
    [[stored]] = import_with_solutions(catalogue, [claimed], ImportOptions())
    address = f"{PLANARITY}/levels/{stored.label}"
    assert (stored.outcome, client.get(address).get_json()["proved"]) == ("new", False)
    for path, lacks in ((f"{IMPORT}?dry_run=true", "proof of the minimum"), (IMPORT, None)):
        answer = client.post(path, data=claimed, content_type=NDJSON)
        [line] = answer.get_json()["lines"]
        assert (answer.status_code, line["outcome"], line["lacks"]) == (200, "duplicate", lacks)
    assert client.get(address).get_json()["proved"] and client.get(address).get_json()["difficulty"]["grade"]


def test_why_lines_are_refused_is_said_once(client: FlaskClient) -> None:
    report = client.post(IMPORT, data="x\n\ny\n{}\n", content_type=NDJSON).get_json()
    assert [(one["lines"], one["first_line"]) for one in report["faults"]] == [(2, 1), (1, 4)]
    assert report["refused"] == 3 and "no object has this name" in report["faults"][0]["reason"]


def test_a_dry_run_stores_nothing_and_says_what_is_new_known_and_equal(client: FlaskClient) -> None:
    label = client.post(f"{PLANARITY}/levels", json=SQUARE).get_json()["label"]
    new = {"points": [[0, 0], [7, 2], [3, 9], [5, 5], [1, 6], [9, 7]], "edges": [[0, 3], [1, 4], [2, 5]], "id": 3}
    lines = [new, renamed(mirrored(SQUARE), [2, 0, 3, 1]), renamed(mirrored(new), [5, 4, 3, 2, 1, 0]), {"points": 1}]
    body = "\n".join(json.dumps(line) for line in lines)
    count = client.get(f"{PLANARITY}/levels?limit=1").get_json()["count"]
    response = client.post(f"{IMPORT}?dry_run=true", data=body, content_type=NDJSON)
    report = response.get_json()
    assert response.status_code == 200
    assert [(line["outcome"], line["label"], line["id"], line["equal_to_line"]) for line in report["lines"]] == [
        ("new", None, 3, None),
        ("duplicate", label, None, None),
        ("duplicate", None, None, 1),
        ("refused", None, None, None),
    ]
    assert client.get(f"{PLANARITY}/levels?limit=1").get_json()["count"] == count
    only_new = client.post(f"{IMPORT}?dry_run=true&only_new=true", data=body, content_type=NDJSON).get_json()
    assert ([line["line"] for line in only_new["lines"]], only_new["refused"]) == ([1], 1)
    stored = client.post(f"{IMPORT}?source=mine", data=body, content_type=NDJSON).get_json()["lines"]
    assert [line["equal_to_line"] for line in stored] == [None, None, 1, None]
    assert client.get(stored[0]["url"]).get_json()["provenance"] == {"source": "mine", "id": 3}
