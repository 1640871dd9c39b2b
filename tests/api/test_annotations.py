"""What people write about objects: who may write and read it, what was seen before, and how it is found."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.catalogue.ownership import Scope
from ludex.requests.problem_types import problem_type
from ludex.settings import Settings
from tests.applications import application, key_of
from tests.conftest import Lend

API = "/api/v1"
LEVEL = {"points": [[0, 0], [9, 9], [9, 0], [0, 9]], "edges": [[0, 1], [1, 2], [2, 3]]}
OTHER = {"points": [[0, 0], [9, 9], [9, 0], [0, 9], [4, 20]], "edges": [[0, 1], [1, 2], [2, 3]]}
Header = dict[str, str]


@pytest.fixture
def app(settings: Settings, lend: Lend) -> Iterator[Flask]:
    with (
        lend() as address,
        application(settings.model_copy(update={"database_url": address, "host": "0.0.0.0"})) as made,
    ):
        yield made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def ada(app: Flask) -> Header:
    return key_of(app, "ada")


@pytest.fixture
def level(client: FlaskClient, ada: Header) -> str:
    return str(client.post(f"{API}/planarity/levels", json=LEVEL, headers=ada).get_json()["label"])


def _edit(client: FlaskClient, name: str, key: Header, **fields: Any) -> Any:
    return client.patch(f"{API}/objects/{name}", json=fields, headers=key)


def test_an_edit_replaces_only_what_it_gives(client: FlaskClient, ada: Header, level: str) -> None:
    before = client.get(f"{API}/objects/{level}").get_json()
    first = _edit(client, level, ada, title="The knot", tags=["winter", "boss", "boss"], data={"world": 3}).get_json()
    assert first == {**before, "title": "The knot", "tags": ["boss", "winter"], "data": {"world": 3}}
    second = _edit(client, level, ada, data={"a": [1, None, 0.5]}).get_json()
    assert second == {**first, "data": {"a": [1, None, 0.5]}}
    assert client.get(f"{API}/planarity/levels/{level}").get_json() == second
    assert client.get(f"{API}/planarity/levels?tag=boss").get_json()["items"][0]["title"] == "The knot"
    assert _edit(client, level, ada, title="", tags=[], data={}).get_json() == before


def test_the_note_is_only_for_its_owner_and_the_administrator(
    app: Flask, client: FlaskClient, ada: Header, level: str
) -> None:
    changed = _edit(client, level, ada, note="too easy")
    assert changed.get_json()["note"] == "too easy"
    readers = [{}, key_of(app, "bob"), ada, key_of(app, "root", Scope.ADMIN)]
    responses = [client.get(f"{API}/objects/{level}", headers=reader) for reader in readers]
    assert [response.get_json().get("note") for response in responses] == [None, None, "too easy", "too easy"]
    assert "private" in responses[2].headers["Cache-Control"] and "private" not in responses[0].headers["Cache-Control"]
    for seen in (responses[0], responses[2]):
        edited = _edit(client, level, ada | {"If-Match": seen.headers["ETag"]}, note="too easy")
        assert edited.status_code == 200
    assert _edit(client, level, ada, note="").get_json().get("note") is None


def test_pages_show_the_data_to_everyone_and_the_note_to_its_readers(
    app: Flask, client: FlaskClient, ada: Header, level: str
) -> None:
    _edit(client, level, ada, title="The <knot>", note="too <easy>", data={"world": 3, "name": "</code>"})
    keys = ({}, key_of(app, "bob"), ada, key_of(app, "root", Scope.ADMIN))
    pages = []
    for key in keys:
        visitor = app.test_client()
        if key:
            visitor.set_cookie("ludex_key", key["Authorization"].removeprefix("Bearer "))
        pages.append(visitor.get(f"/objects/{level}"))
    assert ["too &lt;easy&gt;" in page.text for page in pages] == [False, False, True, True]
    assert ["private" in page.headers["Cache-Control"] for page in pages] == [False, False, True, True]
    for page in pages:
        assert "<h1>Level The &lt;knot&gt;</h1>" in page.text and f'<p class="label quiet">{level}</p>' in page.text
        assert "&#34;world&#34;: 3" in page.text and "too <easy>" not in page.text
    _edit(client, level, ada, note="", data={})
    assert (
        "Note" not in client.get(f"/objects/{level}").text and 'id="data"' not in client.get(f"/objects/{level}").text
    )


def test_a_table_is_played_under_its_title(client: FlaskClient, ada: Header) -> None:
    cards = ["*../.o./.../...", "o../.*./.../..."]
    label = client.post(f"{API}/swish/positions", json={"cards": cards, "find": "largest"}, headers=ada).get_json()[
        "label"
    ]
    _edit(client, label, ada, title="Storm")
    client.post(f"{API}/swish/packs", json={"slug": "weather", "title": "Weather", "levels": [label]}, headers=ada)
    address = f"/play/swish/positions/{label}"
    assert "<h1>Storm</h1>" in client.get(address).text
    assert "<h1>Weather, table 1 of 1: Storm</h1>" in client.get(f"{address}?pack=weather").text


def test_an_edit_of_another_version_is_refused(client: FlaskClient, ada: Header, level: str) -> None:
    seen = client.get(f"{API}/objects/{level}").headers["ETag"]
    now = _edit(client, level, ada, tags=["first"]).headers["ETag"]
    assert _edit(client, level, ada | {"If-Match": seen}, tags=["second"]).status_code == 412
    assert client.get(f"{API}/objects/{level}").get_json()["tags"] == ["first"]
    assert _edit(client, level, ada | {"If-Match": now}, tags=["second"]).get_json()["tags"] == ["second"]


@pytest.mark.parametrize("query", ["tag=Boss", "tag=boss,ice", "where=tag:Boss"])
def test_a_filter_by_an_impossible_tag_is_refused(client: FlaskClient, query: str) -> None:
    answer = client.get(f"{API}/planarity/levels?{query}")
    assert answer.status_code == 400
    assert "lower-case letters and digits" in answer.text and "did you mean 'boss" in answer.text
    assert ("`tag:boss or tag:ice`" in answer.text) == ("," in query)


def test_a_repeated_filter_names_the_query_for_several_conditions(client: FlaskClient, level: str) -> None:
    answer = client.get(f"{API}/planarity/levels?tag=boss&tag=ice")
    assert answer.status_code == 400
    assert "`where=tag:a tag:b`" in answer.get_json()["errors"][0]["detail"]


def test_an_edit_without_a_change_is_refused(client: FlaskClient, ada: Header, level: str) -> None:
    answer = _edit(client, level, ada)
    assert answer.status_code == 422
    assert "nothing to change" in answer.text


def test_only_the_owner_and_the_administrator_edit(app: Flask, client: FlaskClient, level: str) -> None:
    root = key_of(app, "root", Scope.ADMIN)
    codes = [_edit(client, level, key, tags=["x"]).status_code for key in ({}, key_of(app, "bob"), root)]
    assert codes == [401, 403, 200]
    codes = [_edit(client, "swish-36", key, tags=["x"]).status_code for key in (key_of(app, "bob"), root)]
    assert codes == [403, 200]
    assert client.get(f"{API}/swish/decks?tag=x").get_json()["items"][0]["slug"] == "swish-36"
    refused = _edit(client, "swish-36", root, title="Mine")
    assert (refused.status_code, refused.get_json()["type"]) == (409, problem_type("object-protected").uri)


@pytest.mark.parametrize(
    ("fields", "status", "pointer"),
    [
        ({"tags": ["Boss"]}, 422, "/tags/0"),
        ({"tags": ["a", "a b"]}, 422, "/tags/1"),
        ({"tags": [""]}, 422, "/tags/0"),
        ({"tags": [f"t{i}" for i in range(51)]}, 400, "/tags"),
        ({"title": "x" * 201}, 400, "/title"),
        ({"note": "x" * 2001}, 400, "/note"),
        ({"data": {"a": "é" * 2045}}, 422, "/data"),
        ({"data": [1]}, 400, "/data"),
        ({"data": {"a": [[[[[[[[1]]]]]]]]}}, 422, "/data"),
        ({"other": 1}, 400, "/other"),
    ],
)
def test_what_exceeds_the_bounds_is_refused(
    client: FlaskClient, ada: Header, level: str, fields: dict[str, Any], status: int, pointer: str
) -> None:
    refused = _edit(client, level, ada, **fields)
    assert (refused.status_code, refused.get_json()["errors"][0]["pointer"]) == (status, pointer)


def test_the_greatest_annotation_is_stored(client: FlaskClient, ada: Header, level: str) -> None:
    deep = '{"a":"","":[[[[[[[]]]]]]]}'
    data = {**json.loads(deep), "a": "é" * ((4096 - len(deep)) // 2)}
    most = {"title": "x" * 200, "tags": sorted(f"t{i}" for i in range(50)), "note": "y" * 2000, "data": data}
    stored = _edit(client, level, ada, **most).get_json()
    assert stored | most == _edit(client, level, ada, data=data).get_json()


def test_tags_select_in_lists_queries_facets_and_searches(client: FlaskClient, ada: Header, level: str) -> None:
    other = client.post(f"{API}/planarity/levels", json=OTHER, headers=ada).get_json()["label"]
    _edit(client, level, ada, title="Gordian knot", tags=["boss"])
    _edit(client, other, ada, tags=["boss_2"])

    def found(query: str) -> set[str]:
        return {item["label"] for item in client.get(f"{API}/planarity/levels?{query}").get_json()["items"]}

    assert (found("tag=boss"), found("tag=boss_2"), found("tag=none")) == ({level}, {other}, set())
    assert (found("where=-tag:boss"), found("where=tag:boss or tag:boss_2")) == ({other}, {level, other})
    facets = client.get(f"{API}/planarity/levels/facets?tag=boss").get_json()
    assert facets["facets"]["vertices"] == [{"value": 4, "count": 1}]
    for text in ("gordian knot", "boss", "tag:boss"):
        first = client.get(f"{API}/search?q={text}").get_json()["items"][0]
        assert (first["label"], first["title"]) == (level, "Gordian knot")
    _edit(client, level, ada, title="")
    assert not client.get(f"{API}/search?q=gordian").get_json()["items"]


def test_the_title_of_a_pack_is_the_one_of_its_document(client: FlaskClient, ada: Header, level: str) -> None:
    client.post(f"{API}/planarity/packs", json={"slug": "mine", "levels": [level]}, headers=ada)
    changed = _edit(client, "mine", ada, title="Ours", tags=["winter"]).get_json()
    assert (changed["title"], changed["tags"], changed["size"]) == ("Ours", ["winter"], 1)
    client.patch(f"{API}/planarity/packs/mine", json={"title": "Theirs"}, headers=ada)
    assert client.get(f"{API}/objects/mine").get_json() == {**changed, "title": "Theirs"}
    assert _edit(client, "mine", ada, title="").status_code == 422


def test_a_deleted_object_takes_its_annotation_along(client: FlaskClient, ada: Header, level: str) -> None:
    _edit(client, level, ada, title="The knot", tags=["boss"])
    assert client.delete(f"{API}/objects/{level}", headers=ada).status_code == 204
    again = client.post(f"{API}/planarity/levels", json=LEVEL, headers=ada).get_json()
    assert (again["label"], again.get("title"), again.get("tags")) == (level, None, None)
