"""Tables of cards to play with: a seed deals them, one without a solution only if it is asked for."""

import json
import re
from collections.abc import Iterator
from html import unescape
from itertools import combinations
from typing import Any

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.settings import Settings
from tests.applications import application
from tests.oracles.swishes import all_swishes


@pytest.fixture
def client(sqlite_catalogue: Catalogue) -> Iterator[FlaskClient]:
    with application(Settings(database_url=f"sqlite:///{sqlite_catalogue.database.file}")) as app:
        yield app.test_client()


def table(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(unescape(re.findall('data-table="(.*?)"', text)[0]))
    return found


def has_set(codes: list[str]) -> bool:
    return any(all(len(set(values)) != 2 for values in zip(*three, strict=True)) for three in combinations(codes, 3))


def test_who_asks_for_no_seed_is_led_to_one(client: FlaskClient) -> None:
    for path in ("/play/swish", "/play/sets"):
        assert f'href="{path}"' in client.get("/play").text
        answer = client.get(path)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (302, "no-store")
        assert re.match(rf"{path}\?seed=\d+", answer.headers["Location"])
        assert client.get(answer.headers["Location"]).status_code == 200


def test_the_first_seed_from_the_asked_one_that_deals_a_swish_is_taken(client: FlaskClient) -> None:
    without = 0
    for seed in range(8):
        asked = f"/play/swish?seed={seed}&deck=swish-36&cards=4"
        shown = client.get(f"{asked}&unsolved=1").text
        dealt = table(shown)
        largest = max((len(one) for one in all_swishes(dealt["cards"])), default=0)
        assert (dealt["largest"], dealt["proved"]) == (largest, True)
        answer = client.get(asked)
        if largest:
            assert f"No swish has more than {largest} cards" in answer.text
            continue
        without += 1
        assert "There is no swish among these cards." in shown
        used = int(re.findall(r"seed=(\d+)&", answer.headers["Location"])[0])
        assert used > seed
        assert table(client.get(answer.headers["Location"]).text)["largest"] >= 2
        for between in range(seed + 1, used):
            skipped = client.get(f"/play/swish?seed={between}&deck=swish-36&cards=4&unsolved=1").text
            assert table(skipped)["largest"] == 0
    assert without


def test_a_game_of_set_begins_with_a_set_and_has_the_whole_deck(client: FlaskClient) -> None:
    without = 0
    for seed in range(40):
        answer = client.get(f"/play/sets?seed={seed}")
        shown = answer if answer.status_code == 200 else client.get(f"/play/sets?seed={seed}&unsolved=1")
        order = table(shown.text)["order"]
        assert len(set(order)) == len(order) == 81
        assert has_set(order[:12]) == (answer.status_code == 200)
        without += answer.status_code == 302
    assert 0 < without < 10  # of all tables of twelve cards 3.2 % have no set


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ("swish?seed=x", "is wanted"),
        ("swish?seed=-1", "is wanted"),
        ("swish?seed=9223372036854775808", "is wanted"),
        ("swish?seed=1&cards=25", "is wanted"),
        ("swish?seed=1&deck=swish-9x9", "dealt from"),
        ("sets?seed=٣", "is wanted"),
        (f"sets?seed={'9' * 5000}", "is wanted"),
    ],
)
def test_what_cannot_be_dealt_is_told(client: FlaskClient, asked: str, reason: str) -> None:
    answer = client.get(f"/play/{asked}", headers={"Accept": "text/html"})
    assert answer.status_code == 422
    assert reason in answer.text
