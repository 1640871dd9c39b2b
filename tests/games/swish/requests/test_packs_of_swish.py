"""Packs of positions of SWISH, and the ladder of the starting catalogue."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

SWISH = "/api/v1/swish"
CARDS = (
    ["*o./.../.../...", "o*./.../.../..."],
    ["*../o../.../...", ".../*../.o./...", "..o/.../.*./...", ".../.*./.../.o."],
)


@pytest.fixture
def labels(client: FlaskClient) -> list[str]:
    stored = [client.post(f"{SWISH}/positions", json={"cards": cards, "find": "largest"}) for cards in CARDS]
    return [answer.get_json()["label"] for answer in stored]


def test_a_pack_of_positions_is_stored_changed_exported_and_deleted(client: FlaskClient, labels: list[str]) -> None:
    made = client.post(f"{SWISH}/packs", json={"slug": "mine", "title": "Mine", "levels": labels[::-1]})
    assert made.status_code == 201
    listed = client.get(f"{SWISH}/packs/mine/levels").get_json()["items"]
    grades = [one["difficulty"]["grade"] for one in listed]
    assert grades == sorted(grades) and sorted(one["label"] for one in listed) == sorted(labels)
    first = client.get(f"{SWISH}/packs/mine/next").get_json()["level"]["label"]
    second = client.get(f"{SWISH}/positions/{first}/next?pack=mine").get_json()["level"]["label"]
    assert [first, second] == [one["label"] for one in listed]
    exported = json.loads(client.get(f"{SWISH}/packs/mine/export").data)
    assert [(one["label"], one["largest"], len(one["swish"])) for one in exported["levels"]] == [
        (one["label"], one["largest_swish"]["size"], one["largest_swish"]["size"]) for one in listed
    ]
    changed = client.patch(f"{SWISH}/packs/mine", json={"remove": [first], "title": "Ours"}).get_json()
    assert (changed["size"], changed["title"]) == (1, "Ours")
    assert client.get(f"/api/v1/objects/{changed['label']}.svg").status_code == 200
    assert client.delete(f"/api/v1/objects/{changed['label']}").status_code == 204


def test_a_position_without_a_grade_is_refused_with_the_remedy(client: FlaskClient) -> None:
    plain = client.post(f"{SWISH}/positions", json={"cards": ["*../.../.../..o", "..*/o../.../..."]}).get_json()
    assert plain["difficulty"] == {"largest_swishes": None, "grade": None}
    answer: Any = client.post(f"{SWISH}/packs", json={"slug": "other", "levels": [plain["label"]]})
    assert answer.status_code == 422
    [error] = answer.get_json()["errors"]
    assert error["pointer"] == "/levels/0" and "store it with `find` `largest`" in answer.get_data(as_text=True)
