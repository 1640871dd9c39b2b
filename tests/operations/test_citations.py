"""Citations of objects as BibTeX, RIS and CSL JSON: over HTTP, on pages, by command and in Python."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import ludex
from ludex.settings import Settings
from ludex.version import RELEASE_YEAR, __version__
from tests.applications import application
from tests.conftest import Lend

PUBLIC = "https://ludex.example.org/games"


@pytest.fixture(scope="module")
def address(lend: Lend) -> Iterator[str]:
    with lend() as url:
        yield url


@pytest.fixture(scope="module")
def private(address: str) -> Iterator[FlaskClient]:
    with application(Settings(database_url=address)) as app:
        yield app.test_client()


@pytest.fixture(scope="module")
def public(address: str) -> Iterator[FlaskClient]:
    with application(Settings(database_url=address, public_url=f"{PUBLIC}/")) as app:
        yield app.test_client()


@pytest.mark.parametrize(
    ("suffix", "media_type"),
    [
        ("bib", "application/x-bibtex"),
        ("ris", "application/x-research-info-systems"),
        ("csl.json", "application/vnd.citationstyles.csl+json"),
    ],
)
def test_a_citation_states_the_label_and_only_a_declared_address(
    private: FlaskClient, public: FlaskClient, suffix: str, media_type: str
) -> None:
    answer = public.get(f"/api/v1/objects/swish-36.{suffix}")
    assert (answer.status_code, answer.mimetype) == (200, media_type)
    [label] = set(re.findall(r"swish-deck-[0-9a-z-]+", answer.text))
    for text in (label, str(RELEASE_YEAR), __version__, "The Ludex developers", f"{PUBLIC}/objects/{label}"):
        assert text in answer.text
    without = private.get(f"/api/v1/objects/{label}.{suffix}").text
    assert label in without and "http" not in without and "127.0.0.1" not in without and "localhost" not in without
    assert private.get(f"/api/v1/objects/nothing.{suffix}").status_code == 404


def test_the_formats_are_well_formed(public: FlaskClient) -> None:
    [item] = json.loads(public.get("/api/v1/objects/swish-36.csl.json").text)
    assert (item["type"], item["author"]) == ("dataset", [{"literal": "The Ludex developers"}])
    assert item["issued"] == {"date-parts": [[RELEASE_YEAR]]}
    bibtex = public.get("/api/v1/objects/swish-36.bib").text
    assert bibtex.count("{") == bibtex.count("}") and bibtex.startswith(f"@misc{{{item['id']},")
    lines = public.get("/api/v1/objects/swish-36.ris").text.splitlines()
    assert all(re.fullmatch(r"[A-Z][A-Z]  - .*", line) for line in lines)
    assert (lines[0], lines[-1]) == ("TY  - DATA", "ER  - ")


@pytest.mark.parametrize(
    ("suffix", "title"),
    [
        ("bib", "title = {{Pack: 50 \\% of K\\_3 \\textbraceleft{} \\& more}}"),
        ("ris", "TI  - Pack: 50 % of K_3 { & more\r\n"),
        ("csl.json", '"title": "Pack: 50 % of K_3 { & more"'),
    ],
)
def test_the_title_of_an_object_is_the_title_of_its_citation(private: FlaskClient, suffix: str, title: str) -> None:
    drawing = {"points": [[0, 0], [9, 0], [10, 10], [0, 9]], "edges": [[0, 2], [1, 3], [0, 1]]}
    levels = [private.post("/api/v1/planarity/levels", json=drawing).json["label"]]
    pack = {"slug": f"cited-{suffix[:3]}", "title": "50 % of K_3 { & more", "levels": levels}
    stored = private.post("/api/v1/planarity/packs", json=pack)
    assert stored.status_code == 201, stored.text
    text = private.get(f"/api/v1/objects/{stored.json['label']}.{suffix}").text
    assert title in text and stored.json["label"] in text
    if suffix == "bib":
        assert text.count("{") == text.count("}")
    assert f"Level {levels[0]}" in private.get(f"/api/v1/objects/{levels[0]}.{suffix}").text


def test_pages_cite_only_a_declared_address(private: FlaskClient, public: FlaskClient) -> None:
    page = public.get("/objects/swish-36", follow_redirects=True).text
    section = page[page.index("Cite this") :]
    assert f"{PUBLIC}/objects/swish-deck" in section and ".csl.json" in section
    page = private.get("/objects/swish-36", follow_redirects=True).text
    assert "://" not in page[page.index("Cite this") : page.index("</section>", page.index("Cite this"))]


def test_python_and_the_command_write_the_same(
    public: FlaskClient, address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from ludex.cli.main import main

    monkeypatch.setenv("LUDEX_PUBLIC_URL", PUBLIC)
    monkeypatch.setenv("LUDEX_DATABASE_URL", address)
    expected = public.get("/api/v1/objects/swish-36.ris").text
    with ludex.Catalogue(address) as catalogue:
        deck = catalogue.get("swish-36")
        assert deck.cite("ris") == expected
        with pytest.raises(ValueError, match="bibtex"):
            deck.cite("apa")  # type: ignore[arg-type]
    monkeypatch.setattr("sys.argv", ["ludex", "cite", "swish-36", "--format", "ris"])
    with pytest.raises(SystemExit):
        main()
    assert capsys.readouterr().out.splitlines() == expected.splitlines()


def test_the_citation_file_has_the_version() -> None:
    text = (Path(__file__).parents[2] / "CITATION.cff").read_text()
    assert re.search(rf"^version: {re.escape(__version__)}$", text, re.MULTILINE)
    assert re.search(rf"^date-released: {RELEASE_YEAR}-", text, re.MULTILINE)
