"""The live pages of the documentation agree with the declarations; the built documentation is served."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.kinds.registry import Registry
from ludex.games.kinds import GAMES
from ludex.web import documentation
from ludex.web.documentation import glossary
from tests.web.reading import texts_of


def test_the_built_documentation_is_served(
    visitor: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documentation, "_FOLDER", tmp_path)
    missing = visitor.get("/docs/", headers={"Accept": "text/html"})
    assert missing.status_code == 404
    assert "run scripts/build-docs" in missing.text
    (tmp_path / "how-to").mkdir()
    (tmp_path / "index.html").write_text("first")
    (tmp_path / "how-to" / "keys.html").write_text("keys")
    with visitor.get("/docs/") as first, visitor.get("/docs/how-to/keys.html") as keys:
        assert (first.text, first.mimetype, keys.text) == ("first", "text/html", "keys")
        assert "default-src 'none'" in first.headers["Content-Security-Policy"]
    assert visitor.get("/docs").status_code == 308
    assert visitor.get("/docs/none.html").status_code == 404
    assert visitor.get("/docs/../pyproject.toml").status_code == 404


def test_every_word_of_the_catalogue_has_its_meaning_once() -> None:
    terms = [term for section in glossary(Registry(GAMES)) for term in section.terms]
    assert [term.anchor for term in terms if not term.about] == []
    assert len({term.anchor for term in terms}) == len(terms)


def test_the_meaning_is_the_one_that_the_api_says(visitor: FlaskClient) -> None:
    schemas = visitor.get("/api/v1/openapi.json").get_json()["components"]["schemas"]
    fields = [one["properties"]["grid_delta"] for one in schemas.values() if "grid_delta" in one.get("properties", {})]
    said = {field["description"] for field in fields if "description" in field}
    assert said
    assert all(one in visitor.get("/documentation/glossary").text for one in said)


def test_what_is_held_completely_is_what_the_literature_counts(visitor: FlaskClient) -> None:
    text = visitor.get("/documentation/completeness").text
    rows = {texts_of(row, "th")[0]: texts_of(row, "td") for row in text.split("<tr>")[2:]}
    # Order types up to reflection: 2, 3, 16, 135 (Aichholzer, Aurenhammer, Krasser 2002); the cards of both boxes.
    for points, known in ((4, "2"), (5, "3"), (6, "16"), (7, "135")):
        assert rows[f"Order types of {points} points, up to reflection"][:3] == [known, known, "complete"]
    assert rows["SWISH cards of 4 × 3 with one point and one circle, up to flips"][:3] == ["36", "36", "complete"]
    assert rows["SET cards with 4 properties and 3 values"][:3] == ["81", "81", "complete"]
    assert rows["Order types of 8 points, up to reflection"][1:3] == ["3,315", "partial"]
