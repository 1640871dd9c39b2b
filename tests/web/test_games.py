"""The first page and those of the games say what this is, show it, lead to all there is, on an empty catalogue too."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kind import Linked, prepare
from ludex.catalogue.kinds.planarity.census_class import CENSUS_CLASS
from ludex.catalogue.kinds.planarity.pack import PACK, Pack
from ludex.catalogue.kinds.swish.deck import DECK
from ludex.catalogue.kinds.swish.no_swish_set import NO_SWISH_SET
from ludex.catalogue.naming import name_object
from ludex.catalogue.storing import add_links, store, store_many
from ludex.engine.budget import Budget
from ludex.planarity.crossings import is_plane
from ludex.planarity.identity.x_type import canonical_x_type
from ludex.planarity.making.order_type_sampling import representatives
from ludex.planarity.study.census import census, census_totals
from ludex.settings import Settings
from ludex.swish.deck import built_in_deck
from ludex.swish.found import is_swish
from ludex.swish.position import Position
from ludex.swish.solving.no_swish import largest_no_swish_set
from ludex.web.assets import assets
from ludex.web.exhibits import planarity, sets, swish
from tests.applications import application
from tests.catalogue.conftest import made
from tests.catalogue.necklaces import TOYS

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
        self.addresses += [value for name in ("href", "src") if (value := given.get(name)) is not None]
        self.ids |= {value} if (value := given.get("id")) else set()
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def client(sqlite_catalogue: Catalogue) -> Iterator[FlaskClient]:
    with application(Settings(database_url=f"sqlite:///{sqlite_catalogue.database.file}")) as app:
        yield app.test_client()


def store_largest_set_of_the_commercial_deck(catalogue: Catalogue) -> None:
    deck = built_in_deck("swish-60")
    assert deck is not None
    cards = deck.position
    maximum = largest_no_swish_set(cards, Budget())
    kept = Position(tuple(cards.cards[index] for index in maximum.indices), cards.symmetry)
    with catalogue.writing() as writer:
        stored = store(writer, prepare(DECK, deck))
        name_object(writer, DECK, stored.id, ["swish-60"])
        found = store(writer, prepare(NO_SWISH_SET, kept))
        add_links(writer, found.id, [Linked("witnesses", stored.label, detail={"indices": []})])


def store_census_of_four_points(catalogue: Catalogue) -> None:
    prepared = [prepare(CENSUS_CLASS, one) for one in census(4)]
    with catalogue.writing() as writer:
        store_many(writer, prepared)


def store_pack(catalogue: Catalogue, slug: str, title: str, *, starting: bool) -> None:
    entry = prepare(PACK, Pack(slug, title, "", 0, None, None))
    with catalogue.writing() as writer:
        stored = store(writer, entry, starting=starting)
        name_object(writer, PACK, stored.id, [slug], starting=starting)


def texts(client: FlaskClient) -> str:
    """Return the first page and those of the games."""
    return "".join(client.get(path).text for path in PATHS)


@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_whole_html_with_a_title_and_one_heading(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.content_type == "text/html; charset=utf-8"
    page = Page(answer.text)
    assert page.open == []
    assert page.tags.count("h1") == 1
    assert re.search("<title>(Ludex, .*|.* · Ludex)</title>", answer.text)


@pytest.mark.parametrize("path", PATHS)
def test_nothing_that_stands_in_a_page_runs_or_styles_it(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
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
    assert {"/api/v1/docs", "/api/v1/openapi.json", "/health"} <= set(page.addresses)
    lists = ("decks", "cards", "positions", "swishes", "no-swish-sets", "hypergraphs")
    assert {f"/swish/{name}" for name in lists} <= set(page.addresses)
    lists = ("decks", "positions", "cards", "found-sets", "caps", "games")
    assert {f"/sets/{name}" for name in lists} <= set(page.addresses)
    lists = ("levels", "packs", "order-types", "x-types", "graphs", "census/classes")
    assert {f"/planarity/{name}" for name in lists} <= set(page.addresses)
    for address in sorted(set(page.addresses)):
        if address.startswith("#"):
            assert address[1:] in page.ids
        else:
            assert re.match(r"/(?!/)", address)
            with client.get(address) as answer:
                assert answer.status_code == 200, address


def test_the_pictures_of_the_page_are_well_formed(client: FlaskClient) -> None:
    pictures = re.findall(r"<svg.*?</svg>", texts(client), re.DOTALL)
    titles = [ElementTree.fromstring(picture)[0].text for picture in pictures]
    assert titles == [
        "A drawing of 11 vertices and 19 edges",
        "A SWISH position of 16 cards",
        "A SET table of 12 cards",
        "A SWISH stack of 6 cards",
        "A no-swish set of 20 cards",
        "A SET table of 12 cards",
        "3 sets of 4 properties and 3 values",
        "A grid of 81 cards, 20 of them chosen",
        "A drawing of 11 vertices and 19 edges",
        "A solution of 4 swaps",
    ]


def test_the_page_shows_the_largest_set_of_the_commercial_deck_once_it_is_stored(
    client: FlaskClient, sqlite_catalogue: Catalogue
) -> None:
    assert "28 of the 60 cards" not in client.get("/swish").text
    store_largest_set_of_the_commercial_deck(sqlite_catalogue)
    text = client.get("/swish").text
    assert "28 of the 60 cards" in text
    assert "A no-swish set of 28 cards" in text


def test_the_page_counts_what_the_catalogue_holds(client: FlaskClient, sqlite_catalogue: Catalogue) -> None:
    counts = re.compile(r'<span class="count">(.*?)</span>')
    assert set(counts.findall(client.get("/").text)) == {"0"}
    store_largest_set_of_the_commercial_deck(sqlite_catalogue)
    store_census_of_four_points(sqlite_catalogue)
    found = counts.findall(client.get("/").text)
    # Graphs, x-types, order types, levels, classes of the census, packs, censuses of Swap Planarity; cards, decks,
    # hypergraphs, positions, swishes, no-swish sets, boards of SWISH; the six lists of SET.
    assert found == ["5", "2", "2", "0", "15", "0", "0", "36", "1", "0", "0", "0", "1", *["0"] * 7]


def test_the_page_leads_to_the_packs_of_the_starting_catalogue(
    client: FlaskClient, sqlite_catalogue: Catalogue
) -> None:
    assert "?pack=" not in client.get("/planarity").text
    store_pack(sqlite_catalogue, "easy", "Easy & first", starting=True)
    store_pack(sqlite_catalogue, "mine", "Mine", starting=False)
    text = client.get("/planarity").text
    assert '<a href="/planarity/levels?pack=easy&amp;sort=grade">Easy &amp; first</a> (0 levels).' in text
    assert "Mine" not in text
    assert client.get("/planarity/levels?pack=easy&sort=grade").status_code == 200


def test_the_shown_swish_is_one_and_lies_in_the_shown_deal() -> None:
    assert is_swish(swish.stacked())
    assert len(swish.dealt().cards) == 16


def test_the_table_of_boards_holds_known_numbers() -> None:
    rows = {(row.height, row.width, str(row.symmetry)): row for row in swish.boards()}
    # Section 3.2 and the closed forms: 36 cards, 20 without a swish; 784 cards of 7 x 8; 3 of 2 x 2.
    commercial = rows[4, 3, "rectangle"]
    assert (commercial.cards, commercial.largest_no_swish_set) == (36, 20)
    assert rows[7, 8, "rectangle"].cards == 784
    assert rows[2, 2, "rectangle"].largest_no_swish_set == 2
    assert rows[16, 16, "rectangle"].largest_no_swish_set == 8192


def test_long_numbers_are_written_by_their_first_digits(client: FlaskClient) -> None:
    text = texts(client)
    assert "<td>216</td>" in text
    assert re.search(r"<td>[0-9][.][0-9] · 10<sup>[0-9]+</sup></td>", text)


def test_the_shown_sets_are_all_that_are_on_the_shown_table() -> None:
    table = sets.TABLE
    assert len(table) == 12
    assert sorted(map(sorted, sets.SETS)) == sorted(
        sorted(codes)
        for codes in combinations(table, 3)
        if all(len(set(column)) != 2 for column in zip(*codes, strict=True))
    )


def test_the_shown_cap_has_no_set_and_is_ten_pairs_about_the_middle() -> None:
    cap = sets.CAP
    assert len(set(cap)) == 20
    for codes in combinations(cap, 3):
        assert any(len(set(column)) == 2 for column in zip(*codes, strict=True))
    opposite = str.maketrans("012", "210")
    assert {code.translate(opposite) for code in cap} == set(cap)


def test_the_table_of_decks_holds_known_numbers() -> None:
    rows = {(row["deck"].values, row["deck"].properties): row for row in sets.decks()}
    # 1,080 sets and 220/79 = 2.78 expected among 12 cards; caps of 4, 9, 20, 45, 112: OEIS A090245.
    assert (rows[3, 4]["deck"].size, rows[3, 4]["sets"], rows[3, 4]["expected"]) == (81, 1080, "2.78")
    assert [rows[3, p]["largest"] for p in (2, 3, 4, 5, 6)] == [4, 9, 20, 45, 112]
    assert all(rows[v, 2]["largest"] == (v - 1) ** 2 for v in (3, 4, 5, 6))


def test_the_shown_level_needs_as_many_swaps_as_are_shown() -> None:
    level, swaps = planarity.LEVEL, planarity.SWAPS
    assert is_plane(level.after(swaps))
    # Breadth-first over all drawings that fewer swaps reach: none is plane.
    reached = {level.points}
    for _ in range(len(swaps) - 1):
        reached |= {level.moved(points).swapped(edge).points for points in reached for edge in level.edges}
    assert not any(is_plane(level.moved(points)) for points in reached)


@pytest.mark.parametrize("n", [4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_the_table_of_the_census_holds_what_the_census_finds(n: int) -> None:
    totals = census_totals(n)
    x_types, classes, unreachable, largest = planarity.CENSUS[n]
    assert (classes, unreachable) == (totals.classes, totals.by_minimum[None])
    assert largest == max(totals.largest_by_edges.values())
    assert x_types == len({canonical_x_type(points).form for points in representatives(n)})


def test_the_table_of_the_census_holds_known_numbers() -> None:
    # Order types up to reflection: Aichholzer, Aurenhammer, Krasser. The largest minima: a census by other code.
    assert planarity.ORDER_TYPES == {4: 2, 5: 3, 6: 16, 7: 135}
    assert [largest for _, _, _, largest in planarity.CENSUS.values()] == [1, 3, 6, 10]
    assert [classes for _, classes, _, _ in planarity.CENSUS.values()][:2] == [15, 598]


def test_the_style_sheet_asks_for_nothing_else(client: FlaskClient) -> None:
    answer = client.get(assets().address("site.css"))
    assert answer.status_code == 200
    assert answer.content_type == "text/css; charset=utf-8"
    assert not re.search(r"url\(|@import|https?:", answer.text)


def test_a_file_is_kept_under_the_address_of_its_content_only(client: FlaskClient) -> None:
    now = assets().address("site.css")
    assert "immutable" in client.get(now).headers["Cache-Control"]
    before = client.get("/static/0123456789abcdef/site.css")
    assert (before.data, before.headers["Cache-Control"]) == (client.get(now).data, "no-cache")
    assert client.get(f"{now}x").status_code == 404
    assert client.get("/static/0123456789abcdef/../page.py").status_code == 404


def test_a_mistake_is_told_to_people_on_a_page_and_to_programs_as_a_problem(client: FlaskClient) -> None:
    person = client.get("/nothing<b>", headers={"Accept": "text/html,application/xml;q=0.9,*/*;q=0.8"})
    assert (person.status_code, person.mimetype) == (404, "text/html")
    assert "<h1>Not Found</h1>" in person.text
    assert person.headers["Content-Security-Policy"] == client.get("/").headers["Content-Security-Policy"]
    assert client.get("/nothing").mimetype == "application/problem+json"
    asked = client.get("/api/v1/nothing", headers={"Accept": "text/html"})
    assert (asked.status_code, asked.mimetype) == (404, "application/problem+json")
    posted = client.post("/", headers={"Accept": "text/html"})
    assert posted.status_code == 405
    assert "GET" in posted.headers["Allow"]


def test_the_host_of_a_request_is_not_taken_as_html(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Host": "evil<b>.example"})
    assert "<b>" not in answer.text


def test_a_catalogue_of_other_games_shows_what_it_holds(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/toys.sqlite"
    made(Catalogue(address, (TOYS,))).close()
    with application(Settings(database_url=address), (TOYS,), ()) as app:
        for path in ("/", "/toys"):
            text = app.test_client().get(path).text
            assert re.search(
                r'href="[^"]*/toys/necklaces"><strong>Necklaces</strong> <span class="count">0</span>', text
            )
            assert "swish" not in text.lower()
