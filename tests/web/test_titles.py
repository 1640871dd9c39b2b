"""The tab of a page and its heading have one name."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

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
        "/daily/2026-01-04",
        "/play",
        "/play/planarity/packs/easy",
        f"/play/planarity/{_LEVEL}",
        f"/play/planarity/{_LEVEL}?daily=2026-01-04",
        "/play/planarity/tutorial",
        "/play/planarity/draft?text=4:0-1,0-2,1-3,2-3",
        "/play/swish?seed=1&deck=swish-60&cards=16",
        "/play/swish/tutorial",
        "/play/sets?seed=3",
        "/play/sets/table?seed=4",
        "/explore",
        "/planarity",
        "/planarity/levels",
        f"/objects/{_LEVEL}",
        "/objects/planarity-pack-cgiegrvk7et4kycu",
        "/search?q=set",
        "/documentation",
        "/documentation/glossary",
        "/make",
        "/make/import",
        "/make/levels",
        "/make/packs/easy",
        "/make/caps",
        "/draw",
        "/draw/swish",
        "/compare",
        "/graph",
        f"/graph?at={_LEVEL}",
        f"/graph/around?at={_LEVEL}",
        "/cypher",
        "/results",
        "/results/settled",
        "/results/experiments",
        "/sequences",
        "/records",
        "/jobs",
        "/key",
        "/offline",
        "/nothing",
    ],
)
def test_the_tab_and_the_heading_have_one_name(visitor: FlaskClient, path: str) -> None:
    page = visitor.get(path, headers={"Accept": "text/html"}).text
    (tab,) = re.findall("<title>(.*?) · Ludex</title>", page)
    assert unescape(tab) == heading(page)
