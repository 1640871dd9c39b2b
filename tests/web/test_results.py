"""Pages of results: their numbers are those of closed forms, claims and experiments; their files hold the same."""

import re
from math import comb

import pytest
from flask.testing import FlaskClient

from ludex.games.pages import PAGES as GAMES
from ludex.games.planarity.study.experiments import attempts_by_threshold, interior_points, minima_of_scrambles
from ludex.games.sets.deck import Deck
from ludex.games.sets.study.no_set_probability import play_by_round
from ludex.web.results import rows_of
from tests.web.reading import csv_rows

EXPERIMENTS = {one.name: (game.package, one) for game in GAMES for one in game.experiments}
PAGES = ("", "/boards", "/caps", "/deals", "/census", "/experiments", "/settled")


def test_every_link_leads_somewhere(visitor: FlaskClient) -> None:
    paths = [f"/results{one}" for one in PAGES] + [f"/results/experiments/{name}" for name in EXPERIMENTS]
    links = {link for path in paths for link in re.findall(r'href="(/[^"]*)"', visitor.get(path).text)}
    parts: dict[str, set[str]] = {}
    for link in links:
        plain, _, part = link.replace("&amp;", "&").partition("#")
        parts.setdefault(plain, set()).add(part)
    parts = {plain: named for plain, named in parts.items() if not plain.startswith("/docs/")}  # test_documentation.py
    for plain, named in parts.items():
        answer = visitor.get(plain, follow_redirects=True)
        assert answer.status_code == 200, plain
        assert all(not part or f'id="{part}"' in answer.text for part in named), plain


def test_deals_are_counted(visitor: FlaskClient) -> None:
    rows = csv_rows(visitor, "/results/deals?format=csv")
    assert {one["how"] for one in rows} == {"exact"}
    by_deck = {(one["deck"].rpartition("-")[0], int(one["n"])): one for one in rows}
    assert by_deck["set-deck-3-4-81", 12]["denominator"] == str(comb(81, 12))
    # 14 of the pairs of the 36 different cards are swishes.
    two = by_deck["swish-deck-4x3-36", 2]
    assert (two["numerator"], two["denominator"]) == (str(comb(36, 2) - 14), str(comb(36, 2)))
    assert visitor.get("/results/deals?scale=log").text.count("<svg") == 2


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_has_plots_and_its_rows_as_a_file(visitor: FlaskClient, name: str) -> None:
    text = visitor.get(f"/results/experiments/{name}").text
    package, experiment = EXPERIMENTS[name]
    assert text.count("<figure") == len(experiment.plots)
    assert len(csv_rows(visitor, f"/results/experiments/{name}?format=csv")) == len(rows_of(package, experiment))


def test_kept_rows_are_what_the_experiments_find_again() -> None:
    assert attempts_by_threshold((8,), 300, (50, 100)).rows == rows_of(*EXPERIMENTS["attempts"])[:2]
    assert interior_points((5, 6), (0,)).rows == rows_of(*EXPERIMENTS["interior"])[:2]
    assert minima_of_scrambles((1,), samples=100).rows == rows_of(*EXPERIMENTS["minima"])[:2]
    played = play_by_round(Deck(4, 3), 200, 0)
    assert played[0].table == rows_of(*EXPERIMENTS["play"])[0].table == 12


def test_an_experiment_that_there_is_not_is_not_found(visitor: FlaskClient) -> None:
    assert visitor.get("/results/experiments/nothing").status_code == 404


def test_every_finding_has_a_name_of_its_own() -> None:
    for game in GAMES:
        names = [finding.name for finding in (*game.settled(), *game.corrected())]
        assert names
        assert len(set(names)) == len(names)
