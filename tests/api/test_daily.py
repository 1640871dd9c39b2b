"""The daily puzzles: the same in every installation, never moved, with every bad date refused."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from ludex.settings import Settings
from tests.applications import application

FROZEN = {
    "2026-01-01": ("planarity-level-11-18-fbdndgkjhsm24kly", 50, 1134),
    "2026-11-22": ("planarity-level-13-25-w77qxqic5o53swpk", 519, 124),
    "9999-12-31": ("planarity-level-9-17-fqodxzxydtvuo2yu", 79, 5252),
}
"""The puzzles of some days. If this test fails, players lose their archive: restore the lists."""


@pytest.fixture(scope="module")
def filled(starting_address: str) -> Iterator[FlaskClient]:
    with application(Settings(database_url=starting_address)) as app:
        yield app.test_client()


@pytest.mark.parametrize("day", FROZEN)
def test_the_puzzles_of_a_day_never_change(filled: FlaskClient, day: str) -> None:
    response = filled.get(f"/api/v1/daily/{day}")
    assert response.status_code == 200
    found = response.get_json()
    assert (found["date"], found["planarity"]["label"], found["swish"]["seed"], found["sets"]["seed"]) == (
        day,
        *FROZEN[day],
    )
    assert len(found["sets"]["cards"]) == 12
    assert found["swish"]["deck"] == "swish-60"


def test_each_puzzle_can_be_played_at_its_address(filled: FlaskClient) -> None:
    found = filled.get("/api/v1/daily/2026-03-02").get_json()
    for game in ("planarity", "swish", "sets"):
        assert filled.get(found[game]["url"]).status_code == 200


def test_a_catalogue_without_the_level_of_the_day_has_no_puzzle_of_that_game(client: FlaskClient) -> None:
    found = client.get("/api/v1/daily/2026-03-02").get_json()
    assert found["planarity"] is None
    assert found["swish"]["cards"]


@pytest.mark.parametrize(
    ("day", "status"),
    [
        ("2025-12-31", 404),
        ("0001-01-01", 404),
        ("2026-02-30", 422),
        ("2026-1-1", 422),
        ("20260101", 422),
        ("2026-W01-1", 422),
        ("tomorrow", 422),
        ("2" * 300, 422),
        ("٢٠٢٦-01-01", 422),
    ],
)
def test_a_bad_date_is_refused_with_a_remedy(client: FlaskClient, day: str, status: int) -> None:
    response = client.get(f"/api/v1/daily/{day}")
    assert (response.status_code, response.mimetype) == (status, "application/problem+json")
    assert "2026-01-01" in response.get_json()["detail"]
    assert response.get_json()["errors"][0]["pointer"] == "/date"
