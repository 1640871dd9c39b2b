"""The first page and those of the games say what this is, show it, lead to all there is, on an empty catalogue too."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.settings import Settings
from tests.applications import application
from tests.catalogue.conftest import made
from tests.catalogue.necklaces import TOYS
from tests.web.filling import store_census_of_four_points, store_largest_set_of_the_commercial_deck

VOID = {"meta", "link", "img", "input"}
PATHS = ("/", "/swish", "/sets", "/planarity")


class Page(HTMLParser):
    """What the page refers to, and what is open at its end."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.ids: set[str] = set()
        self.attributes: set[str] = set()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = dict(attrs)
        self.attributes |= set(given)
        # The canonical address is the only one with a host.
        if given.get("rel") != "canonical":
            self.addresses += [value for name in ("href", "src") if (value := given.get(name)) is not None]
        self.ids |= {value} if (value := given.get("id")) else set()
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def asset(client: FlaskClient, path: str) -> str:
    """Return the address of a static file."""
    with client.application.test_request_context():
        return str(client.application.jinja_env.globals["asset"](path))  # type: ignore[operator]


@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_whole_html_with_a_title_and_one_heading(reader: FlaskClient, path: str) -> None:
    answer = reader.get(path)
    assert answer.status_code == 200
    assert answer.content_type == "text/html; charset=utf-8"
    page = Page(answer.text)
    assert page.open == []
    assert page.tags.count("h1") == 1
    assert re.search("<title>(Ludex, .*|.* · Ludex)</title>", answer.text)


@pytest.mark.parametrize("path", PATHS)
def test_nothing_that_stands_in_a_page_runs_or_styles_it(reader: FlaskClient, path: str) -> None:
    answer = reader.get(path)
    page = Page(answer.text)
    assert "style" not in page.tags
    assert not re.search(r"<script[^>]*>[^<]", answer.text)
    assert not {name for name in page.attributes if name == "style" or name.startswith("on")}
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("filled", [False, True])
def test_every_link_of_the_pages_leads_somewhere_here(
    client: FlaskClient, sqlite_catalogue: Catalogue, filled: bool
) -> None:
    if filled:
        store_largest_set_of_the_commercial_deck(sqlite_catalogue)
        store_census_of_four_points(sqlite_catalogue)
    page = Page("".join(re.sub("^<!doctype html>", "", client.get(path).text) for path in PATHS))
    assert "/api/v1/docs" in page.addresses
    lists = ("decks", "cards", "positions", "swishes", "no-swish-sets", "hypergraphs")
    assert {f"/swish/{name}" for name in lists} <= set(page.addresses)
    lists = ("decks", "positions", "cards", "found-sets", "caps", "games")
    assert {f"/sets/{name}" for name in lists} <= set(page.addresses)
    lists = ("levels", "packs", "order-types", "x-types", "graphs", "census/classes")
    assert {f"/planarity/{name}" for name in lists} <= set(page.addresses)
    for address in sorted(set(page.addresses)):
        if address.startswith("#"):
            assert address[1:] in page.ids
        elif not address.startswith("/docs/"):  # tests/test_documentation.py has those
            assert re.match(r"/(?!/)", address)
            # A game of cards leads to a table of a new seed.
            with client.get(address, follow_redirects=True) as answer:
                assert answer.status_code == 200, address


def test_the_style_sheet_asks_for_nothing_else(reader: FlaskClient) -> None:
    answer = reader.get(asset(reader, "site.css"))
    assert answer.status_code == 200
    assert answer.content_type == "text/css; charset=utf-8"
    assert not re.search(r"url\(|@import|https?:", answer.text)


def test_a_file_is_kept_under_the_address_of_its_content_only(reader: FlaskClient) -> None:
    now = asset(reader, "site.css")
    assert "immutable" in reader.get(now).headers["Cache-Control"]
    before = reader.get("/static/0123456789abcdef/site.css")
    assert (before.data, before.headers["Cache-Control"]) == (reader.get(now).data, "no-cache")
    assert reader.get(f"{now}x").status_code == 404
    assert reader.get("/static/0123456789abcdef/../page.py").status_code == 404


def test_a_mistake_is_told_to_people_on_a_page_and_to_programs_as_a_problem(reader: FlaskClient) -> None:
    person = reader.get("/nothing<b>", headers={"Accept": "text/html,application/xml;q=0.9,*/*;q=0.8"})
    assert (person.status_code, person.mimetype) == (404, "text/html")
    assert "<h1>Not Found</h1>" in person.text
    assert person.headers["Content-Security-Policy"] == reader.get("/").headers["Content-Security-Policy"]
    assert reader.get("/nothing").mimetype == "application/problem+json"
    asked = reader.get("/api/v1/nothing", headers={"Accept": "text/html"})
    assert (asked.status_code, asked.mimetype) == (404, "application/problem+json")
    posted = reader.post("/", headers={"Accept": "text/html"})
    assert posted.status_code == 405
    assert "GET" in posted.headers["Allow"]


def test_the_host_of_a_request_is_not_taken_as_html(reader: FlaskClient) -> None:
    answer = reader.get("/", headers={"Host": "evil<b>.example"})
    assert "<b>" not in answer.text


def test_a_catalogue_of_other_games_shows_what_it_holds(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/toys.sqlite"
    made(Catalogue(address, (TOYS,))).close()
    with application(Settings(database_url=address), (TOYS,), ()) as app:
        for path in ("/explore", "/toys"):
            text = app.test_client().get(path).text
            assert re.search(r'href="[^"]*/toys/necklaces"><strong>Necklaces</strong>', text)
            assert "swish" not in text.lower()
        assert "swish" not in app.test_client().get("/").text.lower()


@pytest.mark.parametrize(("game", "pack"), [("swish", "swish-first"), ("sets", "set-first")])
def test_the_tutorial_of_a_card_game_leads_to_the_first_table_of_its_first_pack(
    visitor: FlaskClient, game: str, pack: str
) -> None:
    table = re.search(f'/play/{game}/positions/[^"?]+', visitor.get(f"/play/{game}/packs/{pack}").text)
    assert table is not None
    text = visitor.get(f"/play/{game}/tutorial?step=3").text
    assert text.count(f'href="{table.group()}?pack={pack}"') == 2
