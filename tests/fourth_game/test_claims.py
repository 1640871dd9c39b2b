"""Claims of a game that no file of ludex knows are listed, counted and found by the object that they are about."""

from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.claims.storing import store_claim
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.storing import store
from ludex.engine.evidence import Evidence
from ludex.requests import bounds
from peg_solitaire.kinds import POSITION, KnownPosition
from peg_solitaire.position import Position

CLAIMS = "/api/v1/claims"
STATEMENT = "solitaire.fewest-pegs"
MEMBERS = {
    *(
        "subject",
        "statement",
        "parameters",
        "value",
        "lower",
        "upper",
        "proved",
        "evidence",
        "witness",
        "method",
        "certificate",
    ),
    *("checked", "checked_by", "engine", "search_nodes", "seconds"),
}


@pytest.fixture(scope="module", autouse=True)
def stored(app: Flask) -> None:
    """Store seven positions of the board of side 3, each with its proved claim, and one with two that are not."""
    client = app.test_client()
    for pegs in range(2, 9):
        row = "*" * pegs + "." * (9 - pegs)
        rows = "/".join(row[start : start + 3] for start in (0, 3, 6))
        assert client.post("/api/v1/solitaire/positions", json={"rows": rows, "solved": True}).status_code == 201
    with app.extensions["ludex"].catalogue.writing() as writer:
        one = store(writer, prepare(POSITION, KnownPosition(Position.parse("*.../..../..../...."))))
        for rule, upper in (("a", 3), ("b", 2)):
            claim = Claim(
                STATEMENT,
                value=upper,
                proved=False,
                method="a guess",
                certificate={"rule": rule},
                lower=1,
                upper=upper,
                parameters={"rule": rule},
                seconds=0.5,
            )
            store_claim(writer, one.id, claim)


def listed(client: FlaskClient, address: str = CLAIMS, **query: str | int) -> list[dict]:
    response = client.get(f"{address}?{urlencode(query)}")
    assert response.status_code == 200, response.text
    result: list[dict] = response.get_json()["items"]
    return result


def test_claims_are_listed_by_statement_and_proof(client: FlaskClient) -> None:
    every = listed(client)
    assert len(every) == 9
    assert all(set(claim) == MEMBERS for claim in every)
    assert listed(client, statement=STATEMENT) == every
    assert listed(client, proved="true") == every[:7]
    assert listed(client, proved="false", statement=STATEMENT) == every[7:]
    for evidence in Evidence:
        assert listed(client, evidence=evidence.value) == [one for one in every if one["evidence"] == evidence.value]
    assert {one["evidence"] for one in every} > {None}
    guess = every[-1]
    assert (guess["value"], guess["lower"], guess["upper"], guess["parameters"]) == (2, 1, 2, {"rule": "b"})
    assert (guess["method"], guess["certificate"], guess["seconds"]) == ("a guess", {"rule": "b"}, 0.5)
    assert guess["witness"] is guess["checked"] is None


@pytest.mark.parametrize("limit", [1, 4, 9, 1000])
def test_claims_come_in_pages(client: FlaskClient, limit: int) -> None:
    result, following = [], f"{CLAIMS}?limit={limit}"
    while following is not None:
        page = client.get(following).get_json()
        assert (page["count"], page["count_exact"]) == (9, True)
        assert 1 <= len(page["items"]) <= limit
        result += page["items"]
        following = page["next"]
    assert result == listed(client)


def test_a_page_of_claims_is_bounded_in_bytes(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "PAGE_BYTES", 1)
    page = client.get(f"{CLAIMS}?proved=false").get_json()
    assert len(page["items"]) == 1
    assert len(client.get(page["next"]).get_json()["items"]) == 1


def test_the_claims_of_an_object_are_found_by_its_label(client: FlaskClient) -> None:
    for claim in listed(client):
        of_object = listed(client, f"/api/v1/objects/{claim['subject']}/claims")
        assert claim in of_object
        assert of_object == listed(client, subject=claim["subject"])
    label = listed(client)[-1]["subject"]
    assert len(listed(client, f"/api/v1/objects/{label}/claims", limit=1)) == 1
    assert listed(client, f"/api/v1/objects/{label}/claims", proved="true") == []
    assert listed(client, "/api/v1/objects/full-3/claims") == []


def test_claims_are_counted(client: FlaskClient) -> None:
    facets = client.get(f"{CLAIMS}/facets").get_json()["facets"]
    assert facets["statement"] == [{"value": STATEMENT, "count": 9}]
    assert facets["proved"] == [{"value": True, "count": 7}, {"value": False, "count": 2}]
    assert client.get(f"{CLAIMS}/facets?proved=false").get_json()["facets"]["statement"][0]["count"] == 2


@pytest.mark.parametrize(
    ("address", "status"),
    [
        (f"{CLAIMS}?statement=solitaire.nothing", 400),
        (f"{CLAIMS}?proved=perhaps", 400),
        (f"{CLAIMS}?limit=0", 400),
        (f"{CLAIMS}?bogus=1", 400),
        (f"{CLAIMS}?cursor=x", 400),
        ("/api/v1/objects/nothing/claims", 404),
    ],
)
def test_wrong_questions_are_refused(client: FlaskClient, address: str, status: int) -> None:
    assert client.get(address).status_code == status


def test_claims_about_nothing_are_none(client: FlaskClient) -> None:
    assert listed(client, subject="nothing") == []
