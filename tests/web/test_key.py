"""On a service that others reach a visitor gives a key, and stores with it as its owner; nobody else can use it."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.machine_key import new_token
from ludex.catalogue.ownership import revoke
from ludex.settings import Settings, data_folder
from tests.applications import application, secret_of
from tests.machine import key_for
from tests.web.reading import texts_of

AT = "2026-01-01T00:00:00+00:00"
SQUARE = '{"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}'


@pytest.fixture
def app(sqlite_catalogue: Catalogue) -> Iterator[Flask]:
    with application(Settings(database_url=f"sqlite:///{sqlite_catalogue.database.file}", host="0.0.0.0")) as made:
        yield made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return browser_of(app)


def browser_of(app: Flask, origin: str = "http://localhost") -> FlaskClient:
    """Return a client that sends the origin of the page with each form, as browsers do."""
    client = FlaskClient(app)
    client.environ_base["HTTP_ORIGIN"] = origin
    return client


def store(client: FlaskClient) -> str:
    return client.post("/draw", data={"text": SQUARE, "do": "store"}, headers={"Accept": "text/html"}).text


def test_who_has_no_key_is_told_what_to_do(client: FlaskClient) -> None:
    for page in ("/make", "/make/caps", "/make/packs", f"/draw?text={SQUARE}"):
        text = client.get(page).text
        assert 'href="/key"' in text and "with the link that <code>ludex serve</code> prints" in text
    asked = client.get("/key").text
    assert 'type="password"' in asked and "ludex keys create" in asked
    refused = client.post("/draw", data={"text": SQUARE, "do": "store"}, headers={"Accept": "text/html"})
    assert refused.status_code == 401 and "Enter your key" in refused.text


def test_a_key_is_kept_out_of_reach_and_stores_for_its_owner(app: Flask, sqlite_catalogue: Catalogue) -> None:
    secret, client = secret_of(sqlite_catalogue, "ada"), browser_of(app, "https://localhost")
    given = client.post("/key", data={"key": f" {secret} "}, base_url="https://localhost")
    assert (given.status_code, given.headers["Location"]) == (303, "/key")
    cookie = given.headers["Set-Cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Strict", "Secure", "Path=/"))
    assert "Expires" not in cookie and "Max-Age" not in cookie
    page = client.get("/key", base_url="https://localhost")
    assert "ada" in page.text and secret not in page.text
    stored = client.post("/draw", data={"text": SQUARE, "do": "store"}, base_url="https://localhost")
    assert stored.status_code == 303 and "stored=1" in stored.headers["Location"]
    started = client.post("/make/caps", data={"properties": "2", "values": "3"}, base_url="https://localhost")
    address, key = f"/api/v1{started.headers['Location']}", {"Authorization": f"Bearer {secret}"}
    assert client.get(address, headers=key).get_json()["owner"] == "ada"
    # The API takes no cookie, so that no form brings anybody to store there.
    assert (
        client.post(
            "/api/v1/planarity/levels", data=SQUARE, base_url="https://localhost", content_type="application/json"
        ).status_code
        == 401
    )
    client.post("/key", data={"do": "forget"}, base_url="https://localhost")
    assert (
        "Enter your key"
        in client.post(started.headers["Location"], data={"do": "cancel"}, headers={"Accept": "text/html"}).text
    )


def test_only_its_owner_ends_a_job_and_changes_a_pack(
    app: Flask, client: FlaskClient, sqlite_catalogue: Catalogue
) -> None:
    client.post("/key", data={"key": secret_of(sqlite_catalogue, "ada")})
    store(client)
    label = client.get("/api/v1/planarity/levels").get_json()["items"][0]["label"]
    pack = client.post("/make/pick/planarity", data={"do": "add", "title": "Mine", "level": label}).headers["Location"]
    job = client.post("/make/caps", data={"properties": "2", "values": "3"}).headers["Location"]
    other = browser_of(app)
    other.post("/key", data={"key": secret_of(sqlite_catalogue, "bob")})
    assert "does not belong to bob" in other.post(job, data={"do": "cancel"}).text
    assert "does not belong to bob" in other.post(pack, data={"do": "delete"}).text
    assert client.post(job, data={"do": "cancel"}).status_code == 303
    assert client.post(pack, data={"do": "delete"}).status_code == 303


def test_a_key_that_does_not_hold_is_refused_and_one_that_was_revoked_no_longer_counts(
    client: FlaskClient, sqlite_catalogue: Catalogue
) -> None:
    for wrong in ("", "ludex_0_0", "x" * 9_999, "\0"):
        refused = client.post("/key", data={"key": wrong})
        assert refused.status_code == 200 and "Unknown key." in texts_of(refused.text, "p")
        assert "Set-Cookie" not in refused.headers
    secret = secret_of(sqlite_catalogue, "ada")
    client.post("/key", data={"key": secret})
    assert "Start the job" in client.get("/make/caps").text
    with sqlite_catalogue.writing() as writer:
        revoke(writer, secret.split("_")[1], AT)
    assert "Start the job" not in client.get("/make/caps").text
    assert "revoked on 2026-01-01" in client.post("/key", data={"key": secret}).text


def test_a_page_of_another_origin_can_send_nothing(client: FlaskClient, sqlite_catalogue: Catalogue) -> None:
    client.post("/key", data={"key": secret_of(sqlite_catalogue, "ada")})
    for headers in ({"Origin": "https://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert client.post("/draw", data={"text": SQUARE, "do": "store"}, headers=headers).status_code == 403
        assert client.post("/key", data={"do": "forget"}, headers=headers).status_code == 403


def test_a_cookie_writes_only_with_the_origin_of_this_site(app: Flask, sqlite_catalogue: Catalogue) -> None:
    client = FlaskClient(app)
    client.set_cookie("ludex_key", secret_of(sqlite_catalogue, "ada"))
    assert "ada" in client.get("/key").text
    for origin, status in ((None, 401), ("http://localhost:9000", 403), ("null", 403), ("http://localhost", 303)):
        headers = {"Accept": "text/html"} | ({} if origin is None else {"Origin": origin})
        found = client.post("/draw", data={"text": SQUARE, "do": "store"}, headers=headers)
        assert found.status_code == status, origin


def test_a_link_gives_one_browser_the_key_of_this_machine(sqlite_catalogue: Catalogue) -> None:
    secret, token = key_for(sqlite_catalogue), new_token(data_folder())
    with application(Settings(database_url=f"sqlite:///{sqlite_catalogue.database.file}")) as app:
        first, second = browser_of(app), browser_of(app)
        assert "Set-Cookie" not in first.head(f"/key/{token}").headers
        given = first.get(f"/key/{token}")
        assert (given.status_code, given.headers["Location"], given.headers["Cache-Control"]) == (
            303,
            "/?signed_in=1",
            "no-store",
        )
        assert "You are signed in" in first.get("/?signed_in=1").text
        assert "You are signed in" not in second.get("/?signed_in=1").text
        cookie = given.headers["Set-Cookie"]
        assert all(part in cookie for part in (secret, "HttpOnly", "SameSite=Strict", "Path=/", "Max-Age"))
        again = second.get(f"/key/{token}")
        assert again.status_code == 404 and "Set-Cookie" not in again.headers
        assert second.post("/draw", data={"text": SQUARE, "do": "store"}).status_code == 401
        assert first.post("/draw", data={"text": SQUARE, "do": "store"}).status_code == 303
        assert "you use the key of this machine" in first.get("/key").text
