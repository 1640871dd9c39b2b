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
PATH = "planarity-hardest-path"
CAPS = "set-caps-maximum-3-values"
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


def test_a_page_has_the_terms_a_plot_and_the_conjecture(visitor: FlaskClient) -> None:
    text = visitor.get(f"/sequences/{PATH}").text
    assert "0, 0, 1, 3, 5, 7, 10, 14, 18, 22" in text
    assert "<svg" in text
    assert "Conjecture: a(n) = floor((n^2 - 3n + 2)/4)" in text
    assert "Not known to be in the OEIS." in text
    assert "ludex sequences planarity-hardest-wheel --next" in visitor.get("/sequences/planarity-hardest-wheel").text


def test_a_page_links_the_claims_and_the_oeis(visitor: FlaskClient) -> None:
    text = visitor.get(f"/sequences/{CAPS}").text
    assert 'href="https://oeis.org/A090245"' in text
    assert text.count(">set.cap-maximum</a>") == 4


def test_every_sequence_has_a_page_with_a_plot_of_at_least_three_terms_and_leads_to_the_next(
    visitor: FlaskClient,
) -> None:
    items = visitor.get("/api/v1/sequences").json["items"]
    for item, following in zip(items, [*items[1:], items[0]], strict=True):
        answer = visitor.get(f"/sequences/{item['name']}")
        assert answer.status_code == 200 and f'href="/sequences/{following["name"]}"' in answer.text
        terms = list(enumerate(item["terms"], start=item["offset"]))
        plotted = [f"a({index}) = {term:,}" in answer.text for index, term in terms]
        assert plotted == [len(terms) >= 3] * len(terms), item["name"]


def test_an_unknown_page_is_not_found(visitor: FlaskClient) -> None:
    answer = visitor.get("/sequences/nothing", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "there is no sequence" in answer.text.lower()
