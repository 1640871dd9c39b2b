"""Crawlers are kept from computing pages and facets, and find every list."""

from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from ludex.games.kinds import GAMES

_NAMESPACE = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}


def rules(visitor: FlaskClient) -> RobotFileParser:
    parser = RobotFileParser()
    parser.parse(visitor.get("/robots.txt").text.splitlines())
    return parser


@pytest.mark.parametrize("path", ["/api/v1/objects", "/graph/paths", "/search", "/draw", "/make/packs", "/jobs"])
def test_computing_pages_are_not_for_crawlers(visitor: FlaskClient, path: str) -> None:
    assert not rules(visitor).can_fetch("*", path)


@pytest.mark.parametrize("path", ["/", "/planarity/levels", "/objects/set-deck-4-3-abc", "/docs/", "/play/planarity"])
def test_objects_and_lists_are_for_crawlers(visitor: FlaskClient, path: str) -> None:
    assert rules(visitor).can_fetch("*", path)


def test_addresses_with_a_query_are_not_for_crawlers(visitor: FlaskClient) -> None:
    assert "Disallow: /*?" in visitor.get("/robots.txt").text.split("\n")


def test_the_site_map_has_every_list_under_the_address_of_the_site(visitor: FlaskClient) -> None:
    assert rules(visitor).site_maps() == ["http://localhost/sitemap.xml"]
    tree = ElementTree.fromstring(visitor.get("/sitemap.xml").text)
    found = [str(place.text) for place in tree.iterfind("s:url/s:loc", _NAMESPACE)]
    assert {f"http://localhost/{kind.address}" for game in GAMES for kind in game.kinds} <= set(found)
    assert all(visitor.get(address).status_code == 200 for address in found if address.count("/") == 3)


def test_the_rules_of_a_site_under_a_path_contain_it(visitor: FlaskClient) -> None:
    text = visitor.get("/robots.txt", environ_overrides={"SCRIPT_NAME": "/ludex"}).text
    parser = RobotFileParser()
    parser.parse(text.splitlines())
    assert not parser.can_fetch("*", "/ludex/search") and parser.can_fetch("*", "/search")
    assert "Disallow: /ludex/*?" in text.split("\n")
    assert parser.site_maps() == ["http://localhost/ludex/sitemap.xml"]
