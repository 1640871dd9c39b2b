"""Caps: the largest ones, proved where the literature has them, given again once known; counts of caps."""

import pytest
from flask.testing import FlaskClient

from ludex.engine.evidence import Evidence
from ludex.games.sets.deck import Deck
from ludex.games.sets.operations.caps import LargestCap
from ludex.games.sets.position import Position
from ludex.requests.problem_types import problem_type

CAPS = "/api/v1/sets/caps"


@pytest.mark.parametrize(
    ("deck", "bound", "evidence"),
    [(Deck(4, 4), 104, Evidence.SEARCH), (Deck(5, 3), 45, Evidence.RECOMPUTED), (Deck(3, 5), 72, Evidence.CERTIFICATE)],
)
def test_a_bound_that_no_known_cap_attains_states_what_it_rests_on(deck: Deck, bound: int, evidence: Evidence) -> None:
    response = LargestCap(Position(deck, ()), False, bound, "hyperplanes").as_response
    assert (response.evidence, response.bound_evidence) == (None, evidence)


def test_a_cap_too_large_to_be_named_is_shown_without_a_label(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ludex.games.sets.position import PositionTooLarge

    def too_large(*_: object) -> None:
        raise PositionTooLarge("too large")

    monkeypatch.setattr("ludex.games.sets.operations.caps.prepare", too_large)
    answer = client.post(CAPS, json={"properties": 1, "values": 7})
    assert answer.status_code == 200
    cap = answer.get_json()
    assert (cap["label"], cap["url"], cap["size"], cap["proved"]) == (None, None, 6, True)


def test_a_count_that_does_not_end_in_time_names_the_command(client: FlaskClient) -> None:
    answer = client.post(f"{CAPS}/counts", json={"properties": 4, "values": 3, "time_limit": 0.2})
    assert (answer.status_code, answer.get_json()["type"]) == (422, problem_type("computation-too-large").uri)
    assert "ludex sets caps count" in answer.get_json()["detail"]
    large = client.post(f"{CAPS}/counts", json={"properties": 12, "values": 3})
    assert (large.status_code, large.get_json()["errors"][0]["pointer"]) == (422, "/properties")


@pytest.mark.parametrize(
    ("sent", "status", "at"),
    [
        ({"properties": 2}, 422, "/values"),
        ({"properties": 2, "values": 37}, 400, "/values"),
        ({"properties": 19, "values": 3}, 422, "/properties"),
        ({"properties": 2, "values": 3, "cards": ["00", "30"]}, 422, "/cards/1"),
    ],
)
def test_faults_are_named(client: FlaskClient, sent: dict[str, object], status: int, at: str) -> None:
    answer = client.post(CAPS, json=sent)
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (status, at)
