"""Replaced and deleted levels: what takes their places, where their labels lead, and how they come back."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from ludex import Catalogue as Python
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.ownership import Scope
from ludex.catalogue.storage import tables
from ludex.catalogue.transfer import trash
from ludex.catalogue.verification import verify
from ludex.games.planarity.kinds import PACK
from ludex.games.planarity.requests import REQUESTS
from ludex.operations import calendars, objects
from ludex.settings import Settings
from tests.applications import application, key_of
from tests.conftest import Lend
from tests.games.planarity.requests.drawn import CYCLE, KITE, PLANARITY, SQUARE, problem

API = "/api/v1"
PACKS = f"{PLANARITY}/packs"
KNOT = {"points": [*SQUARE["points"], [2, 9]], "edges": [*SQUARE["edges"], [3, 4]]}
OTHER = {"points": [*SQUARE["points"], [2, 9], [7, 9]], "edges": SQUARE["edges"]}


@pytest.fixture
def app(settings: Settings, lend: Lend) -> Iterator[Flask]:
    """A service that others reach, on a new catalogue."""
    with lend() as address:
        changed = settings.model_copy(update={"database_url": address, "host": "0.0.0.0"})
        with application(changed, requests=(REQUESTS,)) as made:
            yield made


@pytest.fixture
def key(app: Flask) -> dict[str, str]:
    return key_of(app, "ada")


def _catalogue(app: Flask) -> Catalogue:
    found: Catalogue = app.extensions["ludex"].catalogue
    return found


@pytest.fixture
def levels(client: FlaskClient, key: dict[str, str]) -> list[str]:
    """Store three levels, of which the first two are in the pack `mine`, and the last two in `yours`."""
    stored = [
        client.post(f"{PLANARITY}/levels", json=drawing, headers=key).get_json()["label"]
        for drawing in (CYCLE, KNOT, SQUARE)
    ]
    for slug, part in (("mine", stored[:2]), ("yours", stored[1:])):
        body = {"slug": slug, "levels": part, "order": "given"}
        assert client.post(PACKS, json=body, headers=key).status_code == 201
    return stored


def _replace(client: FlaskClient, old: str, new: str, key: dict[str, str]) -> Any:
    return client.post(f"{PLANARITY}/levels/{old}/replace", json={"by": new}, headers=key)


def _held(client: FlaskClient, slug: str) -> list[str]:
    return [level["label"] for level in client.get(f"{PACKS}/{slug}/levels").get_json()["items"]]


def test_a_replacement_takes_the_places_and_the_links(
    client: FlaskClient, key: dict[str, str], levels: list[str]
) -> None:
    first, second, third = levels
    answer = _replace(client, second, third, key)
    labels = [client.get(f"{PACKS}/{slug}").get_json()["label"] for slug in ("mine", "yours")]
    assert (answer.status_code, answer.get_json()) == (200, {"replaced_in": labels})
    assert (_held(client, "mine"), _held(client, "yours")) == ([first, third], [third])
    assert client.get(f"{PACKS}/yours").get_json()["size"] == 1
    for address in (f"{PLANARITY}/levels/{{}}", f"{API}/objects/{{}}", f"{PLANARITY}/levels/{{}}/similar?limit=1"):
        moved = client.get(address.format(second))
        assert (moved.status_code, moved.headers["Location"]) == (301, address.format(third))
        assert moved.headers["Cache-Control"] == "no-cache"
    problem(client.delete(f"{PLANARITY}/levels/{second}", headers=key), 404)


def test_storing_the_position_again_ends_the_redirect(
    client: FlaskClient, key: dict[str, str], levels: list[str]
) -> None:
    _replace(client, levels[1], levels[2], key)
    again = client.post(f"{PLANARITY}/levels", json=KNOT, headers=key)
    assert (again.status_code, again.get_json()["label"]) == (201, levels[1])
    assert client.get(f"{PLANARITY}/levels/{levels[1]}").status_code == 200
    problem(client.post(f"{API}/trash/{levels[1]}/restore", headers=key), 422, "/label")


def test_an_import_in_bulk_ends_the_redirect_too(
    app: Flask, client: FlaskClient, key: dict[str, str], levels: list[str]
) -> None:
    _replace(client, levels[1], levels[2], key)
    restored = client.post(f"{API}/trash/{levels[1]}/restore", headers=key)
    assert restored.status_code == 200
    assert client.get(f"{PLANARITY}/levels/{levels[1]}").get_json() == restored.get_json()
    assert verify(_catalogue(app)).sound


def test_redirects_follow_a_second_replacement_and_end_with_its_target(
    client: FlaskClient, key: dict[str, str], levels: list[str]
) -> None:
    first, second, third = levels
    _replace(client, first, second, key)
    _replace(client, second, third, key)
    assert client.get(f"{API}/objects/{first}").headers["Location"] == f"{API}/objects/{third}"
    assert client.delete(f"{PLANARITY}/levels/{third}?from_packs=true", headers=key).status_code == 204
    problem(client.get(f"{API}/objects/{first}"), 404)


def test_a_restored_level_is_the_one_that_was_deleted(client: FlaskClient, key: dict[str, str]) -> None:
    level = client.post(f"{PLANARITY}/levels", json=CYCLE, headers=key).get_json()
    fields = {"title": "The knot", "tags": ["boss"], "note": "mine", "data": {"a": 1}}
    before = client.patch(f"{API}/objects/{level['label']}", json=fields, headers=key).get_json()
    claims = client.get(level["claims_url"]).get_json()
    assert client.delete(f"{API}/objects/{level['label']}", headers=key).status_code == 204
    [listed] = client.get(f"{API}/trash", headers=key).get_json()["items"]
    assert {name: listed[name] for name in ("label", "kind", "title", "replaced_by", "owner")} == {
        "label": level["label"],
        "kind": "planarity-level",
        "title": "The knot",
        "replaced_by": None,
        "owner": "ada",
    }
    assert client.post(f"{API}/trash/{level['label']}/restore", headers=key).get_json()["title"] == "The knot"
    assert client.get(f"{API}/objects/{level['label']}", headers=key).get_json() == before
    assert client.get(level["claims_url"]).get_json() == claims
    assert client.get(f"{API}/trash", headers=key).get_json()["items"] == []
    assert client.delete(f"{API}/objects/{level['label']}", headers=key).status_code == 204  # it is ada's again


def test_the_trash_is_open_only_to_owners_and_the_administrator(app: Flask, client: FlaskClient) -> None:
    ada, bob, root = key_of(app, "ada"), key_of(app, "bob"), key_of(app, "root", Scope.ADMIN)
    label = client.post(f"{PLANARITY}/levels", json=CYCLE, headers=ada).get_json()["label"]
    client.delete(f"{API}/objects/{label}", headers=ada)
    refused = client.get(f"{API}/trash")
    assert refused.status_code == 401 and "requires an API key with the scope `edit`" in refused.get_json()["detail"]
    counts = [client.get(f"{API}/trash", headers=reader).get_json()["count"] for reader in (ada, bob, root)]
    assert counts == [1, 0, 1]
    assert client.post(f"{API}/trash/{label}/restore", headers=bob).status_code == 403
    assert client.post(f"{API}/trash/{label}/restore", headers=root).status_code == 200
    assert client.delete(f"{API}/objects/{label}", headers=bob).status_code == 403


def test_objects_leave_the_trash_after_thirty_days(
    app: Flask, client: FlaskClient, levels: list[str], key: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def at(day: int) -> None:
        monkeypatch.setattr(trash, "now", lambda: datetime(2027, 1, 1, 8, tzinfo=UTC) + timedelta(days=day))

    def listed() -> list[str]:
        return [item["label"] for item in client.get(f"{API}/trash", headers=key).get_json()["items"]]

    at(0)
    _replace(client, levels[0], levels[1], key)
    at(30)
    assert listed() == [levels[0]]
    at(31)
    assert listed() == []
    problem(client.post(f"{API}/trash/{levels[0]}/restore", headers=key), 404)
    _replace(client, levels[1], levels[2], key)
    with _catalogue(app).reading() as reader:
        assert list(reader.connection.scalars(select(tables.trash.c.label))) == [levels[1]]
    assert client.get(f"{API}/objects/{levels[0]}").status_code == 301  # the redirect remains


def test_a_replacement_that_is_refused_changes_nothing(
    app: Flask, client: FlaskClient, key: dict[str, str], levels: list[str]
) -> None:
    bob = key_of(app, "bob")
    ungraded = client.post(f"{PLANARITY}/levels", json={"points": KITE, "edges": []}, headers=key).get_json()["label"]
    first, second, third = levels
    problem(_replace(client, first, first, key), 422, "/by")
    problem(_replace(client, first, "none", key), 422, "/by")
    problem(_replace(client, "none", first, key), 404)
    assert _replace(client, first, third, bob).status_code == 403
    theirs = client.post(PACKS, json={"slug": "theirs", "levels": [first]}, headers=bob)
    assert theirs.status_code == 201
    assert _replace(client, first, third, key).status_code == 403  # the pack is bob's
    seen = client.get(f"{API}/objects/{second}").headers["ETag"]
    client.patch(f"{API}/objects/{second}", json={"tags": ["new"]}, headers=key)
    assert _replace(client, second, third, key | {"If-Match": seen}).status_code == 412
    assert (_held(client, "mine"), _held(client, "yours")) == ([first, second], [second, third])
    assert client.get(f"{API}/trash", headers=key).get_json()["items"] == []
    now = client.get(f"{API}/objects/{second}").headers["ETag"]
    assert _replace(client, second, ungraded, key | {"If-Match": now}).status_code in (200, 422)


@pytest.mark.parametrize("step", ["redirect", "delete_to_trash"])
def test_a_replacement_that_fails_late_changes_nothing(
    app: Flask, client: FlaskClient, levels: list[str], monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def fail(*_arguments: Any, **_options: Any) -> None:
        raise KeyboardInterrupt

    catalogue = _catalogue(app)
    monkeypatch.setattr(objects, step, fail)
    with pytest.raises(KeyboardInterrupt):
        objects.replace_object(catalogue, catalogue.registry.kind["planarity-level"], levels[1], levels[2])
    assert (_held(client, "mine"), _held(client, "yours")) == (levels[:2], levels[1:])
    assert client.get(f"{PLANARITY}/levels/{levels[1]}").status_code == 200


_KILLED = """
import os, signal, sys
from datetime import date
from pkgutil import resolve_name
from ludex import Catalogue
module, _, step = sys.argv[2].rpartition(".")
module = resolve_name(module)
before = getattr(module, step)
def last_step(*arguments, **options):
    before(*arguments, **options)
    os.kill(os.getpid(), signal.SIGKILL)
setattr(module, step, last_step)
catalogue, labels = Catalogue(sys.argv[1]), sys.argv[4:]
with catalogue:
    eval(sys.argv[3])
"""


@pytest.mark.parametrize(
    ("step", "call"),
    [
        ("operations.objects.redirect", "catalogue.replace(labels[1], labels[2])"),
        ("operations.objects.delete_to_trash", "catalogue.replace(labels[1], labels[2])"),
        ("operations.objects.delete_to_trash", "catalogue.delete(labels[1], from_packs=True)"),
        (
            "operations.objects.annotate",
            "catalogue.edit(labels[0], title='Knot', tags=['boss'], note='n', data={'a': 1})",
        ),
        ("operations.objects._retitle", "catalogue.edit('mine', title='Knot', tags=['boss'])"),
        ("operations.objects.restore_object", "catalogue.restore(labels[3])"),
        (
            "operations.calendars._append",
            "catalogue.set_calendar('planarity', 'mine', days={'9999-12-31': labels[0]})",
        ),
        (
            "operations.calendars.read_calendar",
            "catalogue.set_calendar('planarity', 'mine', days={'9999-12-31': labels[0]})",
        ),
        ("operations.calendars._append", "catalogue.remove_calendar('planarity')"),
    ],
)
def test_a_change_whose_process_is_killed_changes_nothing(
    app: Flask, client: FlaskClient, key: dict[str, str], levels: list[str], step: str, call: str
) -> None:
    """The process is killed after a step of the change, before the transaction is committed."""
    deleted = client.post(f"{PLANARITY}/levels", json=OTHER, headers=key).get_json()["label"]
    client.delete(f"{API}/objects/{deleted}", headers=key)
    catalogue = _catalogue(app)
    calendars.set_calendar(
        catalogue, "planarity", PACK, date(2026, 1, 1), pack="yours", days={date(9999, 12, 30): levels[2]}
    )
    address = catalogue.database.url.render_as_string(hide_password=False)
    before = _rows(catalogue)
    command = [sys.executable, "-c", _KILLED, address, f"ludex.{step}", call, *levels, deleted]
    done = subprocess.run(command, env=os.environ, check=False)
    assert done.returncode == -signal.SIGKILL
    assert _rows(catalogue) == before
    # The same change is made afterwards: the lock of the killed process is gone.
    with Python(address) as python:
        eval(call, {"catalogue": python, "labels": [*levels, deleted]})
    assert _rows(catalogue) != before


def _rows(catalogue: Catalogue) -> dict[str, list[Any]]:
    """Return the rows of all tables of the catalogue."""
    with catalogue.reading() as reader:
        return {
            table.name: sorted(map(repr, reader.connection.execute(select(table))))
            for table in tables.metadata.sorted_tables
        }
