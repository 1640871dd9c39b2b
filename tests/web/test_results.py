"""Pages of results: their numbers are those of closed forms, claims and experiments; their files hold the same."""

import csv
import re
from fractions import Fraction
from math import comb

import pytest
from flask.testing import FlaskClient

from ludex.planarity.study.experiments import asked_and_true, attempts_by_threshold, interior_points
from ludex.sets.deck import Deck
from ludex.sets.study.statistics import play_by_round
from ludex.web.results.experiments import EVERY, rows_of
from ludex.web.results.settled import findings

PAGES = ("", "/boards", "/caps", "/deals", "/census", "/experiments", "/settled")


def table(visitor: FlaskClient, path: str) -> list[dict[str, str]]:
    answer = visitor.get(path)
    assert answer.headers["Content-Disposition"].startswith("attachment")
    return list(csv.DictReader(answer.text.splitlines()))


def test_every_link_leads_somewhere(visitor: FlaskClient) -> None:
    paths = [f"/results{one}" for one in PAGES] + [f"/results/experiments/{one.name}" for one in EVERY]
    links = {link for path in paths for link in re.findall(r'href="(/[^"]*)"', visitor.get(path).text)}
    parts: dict[str, set[str]] = {}
    for link in links:
        plain, _, part = link.replace("&amp;", "&").partition("#")
        parts.setdefault(plain, set()).add(part)
    del parts["/api/v1/openapi.json"]  # every page leads there, and it takes seconds
    for plain, named in parts.items():
        answer = visitor.get(plain, follow_redirects=True)
        assert answer.status_code == 200, plain
        assert all(not part or f'id="{part}"' in answer.text for part in named), plain


def test_a_board_shows_its_closed_forms_and_a_largest_set(visitor: FlaskClient) -> None:
    text = visitor.get("/results/boards?height=4&width=3").text
    # Section 3.2 of the paper: 36 cards, 20 of them without a swish.
    assert "<dd>36</dd>" in text
    assert "<dd>20</dd>" in text
    assert "A no-swish set of 20 cards" in text
    cards = table(visitor, "/results/boards?height=4&width=3&format=csv&table=cards")
    assert len(cards) == 20


def test_shares_of_boards_tend_to_one_half(visitor: FlaskClient) -> None:
    rows = table(visitor, "/results/boards?height=20&width=20&format=csv&table=shares")
    share = {
        (int(one["height"]), int(one["width"])): Fraction(int(one["largest_no_swish_set"]), int(one["cards"]))
        for one in rows
    }
    assert share[3, 3] == Fraction(12, 21)
    assert all(one > Fraction(1, 2) for one in share.values())
    assert share[20, 32] < Fraction(501, 1000)


@pytest.mark.parametrize("asked", ["height=0&width=3", "height=many&width=3", "height=255&width=255", "height=²"])
def test_a_board_that_there_is_not_is_told(visitor: FlaskClient, asked: str) -> None:
    answer = visitor.get(f"/results/boards?{asked}")
    assert answer.status_code == 200
    assert '<div class="notice bad">' in answer.text


def test_the_largest_board_is_shown(visitor: FlaskClient) -> None:
    assert "64 × 64" in visitor.get("/results/boards?height=64&width=64").text
    assert "not drawn" in visitor.get("/results/boards?height=64&width=64&symmetry=square").text


def test_the_table_of_caps_holds_known_numbers(visitor: FlaskClient) -> None:
    rows = {(int(one["values"]), int(one["properties"])): one for one in table(visitor, "/results/caps?format=csv")}
    # OEIS A090245, and (v-1)^2 for two properties.
    known = {(3, 1): 2, (3, 2): 4, (3, 3): 9, (3, 4): 20} | {(v, 2): (v - 1) ** 2 for v in (4, 5, 6, 7)}
    for deck, size in known.items():
        assert (rows[deck]["lower"], rows[deck]["upper"], rows[deck]["proved"]) == (str(size), str(size), "True")
    assert (rows[3, 5]["lower"], rows[3, 5]["proved"]) == ("45", "False")
    assert all(int(one["lower"]) <= int(one["upper"]) for one in rows.values())


def test_numbers_of_caps_start_as_all_sets_of_cards_do(visitor: FlaskClient) -> None:
    rows = table(visitor, "/results/caps?format=csv&table=counts")
    commercial = [int(one["caps"]) for one in rows if (one["properties"], one["values"]) == ("4", "3")]
    assert commercial[:4] == [1, 81, comb(81, 2), comb(81, 3) - 1080]
    assert len(commercial) == 21


def test_deals_are_counted(visitor: FlaskClient) -> None:
    rows = table(visitor, "/results/deals?format=csv")
    assert {one["how"] for one in rows} == {"exact"}
    by_deck = {(one["deck"].rpartition("-")[0], int(one["n"])): one for one in rows}
    assert by_deck["set-deck-3-4-81", 12]["denominator"] == str(comb(81, 12))
    # 14 of the pairs of the 36 different cards are swishes.
    two = by_deck["swish-deck-4x3-36", 2]
    assert (two["numerator"], two["denominator"]) == (str(comb(36, 2) - 14), str(comb(36, 2)))
    assert visitor.get("/results/deals?scale=log").text.count("<svg") == 2


def test_the_census_shows_its_hardest_puzzles(visitor: FlaskClient) -> None:
    text = visitor.get("/results/census").text
    assert "598" in text
    assert "3 swaps, 2 solutions, 1 crossing" in text
    rows = {
        (one["vertices"], one["edges"]): one["largest_minimum"] for one in table(visitor, "/results/census?format=csv")
    }
    assert rows["7", "9"] == "10"


@pytest.mark.parametrize("name", [one.name for one in EVERY])
def test_an_experiment_has_plots_and_its_rows_as_a_file(visitor: FlaskClient, name: str) -> None:
    text = visitor.get(f"/results/experiments/{name}").text
    [experiment] = (one for one in EVERY if one.name == name)
    assert text.count("<figure") == len(experiment.plots)
    assert len(table(visitor, f"/results/experiments/{name}?format=csv")) == len(rows_of(name))


def test_kept_rows_are_what_the_experiments_find_again() -> None:
    assert attempts_by_threshold((8,), 300, (50, 100)).rows == rows_of("attempts")[:2]
    assert interior_points((5, 6), (0,)).rows == rows_of("interior")[:2]
    assert asked_and_true((1,), samples=100).rows == rows_of("asked")[:2]
    played = play_by_round(Deck(4, 3), 200, 0)
    assert played[0].table == rows_of("play")[0].table == 12


def test_an_experiment_that_there_is_not_is_not_found(visitor: FlaskClient) -> None:
    assert visitor.get("/results/experiments/nothing").status_code == 404


def test_every_finding_has_a_name_of_its_own() -> None:
    for of_game in findings().values():
        names = [one.name for found in of_game.values() for one in found]
        assert len(set(names)) == len(names)
