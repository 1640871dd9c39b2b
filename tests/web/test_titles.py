"""The tab of a page and its heading have one name."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from ludex.games.planarity.kinds import LEVEL
from ludex.web.site.addresses import heading_of

_LEVEL = "planarity-level-8-10-7utzrfjcrnuth2x7"


def heading(page: str) -> str:
    """Return the heading of a page without its count."""
    (found,) = re.findall("<h1>(.*?)</h1>", page, re.DOTALL)
    return " ".join(unescape(re.sub("<[^>]+>", "", re.sub('<span class="count.*?</span>', "", found))).split())


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/daily",
        "/play",
        "/play/planarity/packs/easy",
        f"/play/planarity/{_LEVEL}",
        "/play/planarity/tutorial",
        "/play/sets?seed=3",
        "/explore",
        "/planarity",
        f"/objects/{_LEVEL}",
        "/search?q=set",
        "/documentation",
        "/make",
        "/make/import",
        "/make/packs/planarity/easy",
        "/draw",
        "/compare",
        "/graph",
        f"/graph?at={_LEVEL}",
        "/cypher",
        "/results",
        "/sequences",
        "/jobs",
        "/nothing",
    ],
)
def test_the_tab_and_the_heading_have_one_name(visitor: FlaskClient, path: str) -> None:
    page = visitor.get(path, headers={"Accept": "text/html"}).text
    (tab,) = re.findall("<title>(.*?) · Ludex</title>", page)
    assert unescape(tab) == heading(page)


def test_a_heading_names_the_kind_once() -> None:
    plain = "Level of 8 vertices and 10 edges"
    names = ["", plain, "a star", "level with a star", "levelled ground"]
    assert [heading_of(LEVEL, _LEVEL, name) for name in names] == [
        plain,
        plain,
        "Level a star",
        "Level with a star",
        "Level levelled ground",
    ]


@pytest.mark.parametrize("kind", ["packs", "collections"])
def test_pages_of_the_graph_name_objects_by_their_titles(visitor: FlaskClient, kind: str) -> None:
    label = visitor.get(f"/api/v1/planarity/{kind}?limit=1").get_json()["items"][0]["label"]
    name = heading(visitor.get(f"/objects/{label}").text)
    assert heading(visitor.get(f"/graph/around?at={label}").text) == f"{name} and its surroundings"
    assert heading(visitor.get(f"/graph?at={label}").text) == f"{name} and its neighbours"
