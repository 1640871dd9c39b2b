"""Results of the literature are cited with their references, and are never among the claims."""

import json
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

import ludex
from ludex.catalogue.kinds.registry import registry_of
from ludex.games.kinds import GAMES
from ludex.games.planarity.making.order_type_sampling import ORDER_TYPES
from ludex.settings import Settings
from tests.applications import application
from tests.conftest import Lend


@pytest.fixture(scope="module")
def address(lend: Lend) -> Iterator[str]:
    with lend() as url:
        yield url


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[FlaskClient]:
    with application(Settings(database_url=address)) as app:
        yield app.test_client()


def test_each_subject_is_the_label_of_its_deck(address: str) -> None:
    cited = [claim for claim in registry_of(GAMES).cited if claim.subject]
    assert len(cited) == 3
    with ludex.Catalogue(address) as catalogue:
        for claim in cited:
            slug = f"set-{claim.parameters['values']}-{claim.parameters['properties']}"
            assert catalogue.get(slug).label == claim.subject
            assert catalogue.cited_claims(slug).items == [claim]


def test_caps_and_order_types_are_cited(client: FlaskClient) -> None:
    items = client.get("/api/v1/claims/cited").get_json()["items"]
    assert all(item["cited"] and item["proved"] is False and item["reference"] and item["doi"] for item in items)
    caps = client.get("/api/v1/claims/cited?subject=set-3-6").get_json()["items"]
    assert [(cap["value"], cap["oeis"]) for cap in caps] == [(112, "A090245")]
    counts = client.get("/api/v1/claims/cited?statement=planarity.order-type-count").get_json()["items"]
    assert [count["value"] for count in counts][:9] == [1, 1, 1, 2, 3, 16, 135, 3315, 158_817]
    assert {n: count["value"] for n, count in enumerate(counts, 1) if n in ORDER_TYPES} == ORDER_TYPES
    assert client.get("/api/v1/claims/cited?subject=nothing").status_code == 404
    assert client.get("/api/v1/claims/cited?statement=foo").status_code == 400


def test_they_are_not_among_the_claims(client: FlaskClient) -> None:
    assert client.get("/api/v1/objects/set-3-5/claims").get_json()["items"] == []
    assert "cited" not in json.dumps(client.get("/api/v1/claims?limit=1000").get_json())
    page = client.get("/objects/set-3-5", follow_redirects=True).text
    section = page[page.index("From the literature") :]
    assert "Ludex has not proved them." in section and "AG(5, 3)" in section and "A090245" in section
    assert "From the literature" not in client.get("/objects/set-3-4", follow_redirects=True).text


def test_the_command_lists_them(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from ludex.cli.main import main

    monkeypatch.setenv("LUDEX_DATABASE_URL", address)
    monkeypatch.setattr("sys.argv", ["ludex", "claims", "set-3-5", "--cited", "--json"])
    with pytest.raises(SystemExit):
        main()
    [line] = capsys.readouterr().out.splitlines()
    assert json.loads(line)["items"][0]["value"] == 45
