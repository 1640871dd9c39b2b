"""The landing page says what this is, shows it, and leads to all there is, on an empty catalogue as well."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import combinations
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from ludex.app import create_app
from ludex.catalogue.database import Database
from ludex.catalogue.planarity.census import prepare_class, store_classes
from ludex.catalogue.planarity.packs import create_pack
from ludex.catalogue.swish.decks import store_deck
from ludex.catalogue.swish.no_swish_sets import store_maximum
from ludex.engine.budget import Budget
from ludex.planarity.crossings import is_plane
from ludex.planarity.identity.keys import x_type_key
from ludex.planarity.making.order_type_sampling import representatives
from ludex.planarity.study.census import census, census_totals
from ludex.settings import Settings
from ludex.swish.deck import built_in_deck
from ludex.swish.found import is_swish
from ludex.swish.solving.no_swish import largest_no_swish_set
from ludex.web import exhibits, planarity_exhibits, sets_exhibits

VOID = {"meta", "link", "img"}


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
        self.addresses += [value for name in ("href", "src") if (value := given.get(name)) is not None]
        self.ids |= {value} if (value := given.get("id")) else set()
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def client(sqlite_database: Database) -> Iterator[FlaskClient]:
    app = create_app(Settings(database_url=f"sqlite:///{sqlite_database.file}"))
    yield app.test_client()
    app.extensions["ludex"].catalogue.close()


def store_largest_set_of_the_commercial_deck(database: Database) -> None:
    deck = built_in_deck("swish-60")
    assert deck is not None
    maximum = largest_no_swish_set(deck.position, Budget())
    with database.writing() as session:
        row = store_deck(session, deck, starting=True).row
        store_maximum(session, row, deck.position, deck.position, maximum)


def store_census_of_four_points(database: Database) -> None:
    prepared = [prepare_class(one.drawing, one.min_swaps, one.arrangements, one.sequences) for one in census(4)]
    with database.writing() as session:
        store_classes(session, prepared)


def test_the_page_is_whole_html_with_a_title_and_one_heading(client: FlaskClient) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    assert answer.content_type == "text/html; charset=utf-8"
    page = Page(answer.text)
    assert page.open == []
    assert page.tags.count("h1") == 1
    assert "<title>Ludex" in answer.text


def test_the_page_runs_nothing_and_styles_nothing_inline(client: FlaskClient) -> None:
    answer = client.get("/")
    page = Page(answer.text)
    assert "script" not in page.tags
    assert "style" not in page.tags
    assert not {name for name in page.attributes if name == "style" or name.startswith("on")}
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("filled", [False, True])
def test_every_link_of_the_page_leads_somewhere_here(
    client: FlaskClient, sqlite_database: Database, filled: bool
) -> None:
    if filled:
        store_largest_set_of_the_commercial_deck(sqlite_database)
        store_census_of_four_points(sqlite_database)
    page = Page(client.get("/").text)
    assert {"/api/v1/docs", "/api/v1/openapi.json", "/health"} <= set(page.addresses)
    lists = ("decks", "cards", "positions", "swishes", "no-swish-sets", "hypergraphs")
    assert {f"/api/v1/swish/{name}" for name in lists} <= set(page.addresses)
    lists = ("decks", "positions", "cards", "found-sets", "caps", "caps/counts", "games")
    assert {f"/api/v1/sets/{name}" for name in lists} <= set(page.addresses)
    lists = ("levels", "packs", "order-types", "x-types", "graphs", "census")
    assert {f"/api/v1/planarity/{name}" for name in lists} <= set(page.addresses)
    for address in sorted(set(page.addresses)):
        if address.startswith("#"):
            assert address[1:] in page.ids
        else:
            assert re.match(r"/(?!/)", address)
            with client.get(address) as answer:
                assert answer.status_code == 200, address


def test_the_pictures_of_the_page_are_well_formed(client: FlaskClient) -> None:
    pictures = re.findall(r"<svg.*?</svg>", client.get("/").text, re.DOTALL)
    titles = [ElementTree.fromstring(picture)[0].text for picture in pictures]
    assert titles == [
        "A SWISH position of 16 cards",
        "A SWISH stack of 6 cards",
        "A no-swish set of 20 cards",
        "A SET table of 12 cards",
        "3 sets of 4 properties and 3 values",
        "A grid of 81 cards, 20 of them chosen",
        "A drawing of 11 vertices and 19 edges",
        "A solution of 4 swaps",
    ]


def test_the_page_shows_the_largest_set_of_the_commercial_deck_once_it_is_stored(
    client: FlaskClient, sqlite_database: Database
) -> None:
    assert "28 of the 60 cards" not in client.get("/").text
    store_largest_set_of_the_commercial_deck(sqlite_database)
    text = client.get("/").text
    assert "28 of the 60 cards" in text
    assert "A no-swish set of 28 cards" in text


def test_the_page_counts_what_the_catalogue_holds(client: FlaskClient, sqlite_database: Database) -> None:
    counts = re.compile(r'<span class="count">(.*?)</span>')
    assert set(counts.findall(client.get("/").text)) == {"0"}
    store_largest_set_of_the_commercial_deck(sqlite_database)
    store_census_of_four_points(sqlite_database)
    found = counts.findall(client.get("/").text)
    swish, sets, planarity = found[:6], found[6:12], found[12:]
    # Decks, positions, cards, swishes, no-swish sets, hypergraphs.
    assert swish == ["1", "0", "36", "0", "1", "0"]
    # Decks, positions, cards, sets, caps, games of SET.
    assert sets == ["0"] * 6
    # Levels, packs, order types, x-types, graphs, classes of the census.
    assert planarity == ["0", "0", "2", "2", "5", "15"]


def test_the_page_leads_to_the_packs_of_the_starting_catalogue(client: FlaskClient, sqlite_database: Database) -> None:
    assert "/packs/" not in client.get("/").text
    with sqlite_database.writing() as session:
        create_pack(session, "easy", "Easy & first", "", [], starting=True)
        create_pack(session, "mine", "Mine", "", [])
    text = client.get("/").text
    assert '<a href="/api/v1/planarity/packs/easy/levels">Easy &amp; first</a> (0 levels).' in text
    assert "Mine" not in text
    assert client.get("/api/v1/planarity/packs/easy/levels").status_code == 200


def test_the_shown_swish_is_one_and_lies_in_the_shown_deal() -> None:
    assert is_swish(exhibits.stacked())
    assert len(exhibits.dealt().cards) == 16


def test_the_table_of_boards_holds_known_numbers() -> None:
    rows = {(row.board, row.symmetry): row for row in exhibits.board_rows()}
    # Section 3.2 and the closed forms: 36 cards, 20 without a swish; 784 cards of 7 x 8; 3 of 2 x 2.
    assert (rows["4 × 3", "4 flips"].cards, rows["4 × 3", "4 flips"].largest) == ("36", "20")
    assert rows["7 × 8", "4 flips"].cards == "784"
    assert rows["2 × 2", "4 flips"].largest == "2"
    assert rows["16 × 16", "4 flips"].largest == "8,192"


def test_the_shown_sets_are_all_that_are_on_the_shown_table() -> None:
    table = sets_exhibits.dealt().codes
    assert len(table) == 12
    assert sorted(map(sorted, sets_exhibits.SETS)) == sorted(
        sorted(codes)
        for codes in combinations(table, 3)
        if all(len(set(column)) != 2 for column in zip(*codes, strict=True))
    )


def test_the_shown_cap_has_no_set_and_is_ten_pairs_about_the_middle() -> None:
    cap = sets_exhibits.CAP
    assert len(set(cap)) == 20
    for codes in combinations(cap, 3):
        assert any(len(set(column)) == 2 for column in zip(*codes, strict=True))
    opposite = str.maketrans("012", "210")
    assert {code.translate(opposite) for code in cap} == set(cap)


def test_the_table_of_decks_holds_known_numbers() -> None:
    rows = {(row.values, row.properties): row for row in sets_exhibits.deck_rows()}
    # 1,080 sets and 220/79 = 2.78 expected among 12 cards; caps of 4, 9, 20, 45, 112: OEIS A090245.
    assert (rows[3, 4].cards, rows[3, 4].sets, rows[3, 4].expected) == ("81", "1,080", "2.78")
    assert [rows[3, p].largest for p in (2, 3, 4, 5, 6)] == [4, 9, 20, 45, 112]
    assert all(rows[v, 2].largest == (v - 1) ** 2 for v in (3, 4, 5, 6))


def test_the_shown_level_needs_as_many_swaps_as_are_shown() -> None:
    level, swaps = planarity_exhibits.LEVEL, planarity_exhibits.SWAPS
    assert is_plane(level.after(swaps))
    # Breadth-first over all drawings that fewer swaps reach: none is plane.
    reached = {level.points}
    for _ in range(len(swaps) - 1):
        reached |= {level.moved(points).swapped(edge).points for points in reached for edge in level.edges}
    assert not any(is_plane(level.moved(points)) for points in reached)


@pytest.mark.parametrize("n", [4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_the_table_of_the_census_holds_what_the_census_finds(n: int) -> None:
    totals = census_totals(n)
    x_types, classes, unreachable, largest = planarity_exhibits.CENSUS[n]
    assert (classes, unreachable) == (totals.classes, totals.by_minimum[None])
    assert largest == max(totals.largest_by_edges.values())
    assert x_types == len({x_type_key(points) for points in representatives(n)})


def test_the_table_of_the_census_holds_known_numbers() -> None:
    # Order types up to reflection: Aichholzer, Aurenhammer, Krasser. The largest minima: a census by other code.
    assert planarity_exhibits.ORDER_TYPES == {4: 2, 5: 3, 6: 16, 7: 135}
    assert [row.largest_minimum for row in planarity_exhibits.census_rows()] == [1, 3, 6, 10]
    assert [row.classes for row in planarity_exhibits.census_rows()][:2] == ["15", "598"]


def test_the_style_sheet_asks_for_nothing_else(client: FlaskClient) -> None:
    with client.get("/static/landing.css") as answer:
        assert answer.status_code == 200
        assert answer.content_type == "text/css; charset=utf-8"
        assert not re.search(r"url\(|@import|https?:", answer.text)


def test_the_host_of_a_request_is_not_taken_as_html(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Host": "evil<b>.example"})
    assert "<b>" not in answer.text
