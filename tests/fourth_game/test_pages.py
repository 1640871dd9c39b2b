"""A game that another distribution adds has its pages: those of every game, and those that it declares."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from ludex.app import REQUESTS
from ludex.games.kinds import GAMES
from ludex.games.pages import PAGES as OTHER_PAGES
from ludex.settings import Settings
from peg_solitaire.kinds import GAME
from peg_solitaire.pages import PAGES
from peg_solitaire.requests import REQUESTS as SOLITAIRE
from tests.applications import application
from tests.fourth_game.conftest import create_catalogue
from tests.web.reading import Read, texts_of


@pytest.fixture(scope="module", params=[(), (PAGES,)], ids=["undeclared", "declared"])
def visitor(settings: Settings, request: pytest.FixtureRequest) -> Iterator[FlaskClient]:
    """Give a client of a service on the game alone, without and with its own pages."""
    with application(settings, games=(GAME,), requests=(SOLITAIRE,), pages=request.param) as app:
        client = app.test_client()
        for rows in ("**./.../...", "***/.../..."):
            body = {"rows": rows, "solved": True, "title": f"<{rows}>"}
            assert client.post("/api/v1/solitaire/positions", json=body).status_code in (200, 201)
        yield client


@pytest.fixture
def player(settings: Settings) -> Iterator[FlaskClient]:
    """Give a client of a service on the game with its pages."""
    with application(settings, games=(GAME,), requests=(SOLITAIRE,), pages=(PAGES,)) as app:
        yield app.test_client()


def test_pegs_are_looked_up_solved_stored_and_found_again(player: FlaskClient) -> None:
    address = "/draw/solitaire"
    assert address in Read(player.get("/explore").text).links.values()
    new = player.get(address, query_string={"text": "pegs:***./..../..../....", "solve": "1"}).text
    assert texts_of(new, "h2") == ["Not saved yet"]
    assert "2 pegs can be left." in new
    stored = player.post(address, data={"text": "pegs:***./..../..../....", "do": "store"})
    assert stored.status_code == 303
    turned = player.get(address, query_string={"text": "pegs:*.../*.../*.../...."}).text
    assert texts_of(turned, "h2") == ["It is in the catalogue"]
    assert re.findall(r">(\d)</text>", turned) == ["0", "1", "2", "0", "1", "2"]
    assert "a board has 2 to 5 rows, not 1" in player.get(address, query_string={"text": "pegs:*"}).text


def store(player: FlaskClient, **body: object) -> str:
    """Store a position and return its label."""
    response = player.post("/api/v1/solitaire/positions", json=body)
    assert response.status_code in (200, 201)
    label: str = response.get_json()["label"]
    return label


def test_positions_are_chosen_and_played(player: FlaskClient) -> None:
    label = store(player, rows="**../*.../..../....", title="<b>")
    links = Read(player.get("/play").text).links.values()
    assert {"/play/solitaire/full-3", "/play/solitaire/full-5", f"/play/solitaire/{label}"} <= set(links)
    page = player.get(f"/play/solitaire/{label}").text
    assert 'data-rows="**../*.../..../...."' in page
    [style] = re.findall(r'href="(/static/[^"]*/games/solitaire/style.css)"', page)
    assert player.get(style).status_code == 200
    assert player.get("/play/solitaire/nothing").status_code == 404


def test_the_solution_of_a_position_is_shown_step_by_step(player: FlaskClient) -> None:
    label = store(player, rows="**./.../...", solved=True)
    links = Read(player.get(f"/objects/{label}").text).links
    assert links["Play it"] == f"/play/solitaire/{label}"
    first = player.get(links["Show the solution"]).text
    assert "Next: row 1, column 1 to row 1, column 3." in first
    assert "<title>1 peg on" in player.get(Read(first).links["Next jump"]).text


def test_its_notation_is_searched_and_compared(player: FlaskClient) -> None:
    assert "A position of 2 pegs" in player.get("/search?q=pegs:**./.../...").text
    same = player.get("/compare?a=pegs:**./.../...&b=pegs:*../*../...").text
    assert texts_of(same, "h2") == ["The same pegs"]
    other = player.get("/compare?a=pegs:**./.../...&b=pegs:***/.../...").text
    assert texts_of(other, "h2") == ["Different"]
    assert "pegs: 2 in a, 3 in b" in other.lower()
    assert "enter a label or pegs such as" in player.get("/compare?a=nothing&b=x").text


def test_it_stands_beside_the_other_games(tmp_path: Path) -> None:
    games, pages = (*GAMES, GAME), (*OTHER_PAGES, PAGES)
    database = Settings(database_url=f"sqlite:///{tmp_path}/all.sqlite")
    create_catalogue(database.database_url, games).close()
    with application(database, games=games, requests=(*REQUESTS, SOLITAIRE), pages=pages) as app:
        client = app.test_client()
        assert Read(client.get("/").text).links["Peg solitaire"] == "/solitaire"
        tabs = Read(client.get("/draw").text).links
        assert (tabs["Swap Planarity"], tabs["Pegs"]) == ("/draw", "/draw/solitaire")
        assert client.get("/draw?text=pegs:**./.../...").location == "/draw/solitaire?text=pegs%3A%2A%2A.%2F...%2F..."
        mixed = client.get("/compare?a=pegs:**./.../...&b=4:0-1,2-3").text
        assert "both must belong to the same game" in mixed
        assert "two positions of pegs" in mixed


def test_a_search_understands_the_words_of_the_game(visitor: FlaskClient) -> None:
    for text, filters in (
        ("positions with at least 5 pegs", {"pegs": "5.."}),
        ("positions with 4 marbles", {"pegs": 4}),
        ("solved positions", {"fewest": 1, "proved": True}),
        ("stuck positions", {"jumps": 0}),
    ):
        found = visitor.get("/api/v1/search", query_string={"q": text}).get_json()["understood"]
        assert [(entry["kind"], entry["filters"]) for entry in found] == [("solitaire-position", filters)]
