"""Headers that a client sends, and those that every answer has."""

import threading
from collections import Counter

import pytest
from flask import Flask
from flask.testing import FlaskClient

DECKS = "/api/v1/swish/decks"
DECK = {"slug": "mine", "title": "=1+1", "cards": ["*o.", "*.o", "o*."]}


@pytest.mark.parametrize("host", ["example.org", "localhost.example.org", "127.0.0.1:x", "192.168.0.1"])
def test_another_name_than_this_machines_is_a_problem(client: FlaskClient, host: str) -> None:
    answer = client.get("/health", headers={"Host": host})
    assert (answer.status_code, answer.json["status"]) == (421, 421)  # type: ignore[index]


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "a.localhost"])
def test_the_names_of_this_machine_are_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/health", headers={"Host": host}).status_code == 200


def test_no_answer_may_be_taken_for_what_it_is_not(client: FlaskClient) -> None:
    for path in ("/health", "/nowhere", DECKS, "/api/v1/docs"):
        assert client.get(path).headers["X-Content-Type-Options"] == "nosniff"


def test_a_condition_that_does_not_hold_is_a_problem(client: FlaskClient) -> None:
    answer = client.get(DECKS, headers={"If-Match": '"other"'})
    assert (answer.status_code, answer.content_type) == (412, "application/problem+json")
    assert answer.json["title"] == "Precondition Failed"  # type: ignore[index]


def test_an_etag_answers_304(client: FlaskClient) -> None:
    etag = client.get(DECKS).headers["ETag"]
    assert client.get(DECKS, headers={"If-None-Match": etag}).status_code == 304


def test_a_cell_of_csv_is_no_formula(client: FlaskClient) -> None:
    assert client.post(DECKS, json=DECK).status_code in (200, 201)
    text = client.get(f"{DECKS}?format=csv").text
    assert ",'=1+1," in text
    assert ",=1+1," not in text


def test_storing_and_deleting_one_deck_at_once_never_fails(app: Flask) -> None:
    statuses: Counter[int] = Counter()

    def store() -> None:
        for _ in range(40):
            statuses[app.test_client().post(DECKS, json=DECK).status_code] += 1

    def delete() -> None:
        for _ in range(40):
            statuses[app.test_client().delete(f"{DECKS}/mine").status_code] += 1

    threads = [threading.Thread(target=one) for one in (store, store, delete, delete)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(statuses) <= {200, 201, 204, 404}
