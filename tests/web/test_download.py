"""The page and the files of the data set, over HTTP."""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.dataset.build import build_dataset
from ludex.games.kinds import GAMES
from ludex.settings import Settings
from tests.applications import application
from tests.web.reading import Read

JSON_LD = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)


@pytest.fixture(scope="module")
def folder(starting_address: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("download") / "data"
    catalogue = Catalogue(starting_address, GAMES)
    build_dataset(catalogue, folder)
    catalogue.close()
    (folder.parent / "secret.txt").write_text("secret")
    return folder


@pytest.fixture(scope="module")
def offering(starting_address: str, folder: Path) -> Iterator[FlaskClient]:
    """Give a client of a service that offers a data set."""
    with application(Settings(database_url=starting_address, dataset_dir=folder)) as app:
        yield app.test_client()


def test_the_page_links_to_every_file(offering: FlaskClient, folder: Path) -> None:
    text = offering.get("/download").text
    files = offering.get("/api/v1/dataset").json["dataset"]["files"]
    listed = [address.removeprefix("/download/") for address in Read(text).links.values() if "/download/" in address]
    tables = [path for path in listed if path.endswith(".parquet")]
    first = [path for path in listed if path.endswith((".md", ".json"))]
    assert listed == [*first, *tables, *(path for path in listed if path not in (*first, *tables))]
    assert first and tables and {file["path"] for file in files} == {file.name for file in folder.iterdir()}
    for file in files:
        assert f'<a href="{file["url"]}" download>{file["path"]}</a>' in text
        content = offering.get(file["url"], buffered=True)
        assert content.data == (folder / file["path"]).read_bytes()
        assert len(content.data) == file["bytes"]
        assert file["sha256"] in (None, sha256(content.data).hexdigest())


def test_without_a_data_set_the_page_has_the_command_that_builds_one(visitor: FlaskClient) -> None:
    assert "ludex dataset build ludex-data" in visitor.get("/download").text
    assert visitor.get("/api/v1/dataset").json == {"dataset": None}
    assert visitor.get("/download/README.md").status_code == 404


@pytest.mark.parametrize(
    "path", ["../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "/etc/passwd", "none.parquet", "pictures", "."]
)
def test_other_files_are_not_found(offering: FlaskClient, path: str) -> None:
    found = offering.get(f"/download/{path}")
    assert found.status_code in (404, 308)
    assert b"secret" not in found.data or b"secret.txt" in found.data


def _get(offering: FlaskClient, headers: dict[str, str]) -> TestResponse:
    """Return the response about a file, which is closed."""
    return offering.get("/download/catalogue.ndjson", headers=headers, buffered=True)


def test_files_have_etags_and_ranges_and_are_not_compressed(offering: FlaskClient, folder: Path) -> None:
    content = (folder / "catalogue.ndjson").read_bytes()
    whole = _get(offering, {"Accept-Encoding": "gzip"})
    assert whole.data == content and "Content-Encoding" not in whole.headers
    assert whole.headers["ETag"] == f'"{sha256(content).hexdigest()}"'
    known = _get(offering, {"If-None-Match": whole.headers["ETag"]})
    assert (known.status_code, known.data) == (304, b"")
    part = _get(offering, {"Range": "bytes=100-199", "Accept-Encoding": "gzip"})
    assert (part.status_code, part.data) == (206, content[100:200])
    assert part.headers["Content-Range"] == f"bytes 100-199/{len(content)}"
    beyond = _get(offering, {"Range": f"bytes={len(content)}-"})
    assert beyond.status_code == 416
    assert whole.headers["Content-Disposition"].startswith("attachment")
    assert "default-src 'none'" in whole.headers["Content-Security-Policy"]


def test_search_engines_find_the_data_set(offering: FlaskClient) -> None:
    [text] = JSON_LD.findall(offering.get("/download").text)
    described = json.loads(text)
    assert (described["@type"], described["@context"]) == ("Dataset", "https://schema.org/")
    assert described["license"] == "https://creativecommons.org/licenses/by/4.0/"
    files = offering.get("/api/v1/dataset").json["dataset"]["files"]
    assert [file["contentUrl"] for file in described["distribution"]] == [f"http://localhost{f['url']}" for f in files]
