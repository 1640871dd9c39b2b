"""The documentation is the pages of schema/ and the declarations, whole, with links that lead somewhere."""

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.kinds.registry import Registry
from ludex.games.kinds import GAMES
from ludex.web.documentation_pages.documents import names
from ludex.web.documentation_pages.glossary import glossary
from tests.web.reading import Read, texts_of


@pytest.mark.parametrize("name", names())
def test_a_page_of_schema_is_whole_and_its_links_lead_somewhere(visitor: FlaskClient, name: str) -> None:
    text = visitor.get(f"/documentation/{name}").text
    page = Read(text)
    assert len(texts_of(text, "h1")) == 1
    for link in page.links.values():
        if link.startswith("https://"):
            continue
        path, _, fragment = link.partition("#")
        with visitor.get(path or f"/documentation/{name}") as there:
            assert there.status_code == 200, link
            assert not fragment or f'id="{fragment}"' in there.text, link


def test_every_word_of_the_catalogue_has_its_meaning_once() -> None:
    terms = [term for part in glossary(Registry(GAMES)) for term in part.terms]
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
    assert rows["Cards of one point and one circle of 4 × 3, up to flips"][:3] == ["36", "36", "complete"]
    assert rows["Cards of SET of 4 properties with 3 values"][:3] == ["81", "81", "complete"]
    assert rows["Order types of 8 points, up to reflection"][1:3] == ["3,315", "in part"]
