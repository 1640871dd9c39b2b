"""A drawing, and points, are taken in each of their forms: own fields, an object, the label of what is stored."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.games.planarity.requests.drawn import KITE, PLANARITY, SQUARE, problem


@pytest.fixture
def label(client: FlaskClient) -> str:
    return str(client.post(f"{PLANARITY}/levels", json=SQUARE).get_json()["label"])


@pytest.mark.parametrize(
    ("path", "others"),
    [
        ("solve", {}),
        ("invariants", {}),
        ("variants/rotate", {"edge": [0, 1]}),
        ("variants/drag", {"moves": [{"vertex": 0, "to": [9, 7]}]}),
        ("variants/drag/onto", {"onto": [[0, 0], [9, 1], [3, 8], [4, 3], [7, 5]]}),
        ("levels/lookup", {}),
    ],
)
def test_a_drawing_has_the_same_answer_in_each_form(
    client: FlaskClient, label: str, path: str, others: dict[str, Any]
) -> None:
    forms: tuple[dict[str, Any], ...] = (SQUARE, {"drawing": SQUARE}, {"label": label}, {"drawing": {"label": label}})
    answers = [client.post(f"{PLANARITY}/{path}", json=form | others) for form in forms]
    assert [answer.status_code for answer in answers] == [200] * 4
    assert all(answer.get_json() == answers[0].get_json() for answer in answers)


def test_drawings_of_a_list_have_each_form_too(client: FlaskClient, label: str) -> None:
    body = {"drawings": [SQUARE, {"label": label}, {"drawing": SQUARE}, {"points": KITE, "edges": []}]}
    classes = client.post(f"{PLANARITY}/levels/dedup", json=body).get_json()["classes"]
    assert [one["members"] for one in classes] == [[0, 1, 2], [3]]
    # graph6 and descriptions of Untangle, as in imported lines
    body = {"drawings": [{"graph6": "Cl", "id": "a"}, {"untangle": "4:0-1,0-3,1-2,2-3"}, SQUARE | {"edges": [[0, 1]]}]}
    body["drawings"].append({"graph6": "C_", "points": SQUARE["points"]})
    classes = client.post(f"{PLANARITY}/levels/dedup", json=body).get_json()["classes"]
    assert [(one["members"], one["ids"]) for one in classes] == [([0, 1], ["a", None]), ([2, 3], [None, None])]
    both = {"drawings": [{"graph6": "C_", "edges": [[0, 1]]}]}
    problem(client.post(f"{PLANARITY}/levels/dedup", json=both), 422, "/drawings/0/graph6")
    body = {"a": {"label": label}, "b": {"drawing": SQUARE}}
    assert client.post(f"{PLANARITY}/equivalence", json=body).get_json()["matching"] == [0, 1, 2, 3]


def test_points_come_from_what_is_stored(client: FlaskClient, label: str) -> None:
    points = {"points": SQUARE["points"]}
    found = client.post(f"{PLANARITY}/order-types", json=points).get_json()
    tested = client.post(f"{PLANARITY}/point-sets/test", json=points).get_json()
    for drawing in (SQUARE, {"label": label}, {"drawing": SQUARE}):
        given = {"drawing": drawing}
        assert client.post(f"{PLANARITY}/point-sets/test", json=given).get_json() == tested
        [same] = client.post(f"{PLANARITY}/order-types/lookup", json=given).get_json()["items"]
        assert same["label"] == found["label"]
    for name in (label, found["label"], found["x_type"]):
        assert client.post(f"{PLANARITY}/order-types", json={"label": name}).get_json()["label"] == found["label"]
        assert client.post(f"{PLANARITY}/point-sets/test", json={"label": name}).get_json() == tested
        onto = client.post(f"{PLANARITY}/variants/drag/onto", json=SQUARE | {"onto_label": name}).get_json()
        assert sorted(onto["drawing"]["points"]) == sorted(SQUARE["points"])


@pytest.mark.parametrize(
    ("path", "body", "status", "pointer"),
    [
        ("solve", {}, 400, "/points"),
        ("solve", {"drawing": {"points": KITE}}, 400, "/drawing/edges"),
        ("solve", {"drawing": SQUARE, "points": KITE}, 422, "/points"),
        ("solve", SQUARE | {"label": "planarity-level"}, 422, "/label"),
        ("solve", {"label": "nothing"}, 422, "/label"),
        ("solve", {"drawing": {"drawing": SQUARE}}, 400, "/drawing/drawing"),
        ("levels/lookup", {"drawing": {"label": "nothing"}}, 422, "/drawing/label"),
        ("levels/dedup", {"drawings": [SQUARE, {"label": "nothing"}]}, 422, "/drawings/1/label"),
        ("order-types", {}, 400, "/points"),
        ("order-types", {"points": KITE, "label": "nothing"}, 422, "/label"),
        ("variants/drag/onto", SQUARE, 400, "/onto"),
        ("variants/drag/onto", SQUARE | {"onto_label": "nothing"}, 422, "/onto_label"),
    ],
    ids=str,
)
def test_what_is_missing_or_too_much_is_named(
    client: FlaskClient, path: str, body: dict[str, Any], status: int, pointer: str
) -> None:
    problem(client.post(f"{PLANARITY}/{path}", json=body), status, pointer)


def test_an_object_that_is_no_drawing_is_named_with_its_kind(client: FlaskClient, label: str) -> None:
    graph = client.get(f"{PLANARITY}/levels/{label}").get_json()["graph"]
    found = problem(client.post(f"{PLANARITY}/solve", json={"label": graph}), 422, "/label")
    assert found["detail"] == f"{graph} is a graph; give the label of a level or census class"
