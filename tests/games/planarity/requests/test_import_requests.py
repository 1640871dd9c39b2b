"""Import of drawings, one a line: a report of what is new, what is a duplicate of what, and what is refused."""

import json

import pytest
from flask.testing import FlaskClient

from tests.games.planarity.requests.drawn import KITE, PATHS, PLANARITY, SQUARE, mirrored, problem, renamed

IMPORT = f"{PLANARITY}/levels/import"
NDJSON = "application/x-ndjson"


def test_every_line_is_reported(client: FlaskClient) -> None:
    lines = [
        json.dumps(SQUARE),
        "",
        "{",
        json.dumps(renamed(mirrored(SQUARE), [2, 0, 3, 1])),
        '{"points": [[0, 0], [1, 1], [2, 2]], "edges": []}',
        '{"points": [[0, 0], [0.1, 1]], "edges": [[0, 1]], "bogus": 1}',
        json.dumps(PATHS[0]),
        json.dumps({"points": KITE, "edges": [[0, 0]]}),
    ]
    response = client.post(IMPORT, data="\n".join(lines) + "\n", content_type=NDJSON)
    report = response.get_json()
    assert response.status_code == 201
    assert (report["new"], report["duplicates"], report["refused"]) == (2, 1, 4)
    outcomes = {one["line"]: one["outcome"] for one in report["lines"]}
    assert outcomes == {
        1: "new",
        3: "refused",
        4: "duplicate",
        5: "refused",
        6: "refused",
        7: "new",
        8: "refused",
    }
    by_line = {one["line"]: one for one in report["lines"]}
    assert by_line[4]["label"] == by_line[1]["label"]
    assert sorted(by_line[4]["duplicate_of"]["matching"]) == [0, 1, 2, 3]
    assert by_line[1]["duplicate_of"] is None
    assert client.get(by_line[1]["url"]).get_json()["provenance"]["source"] == "import"
    assert "on a line" in by_line[5]["reason"]
    assert "bogus: unknown field" in by_line[6]["reason"]
    assert "edges/0" in by_line[8]["reason"]


def test_the_own_name_of_a_line_comes_back_and_is_kept(client: FlaskClient) -> None:
    line = json.dumps({"name": "Mine", "id": 12, "points": [[0, 0], [9, 1], [3, 8], [4, 3], [7, 5]], "edges": [[0, 1]]})
    [one] = client.post(IMPORT, data=line, content_type=NDJSON).get_json()["lines"]
    assert (one["name"], one["id"]) == ("Mine", 12)
    assert client.get(one["url"]).get_json()["provenance"] == {"source": "import", "name": "Mine", "id": 12}


def test_an_import_again_stores_nothing(client: FlaskClient) -> None:
    lines = "\n".join(json.dumps(drawing) for drawing in (SQUARE, PATHS[1]))
    client.post(IMPORT, data=lines, content_type=NDJSON)
    again = client.post(IMPORT, data=lines, content_type=NDJSON)
    assert (again.status_code, again.get_json()["new"], again.get_json()["duplicates"]) == (200, 0, 2)


def test_a_body_that_is_no_lines_is_refused(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    problem(client.post(IMPORT, json=SQUARE), 415)
    problem(client.post(IMPORT, data="", content_type=NDJSON), 400)
    problem(client.post(f"{IMPORT}?time_limit=0", data="{}", content_type=NDJSON), 400, "/time_limit")
    assert client.post(IMPORT, data="\n\n", content_type=NDJSON).get_json()["lines"] == []
    assert client.post(IMPORT, data=b"\xff\n", content_type=NDJSON).get_json()["refused"] == 1
    monkeypatch.setattr("ludex.requests.bounds.IMPORT_LINES", 2)
    problem(client.post(IMPORT, data="{}\n{}\n\n{}", content_type=NDJSON), 422)


def test_import_stands_in_no_address_of_a_level(client: FlaskClient) -> None:
    problem(client.get(IMPORT), 405)


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


def test_lines_of_every_form_that_is_written_are_drawings(client: FlaskClient) -> None:
    level = client.post(f"{PLANARITY}/levels", json=SQUARE).get_json()
    lines = [json.dumps(level), level["label"], json.dumps({"drawing": SQUARE}), "4:0-1,1-3,2-3,0-2", "Cr"]
    report = client.post(IMPORT, data="\n".join(lines), content_type=NDJSON).get_json()
    assert [one["label"] for one in report["lines"][:3]] == [level["label"]] * 3
    assert report["refused"] == report["not_reached"] == 0


def test_a_page_of_levels_is_read_as_its_items_are(client: FlaskClient) -> None:
    client.post(IMPORT, data=f"{json.dumps(SQUARE)}\n{json.dumps(PATHS[0])}", content_type=NDJSON)
    page = client.get(f"{PLANARITY}/levels?limit=2")
    for text in (page.text, json.dumps(page.get_json(), indent=1)):
        report = client.post(IMPORT, data=text, content_type=NDJSON).get_json()
        assert (report["duplicates"], report["refused"]) == (2, 0)


def test_why_lines_are_refused_is_said_once(client: FlaskClient) -> None:
    report = client.post(IMPORT, data="x\n\ny\n{}\n", content_type=NDJSON).get_json()
    assert [(one["lines"], one["first_line"]) for one in report["faults"]] == [(2, 1), (1, 4)]
    assert report["refused"] == 3 and "no object has this name" in report["faults"][0]["reason"]


def test_csv_is_read_as_lines_are(client: FlaskClient) -> None:
    points, edges = json.dumps(PATHS[0]["points"]), json.dumps(PATHS[0]["edges"])
    text = f'name,points,edges,untangle\nfirst,"{points}","{edges}",\n"two\nlines",,,"4:0-2,1-3"\nthird,"[[0",,\n'
    response = client.post(IMPORT, data=text, content_type="text/csv; charset=utf-8")
    report = response.get_json()
    assert [(line["line"], line["name"]) for line in report["lines"]] == [(2, "first"), (3, "two\nlines"), (5, "third")]
    assert (report["refused"], report["faults"][0]["reason"]) == (1, "points: should be an array")
    labels = "label,edges\n" + "".join(f"{line['label']},3\n" for line in report["lines"][:2])
    again = client.post(IMPORT, data=labels, content_type="text/csv").get_json()
    assert (again["new"], again["duplicates"], again["refused"]) == (0, 2, 0)


def test_csv_with_an_unknown_column_is_refused_with_its_place(client: FlaskClient) -> None:
    response = client.post(IMPORT, data=b"name,pts\na,b\n", content_type="text/csv")
    assert response.status_code == 400
    assert "line 1: unknown column 'pts'" in response.get_json()["detail"]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (b'"[\n', "not CSV: unexpected end of data"),
        (b"\xff\n", "column 1: the byte 0xFF is not UTF-8; save the text as UTF-8"),
    ],
)
def test_an_invalid_row_of_csv_is_refused_with_its_place_and_reason(
    client: FlaskClient, row: bytes, reason: str
) -> None:
    """All other rows are stored, if they are new."""
    points, edges = json.dumps(PATHS[0]["points"]).encode(), json.dumps(PATHS[0]["edges"]).encode()
    body = b'points,edges\n"%s","%s"\n%s' % (points, edges, row)
    report = client.post(IMPORT, data=body, content_type="text/csv").get_json()
    [stored, refused] = report["lines"]
    assert (stored["line"], stored["reason"], report["new"] + report["duplicates"]) == (2, None, 1)
    assert client.get(stored["url"]).status_code == 200
    assert (refused["line"], refused["outcome"], refused["label"], refused["reason"]) == (3, "refused", None, reason)
    assert report["faults"] == [{"reason": reason, "lines": 1, "first_line": 3}]


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
