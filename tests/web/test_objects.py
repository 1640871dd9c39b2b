"""Every object has a page at its label: picture, facts, claims, relations, other forms, and a solution if asked for."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from html import unescape

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.games.kinds import GAMES
from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.drawing import Drawing
from ludex.settings import Settings
from tests.applications import application
from tests.web.reading import Read, texts_of

KINDS = [kind for game in GAMES for kind in game.kinds]
LEVEL = "planarity-level-9-12-ksfrvvaet5q3yjvl"


@pytest.fixture(scope="module")
def status_of(visitor: FlaskClient) -> Callable[[str], int]:
    """Give a function that returns the status of an address. It asks once: most links stand on every page.

    With If-None-Match, 304 takes the place of 200, and no picture is rendered.
    """

    @cache
    def status(address: str) -> int:
        with visitor.get(address, headers={"If-None-Match": "*"}) as answer:
            return answer.status_code

    return status


@pytest.fixture(scope="module")
def glossary(visitor: FlaskClient) -> Read:
    return Read(visitor.get("/documentation/glossary").text)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_an_object_of_each_kind_has_its_page(
    visitor: FlaskClient, status_of: Callable[[str], int], glossary: Read, kind: object
) -> None:
    address = kind.address  # type: ignore[attr-defined]
    one = visitor.get(f"/api/v1/{address}?limit=1").get_json()["items"][0]
    answer = visitor.get(f"/objects/{one['label']}")
    assert answer.status_code == 200
    page = Read(answer.text)
    assert len(page.ids) == len(set(page.ids))
    assert "<svg" in answer.text or "<img src=" in answer.text
    for name, link in page.links.items():
        # tests/test_documentation.py checks the links to the built documentation.
        if not link.startswith(("#", "/api/v1/docs", "/docs/")):
            assert status_of(link) in (200, 302, 304), (name, link)
    # What every fact means stands in the glossary.
    for fact in kind.facts:  # type: ignore[attr-defined]
        assert f"{kind.name}.{fact.name}" in glossary.ids  # type: ignore[attr-defined]


def test_facts_claims_and_relations_are_those_of_the_object(visitor: FlaskClient) -> None:
    text = visitor.get(f"/objects/{LEVEL}").text
    document = visitor.get(f"/api/v1/objects/{LEVEL}").get_json()
    links = Read(text).links
    assert links[document["graph"]] == f"/objects/{document['graph']}"
    assert '<a href="/planarity/levels?grade=4">4 (gentle)</a>' in text
    assert "Minimum swaps: 2 proved: certificate" in texts_of(text, "h3")
    assert f"Proof{document['reason']}" in " ".join(texts_of(text, "dl")[2].split())
    [claim] = visitor.get(f"/api/v1/objects/{LEVEL}/claims").get_json()["items"]
    shown = next(one for one in texts_of(text, "code") if one.startswith('{"swaps'))
    assert json.loads(shown) == claim["certificate"]
    graph = visitor.get(f"/objects/{document['graph']}").text
    assert re.search(r"Graph of <span class=\"count quiet\">1</span>", graph)


def test_a_solution_is_hidden_until_it_is_asked_for_and_then_stepped_through(visitor: FlaskClient) -> None:
    hidden = visitor.get(f"/objects/{LEVEL}").text
    assert "The solution is hidden" in hidden
    swaps = visitor.get(f"/api/v1/planarity/levels/{LEVEL}/solution").get_json()["swaps"]
    address = Read(hidden).links["Show the solution"]
    said = []
    while True:
        text = visitor.get(address).text
        section = next(one for one in text.split("<section ") if one.startswith('id="solution"'))
        said += re.findall(r"Next, swap (\d+) and (\d+)", section)
        links = Read(f"<section {section}").links
        if "Next swap" not in links:
            break
        address = links["Next swap"]
    assert [[int(one), int(other)] for one, other in said] == swaps
    drawing = visitor.get(f"/api/v1/objects/{LEVEL}").get_json()["drawing"]
    given = Drawing(tuple(map(tuple, drawing["points"])), tuple(map(tuple, drawing["edges"])))
    assert is_plane(given.after(tuple(map(tuple, swaps))))
    assert "no edges cross" in text
    assert "Back" in links
    for wrong in ("?step=99", "?step=-1", "?step=x", "?step=" + "9" * 30, "?step=%C2%B2"):
        assert visitor.get(f"/objects/{LEVEL}{wrong}").status_code == 200


def test_a_slug_redirects_to_the_label_and_an_unknown_label_is_404(visitor: FlaskClient) -> None:
    slug = visitor.get("/objects/easy")
    assert slug.status_code == 302
    assert slug.headers["Location"].startswith("/objects/planarity-pack-")
    nothing = visitor.get("/objects/planarity-level-9-12-aaaaaaaaaaaaaaaa", headers={"Accept": "text/html"})
    assert (nothing.status_code, nothing.mimetype) == (404, "text/html")


@pytest.fixture
def client(sqlite_catalogue: Catalogue) -> Iterator[FlaskClient]:
    with application(Settings(database_url=f"sqlite:///{sqlite_catalogue.database.file}")) as app:
        yield app.test_client()


def test_what_is_built_in_and_not_stored_says_so(client: FlaskClient) -> None:
    text = client.get("/objects/swish-60").text
    assert "has not been stored in this catalogue yet" in unescape(text)


def test_what_a_title_holds_is_no_html(client: FlaskClient) -> None:
    deck = {"slug": "mine", "title": "<b>&", "cards": ["*o./...", "*.o/..."]}
    stored = client.post("/api/v1/swish/decks", json=deck)
    assert stored.status_code == 201, stored.text
    text = client.get(f"/objects/{stored.get_json()['label']}").text
    assert "&lt;b&gt;&amp;" in text
    assert "<b>" not in text


def test_a_graph_with_a_name_in_the_literature_is_headed_by_it(visitor: FlaskClient) -> None:
    label = visitor.get("/api/v1/planarity/graphs?vertices=10&edges=15&girth=5&limit=1").get_json()["items"][0]["label"]
    page = visitor.get(f"/objects/{label}").text
    assert "<h1>Petersen graph</h1>" in page and "Graph of 10 vertices and 15 edges" in page
    level = visitor.get(f"/objects/{LEVEL}").text
    assert "<h1>Level of 9 vertices and 12 edges" in level
