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


def made(visitor: FlaskClient, slug: str, levels: list[str]) -> str:
    answer = visitor.post("/make/packs", data={"slug": slug, "title": "Mine", "levels": "\n".join(levels)})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/make/packs/{slug}")
    return str(answer.headers["Location"])


def test_a_pack_of_labels_is_ordered_by_buttons_and_exported(
    visitor: FlaskClient, catalogue: Catalogue, levels: list[str]
) -> None:
    a, b, c = levels
    here = made(visitor, "by-hand", levels)
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
    assert 'href="/make/pick?vertices=8"' in visitor.get("/planarity/levels?vertices=8").text
    page = visitor.get("/make/pick?vertices=8").text
    assert "vertices 8" in page and 'name="level" value="planarity-level-8-' in page
    assert 'value="planarity-level-9-' not in page
    answer = visitor.post("/make/pick?vertices=8", data={"do": "all", "slug": "eights", "title": "Eights"})
    assert answer.headers["Location"] == "/make/packs/eights"
    held = labels_of_pack(catalogue, PACK, "eights")
    assert held and all(label.startswith("planarity-level-8-") for label in held)
    other = labels_of_pack(catalogue, PACK, "hard")[:2]
    visitor.post("/make/pick", data={"do": "add", "into": "eights", "level": other})
    assert labels_of_pack(catalogue, PACK, "eights") == [*held, *(one for one in other if one not in held)]


def test_what_cannot_be_a_pack_is_said_and_kept(visitor: FlaskClient, levels: list[str]) -> None:
    made(visitor, "taken", levels)
    untitled = visitor.post("/make/packs", data={"levels": levels[0]})
    assert "enter a title" in untitled.text.lower()
    for slug, given, said in (
        ("taken", levels[:1], "another pack has the slug taken"),
        ("No Slug", levels, "slug"),
        ("fresh", ["planarity-level-8-12-aaaaaaaaaaaaaaaa"], "no level has the label"),
        ("fresh", [], "no levels selected"),
    ):
        page = visitor.post("/make/packs", data={"slug": slug, "levels": " ".join(given)})
        assert page.status_code == 200 and said in page.text.lower().replace("&#39;", "'"), slug
        assert f'value="{slug}"' in page.text
        again = visitor.post("/make/pick", data={"do": "add", "slug": slug, "level": given})
        assert again.status_code == 200 and said in again.text.lower(), slug


def test_a_pack_of_the_starting_catalogue_stays_as_it_is(visitor: FlaskClient, levels: list[str]) -> None:
    page = visitor.get("/make/packs/easy").text
    assert "cannot be changed" in page and 'name="up"' not in page
    assert 'id="fault"' in visitor.post("/make/packs/easy", data={"do": "name", "title": "Mine"}).text
    assert 'href="/make/packs/easy"' not in visitor.get("/make/packs").text
    assert visitor.get("/make/packs/none-such").status_code == 404
