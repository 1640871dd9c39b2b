"""Who may store over HTTP: keys, their scopes and owners; what was seen before a change; how often one may ask."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.api.middleware.authorization import storing_catalogue
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.storing import name_object, store
from ludex.catalogue.ownership import Scope, revoke
from ludex.games.swish.deck import Deck
from ludex.games.swish.kinds import DECK
from ludex.games.swish.position import Position
from ludex.jobs.catalogue import EXPORTS_A_DAY
from ludex.jobs.store import MAX_OPEN_JOBS
from ludex.requests.problem_types import problem_type
from ludex.settings import Settings
from tests.applications import close, key_of, new_application
from tests.conftest import Lend

SWISH, PLANARITY = "/api/v1/swish", "/api/v1/planarity"
AT = "2026-01-01T00:00:00+00:00"
PATH = {"points": [[0, 0], [2, 2], [2, 0], [0, 2]], "edges": [[0, 1], [1, 2], [2, 3]]}
DIGITS = str.maketrans("01", ".*")
Header = dict[str, str]


@pytest.fixture
def reached(settings: Settings, lend: Lend) -> Iterator[Callable[..., Flask]]:
    """Make services that others reach, on one new catalogue."""
    made: list[Flask] = []
    with lend() as address:

        def service(**changes: Any) -> Flask:
            made.append(
                new_application(settings.model_copy(update={"database_url": address, "host": "0.0.0.0", **changes}))
            )
            return made[-1]

        yield service
        for app in made:
            close(app)


@pytest.fixture
def app(reached: Callable[..., Flask]) -> Flask:
    return reached()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def _catalogue(app: Flask) -> Catalogue:
    catalogue = app.extensions["ludex"].catalogue
    assert isinstance(catalogue, Catalogue)
    return catalogue


def _deck(client: FlaskClient, slug: str, key: Header) -> Any:
    body = {"slug": slug, "title": slug, "description": "", "cards": ["*o/..", "o*/.."]}
    return client.post(f"{SWISH}/decks", json=body, headers=key)


def test_who_has_a_key_stores_and_who_has_none_reads(app: Flask, client: FlaskClient) -> None:
    refused = _deck(client, "mine", {})
    assert (refused.status_code, refused.get_json()["type"]) == (401, problem_type("key-needed").uri)
    assert refused.headers["WWW-Authenticate"] == "Bearer"
    assert _deck(client, "mine", key_of(app, "ada")).status_code == 201
    assert client.get(f"{SWISH}/decks/mine").status_code == 200


@pytest.mark.parametrize(
    "given",
    ["", "Bearer", "Basic YTpi", "Bearer ludex", "Bearer ludex_00000000_x", "Bearer ludex_\x80_é", "Bearer x_y_z"],
)
def test_what_is_no_key_is_refused(client: FlaskClient, given: str) -> None:
    assert _deck(client, "mine", {"Authorization": given}).status_code == 401


def test_a_revoked_key_holds_no_longer_at_once(app: Flask, client: FlaskClient) -> None:
    key = key_of(app, "ada")
    assert _deck(client, "first", key).status_code == 201
    with _catalogue(app).writing() as writer:
        revoke(writer, key["Authorization"].split("_")[1], AT)
    refused = _deck(client, "second", key)
    assert refused.status_code == 401 and "revoked" in refused.get_json()["detail"]


def test_an_expired_key_is_refused_from_its_last_moment_on(app: Flask, client: FlaskClient) -> None:
    expired = key_of(app, "ada", expires=datetime.now(UTC).isoformat(timespec="seconds"))
    refused = _deck(client, "first", expired)
    assert refused.status_code == 401 and "The key expired on 20" in refused.get_json()["detail"]
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).isoformat(timespec="seconds")
    assert _deck(client, "first", key_of(app, "ada", expires=tomorrow)).status_code == 201


def test_only_a_digest_of_the_secret_is_stored(app: Flask) -> None:
    secret = key_of(app, "ada")["Authorization"].removeprefix("Bearer ").encode()
    with _catalogue(app).reading() as reader:
        rows = reader.connection.exec_driver_sql("SELECT * FROM api_key").all()
    assert len(rows) == 1 and secret not in repr(rows).encode() and secret.split(b"_", 2)[2] not in repr(rows).encode()


def test_a_scope_allows_what_it_says(app: Flask, client: FlaskClient) -> None:
    store, edit = key_of(app, "ada", Scope.STORE), key_of(app, "ada", Scope.EDIT)
    assert _deck(client, "mine", edit).status_code == 403
    assert _deck(client, "mine", store).status_code == 201
    refused = client.delete("/api/v1/objects/mine", headers=store)
    assert (refused.status_code, refused.get_json()["type"]) == (403, problem_type("scope-needed").uri)
    assert "does not have the scope `edit`" in refused.get_json()["detail"]
    assert client.delete("/api/v1/objects/mine", headers=edit).status_code == 204


def test_only_its_owner_deletes_an_object_and_an_administrator(app: Flask, client: FlaskClient) -> None:
    ada, ben = key_of(app, "ada"), key_of(app, "ben")
    _deck(client, "first", ada)
    assert _deck(client, "first", ben).status_code == 200  # it is there: no error, and no new owner
    refused = client.delete("/api/v1/objects/first", headers=ben)
    assert (refused.status_code, refused.get_json()["type"]) == (403, problem_type("not-the-owner").uri)
    assert client.delete("/api/v1/objects/first", headers=key_of(app, "root", Scope.ADMIN)).status_code == 204
    _deck(client, "first", ben)  # who stores it first now is its owner
    assert client.delete("/api/v1/objects/first", headers=ada).status_code == 403
    assert client.delete("/api/v1/objects/first", headers=ben).status_code == 204


def test_what_nobody_owns_only_an_administrator_deletes(app: Flask, client: FlaskClient) -> None:
    with _catalogue(app).writing() as writer:
        cards = Position.from_codes(("*o",))
        stored = store(writer, prepare(DECK, Deck("anyones", "Anyone's", "", cards)))
        name_object(writer, DECK, stored.id, ["anyones"])
    assert client.delete("/api/v1/objects/anyones", headers=key_of(app, "ada")).status_code == 403
    assert client.delete("/api/v1/objects/anyones", headers=key_of(app, "root", Scope.ADMIN)).status_code == 204


def test_a_change_of_what_was_not_seen_is_refused(app: Flask, client: FlaskClient) -> None:
    ada = key_of(app, "ada")
    level = client.post(f"{PLANARITY}/levels", json=PATH, headers=ada).get_json()["label"]
    body = {"slug": "mine", "title": "Mine", "levels": [level]}
    assert client.post(f"{PLANARITY}/packs", json=body, headers=ada).status_code == 201
    pack = f"{PLANARITY}/packs/mine"
    seen = {"If-Match": client.get(pack).headers["ETag"]}
    assert client.patch(pack, json={"title": "Ours"}, headers=ada | seen).status_code == 200
    for change in (
        client.patch(pack, json={"title": "Theirs"}, headers=ada | seen),
        client.delete("/api/v1/objects/mine", headers=ada | seen),
    ):
        assert change.status_code == 412
    now = client.get(pack)
    assert now.get_json()["title"] == "Ours"
    assert client.patch(pack, json={"title": "x"}, headers=key_of(app, "ben")).status_code == 403
    assert client.delete("/api/v1/objects/mine", headers=ada | {"If-Match": now.headers["ETag"]}).status_code == 204


def test_requests_are_counted_by_all_processes_together(reached: Callable[..., Flask]) -> None:
    first, second = (reached(rate_limit="3/hour") for _ in range(2))
    asked = {"cards": ["*o"]}
    statuses = [
        app.test_client().post(f"{SWISH}/solve", json=asked).status_code for app in (first, second, first, second)
    ]
    assert statuses == [200, 200, 200, 429]
    late = first.test_client().post(f"{SWISH}/solve", json=asked)
    assert (
        late.get_json()["type"] == problem_type("too-many-requests").uri
        and 0 < int(late.headers["Retry-After"]) <= 3600
    )
    assert first.test_client().get(f"{SWISH}/decks").status_code == 200  # to read is not counted
    assert first.test_client().post(f"{SWISH}/solve", json=asked, headers=key_of(first, "ada")).status_code == 200


def test_who_has_stored_enough_waits(reached: Callable[..., Flask]) -> None:
    app = reached(storing_quota="1/day")
    client, ada = app.test_client(), key_of(app, "ada")
    assert _deck(client, "mine", ada).status_code == 201
    assert _deck(client, "other", ada).status_code == 429
    assert client.post(f"{SWISH}/solve", json={"cards": ["*o"]}, headers=ada).status_code == 200
    assert _deck(client, "other", key_of(app, "ben")).status_code == 200  # it is known


def test_sixty_clients_of_two_services_store_exactly_the_quota(reached: Callable[..., Flask]) -> None:
    services = [reached(storing_quota="30/day", computing_slots=60) for _ in range(2)]
    ada = key_of(services[0], "ada")
    starting = Barrier(60)

    def post(number: int) -> int:
        code = "".join("*" if number >> bit & 1 else "." for bit in range(6)) + "o"
        starting.wait()
        client = services[number % 2].test_client()
        return client.post(f"{SWISH}/positions", json={"cards": [code]}, headers=ada).status_code

    with ThreadPoolExecutor(60) as clients:
        statuses = Counter(clients.map(post, range(1, 61)))
    with _catalogue(services[0]).reading() as reader:
        owned = reader.connection.exec_driver_sql("SELECT count(*) FROM ownership WHERE owner = 'ada'").scalar()
    assert owned == 30 and statuses[429] > 0 and set(statuses) <= {200, 201, 429, 503}, statuses


def test_an_import_beyond_the_quota_stores_nothing_and_a_failed_write_gives_back(reached: Callable[..., Flask]) -> None:
    app = reached(storing_quota="3/day")
    client, ada = app.test_client(), key_of(app, "ada")
    with app.test_request_context(headers=ada):
        catalogue = storing_catalogue()
    with pytest.raises(ZeroDivisionError), catalogue.writing() as writer:
        assert store(writer, prepare(DECK, Deck("lost", "Lost", "", Position.from_codes(("*o", "o*"))))).created
        raise ZeroDivisionError
    assert _deck(client, "mine", ada).status_code == 201
    lines = "".join(json.dumps({"cards": [f"{n:010b}".translate(DIGITS) + "o"]}) + "\n" for n in range(1_000))
    answer = client.post(f"{SWISH}/positions/import", data=lines, content_type="application/x-ndjson", headers=ada)
    assert answer.status_code == 429, answer.get_data(as_text=True)
    with catalogue.reading() as reader:
        owned = reader.connection.exec_driver_sql("SELECT count(*) FROM ownership WHERE owner = 'ada'").scalar()
    assert owned == 1


VERIFY = {"operation": "verify", "arguments": {"where": "kind:cap"}}
JOBS = "/api/v1/jobs"


def test_only_its_owner_and_readers_of_jobs_see_what_a_job_does(app: Flask, client: FlaskClient) -> None:
    ada = key_of(app, "ada")
    address = client.post(JOBS, json=VERIFY, headers=ada).headers["Location"]
    for key in (ada, key_of(app, "root", Scope.ADMIN), key_of(app, "monitor", Scope.JOBS_READ)):
        seen = client.get(address, headers=key).get_json()
        assert (seen["arguments"], seen["owner"], seen["restricted"]) == (VERIFY["arguments"], "ada", False)
    for key in ({}, key_of(app, "ben")):
        seen = client.get(address, headers=key).get_json()
        assert (seen["state"], seen["operation"], seen["restricted"]) == ("queued", "verify", True)
        assert (seen["arguments"], seen["result"], seen["log"], seen["owner"]) == ({}, None, [], None)
        assert client.get(JOBS, headers=key).get_json()["items"][0]["owner"] is None
    assert "kind:cap" not in client.get(address.removeprefix("/api/v1")).text
    client.post(f"{address}/cancel", headers=ada)
    assert "kind:cap" in client.get(f"{address}/events", headers=ada).text
    assert "kind:cap" not in client.get(f"{address}/events").text


def test_the_open_jobs_of_an_owner_are_limited(app: Flask, client: FlaskClient) -> None:
    carol = key_of(app, "carol")
    started = [client.post(JOBS, json=VERIFY, headers=carol) for _ in range(MAX_OPEN_JOBS)]
    assert {answer.status_code for answer in started} == {202}
    refused = client.post(JOBS, json=VERIFY, headers=carol)
    assert (refused.status_code, refused.get_json()["type"]) == (429, problem_type("too-many-jobs").uri)
    assert client.post(JOBS, json=VERIFY, headers=key_of(app, "dan")).status_code == 202
    first = started[0].headers["Location"]
    client.post(f"{first}/cancel", headers=carol)
    assert client.post(JOBS, json=VERIFY, headers=carol).status_code == 202
    assert client.post(f"{first}/retry", headers=carol).status_code == 429


def test_the_exports_of_an_owner_are_limited(app: Flask, client: FlaskClient) -> None:
    eve, export = key_of(app, "eve"), {"operation": "export"}
    for _ in range(EXPORTS_A_DAY):
        address = client.post(JOBS, json=export, headers=eve).headers["Location"]
        client.post(f"{address}/cancel", headers=eve)
    assert client.post(JOBS, json=export, headers=eve).status_code == 429
