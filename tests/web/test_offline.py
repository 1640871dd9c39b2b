"""The manifest, the icons, the service worker and what it keeps; what each page tells other programs about itself."""

import json
import re
from pathlib import Path
from struct import unpack

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.games.kinds import GAMES
from ludex.games.planarity.kinds import PACK
from ludex.operations.packs import labels_of_pack
from ludex.settings import Settings
from ludex.web import offline
from tests.applications import application

PEOPLE = {"Accept": "text/html,*/*;q=0.8"}
PAGES = ("/", "/play", "/planarity", "/planarity/levels", "/documentation", "/offline", "/search")


def _settings(client: FlaskClient) -> dict[str, object]:
    """Return the settings at the top of the service worker."""
    first = client.get("/service-worker.js").text.partition(";\n")[0]
    found: dict[str, object] = json.loads(first.removeprefix("const SETTINGS = "))
    return found


def test_the_manifest_names_icons_of_the_sizes_that_it_states(visitor: FlaskClient) -> None:
    answer = visitor.get("/manifest.webmanifest")
    assert answer.content_type == "application/manifest+json"
    manifest = json.loads(answer.text)
    assert (manifest["start_url"], manifest["display"]) == ("/play", "standalone")
    for icon in manifest["icons"]:
        picture = visitor.get(icon["src"])
        assert picture.status_code == 200
        assert picture.mimetype == icon["type"]
        if icon["type"] == "image/png":
            assert "{}x{}".format(*unpack(">II", picture.data[16:24])) == icon["sizes"]
    assert visitor.get("/favicon.ico").data[:4] == b"\x89PNG"


def test_the_worker_keeps_a_limited_size_of_files_that_exist(visitor: FlaskClient) -> None:
    answer = visitor.get("/service-worker.js")
    assert answer.content_type == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    settings = _settings(visitor)
    assert (settings["maxPages"], settings["maxPageBytes"]) == (60, 200_000)
    assert re.fullmatch("[0-9a-f]{16}", str(settings["version"]))
    files = settings["files"]
    assert isinstance(files, list)
    assert len(files) == len(set(files))
    answers = [visitor.get(address) for address in (*files, settings["page"])]
    assert {answer.status_code for answer in answers} == {200}
    assert sum(len(answer.data) for answer in answers) < 600_000
    assert not [address for address in files if "/api/" in address]


def test_the_version_of_the_worker_changes_with_its_content(
    visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = _settings(visitor)["version"]
    assert _settings(visitor)["version"] == before
    (tmp_path / "workers").mkdir()
    (tmp_path / "workers" / "offline.js").write_text("// another worker")
    monkeypatch.setattr(offline.resources, "files", lambda _package: tmp_path)
    assert _settings(visitor)["version"] != before


def test_a_service_that_switches_it_off_gives_a_worker_that_removes_itself(sqlite_catalogue: Catalogue) -> None:
    settings = Settings(database_url=f"sqlite:///{sqlite_catalogue.database.file}", offline_pages=False)
    with application(settings) as app:
        client = app.test_client()
        assert "registration.unregister()" in client.get("/service-worker.js").text
        assert "js/offline.js" not in client.get("/").text


def test_behind_a_prefix_the_worker_keeps_the_files_and_pages_with_the_prefix(visitor: FlaskClient) -> None:
    behind = visitor.get("/service-worker.js", base_url="http://localhost/there").text
    settings = json.loads(behind.partition(";\n")[0].removeprefix("const SETTINGS = "))
    assert (settings["root"], settings["page"]) == ("/there/", "/there/offline")
    assert all(address.startswith("/there/static/") for address in settings["files"])
    assert settings["version"] != _settings(visitor)["version"]
    pages = visitor.get("/offline/pages.json", base_url="http://localhost/there").get_json()["pages"]
    assert pages[:2] == ["/there/", "/there/play"]


def test_the_pages_to_keep_exist(visitor: FlaskClient) -> None:
    pages = visitor.get("/offline/pages.json").get_json()["pages"]
    assert pages[:2] == ["/", "/play"]
    assert any(page.startswith("/play/planarity/planarity-level-") for page in pages)
    assert {"/play/swish", "/play/sets"} <= set(pages)
    assert {visitor.get(page, follow_redirects=True).status_code for page in pages} == {200}


def test_the_levels_that_follow_in_a_pack_are_kept(visitor: FlaskClient, starting_address: str) -> None:
    catalogue = Catalogue(starting_address, GAMES)
    labels = labels_of_pack(catalogue, PACK, "easy")
    catalogue.close()
    pages = visitor.get(f"/offline/planarity/pages.json?pack=easy&label={labels[3]}").get_json()["pages"]
    assert pages == [f"/play/planarity/{label}?pack=easy" for label in labels[3:23]]


@pytest.mark.parametrize("game", ["swish", "sets"])
def test_the_tables_that_follow_in_a_pack_are_kept(visitor: FlaskClient, game: str) -> None:
    pack = {"swish": "swish-first", "sets": "set-first"}[game]
    shown = re.findall(f"/play/{game}/positions/[a-z0-9-]+", visitor.get(f"/play/{game}/packs/{pack}").text)
    tables = list(dict.fromkeys(shown))
    query = f"?pack={pack}&label={tables[1].rpartition('/')[2]}"
    pages = visitor.get(f"/offline/{game}/pages.json{query}").get_json()["pages"]
    assert pages == [f"{table}?pack={pack}" for table in tables[1:21]]
    assert visitor.get(pages[0]).status_code == 200


@pytest.mark.parametrize("query", ["", "?pack=easy", "?pack=easy&label=nothing", "?pack=nothing&label=nothing"])
def test_unknown_packs_and_labels_are_not_found(visitor: FlaskClient, query: str) -> None:
    assert visitor.get(f"/offline/planarity/pages.json{query}").status_code == 404


@pytest.mark.parametrize("path", PAGES)
def test_a_page_states_its_address_title_and_description(visitor: FlaskClient, path: str) -> None:
    text = visitor.get(path).text
    assert f'<link rel="canonical" href="http://localhost{path}">' in text
    found = dict(re.findall(r'<meta (?:name|property)="([a-z:]+)" content="(.*?)"', text))
    title = re.search("<title>(.*?)</title>", text)
    assert title is not None
    assert found["og:url"] == f"http://localhost{path}"
    assert found["og:title"] == title[1]
    assert found["og:description"] == found["description"]
    picture = visitor.get(found["og:image"].removeprefix("http://localhost"))
    assert picture.mimetype == "image/png"


def test_the_canonical_address_has_no_query_and_problems_have_no_worse_policy(visitor: FlaskClient) -> None:
    assert (
        '<link rel="canonical" href="http://localhost/planarity/levels">'
        in visitor.get("/planarity/levels?vertices=9").text
    )
    policy = visitor.get("/").headers["Content-Security-Policy"]
    assert "manifest-src 'self'; worker-src 'self'" in policy
    assert "unsafe" not in policy
    assert visitor.get("/nothing", headers=PEOPLE).headers["Content-Security-Policy"] == policy
