"""Packs: levels in the order of their grades, and the next one after each; those of one's own come and go."""

import io
import json
from typing import Any
from zipfile import ZipFile

import jsonschema
import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.games.planarity.requests.drawn import CYCLE, KITE, PLANARITY, SQUARE, problem

PACKS = f"{PLANARITY}/packs"
KNOT = {"points": [*SQUARE["points"], [2, 9]], "edges": [*SQUARE["edges"], [3, 4]]}


@pytest.fixture(scope="module")
def levels(app: Flask) -> list[dict[str, Any]]:
    client = app.test_client()
    stored = [client.post(f"{PLANARITY}/levels", json=drawing).get_json() for drawing in (CYCLE, KNOT, SQUARE)]
    return sorted(stored, key=lambda level: level["difficulty"]["grade"])


@pytest.fixture
def pack(client: FlaskClient, levels: list[dict[str, Any]]) -> dict[str, Any]:
    body = {"slug": "mine", "title": "Mine", "levels": [level["label"] for level in levels[::-1]]}
    client.delete("/api/v1/objects/mine")  # of the test before
    answer = client.post(PACKS, json=body)
    assert answer.status_code == 201
    return {"body": body, "answer": answer}


@pytest.mark.usefixtures("pack")
def test_a_renamed_pack_keeps_its_levels_and_gives_up_its_slug(
    client: FlaskClient, levels: list[dict[str, Any]]
) -> None:
    before = client.get(f"{PACKS}/mine").get_json()
    renamed = client.patch(f"{PACKS}/mine", json={"slug": "ours", "title": "Ours"}).get_json()
    assert (renamed["slug"], renamed["slugs"], renamed["title"]) == ("ours", ["ours"], "Ours")
    assert renamed["label"] != before["label"]  # the slug identifies a pack
    held = client.get(f"{PACKS}/ours/levels").get_json()["items"]
    assert [level["label"] for level in held] == [level["label"] for level in levels]
    for name in ("mine", before["label"]):
        problem(client.get(f"{PACKS}/{name}"), 404)
    client.post(PACKS, json={"slug": "other", "title": "Other", "levels": [levels[0]["label"]]})
    problem(client.patch(f"{PACKS}/ours", json={"slug": "other"}), 409, "/slug")
    problem(client.patch(f"{PACKS}/ours", json={"slug": "No slug"}), 422, "/slug")
    assert [client.delete(f"/api/v1/objects/{slug}").status_code for slug in ("ours", "other")] == [204, 204]


@pytest.mark.usefixtures("pack")
def test_a_level_of_packs_is_deleted_only_with_its_places_in_them(
    client: FlaskClient, levels: list[dict[str, Any]]
) -> None:
    level = client.post(f"{PLANARITY}/levels", json={"points": KITE, "edges": [[0, 1], [2, 3]]}).get_json()
    short = level["label"].removeprefix("planarity-level-")[:-12]
    assert client.patch(f"{PACKS}/mine", json={"add": [short], "solved": True}).get_json()["size"] == 4
    client.post(PACKS, json={"slug": "alone", "title": "Alone", "levels": [short], "solved": True})
    for address in (level["url"], f"/api/v1/objects/{level['label']}"):
        refused = client.delete(address)
        problem(refused, 409)
        assert "mine, alone" in refused.get_json()["detail"]
    problem(client.delete(f"{PLANARITY}/levels/{short}?from_packs=true"), 404)  # a deletion needs a label
    assert client.delete(f"{level['url']}?from_packs=true").status_code == 204
    problem(client.get(level["url"]), 404)
    held = client.get(f"{PACKS}/mine/levels").get_json()["items"]
    assert [one["label"] for one in held] == [one["label"] for one in levels]
    assert client.get(f"{PACKS}/alone").get_json()["size"] == 0
    assert client.delete("/api/v1/objects/alone").status_code == 204


def test_a_pack_is_changed_and_exported_with_its_solutions(
    client: FlaskClient, pack: dict[str, Any], levels: list[dict[str, Any]]
) -> None:
    first, second, third = (level["label"] for level in levels)
    edited = client.patch(f"{PACKS}/mine", json={"levels": [third, first], "add": [second], "title": "Ours"})
    assert (edited.status_code, edited.get_json()["title"], edited.get_json()["size"]) == (200, "Ours", 3)
    assert edited.get_json() == client.get(f"{PACKS}/mine").get_json()
    listed = client.get(f"{PACKS}/mine/levels").get_json()["items"]
    assert [level["label"] for level in listed] == [third, first, second]
    file = client.get(f"{PACKS}/mine/export").get_json()
    assert (file["slug"], file["title"], [level["label"] for level in file["levels"]]) == (
        "mine",
        "Ours",
        [third, first, second],
    )
    for level in file["levels"]:
        solution = client.get(f"{PLANARITY}/levels/{level['label']}/solution").get_json()
        assert (level["swaps"], level["min_swaps"]) == (solution["swaps"], solution["min_swaps"])
        assert level["drawing"] == client.get(f"{PLANARITY}/levels/{level['label']}").get_json()["drawing"]
        assert level["grade"] >= 0 and "picture" not in level
    whole = client.get(f"{PACKS}/mine/export?pictures=true").get_json()
    for level, plain in zip(whole["levels"], file["levels"], strict=True):
        assert level.pop("picture") == client.get(f"/api/v1/objects/{level['label']}.svg").text
        assert level == plain
    problem(client.get(f"{PACKS}/mine/export?pictures=2"), 400, "/pictures")
    problem(client.patch(f"{PACKS}/mine", json={"remove": ["none"]}), 422, "/remove/0")
    problem(client.patch(f"{PACKS}/none", json={}), 404)
    problem(client.get(f"{PACKS}/none/export"), 404)
    assert client.delete("/api/v1/objects/mine").status_code == 204


@pytest.mark.usefixtures("pack")
def test_an_archive_has_the_levels_with_hints_pictures_and_a_schema(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = client.get(f"{PACKS}/mine/levels").get_json()["items"][1]["label"]
    given = {"title": "Second", "tags": ["first", "hard"]}
    assert client.patch(f"/api/v1/objects/{second}", json=given).status_code == 200
    response = client.get(f"{PACKS}/mine/export?format=zip")
    assert response.content_type == "application/zip"
    with ZipFile(io.BytesIO(response.data)) as archive:
        texts = {name: archive.read(name) for name in archive.namelist()}
    file, schema = json.loads(texts.pop("pack.json")), json.loads(texts.pop("schema.json"))
    jsonschema.validate(file, schema)
    assert [level.pop("picture") for level in file["levels"]] == list(texts)
    assert all(image.startswith(b"\x89PNG") for image in texts.values())
    assert [level.get("title") for level in file["levels"]] == [None, "Second", None]
    assert [level.get("tags") for level in file["levels"]] == [None, ["first", "hard"], None]
    assert file == client.get(f"{PACKS}/mine/export?hints=true").get_json()
    for level in file["levels"]:
        at = list(range(len(level["drawing"]["points"])))
        for edge in level["swaps"]:
            assert edge in level["hints"][",".join(map(str, at))]
            at[edge[0]], at[edge[1]] = at[edge[1]], at[edge[0]]
        assert level["hints"][",".join(map(str, at))] == []
    monkeypatch.setattr("ludex.requests.bounds.ARCHIVED_LEVELS", 1)
    problem(client.get(f"{PACKS}/mine/export?format=zip"), 422)


@pytest.mark.parametrize(
    ("change", "status", "pointer"),
    [
        ({"slug": "Mine Own"}, 422, "/slug"),
        ({"slug": "random"}, 422, "/slug"),
        ({"slug": "a/b"}, 422, "/slug"),
        ({"slug": ""}, 400, "/slug"),
        ({"slug": "x" * 65}, 400, "/slug"),
        ({"title": "a\x00b"}, 422, "/title"),
        ({"levels": ["none"]}, 422, "/levels/0"),
        ({"levels": ["\x00"]}, 400, "/levels/0"),
        ({"levels": []}, 400, "/levels"),
        ({"levels": [1]}, 400, "/levels/0"),
        ({"bogus": 1}, 400, "/bogus"),
    ],
    ids=str,
)
def test_a_pack_that_cannot_be_is_refused(
    client: FlaskClient, levels: list[dict[str, Any]], change: dict[str, Any], status: int, pointer: str
) -> None:
    body = {"slug": "other", "title": "Other", "levels": [levels[0]["label"]]} | change
    problem(client.post(PACKS, json=body), status, pointer)
