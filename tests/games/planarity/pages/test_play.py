"""The pages of play: packs with their first levels, a level with its minimum, what comes next."""

import json
import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.games.planarity.crossings import crossing_pairs
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kinds import PACK
from ludex.games.planarity.operations.levels import store_level
from ludex.games.planarity.pages.play import LESSONS, LevelLesson
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.untangle import read_untangle
from ludex.operations.packs import create_pack
from ludex.web import packs

CROSSED_TEXT = "4:0-1,0-2,1-3,2-3"
CROSSED = read_untangle(CROSSED_TEXT)
COMPLETE = read_untangle("5:0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4,3-4")


def board(client: FlaskClient, address: str) -> dict[str, object]:
    answer = client.get(address)
    assert answer.status_code == 200
    found: dict[str, object] = json.loads(unescape(re.findall('data-level="(.*?)"', answer.text)[0]))
    return found


def test_without_levels_the_page_says_what_to_do(client: FlaskClient) -> None:
    assert "There are no packs to play yet." in client.get("/play").text


def test_a_level_is_on_the_board_with_its_minimum_and_solution(
    client: FlaskClient, sqlite_catalogue: Catalogue
) -> None:
    label = store_level(sqlite_catalogue, CROSSED).label
    assert f"/play/planarity/{label}" in client.get("/play").text
    assert f'href="/play/planarity/{label}"' in client.get(f"/objects/{label}").text
    shown = board(client, f"/play/planarity/{label}")
    assert (shown["minimum"], shown["proved"], shown["next"]) == (1, True, "")
    drawing = Drawing(CROSSED.points, CROSSED.edges)
    assert shown["drawing"] == {"points": [list(p) for p in drawing.points], "edges": [list(e) for e in drawing.edges]}


def test_a_level_that_no_swaps_make_plane_says_so(client: FlaskClient, sqlite_catalogue: Catalogue) -> None:
    label = store_level(sqlite_catalogue, COMPLETE).label
    assert "impossible" in client.get(f"/play/planarity/{label}").text


def test_a_level_of_a_pack_leads_to_the_next(client: FlaskClient, sqlite_catalogue: Catalogue) -> None:
    others = ("4:0-1,0-2,1-3,2-3", "5:0-1,0-2,1-3,2-3", "5:0-1,0-2,1-3,2-4,3-4")
    labels = [store_level(sqlite_catalogue, read_untangle(text)).label for text in others]
    create_pack(sqlite_catalogue, PACK, "mine", "Mine", labels)
    assert 'href="/play/planarity/packs/mine"' in client.get("/play").text
    text = client.get("/play/planarity/packs/mine").text
    assert len(re.findall(r'class="level-card"', text)) == 3
    first = re.findall(r'href="(/play/planarity/[^"]*pack=mine)"', text)[0]
    second = board(client, first)["next"]
    third = board(client, str(second))["next"]
    assert {str(board(client, str(one))["label"]) for one in (first, second, third)} == set(labels)
    assert board(client, str(third))["next"] == ""
    assert "Mine, level 3</h1>" in client.get(str(third)).text


def test_every_way_to_play_has_an_address_that_the_next_level_keeps(
    client: FlaskClient, sqlite_catalogue: Catalogue
) -> None:
    labels = [store_level(sqlite_catalogue, read_untangle(text)).label for text in (CROSSED_TEXT, "5:0-1,0-2,1-3,2-3")]
    create_pack(sqlite_catalogue, PACK, "mine", "Mine", labels)
    text = client.get(f"/play/planarity/{labels[0]}?pack=mine").text
    for mode in ("exchange", "rotate", "drag"):
        address = f"/play/planarity/{labels[0]}?pack=mine&mode={mode}"
        assert address.replace("&", "&amp;") in text
        shown = board(client, address)
        assert shown["mode"] == mode
        assert str(shown["next"]).endswith(f"?pack=mine&mode={mode}")
    refused = client.get(f"/play/planarity/{labels[0]}?mode=stretch")
    assert (refused.status_code, "the modes are swap, exchange, rotate, drag" in unescape(refused.text)) == (
        422,
        True,
    )


def test_what_is_no_level_or_no_pack_is_not_found(client: FlaskClient, sqlite_catalogue: Catalogue) -> None:
    label = store_level(sqlite_catalogue, CROSSED).label
    for address in (
        "/play/planarity/nothing",
        f"/play/planarity/{label}?pack=nothing",
        "/play/planarity/packs/nothing",
    ):
        assert client.get(address).status_code == 404


def test_a_long_pack_is_shown_in_parts(
    client: FlaskClient, sqlite_catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = ("4:0-1,0-2,1-3,2-3", "5:0-1,0-2,1-3,2-3", "5:0-1,0-2,1-3,2-4,3-4")
    create_pack(
        sqlite_catalogue,
        PACK,
        "mine",
        "Mine",
        [store_level(sqlite_catalogue, read_untangle(text)).label for text in others],
    )
    monkeypatch.setattr(packs, "_A_PAGE", 2)
    first = client.get("/play/planarity/packs/mine").text
    assert 'rel="next" href="/play/planarity/packs/mine?from=3"' in first
    second = client.get("/play/planarity/packs/mine?from=3").text
    assert (second.count("level-card"), 'rel="next"' in second, 'rel="prev"' in second) == (1, False, True)
    assert client.get("/play/planarity/packs/mine?from=x").status_code == 422


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.title)
def test_lessons_have_the_minimum_that_they_claim(lesson: LevelLesson) -> None:
    solution = solve(lesson.drawing)
    assert (solution.min_swaps, solution.proved) == (len(lesson.swaps), True)
    assert not crossing_pairs(lesson.drawing.after(lesson.swaps))


def test_links_to_levels_and_to_embedded_boards_show_the_board(visitor: FlaskClient) -> None:
    label = labels_of_pack_easy(visitor)
    for page in (f"/play/planarity/{label}", f"/embed/{label}", "/embed/daily/planarity"):
        image = re.findall(r'property="og:image" content="http://localhost([^"]+)"', visitor.get(page).text)
        assert len(image) == 1 and "objects/planarity-level-" in image[0]
        with visitor.get(image[0]) as picture:
            assert picture.data.startswith(b"\x89PNG")


def labels_of_pack_easy(visitor: FlaskClient) -> str:
    return str(visitor.get("/api/v1/planarity/packs/easy/export").get_json()["levels"][0]["label"])
