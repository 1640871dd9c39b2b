"""The page of Cypher queries: its examples run, its rows are those of the API, and mistakes are shown in place."""

import re
from html import unescape
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.kinds.registry import registry_of
from ludex.games.kinds import GAMES
from ludex.web.graph_pages import cypher
from ludex.web.graph_pages.cypher import examples

EXAMPLES = dict(examples(registry_of(tuple(GAMES))))


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    """A cache folder of its own for catalogues on PostgreSQL."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give queries five minutes: on a busy machine, starting the engine alone may exceed the limit of the page."""
    monkeypatch.setattr(cypher, "TIME_LIMIT_DEFAULT", 300.0)


def show(visitor: FlaskClient, query: str) -> str:
    answer = visitor.get(f"/cypher?query={quote(query)}")
    assert answer.status_code == 200
    return answer.text


def test_the_page_has_an_editor_the_examples_and_the_tables(visitor: FlaskClient) -> None:
    text = visitor.get("/cypher").text
    assert '<textarea id="query"' in text
    assert len(EXAMPLES) == 5
    for title in EXAMPLES:
        assert title in unescape(text)
    for name in ("PlanarityXType", "HAS_X_TYPE", "ABOUT", "Claim"):
        assert f'<th scope="row">{name}</th>' in text


@pytest.mark.parametrize("title", EXAMPLES)
def test_each_example_has_rows(visitor: FlaskClient, title: str) -> None:
    text = show(visitor, EXAMPLES[title])
    assert 'class="notice bad"' not in text
    rows = visitor.post("/api/v1/cypher", json={"query": EXAMPLES[title], "time_limit": 60}).get_json()["rows"]
    assert 0 < len(rows) == text.split("<h2>Tables</h2>")[0].count("<tr><td>")


def test_objects_are_links_and_marks_on_a_map(visitor: FlaskClient) -> None:
    text = show(visitor, "MATCH (a:PlanarityLevel)-[r:HAS_GRAPH]->(g) RETURN a, r, g LIMIT 3")
    labels = set(re.findall(r'<a class="label" href="/objects/([^"]+)"', text))
    assert labels == set(re.findall(r'<a href="/graph\?at=([^"]+)" aria-label="[^"]*" class="walk"', text))
    assert len(labels) >= 4


def test_a_mistake_is_shown_in_its_place(visitor: FlaskClient) -> None:
    text = unescape(show(visitor, "MATCH (a) RETRN <b>"))
    assert 'class="notice bad"' in text
    assert "line: 1, offset:" in text
    assert "a query can only read the catalogue" in show(visitor, "MATCH (a) DELETE a")
    assert "<script>" not in show(visitor, "RETURN '<script>' AS x")
    assert "No rows." in show(visitor, "MATCH (a:PlanarityLevel) WHERE a.vertices = 1 RETURN a")
