"""`POST /swish/solve` on published counts, and with both rules."""

import pytest
from flask.testing import FlaskClient

from ludex.games.swish.position import Position
from ludex.games.swish.solving.search import find_any
from ludex.games.swish.swishes import Largest
from ludex.requests.problem_types import problem_type
from tests.cli.conftest import Command, ludex  # noqa: F401 - a fixture

SOLVE = "/api/v1/swish/solve"


def test_one_card_has_no_swish(client: FlaskClient) -> None:
    cards = {"cards": ["*o./.../.../..."]}
    assert client.post(SOLVE, json=cards).get_json() == {"found": False, "swish": None}
    largest = client.post(SOLVE, json=cards | {"find": "largest"}).get_json()
    assert largest.pop("bound")["by"] == "weights"
    assert largest == {"size": 0, "swish": None, "proved": True, "evidence": "certificate", "upper_bound": 0}
    assert client.post(SOLVE, json=cards | {"find": "count"}).get_json() == {"by_size": {}}
    assert client.post(SOLVE, json=cards | {"find": "all"}).get_json() == {"items": [], "complete": True}


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (["*o"], ["there is no swish"]),
        (["*o", "--find", "largest"], ["no swish", "proved to be the largest"]),
        (["*o", "--find", "count"], ["there is no swish"]),
        (["*o", "o*"], ["a swish of 2 cards"]),
    ],
)
def test_the_command_says_whether_there_is_a_swish(ludex: Command, words: list[str], lines: list[str]) -> None:  # noqa: F811
    assert ludex("swish", "solve", *words).lines[: len(lines)] == lines


@pytest.mark.parametrize("limit", [1, 3, 51])
def test_all_swishes_are_listed_up_to_a_limit(client: FlaskClient, limit: int) -> None:
    body = {"deck": "swish-36", "find": "all", "max_size": 2, "limit": limit}
    answer = client.post(SOLVE, json=body).get_json()
    assert (len(answer["items"]), answer["complete"]) == (limit, False)
    answer = client.post(SOLVE, json=body | {"limit": 52}).get_json()
    assert (len(answer["items"]), answer["complete"]) == (52, True)


def test_a_count_that_does_not_end_in_time_names_the_command(client: FlaskClient) -> None:
    answer = client.post(SOLVE, json={"deck": "swish-36", "find": "count", "time_limit": 0.3})
    assert answer.status_code == 422
    assert answer.get_json()["type"] == problem_type("computation-too-large").uri
    assert "ludex swish solve" in answer.get_json()["detail"]


def test_a_deck_too_large_to_search_is_refused(client: FlaskClient) -> None:
    answer = client.post(SOLVE, json={"deck": "swish-8x8"})
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["pointer"] == "/deck"


def test_a_largest_swish_of_which_nothing_is_known_is_no_answer(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(*_: object, **__: object) -> Largest:
        return Largest(None, proved=False)

    monkeypatch.setattr("ludex.games.swish.solving.search.find_largest", nothing)
    for address in ("solve", "positions"):
        problem = client.post(f"/api/v1/swish/{address}", json={"cards": ["*o", "o*"], "find": "largest"})
        assert (problem.status_code, problem.get_json()["type"]) == (422, problem_type("computation-too-large").uri)


def test_a_largest_swish_that_is_not_proved_has_an_upper_bound(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = Position.from_codes(["*o", "o*", "*o", "o*"])
    known = find_any(position)
    monkeypatch.setattr(
        "ludex.games.swish.solving.search.find_largest",
        lambda *_, **__: Largest(known, proved=False, upper_bound=3),
    )
    body = {"cards": list(map(str, position.cards)), "find": "largest"}
    answer = client.post(SOLVE, json=body).get_json()
    assert (answer["size"], answer["proved"], answer["upper_bound"]) == (2, False, 3)


def test_swishes_of_large_cards_are_listed_as_far_as_an_answer_goes(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, body = "/api/v1/swish/solve", {"cards": ["*o"] * 4, "find": "all"}
    assert (len(client.post(url, json=body).get_json()["items"])) == 12
    monkeypatch.setattr("ludex.games.swish.requests.bounds.FOUND_CODE_BYTES", 5 * 2 * 2 * 2)
    answer = client.post(url, json=body).get_json()
    assert (len(answer["items"]), answer["complete"]) == (5, False)
