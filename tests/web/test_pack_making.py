"""Packs are put together: levels picked by labels and by filters, ordered, named, exported, deleted."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.games.kinds import GAMES
from ludex.games.planarity.kinds import PACK
from ludex.operations.packs import labels_of_pack


@pytest.fixture(scope="module")
def catalogue(starting_address: str) -> Iterator[Catalogue]:
    opened = Catalogue(starting_address, GAMES)
    yield opened
    opened.close()


@pytest.fixture
def levels(catalogue: Catalogue) -> list[str]:
    return labels_of_pack(catalogue, PACK, "easy")[:3]


def made(visitor: FlaskClient, title: str, levels: list[str]) -> str:
    answer = visitor.post("/make/pick/planarity", data={"do": "add", "title": title, "level": levels})
    slug = title.lower().replace(" ", "-")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/make/packs/planarity/{slug}")
    return str(answer.headers["Location"])


def test_a_pack_of_labels_is_ordered_by_buttons_and_exported(
    visitor: FlaskClient, catalogue: Catalogue, levels: list[str]
) -> None:
    a, b, c = levels
    here = made(visitor, "By hand", levels)
    assert labels_of_pack(catalogue, PACK, "by-hand") == [a, b, c]
    moved = visitor.post(here, data={"level": [a, b, c], "up": c})
    assert (moved.status_code, moved.headers["Location"]) == (303, f"{here}#{c}")
    assert labels_of_pack(catalogue, PACK, "by-hand") == [a, c, b]
    visitor.post(here, data={"level": [a, c, b], "down": a})
    assert labels_of_pack(catalogue, PACK, "by-hand") == [c, a, b]
    visitor.post(here, data={"level": [b, a, c], "do": "order"})
    assert labels_of_pack(catalogue, PACK, "by-hand") == [b, a, c]
    stale = visitor.post(here, data={"level": [b, a], "up": a})
    assert stale.status_code == 200 and "changed while you edited it" in stale.text
    visitor.post(here, data={"level": [b, a, c], "remove": b})
    visitor.post(here, data={"do": "add", "levels": b})
    assert labels_of_pack(catalogue, PACK, "by-hand") == [a, c, b]
    visitor.post(here, data={"do": "name", "title": "Two words", "description": "For a start."})
    page = visitor.get(here).text
    assert "Two words" in page and "For a start." in page
    assert "/api/v1/planarity/packs/by-hand/export" in page
    file = visitor.get("/api/v1/planarity/packs/by-hand/export").get_json()
    assert [one["label"] for one in file["levels"]] == [a, c, b] and file["title"] == "Two words"
    assert visitor.post(here, data={"do": "delete"}).headers["Location"] == "/make/packs"
    assert visitor.get(here).status_code == 404


def test_levels_are_picked_under_the_filters_of_their_list(visitor: FlaskClient, catalogue: Catalogue) -> None:
    assert 'href="/make/pick/planarity?vertices=8"' in visitor.get("/planarity/levels?vertices=8").text
    page = visitor.get("/make/pick/planarity?vertices=8").text
    assert "vertices 8" in page and 'name="level" value="planarity-level-8-' in page
    assert 'value="planarity-level-9-' not in page
    answer = visitor.post("/make/pick/planarity?vertices=8", data={"do": "all", "title": "Eights"})
    assert answer.headers["Location"] == "/make/packs/planarity/eights"
    held = labels_of_pack(catalogue, PACK, "eights")
    assert held and all(label.startswith("planarity-level-8-") for label in held)
    other = labels_of_pack(catalogue, PACK, "hard")[:2]
    visitor.post("/make/pick/planarity", data={"do": "add", "into": "eights", "level": other})
    assert labels_of_pack(catalogue, PACK, "eights") == [*held, *(one for one in other if one not in held)]


def test_what_cannot_be_a_pack_is_said_and_kept(visitor: FlaskClient, levels: list[str]) -> None:
    made(visitor, "Taken", levels)
    for title, given, said in (
        ("taken", levels[:1], "another pack has the slug taken"),
        (" ", levels, "enter a title"),
        ("Fresh", ["planarity-level-8-12-aaaaaaaaaaaaaaaa"], "no level has the label"),
        ("Fresh", [], "no levels selected"),
        ("x" * 999, levels, "too long"),
    ):
        page = visitor.post("/make/pick/planarity", data={"do": "add", "title": title, "level": given})
        assert page.status_code == 200 and said in page.text.lower().replace("&#39;", "'"), title
        assert f'value="{title}"' in page.text
    assert visitor.get("/make/pick/chess").status_code == 404


@pytest.mark.parametrize(("game", "easiest"), [("swish", "swish-first"), ("sets", "set-first")])
def test_packs_of_card_games_are_made_and_embedded(visitor: FlaskClient, game: str, easiest: str) -> None:
    document = visitor.get(f"/api/v1/{game}/packs/{easiest}/export").get_json()
    label = document["levels"][0]["label"]
    assert "Add to a pack" in visitor.get(f"/{game}/positions").text
    chosen = visitor.post(f"/make/pick/{game}", data={"do": "choose", "level": label}).text
    assert chosen.count(" checked") == 1 and "Create pack" in chosen
    fields = {"do": "add", "title": "My cards", "level": label}
    here = visitor.post(f"/make/pick/{game}", data=fields).headers["Location"]
    assert here == f"/make/packs/{game}/my-cards"
    assert "1 table" in visitor.get(here).text and "My cards" in visitor.get("/make/packs").text
    assert label in visitor.get(f"/play/{game}/packs/my-cards").text
    frame = visitor.get(f"/embed/{label}")
    assert frame.status_code == 200 and 'id="cards"' in frame.text and label in frame.text
    assert f"/embed/{label}" in visitor.get(f"/objects/{label}").text


def test_a_pack_of_the_starting_catalogue_stays_as_it_is(visitor: FlaskClient, levels: list[str]) -> None:
    page = visitor.get("/make/packs/planarity/easy").text
    assert "cannot be changed" in page and 'name="up"' not in page
    assert 'id="fault"' in visitor.post("/make/packs/planarity/easy", data={"do": "name", "title": "Mine"}).text
    assert 'href="/make/packs/planarity/easy"' not in visitor.get("/make/packs").text
    assert visitor.get("/make/packs/planarity/none-such").status_code == 404
