"""A drawing or cards in any notation are looked up, solved, stored and compared on pages, without a script."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds import GAMES
from ludex.catalogue.registry import Registry
from ludex.planarity.drawing import Drawing
from ludex.settings import Settings
from ludex.web.given import MOST_CHARACTERS
from ludex.web.notations import game_of
from tests.applications import application
from tests.catalogue.conftest import made
from tests.catalogue.necklaces import TOYS

SQUARE = '{"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}'


@pytest.fixture
def client(sqlite_catalogue: Catalogue) -> Iterator[FlaskClient]:
    with application(Settings(database_url=f"sqlite:///{sqlite_catalogue.database.file}")) as app:
        yield app.test_client()


def heading(answer: TestResponse) -> str:
    assert answer.status_code == 200
    return re.findall("<h2>(.*?)</h2>", answer.text)[0]


def look_up(client: FlaskClient, text: str, page: str = "/draw", **asked: str) -> TestResponse:
    return client.get(page, query_string={"text": text, **asked})


def stored(client: FlaskClient, text: str, page: str = "/draw") -> str:
    answer = client.post(page, data={"text": text, "do": "store"})
    assert answer.status_code == 303
    assert urlsplit(answer.location).path == page
    return parse_qs(urlsplit(answer.location).query)["with"][0]


def test_a_new_drawing_is_stored_and_then_found_however_it_is_given(client: FlaskClient) -> None:
    assert heading(look_up(client, SQUARE)) == "It is new"
    label = stored(client, SQUARE)
    turned = '{"points": [[0, 0], [0, 4], [-4, 5], [-3, 0]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}'
    for text in (SQUARE, label, turned, "4:0-1,1-3,3-2,2-0"):
        answer = look_up(client, text)
        assert heading(answer) == "Yes, the catalogue has it", text
        assert label in answer.text
    plane = look_up(client, "4:0-1,1-2,2-3,0-3")
    assert heading(plane) == "Not itself, but what is like it"
    assert "The same graph" in plane.text
    assert label in plane.text


def test_the_solution_of_what_is_stored_is_that_of_what_is_given(client: FlaskClient) -> None:
    stored(client, SQUARE)
    mixed = {"points": [[5, 4], [0, 3], [0, 0], [4, 0]], "edges": [[2, 3], [3, 1], [1, 0], [0, 2]]}
    answer = look_up(client, json.dumps(mixed), solve="1")
    swaps = json.loads(re.findall('data-swaps="(.*?)"', answer.text)[0])
    drawing = Drawing(tuple((x, y) for x, y in mixed["points"]), tuple((u, v) for u, v in mixed["edges"]))
    assert "0 crossings" in answer.text
    assert [tuple(one) in drawing.edges or tuple(one)[::-1] in drawing.edges for one in swaps] == [True]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"points": [[0, 0], [1, 1], [2, 2]], "edges": []}', "Points 0, 1 and 2 are on a line"),
        ("{", "This begins as JSON does, and is none"),
        ('{"points": 3}', "input should be a valid list"),
        ("4:0-9", "vertex 9 does not exist"),
        ("hello there", "No drawing"),
        ("planarity-level-4-4-aaaaaaaaaaaaaaaa", "has the label"),
        ("x" * (MOST_CHARACTERS + 1), "at most 65,536 are read here"),
        ('{"a":' * 5000, "n"),
    ],
)
def test_what_is_no_drawing_is_refused_with_a_reason_and_stays_in_its_field(
    client: FlaskClient, text: str, said: str
) -> None:
    answer = client.post("/draw", data={"text": text, "solve": "1"}, follow_redirects=True)
    assert answer.status_code == 200
    fault = re.findall('<div class="notice bad" id="fault"><p>(.*?)</p>', answer.text, re.DOTALL)[0]
    assert said.lower() in fault.lower()
    assert f'autocomplete="off" aria-describedby="notations fault">{text[:1].replace("&", "&amp;")}' in answer.text


def test_a_form_leads_to_an_address_that_holds_what_is_asked_unless_it_is_too_long(client: FlaskClient) -> None:
    answer = client.post("/draw", data={"text": "4:0-1,2-3"})
    assert (answer.status_code, answer.location) == (303, "/draw?text=4%3A0-1%2C2-3")
    complete = ",".join(f"{u}-{v}" for v in range(64) for u in range(v))
    answer = client.post("/draw", data={"text": f"64:{complete}"})
    assert answer.status_code == 200
    assert "2016" in answer.text
    assert "too long for an address" in answer.text


@pytest.mark.parametrize(
    ("text", "game"),
    [
        (SQUARE, "planarity"),
        ("D~{", "planarity"),
        ("planarity-level-4-4-aaaaaaaaaaaaaaaa", "planarity"),
        ("*o./...", "swish"),
        ("swish-36", "swish"),
        ('{"cards": ["*o"], "symmetry": "rectangle"}', "swish"),
        ("0121 1111", "sets"),
        ('{"cards": ["01"], "values": 3, "properties": 2}', "sets"),
        ("", ""),
        ("[1, 2]", ""),
    ],
)
def test_the_game_of_a_text_is_known_by_its_notation(text: str, game: str) -> None:
    assert game_of(text, Registry(GAMES)) == game


def test_cards_that_are_given_to_the_page_of_drawings_lead_to_their_own(client: FlaskClient) -> None:
    assert look_up(client, "*o,o*").location == "/draw/swish?text=%2Ao%2Co%2A"
    assert look_up(client, "0121", "/draw/swish").location == "/draw/sets?text=0121"


def test_cards_of_swish_are_stored_and_found_in_any_order_and_by_their_hypergraph(client: FlaskClient) -> None:
    assert heading(look_up(client, "*o,o*", "/draw/swish")) == "It is new"
    label = stored(client, "*o,o*", "/draw/swish")
    assert heading(look_up(client, "o*,*o", "/draw/swish")) == "Yes, the catalogue has it"
    other = look_up(client, "o/* */o", "/draw/swish")
    assert heading(other) == "Not itself, but what is like it"
    assert label in other.text
    assert "2 cards form it" in look_up(client, "*o,o*", "/draw/swish", solve="1").text


def test_a_deck_is_known_as_such_and_a_very_large_one_refused(client: FlaskClient) -> None:
    assert heading(look_up(client, "swish-36", "/draw/swish")) in ("It is new", "Yes, as a deck")
    assert "at most 1,000 are taken here" in look_up(client, "swish-16x16", "/draw/swish").text


def test_a_table_of_set_is_stored_and_found_under_a_symmetry(client: FlaskClient) -> None:
    page = "/draw/sets"
    assert heading(look_up(client, "0000,0121,0212,1111", page)) == "It is new"
    label = stored(client, "0000,0121,0212,1111", page)
    found = look_up(client, "1111,1202,1020,0000", page)
    assert heading(found) == "Yes, the catalogue has it"
    assert label in found.text
    ticked = client.get(page, query_string=[("card", "0000"), ("card", "0121")])
    assert ticked.text.count(" checked>") == 2
    assert "1 set." in look_up(client, "0000,0121,0212,1111", page, solve="1").text


def test_a_service_that_needs_a_key_to_store_says_so(sqlite_catalogue: Catalogue) -> None:
    with application(Settings(database_url=f"sqlite:///{sqlite_catalogue.database.file}", host="0.0.0.0")) as app:
        client = app.test_client()
        assert "Who stores here needs a key" in look_up(client, SQUARE).text
        assert client.post("/draw", data={"text": SQUARE, "do": "store"}).status_code == 401
        assert heading(look_up(client, SQUARE)) == "It is new"


def compared(client: FlaskClient, a: str, b: str) -> str:
    answer = client.get("/compare", query_string={"a": a, "b": b})
    assert answer.status_code == 200
    return answer.text


def test_two_drawings_are_compared_under_every_relation(client: FlaskClient) -> None:
    text = compared(client, "4:0-1,0-2,1-3,2-3", "4:0-1,0-3,1-2,2-3")
    assert re.findall('<span class="badge \\w+">(yes|no)</span>', text) == ["no", "no", "yes", "yes", "yes"]
    assert "Crossings: 1 in a, 0 in b" in text
    assert "<h2>Alike: the same graph</h2>" in text
    same = compared(client, "4:0-1,0-2,1-3,2-3", "4:3-1,3-0,1-2,0-2")
    assert "<h2>The same drawing</h2>" in same
    assert re.findall('<span class="badge \\w+">(yes|no)</span>', same) == ["yes"] * 5


def test_what_differs_is_drawn(client: FlaskClient) -> None:
    degrees = compared(client, "4:0-1,0-2,0-3", "4:0-1,1-2,2-3")
    assert "Each vertex bears its own value." in degrees
    hulls = compared(
        client,
        '{"points": [[0, 0], [8, 0], [3, 9], [4, 3]], "edges": []}',
        '{"points": [[0, 0], [8, 0], [3, 9], [9, 8]], "edges": []}',
    )
    assert "A set of 4 points, 3 on the hull" in hulls
    sets = compared(client, "0000,0121,0212,1111", "0000,0121,0211,1111")
    assert "Each card bears the number of the sets that it is in." in sets


def test_positions_of_cards_are_compared(client: FlaskClient) -> None:
    assert "<h2>Isomorphic hypergraphs</h2>" in compared(client, "*o,o*", "o/* */o")
    assert "<h2>Different</h2>" in compared(client, "*o,o*", "*o")
    assert "<h2>Equivalent tables</h2>" in compared(client, "0000,0121,0212,1111", "1111,1202,1020,0000")


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        ("4:0-1", "*o", "give two of one game"),
        ("4:0-1", "???", "neither a drawing nor cards"),
        ("4:0-9", "4:0-1", "vertex 9 does not exist"),
        ("**o", "*o", "hypergraph"),
    ],
)
def test_what_cannot_be_compared_is_refused_beside_its_field(client: FlaskClient, a: str, b: str, said: str) -> None:
    text = compared(client, a, b)
    assert said in "".join(re.findall('<div class="notice bad" id="fault-.*?</div>', text, re.DOTALL)).lower()


def test_one_thing_alone_is_shown(client: FlaskClient) -> None:
    assert client.get("/compare?a=4:0-1").text.count("<figure>") == 1


def test_a_catalogue_of_other_games_has_no_such_pages(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/toys.sqlite"
    made(Catalogue(address, (TOYS,))).close()
    with application(Settings(database_url=address), (TOYS,), ()) as app:
        for path in ("/draw", "/compare"):
            assert app.test_client().get(path).status_code == 404
            assert f'href="{path}"' not in app.test_client().get("/").text
