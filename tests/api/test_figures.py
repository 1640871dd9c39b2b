"""Pictures of every kind as SVG, PNG, PDF and TikZ, in every style."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from ludex.api.resources import figures
from ludex.catalogue.kinds.kind import Kind
from ludex.engine import rendering
from tests.api.test_answers_of_kinds import REGISTRY, app  # noqa: F401 - the fixture of the starting catalogue
from tests.api.test_table_of_kinds import a_stored_one

LEVELS = "/api/v1/planarity/levels"
SIGNATURES = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "tex": b"% "}
TYPES = {
    "svg": "image/svg+xml; charset=utf-8",
    "png": "image/png",
    "pdf": "application/pdf",
    "tex": "application/x-tex",
}


@pytest.fixture(name="level")
def level_fixture(client: FlaskClient) -> str:
    label: str = client.get(f"{LEVELS}?min_swaps=2&limit=1").get_json()["items"][0]["label"]
    return label


@pytest.mark.parametrize("kind", REGISTRY.kinds, ids=lambda kind: kind.name)
def test_every_kind_has_its_picture_in_every_format(client: FlaskClient, kind: Kind[Any, Any]) -> None:
    label = a_stored_one(client, kind)["label"]
    for form, signature in SIGNATURES.items():
        own = client.get(f"/api/v1/objects/{label}.{form}")
        assert (own.status_code, own.content_type) == (200, TYPES[form])
        assert own.data.startswith(signature)
        if form == "pdf":  # those of the examples in schema/examples are printed
            continue
        printed = client.get(f"/api/v1/objects/{label}.{form}?style=print&width=100&labels=false&crossings=false")
        assert printed.status_code == 200
        assert printed.data.startswith(signature)
        assert printed.data != own.data


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        ("style=bold", "'screen', 'print', 'plain' or 'small'"),
        ("width=15", "16"),
        ("width=4001", "4000"),
        ("width=wide", "integer"),
        ("labels=perhaps", "true or false"),
        ("frames=all", "'solution'"),
        ("colour=red", ""),
    ],
)
@pytest.mark.parametrize("form", SIGNATURES)
def test_an_invalid_option_is_a_problem(client: FlaskClient, level: str, form: str, query: str, detail: str) -> None:
    answer = client.get(f"/api/v1/objects/{level}.{form}?{query}")
    assert answer.status_code == 400
    [error] = answer.get_json()["errors"]
    assert error["pointer"] == f"/{query.partition('=')[0]}"
    assert detail in error["detail"]


def test_a_solution_is_drawn_as_frames(client: FlaskClient, level: str) -> None:
    frames = client.get(f"/api/v1/objects/{level}.svg?frames=solution")
    assert "A solution of" in frames.text
    assert frames.headers["Cache-Control"] == "no-cache"
    assert client.get(f"/api/v1/objects/{level}.png?frames=solution&style=print").data.startswith(b"\x89PNG")
    refused = client.get("/api/v1/objects/swish-36.svg?frames=solution")
    assert (refused.status_code, refused.get_json()["errors"][0]["pointer"]) == (422, "/frames")


@pytest.mark.parametrize("form", SIGNATURES)
def test_pictures_of_requests_have_every_format(client: FlaskClient, form: str) -> None:
    deals = f"/api/v1/swish/decks/swish-36/deals/plot?format={form}"
    first, printed, last = (client.get(f"{deals}{query}") for query in ("&log=true", "&log=true&style=print", ""))
    assert first.data.startswith(SIGNATURES[form])
    assert len({first.data, printed.data, last.data}) == 3
    assert client.get(f"{deals}&log=2").status_code == 400
    client.post("/api/v1/swish/decks", json={"slug": "pairs", "cards": ["*o.", "*.o", "o*."]})
    assert (
        client.get(f"/api/v1/swish/decks/pairs/deals/plot?format={form}").status_code == 422
    )  # no statistics are stored
    assert client.get(f"{deals}&style=bold").status_code == 400


@pytest.mark.parametrize("form", SIGNATURES)
def test_a_figure_has_an_etag_and_is_cached(
    client: FlaskClient, level: str, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"/api/v1/objects/{level}.{form}?width=50"
    answer = client.get(url)
    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    assert client.get(f"/api/v1/objects/{level}.{form}?width=51").headers["ETag"] != answer.headers["ETag"]
    monkeypatch.setattr(figures, "_rendered", None)  # 304 needs no rendering
    unchanged = client.get(url, headers={"If-None-Match": answer.headers["ETag"]})
    assert (unchanged.status_code, unchanged.data, unchanged.headers["ETag"]) == (304, b"", answer.headers["ETag"])


def test_a_large_png_is_rendered_in_a_process_of_its_own(
    client: FlaskClient, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "render", None)
    assert client.get(f"/api/v1/objects/{level}.png?width=700").data.startswith(b"\x89PNG")
    monkeypatch.setattr(figures, "RENDER_SECONDS", 0.001)
    late = client.get(f"/api/v1/objects/{level}.png?width=700")
    assert (late.status_code, late.get_json()["title"]) == (422, "Computation too large")


def test_pdf_without_its_renderer_is_not_implemented(
    client: FlaskClient, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "find_spec", lambda _name: None)
    answer = client.get(f"/api/v1/objects/{level}.pdf")
    assert (answer.status_code, answer.get_json()["type"]) == (501, "/docs/reference/errors.html#not-installed")
    assert "pip install 'ludex[figures]'" in answer.get_json()["detail"]
    assert client.get(f"/api/v1/objects/{level}.png").status_code == 200


@pytest.mark.parametrize("form", SIGNATURES)
def test_an_object_that_does_not_exist_has_no_figure(client: FlaskClient, form: str) -> None:
    assert client.get(f"/api/v1/objects/nothing.{form}").status_code == 404
