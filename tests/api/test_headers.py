"""Headers that a client sends, and those that every answer has."""

import threading
from collections import Counter
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.settings import Settings
from tests.applications import application

DECKS = "/api/v1/swish/decks"
OBJECTS = "/api/v1/objects"
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
    assert answer.json["title"] == "The object has changed"  # type: ignore[index]


def test_every_object_matches_a_star_and_no_weak_tag(client: FlaskClient) -> None:
    # RFC 9110, 13.1.1: If-Match compares strongly, and the tags of the service are weak.
    etag = client.get(DECKS).headers["ETag"]
    assert etag.startswith("W/")
    assert client.get(DECKS, headers={"If-Match": "*"}).status_code == 200
    assert client.get(DECKS, headers={"If-Match": "*", "If-None-Match": etag}).status_code == 304
    assert client.get(DECKS, headers={"If-Match": etag}).status_code == 412
    assert client.get(DECKS, headers={"If-Match": etag[2:]}).status_code == 412


@pytest.mark.parametrize(
    "path", [DECKS, f"{DECKS}/swish-36", f"{DECKS}/swish-36.svg", f"{DECKS}?format=csv", f"{DECKS}/no"]
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_pages_of_every_origin_may_read(client: FlaskClient, path: str, method: str) -> None:
    headers = client.open(path, method=method, headers={"Origin": "https://game.example"}).headers
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert {"ETag", "Link", "Location"} <= set(headers["Access-Control-Expose-Headers"].split(", "))
    assert "Access-Control-Allow-Credentials" not in headers


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://game.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
def test_pages_of_other_origins_may_not_write(client: FlaskClient, headers: dict[str, str]) -> None:
    for answer in (
        client.post(DECKS, json=DECK, headers=headers),
        client.delete("/api/v1/objects/mine", headers=headers),
    ):
        assert (answer.status_code, answer.content_type) == (403, "application/problem+json")
        assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"}])
def test_pages_of_our_own_and_programs_may_write(client: FlaskClient, headers: dict[str, str]) -> None:
    assert client.post(DECKS, json=DECK, headers=headers).status_code in (200, 201)


@pytest.fixture
def allowing(settings: Settings) -> Iterator[FlaskClient]:
    """A client of a service that lets pages of two origins send POST."""
    origins = ("https://game.example", "http://localhost:5173")
    with application(settings.model_copy(update={"allowed_origins": origins})) as app:
        yield app.test_client()


@pytest.mark.parametrize("origin", ["https://game.example", "http://localhost:5173"])
def test_pages_of_allowed_origins_may_post_to_the_api(allowing: FlaskClient, origin: str) -> None:
    page = {"Origin": origin, "Sec-Fetch-Site": "cross-site"}
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization, content-type"}
    before = allowing.options(DECKS, headers=page | asked).headers
    assert before["Access-Control-Allow-Origin"] == origin and "Origin" in before["Vary"].split(", ")
    assert "POST" in before["Access-Control-Allow-Methods"].split(", ")
    assert {"Authorization", "Content-Type"} <= set(before["Access-Control-Allow-Headers"].split(", "))
    for body, statuses in ((DECK, {200, 201}), ({"cards": 1}, {400})):
        answer = allowing.post(DECKS, json=body, headers=page)
        assert answer.status_code in statuses
        assert answer.headers["Access-Control-Allow-Origin"] == origin
        assert "Access-Control-Allow-Credentials" not in answer.headers
    assert allowing.get(DECKS, headers=page).headers.getlist("Access-Control-Allow-Origin") == [origin]


def test_allowed_origins_may_do_no_more_than_post_to_the_api(allowing: FlaskClient) -> None:
    page = {"Origin": "https://game.example"}
    assert allowing.delete("/api/v1/objects/mine", headers=page).status_code == 403
    assert allowing.post("/key", headers=page).status_code == 403
    assert allowing.post("/mcp", json={}, headers=page).status_code == 403


@pytest.mark.parametrize("origin", ["https://other.example", "https://game.example.org", "http://game.example", "null"])
def test_other_origins_may_read_where_some_may_post(allowing: FlaskClient, origin: str) -> None:
    page = {"Origin": origin}
    assert allowing.post(DECKS, json=DECK, headers=page).status_code == 403
    headers = allowing.get(DECKS, headers=page).headers
    assert headers["Access-Control-Allow-Origin"] == "*" and "Origin" in headers["Vary"]
    before = allowing.options(DECKS, headers=page | {"Access-Control-Request-Method": "POST"}).headers
    assert before["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"


def test_a_picture_of_a_label_may_be_kept_and_a_document_is_asked_for_again(client: FlaskClient) -> None:
    label = client.post(DECKS, json=DECK).get_json()["label"]
    picture = client.get(f"{OBJECTS}/{label}.svg")
    assert picture.headers["Cache-Control"] == "public, max-age=86400"
    again = client.get(f"{OBJECTS}/{label}.svg", headers={"If-None-Match": picture.headers["ETag"]})
    assert (again.status_code, again.headers["Cache-Control"]) == (304, "public, max-age=86400")
    for address in (f"{OBJECTS}/mine.svg", f"{DECKS}/{label}", f"{DECKS}/mine", DECKS):
        assert client.get(address).headers["Cache-Control"] == "no-cache"


def test_a_cell_of_csv_is_no_formula(client: FlaskClient) -> None:
    assert client.post(DECKS, json=DECK).status_code in (200, 201)
    text = client.get(f"{DECKS}?format=csv").text
    assert ",'=1+1," in text
    assert ",=1+1," not in text


def test_storing_and_deleting_one_deck_at_once_never_fails(app: Flask) -> None:
    app.test_client().delete("/api/v1/objects/mine")
    stored: Counter[int] = Counter()
    deleted: Counter[int] = Counter()

    def store() -> None:
        for _ in range(40):
            stored[app.test_client().post(DECKS, json=DECK).status_code] += 1

    def delete() -> None:
        for _ in range(40):
            deleted[app.test_client().delete("/api/v1/objects/mine").status_code] += 1

    threads = [threading.Thread(target=one) for one in (store, store, delete, delete)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert stored.keys() <= {200, 201} and deleted.keys() <= {204, 404}
    remains = app.test_client().get(f"{DECKS}/mine").status_code == 200
    assert stored[201] - deleted[204] == remains
