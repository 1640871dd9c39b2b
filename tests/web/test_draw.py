"""A drawing or cards in any notation are looked up, solved, stored and compared on pages, without a script."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.settings import Settings
from ludex.web.lookup import game_of_text
from tests.applications import application
from tests.catalogue.conftest import made
from tests.catalogue.necklaces import TOYS
from tests.web.lookup import SQUARE, compared, heading, look_up


def test_a_form_leads_to_an_address_that_holds_what_is_asked_unless_it_is_too_long(reader: FlaskClient) -> None:
    answer = reader.post("/draw", data={"text": "4:0-1,2-3"})
    assert (answer.status_code, answer.location) == (303, "/draw?text=4%3A0-1%2C2-3")
    complete = ",".join(f"{u}-{v}" for v in range(64) for u in range(v))
    answer = reader.post("/draw", data={"text": f"64:{complete}"})
    assert answer.status_code == 200
    assert "2,016 edges" in answer.text
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
def test_the_game_of_a_text_is_known_by_its_notation(sqlite_catalogue: Catalogue, text: str, game: str) -> None:
    with application(Settings(database_url=f"sqlite:///{sqlite_catalogue.database.file}")) as app, app.app_context():
        found = game_of_text(text)
    assert (found.name if found else "") == game


def test_cards_that_are_given_to_the_page_of_drawings_lead_to_their_own(reader: FlaskClient) -> None:
    assert look_up(reader, "*o,o*").location == "/draw/swish?text=%2Ao%2Co%2A"
    assert look_up(reader, "0121", "/draw/swish").location == "/draw/sets?text=0121"


def test_a_service_that_needs_a_key_to_store_says_so(sqlite_catalogue: Catalogue) -> None:
    with application(Settings(database_url=f"sqlite:///{sqlite_catalogue.database.file}", host="0.0.0.0")) as app:
        client = app.test_client()
        assert (
            "You can play and share without signing in. To save, sign in with the link" in look_up(client, SQUARE).text
        )
        assert client.post("/draw", data={"text": SQUARE, "do": "store"}).status_code == 401
        assert heading(look_up(client, SQUARE)) == "Not saved yet"


@pytest.mark.parametrize(
    ("page", "text", "said"),
    [
        ("/draw", '{"points":[[0,0],[4,0],[5,4],[0,3]],"edges":[[0,2],[1,3]]}', "Add an edge between the ends"),
        ("/draw", "D~{", "Remove edges that cross"),
        ("/draw/swish", "*o./...,*o./...", "Add or replace cards"),
    ],
)
def test_what_cannot_be_solved_is_not_played_and_says_what_to_change(
    reader: FlaskClient, page: str, text: str, said: str
) -> None:
    shown = look_up(reader, text, page).text
    assert said in shown and "play-link" not in shown and "/play/" not in shown.partition('id="answer"')[2]


def test_what_differs_is_drawn(reader: FlaskClient) -> None:
    degrees = compared(reader, "4:0-1,0-2,0-3", "4:0-1,1-2,2-3")
    assert "The number at each vertex is its value." in degrees
    hulls = compared(
        reader,
        '{"points": [[0, 0], [8, 0], [3, 9], [4, 3]], "edges": []}',
        '{"points": [[0, 0], [8, 0], [3, 9], [9, 8]], "edges": []}',
    )
    assert "A set of 4 points, 3 on the hull" in hulls
    sets = compared(reader, "0000,0121,0212,1111", "0000,0121,0211,1111")
    assert "The number on each card is the number of sets that contain it." in sets


def test_positions_of_cards_are_compared(reader: FlaskClient) -> None:
    assert "<h2>Isomorphic hypergraphs</h2>" in compared(reader, "*o,o*", "o/* */o")
    assert "<h2>Different</h2>" in compared(reader, "*o,o*", "*o")
    assert "<h2>Equivalent tables</h2>" in compared(reader, "0000,0121,0212,1111", "1111,1202,1020,0000")


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        ("4:0-1", "*o", "both must belong to the same game"),
        ("4:0-1", "???", "unknown notation"),
        ("4:0-9", "4:0-1", "vertex 9 does not exist"),
        ("**o", "*o", "hypergraph"),
    ],
)
def test_what_cannot_be_compared_is_refused_beside_its_field(reader: FlaskClient, a: str, b: str, said: str) -> None:
    text = compared(reader, a, b)
    assert said in "".join(re.findall('<div class="notice bad" id="fault-.*?</div>', text, re.DOTALL)).lower()


def test_one_thing_alone_is_shown(reader: FlaskClient) -> None:
    assert reader.get("/compare?a=4:0-1").text.count("<figure>") == 1


def test_a_catalogue_of_other_games_has_no_such_pages(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/toys.sqlite"
    made(Catalogue(address, (TOYS,))).close()
    with application(Settings(database_url=address), (TOYS,), ()) as app:
        for path in ("/draw", "/compare"):
            assert app.test_client().get(path).status_code == 404
            assert f'href="{path}"' not in app.test_client().get("/").text
