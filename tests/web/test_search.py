"""One box takes labels, slugs, notations and words, and says what it understood."""

import json
import re

import pytest
from flask.testing import FlaskClient

from tests.web.reading import Read, texts_of

LEVEL = "planarity-level-9-12-ksfrvvaet5q3yjvl"


@pytest.fixture(autouse=True)
def _no_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.web.site.search._SECONDS", 600.0)


def found(client: FlaskClient, text: str) -> str:
    answer = client.get("/search", query_string={"q": text})
    assert answer.status_code == 200, answer.text
    return answer.text


def test_a_label_leads_to_its_page(visitor: FlaskClient) -> None:
    for label in (LEVEL, f" {LEVEL.upper()} "):
        assert visitor.get("/search", query_string={"q": label}).headers["Location"] == f"/objects/{LEVEL}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("*o./.../.../...", "a SWISH card of 4 × 3"),
        ("*o./... o../.*.", "a SWISH position of 2 cards"),
        ("0121", "a SET card of 4 properties with 3 values"),
        ("0000, 0121, 1111", "a SET position of 3 cards of 4 properties with 3 values"),
        ("C~", "a graph of 4 vertices and 6 edges, from graph6"),
        ("4:0-1,1-2,2-3,3-0", "a graph of 4 vertices and 4 edges, from an Untangle game description"),
        ('{"points": [[0, 0], [4.5, 0], [5, 4]], "edges": [[0, 1]]}', "a drawing of 3 vertices and 1 edge"),
        ("[[0, 0], [1, 0], [0, 1], [5, 7]]", "a set of 4 points"),
    ],
)
def test_a_notation_is_read_and_drawn(visitor: FlaskClient, text: str, said: str) -> None:
    page = found(visitor, text)
    assert f"{said[0].upper()}{said[1:]}" in texts_of(page, "h2")
    assert "<svg" in page
    assert "in the catalogue" in page


def test_a_stored_object_is_found_in_every_disguise(visitor: FlaskClient) -> None:
    drawing = visitor.get(f"/api/v1/objects/{LEVEL}").get_json()["drawing"]
    # Turned by a quarter, and the vertices numbered backwards.
    last = len(drawing["points"]) - 1
    turned = {
        "points": [[-y, x] for x, y in reversed(drawing["points"])],
        "edges": [[last - u, last - v] for u, v in drawing["edges"]],
    }
    assert Read(found(visitor, json.dumps(turned))).links["Open it"] == f"/objects/{LEVEL}"
    card = Read(found(visitor, "o../.../.../..*")).links["Open it"]
    assert card == Read(found(visitor, "..o/.../.../*..")).links["Open it"]
    assert "This is not in the catalogue" in found(visitor, "0000000 1111111")


def test_a_short_name_finds_its_object(visitor: FlaskClient) -> None:
    assert f"/objects/{LEVEL}" in Read(found(visitor, "9-12-ksfr")).links.values()
    assert LEVEL in visitor.get("/graph", query_string={"at": "9-12-ksfr"}).text
    assert visitor.get("/api/v1/objects/9-12-ksfr").get_json()["label"] == LEVEL
    assert visitor.get("/api/v1/swish/decks/9-12-ksfr").status_code == 404


@pytest.mark.parametrize(
    "text", ["*o./o", "{", "[[0, 0], [0, 0]]", '{"points": [[0, "a"]], "edges": 3}', "[[0, 1e999], [1, 2]]", "7:0-9"]
)
def test_a_fault_in_a_notation_is_told(visitor: FlaskClient, text: str) -> None:
    page = found(visitor, text)
    assert "in the catalogue" not in page
    assert 'class="notice warn"' in page
    assert "What you can search for" in page


@pytest.mark.parametrize("text", ["z\0z", "🂡" * 9])
def test_a_text_in_no_notation_is_answered_with_what_could_be_written(visitor: FlaskClient, text: str) -> None:
    page = found(visitor, text)
    assert "in the catalogue" not in page
    assert 'class="notice warn"' not in page
    assert "What you can search for" in page


def test_a_phrase_becomes_a_query_to_edit(visitor: FlaskClient) -> None:
    page = found(visitor, "planar levels with 6 swaps")
    links = {re.sub("^[0-9,]+ ", "", name): link for name, link in Read(page).links.items()}
    assert (
        links["levels of Swap Planarity that match planar min_swaps:6"] == "/planarity/levels?planar=true&min_swaps=6"
    )
    assert 'value="kind:level planar min_swaps:6"' in page
    assert found(visitor, "kind:level planar min_swaps:6").count("planarity-level-8-13-6m4lej3r236ygdla") > 0


def test_a_query_with_an_order_or_alternatives_leads_to_its_list(visitor: FlaskClient) -> None:
    page = found(visitor, "hardest levels with 9 vertices")
    count = visitor.get("/api/v1/planarity/levels?vertices=9&limit=1").get_json()["count"]
    address = Read(page).links[f"{count} levels of Swap Planarity that match vertices:9, hardest first"]
    assert "play-link" in page and "fewest swaps" in page.replace("\N{NO-BREAK SPACE}", " ")
    assert address == "/planarity/levels?vertices=9&sort=-grade"
    assert visitor.get(address).status_code == 200
    links = Read(found(visitor, "easy or hard levels")).links
    address = next(link for name, link in links.items() if name.endswith("of Swap Planarity that match (easy or hard)"))
    assert address == "/planarity/levels?where=%28easy+or+hard%29"
    assert 'value="(easy or hard)"' in visitor.get(address).text


def test_an_error_in_a_query_is_told_with_its_place(visitor: FlaskClient) -> None:
    assert "Character 9: unknown name" in found(visitor, "swaps:3 plannar")


def test_a_misspelt_search_with_results_has_a_suggestion_too(visitor: FlaskClient) -> None:
    page = found(visitor, "levles with 6 swaps")
    assert Read(page).links["levels with 6 swaps"] == "/search?q=levels+with+6+swaps"
    assert "No results" not in page


def test_results_are_grouped_by_kind_with_pictures_and_paged(visitor: FlaskClient) -> None:
    page = found(visitor, "levels with 6 swaps")
    assert "Levels of Swap Planarity" in texts_of(page, "h2")
    assert "/api/v1/objects/planarity-level-8-13-6m4lej3r236ygdla.svg" in page
    following = visitor.get(Read(page).links["More results"]).text
    assert "First results" in Read(following).links
    assert "planarity-level-8-13-6m4lej3r236ygdla" not in following
    assert visitor.get("/search?q=levels&after=x.y").status_code == 200


def test_a_named_graph_is_opened_or_drawn(visitor: FlaskClient) -> None:
    opened = Read(found(visitor, "K5")).links
    assert opened["Open it"] == "/objects/planarity-graph-5-10-stjqndnryqlo5mil"
    drawn = Read(found(visitor, "K9")).links["Draw it"]
    assert visitor.get(drawn).status_code == 200
