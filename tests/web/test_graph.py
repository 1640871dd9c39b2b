"""Pages of the graph: what they show of the starting catalogue agrees with the API, within their bounds."""

import re

import pytest
from flask.testing import FlaskClient

LEVEL = "planarity-level-9-12-ksfrvvaet5q3yjvl"


def marks(text: str) -> list[str]:
    """Return the labels of the objects that a map leads to."""
    return re.findall(r'<a href="/graph\?at=([^"]+)" aria-label="[^"]*" class="walk"', text)


def test_the_neighbours_of_an_object_are_those_of_the_api(visitor: FlaskClient) -> None:
    shown = marks(visitor.get(f"/graph?at={LEVEL}").text)
    items = visitor.get(f"/api/v1/objects/{LEVEL}/neighbours").json["items"]
    assert sorted(shown) == sorted(one["label"] for one in items)


def test_a_pack_shows_some_of_its_levels_and_says_how_many_there_are(visitor: FlaskClient) -> None:
    text = visitor.get("/graph?at=easy").text
    assert len(marks(text)) == 8
    assert "Showing 8 of 123 links." in text
    assert len(marks(visitor.get("/graph?at=easy&each=150").text)) == 123


def test_the_levels_of_a_pack_are_walked_through_page_by_page(visitor: FlaskClient) -> None:
    address, seen = "/graph?at=easy&relation=has-level&each=72", []
    while address:
        text = visitor.get(address).text
        seen += marks(text)
        found = re.search(r'<a href="([^"]+)" data-walk>Next 72</a>', text)
        address = found[1].replace("&amp;", "&") if found else ""
    assert len(seen) == len(set(seen)) == 123


def test_relations_and_kinds_narrow_what_is_shown(visitor: FlaskClient) -> None:
    assert len(marks(visitor.get(f"/graph?at={LEVEL}&relation=has-graph").text)) == 1
    shown = marks(visitor.get(f"/graph?at={LEVEL}&kind=planarity-pack").text)
    assert [one.rpartition("-")[0] for one in shown] == ["planarity-pack"]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/graph?at=no-such-object", "No object has the label or slug"),
        (f"/graph?at={LEVEL}&relation=likes", "nknown relation"),
        (f"/graph?at={LEVEL}&kind=cat", "There is no kind"),
        (f"/graph/paths?from={LEVEL}&to=no-such-object", "No object has the label or slug"),
        (f"/graph/paths?from={LEVEL}", "Enter both ends"),
        (f"/graph/paths?from={LEVEL}&to_kind=cat", "There is no kind"),
        (f"/graph/paths?from={LEVEL}&to_kind=planarity-level&colour=red", "colour"),
        ("/graph/around?at=no-such-object", "No object has the label or slug"),
    ],
)
def test_a_mistake_is_told_where_it_was_made(visitor: FlaskClient, path: str, said: str) -> None:
    answer = visitor.get(path)
    assert answer.status_code == 200
    assert '<div class="notice bad">' in answer.text
    assert said in answer.text


def test_a_path_has_the_length_that_the_api_finds(visitor: FlaskClient) -> None:
    asked = f"from={LEVEL}&to=planarity-level-8-10-7utzrfjcrnuth2x7"
    found = visitor.get(f"/api/v1/paths?{asked}").json
    text = visitor.get(f"/graph/paths?{asked}").text
    assert re.findall(r'<span class="step">(.*?)</span>', text) == ["in pack", "has level"]
    assert len(found["path"]) == 3
    assert "Shortest path: 2 steps" in text


def test_what_is_around_has_the_objects_of_the_api_within_the_bound(visitor: FlaskClient) -> None:
    answer = visitor.get(f"/api/v1/objects/{LEVEL}/surroundings?depth=3&limit=150").json
    text = visitor.get(f"/graph/around?at={LEVEL}&depth=3").text
    assert sorted(marks(text)) == sorted(one["id"] for one in answer["nodes"])
    assert "a map cannot show all of them" in text
    narrow = visitor.get(f"/graph/around?at={LEVEL}&depth=2&relation=has-graph").text
    assert len(marks(narrow)) == 2


def test_files_of_the_graph_are_there(visitor: FlaskClient) -> None:
    text = visitor.get(f"/graph?at={LEVEL}").text
    files = re.findall(r'href="(/api/v1/objects/[^"]+)" download', text)
    assert len(files) == 3
    assert all(visitor.get(one.replace("&amp;", "&")).status_code == 200 for one in files)


def test_the_ends_of_a_path_can_be_given_by_value(visitor: FlaskClient) -> None:
    found = visitor.get("/graph/paths?from=C~&to_kind=planarity-census-class")
    assert "Shortest path: 1 step" in found.text
    missing = visitor.get("/graph/paths?from=C~&to=*o,o*").text
    assert "swish-position-1x2-2-" in missing
    assert "stores it" in missing
