"""Every kind has its list: narrowed by facts with live counts, sorted, paged, downloaded; the address holds it all."""

import csv
import io
import re
from html import unescape
from math import factorial
from typing import Any

import pytest
from flask.testing import FlaskClient

from ludex.games.kinds import GAMES
from ludex.web.catalogue_pages.facts import histogram
from tests.web.reading import Read, texts_of

KINDS = [kind for game in GAMES for kind in game.kinds]
LEVELS = "/planarity/levels"


def items(client: FlaskClient, query: str = "") -> list[dict[str, object]]:
    found = client.get(f"/api/v1{LEVELS}?limit=1000&{query}").get_json()["items"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_kind_has_its_list_which_leads_to_its_objects(visitor: FlaskClient, kind: object) -> None:
    address = f"/{kind.address}"  # type: ignore[attr-defined]
    for view in ("", "?view=table"):
        answer = visitor.get(address + view)
        assert answer.status_code == 200
        page = Read(answer.text)
        assert len(page.ids) == len(set(page.ids))
        objects = [link for link in page.links.values() if link.startswith("/objects/")]
        assert objects
        assert visitor.get(objects[0]).status_code == 200


def test_choices_have_the_counts_of_what_they_lead_to(visitor: FlaskClient) -> None:
    text = visitor.get(f"{LEVELS}?min_crossings=20").text
    sought = re.findall(r'<li><a href="([^"]*[?&;]min_swaps=(\d)[^"]*)".*?<span class="count quiet">(\d+)<', text)
    assert len(sought) == 5
    for address, min_swaps, count in sought:
        there = texts_of(visitor.get(unescape(address)).text, "h1")[0]
        assert there == f"Levels {count}"
        known = [one for one in items(visitor) if one["min_swaps"] == int(min_swaps) and one["crossings"] >= 20]  # type: ignore[operator]
        assert len(known) == int(count)


def test_a_histogram_counts_all_that_is_listed(visitor: FlaskClient) -> None:
    text = visitor.get(f"{LEVELS}?min_swaps=4").text
    [edges] = re.findall(r'aria-label="edges from.*?</svg>', text, re.DOTALL)
    bars = [int(count) for count in re.findall(r"<title>[^<]*: (\d+)</title>", edges)]
    assert sum(bars) == len(items(visitor, "min_swaps=4")) == 100


def test_a_histogram_of_long_numbers_has_all_objects() -> None:
    found = histogram([(1, 2), (factorial(64), 3), (factorial(64) - 1, 4)], bars=3)
    assert [bar.count for bar in found.bars] == [2, 0, 7]
    assert (found.least, found.greatest) == (1, factorial(64))


def test_the_pages_of_a_list_hold_each_object_once_in_order(visitor: FlaskClient) -> None:
    seen: list[str] = []
    address = f"{LEVELS}?sort=-grade&min_swaps=5"
    while address:
        text = visitor.get(address).text
        seen += re.findall(r'class="card" href="/objects/([^"]+)"', text)
        following = re.search(r'rel="next" href="([^"]+)"', text)
        address = unescape(following[1]) if following else ""
    assert seen == [one["label"] for one in items(visitor, "sort=-grade&min_swaps=5")]


def test_a_column_sorts_and_sorts_again_the_other_way(visitor: FlaskClient) -> None:
    page = Read(visitor.get(f"{LEVELS}?view=table&min_swaps=3").text)
    assert page.links["Grade"] == f"{LEVELS}?min_swaps=3&sort=grade&view=table"
    text = visitor.get(page.links["Grade"]).text
    assert re.search(r'aria-sort="ascending"><a[^>]*>Grade', text)
    assert Read(text).links["Grade"] == f"{LEVELS}?min_swaps=3&sort=-grade&view=table"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_example_of_a_query_is_a_query_of_its_list(visitor: FlaskClient, kind: Any) -> None:
    text = visitor.get(f"/{kind.address}").text
    example = unescape(re.findall(r'name="where"[^>]* placeholder="([^"]+)"', text)[0])
    assert "sort:-" in example
    answer = visitor.get(f"/{kind.address}", query_string={"where": example}, follow_redirects=True)
    assert "Ignored" not in answer.text and "notice bad" not in answer.text, example


def test_what_cannot_be_asked_is_told_and_the_list_is_shown_without_it(visitor: FlaskClient) -> None:
    text = visitor.get(f"{LEVELS}?min_swaps=few&colour=red&sort=taste&after=%5B1,%22x%22%5D&vertices=9").text
    told = " ".join(texts_of(text, "div", "notice bad"))
    for name in ("min_swaps", "colour", "sort", "after"):
        assert name in told
    assert texts_of(text, "h1") == ["Levels 75"]
    assert visitor.get(f"{LEVELS}?vertices=&graph=").text.count('class="notice') == 0
    for wrong in ("after=%5B", "after=1", "after=" + "%5B" * 400, "vertices=" + "9" * 99, "graph=%00", "source=%00"):
        assert visitor.get(f"{LEVELS}?{wrong}").status_code == 200, wrong


def test_downloads_are_about_as_long_as_they_say(visitor: FlaskClient) -> None:
    links = Read(visitor.get(f"{LEVELS}?min_swaps=4&sort=grade").text).links
    said = {name.split()[0]: (name, link) for name, link in links.items() if " about " in name}
    assert set(said) == {"ndjson", "csv", "graph6", "untangle"}
    for name, link in said.values():
        number, unit = name.split()[2:4]
        size = float(number) * {"bytes": 1, "kB": 1000, "MB": 1e6}[unit]
        assert 0.6 < len(visitor.get(link).data) / size < 1.5
    rows = list(csv.DictReader(io.StringIO(visitor.get(said["csv"][1]).text)))
    assert [row["label"] for row in rows] == [one["label"] for one in items(visitor, "min_swaps=4&sort=grade")]


def test_a_random_object_is_one_of_the_list(visitor: FlaskClient) -> None:
    answer = visitor.get(f"{LEVELS}/random?min_swaps=2")
    assert answer.status_code == 302
    assert answer.headers["Cache-Control"] == "no-store"
    labels = [one["label"] for one in items(visitor, "min_swaps=2")]
    assert answer.headers["Location"].removeprefix("/objects/") in labels
    nothing = visitor.get(f"{LEVELS}/random?min_swaps=2&max_vertices=1")
    assert nothing.headers["Location"] == f"{LEVELS}?min_swaps=2&max_vertices=1"


def test_a_card_names_its_object_once_and_lists_the_facts_that_differ(visitor: FlaskClient) -> None:
    text = visitor.get("/planarity/packs").text
    cards = re.findall(r'<strong>([^<]+)</strong><span class="about">([^<]+)</span>', text)
    assert ("Classic", "size 121 · least grade 10 · greatest grade 13") in [
        (name, about.replace("\N{NO-BREAK SPACE}", " ")) for name, about in cards
    ]
