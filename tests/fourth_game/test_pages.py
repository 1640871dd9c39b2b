"""A game that no file of ludex knows has its pages: its own, its lists, its objects, its words in the glossary."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from ludex.settings import Settings
from tests.applications import application
from tests.fourth_game import requests
from tests.fourth_game.kinds import GAME
from tests.web.reading import Read, texts_of


@pytest.fixture(scope="module")
def visitor(settings: Settings) -> Iterator[FlaskClient]:
    with application(settings, games=(GAME,), requests=(requests,)) as app:
        client = app.test_client()
        for rows in ("**./.../...", "***/.../..."):
            body = {"rows": rows, "solved": True, "title": f"<{rows}>"}
            assert client.post("/api/v1/solitaire/positions", json=body).status_code == 201
        yield client


def test_the_first_page_leads_to_the_game_and_to_its_lists(visitor: FlaskClient) -> None:
    links = Read(visitor.get("/").text).links
    assert links[GAME.title] == "/solitaire"
    assert "/solitaire/positions" in links.values()
    assert "/solitaire/positions" in Read(visitor.get("/solitaire").text).links.values()


def test_its_lists_are_narrowed_by_its_facts_and_lead_to_its_objects(visitor: FlaskClient) -> None:
    page = visitor.get("/solitaire/positions?pegs=2")
    assert texts_of(page.text, "h1") == ["Positions 1"]
    [address] = [link for link in Read(page.text).links.values() if link.startswith("/objects/")]
    text = visitor.get(address).text
    assert "&lt;**./.../...&gt;" in text
    assert "<svg" in text
    assert "/objects/solitaire-board-" in text
    board = next(link for link in Read(text).links.values() if link.startswith("/objects/solitaire-board-"))
    assert address in Read(visitor.get(board).text).links.values()


def test_its_words_stand_in_the_glossary_and_other_pages_do_without_other_games(visitor: FlaskClient) -> None:
    assert "solitaire-position.pegs" in Read(visitor.get("/documentation/glossary").text).ids
    for path in ("/documentation", "/documentation/commands", "/documentation/completeness", "/search?q=positions"):
        assert visitor.get(path).status_code == 200
    assert "solitaire/positions" in visitor.get("/search?q=positions").text
    assert visitor.get("/swish").status_code == 404
