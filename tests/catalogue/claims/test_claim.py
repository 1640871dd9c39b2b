"""Claims have valid forms and merge into the best known one; results of the literature are cited, never claimed."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

import ludex
from ludex.catalogue.claims.claim import CitedClaim, Claim, Sense, Statement, form_faults, merged, select_cited
from ludex.catalogue.kinds.registry import registry_of
from ludex.engine.budget import Cost
from ludex.engine.evidence import Evidence
from ludex.games.kinds import GAMES
from ludex.games.planarity.making.point_sets import ORDER_TYPES
from ludex.settings import Settings
from tests.applications import application
from tests.conftest import Lend

LEAST = Statement("toy.weight", "the weight", Sense.LEAST, verification_method="weighing again")
TIME = "2030-01-01T00:00:00+00:00"
CLAIM = Claim(LEAST.name, value=5, proved=False, lower=3, upper=5, engine="0.1.0")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({}, None),
        ({"engine": "1.0rc2"}, None),
        ({"engine": "new"}, "an invalid engine version: 'new'"),
        ({"search_nodes": 1, "seconds": 0.0}, None),
        ({"seconds": 2.5}, None),
        ({"search_nodes": 1}, "an invalid search cost: 1 nodes, None seconds"),
        ({"search_nodes": 0, "seconds": 1.0}, "an invalid search cost"),
        ({"seconds": -0.1}, "an invalid search cost"),
        ({"seconds": float("inf")}, "an invalid search cost"),
        ({"checked": TIME, "checked_by": "weighing again"}, None),
        ({"checked": TIME}, "an invalid verification"),
        ({"checked_by": "weighing again"}, "an invalid verification"),
        ({"checked": TIME, "checked_by": "guessing"}, "an invalid verification"),
        ({"checked": "2030-01-01T00:00:00", "checked_by": "weighing again"}, "an invalid verification time"),
        ({"checked": "yesterday", "checked_by": "weighing again"}, "an invalid verification time"),
        ({"evidence": Evidence.SEARCH}, "must have the evidence null"),
        ({"proved": True}, "must have the evidence search, not None"),
        ({"proved": True, "evidence": Evidence.SEARCH}, None),
    ],
)
def test_a_fault_in_the_form_of_a_claim_is_named(change: dict[str, Any], fault: str | None) -> None:
    found = list(form_faults(replace(CLAIM, **change), LEAST))
    assert found == [] if fault is None else fault in found[0] and len(found) == 1


@pytest.mark.parametrize("bounds", [{"lower": 1}, {"upper": 1}])
def test_an_exact_value_has_no_bounds(bounds: dict[str, int]) -> None:
    claim = Claim("toy.colours", value=2, proved=False, **bounds)
    assert "must not have bounds" in "".join(form_faults(claim, Statement("toy.colours", "the colours")))


@pytest.mark.parametrize(
    ("sense", "stored", "new", "expected"),
    [
        (Sense.LEAST, (5, 3, 5), (4, 2, 4), (4, 3, 4)),
        (Sense.LEAST, (4, 2, 4), (5, 3, 5), (4, 3, 4)),
        (Sense.LEAST, (4, None, 4), (4, None, None), (4, None, 4)),
        (Sense.MOST, (5, 5, 9), (6, 6, None), (6, 6, 9)),
        (Sense.MOST, (6, 6, None), (5, 5, 8), (6, 6, 8)),
        (Sense.EXACT, (5, None, None), (6, None, None), (5, None, None)),
        (Sense.LEAST, (None, 2, None), (7, None, 7), (7, 2, 7)),
        (Sense.LEAST, (7, None, 7), (None, 3, None), (7, 3, 7)),
        (Sense.MOST, (None, 2, None), (None, 3, 9), (None, 3, 9)),
    ],
)
def test_two_claims_merge_into_the_better_value_and_the_tighter_bounds(
    sense: Sense, stored: tuple[int, ...], new: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    one, other = (
        Claim("toy.weight", value=value, lower=lower, upper=upper, proved=False, method=method)
        for method, (value, lower, upper) in (("stored", stored), ("new", new))
    )
    best = merged(one, other, sense)
    assert (best.value, best.lower, best.upper) == expected
    assert best.method == ("new" if expected[0] != stored[0] else "stored")
    proved = replace(one, proved=True)
    assert merged(proved, replace(other, proved=True), sense) is proved
    assert merged(other, proved, sense) is proved


def test_a_claim_has_a_summary_and_a_cost() -> None:
    assert CLAIM.costing(None) is CLAIM
    costly = CLAIM.costing(Cost(7, 0.12345))
    assert (costly.search_nodes, costly.seconds, costly.stated) == (7, 0.123, CLAIM.stated)
    assert CLAIM.costing(Cost(0, 1.0)).search_nodes is None
    assert (CLAIM.summary().lower, CLAIM.summary().upper, CLAIM.summary().value) == (3, 5, 5)
    proved = replace(CLAIM, proved=True).summary()
    assert (proved.lower, proved.upper, proved.value) == (None, None, 5)
    assert replace(CLAIM, parameters={"b": 1, "a": [2]}).parameters_text == '{"a":[2],"b":1}'
    assert Claim(**CLAIM.members()) == CLAIM


def test_cited_claims_are_selected_by_statement_and_subject() -> None:
    one, other = (
        CitedClaim(statement=name, about="", subject=name[-1], value=1, reference="a book")
        for name in ("toy.a", "toy.b")
    )
    assert select_cited([one, other]) == [one, other]
    assert select_cited([one, other], statement="toy.a") == select_cited([one, other], subject="a") == [one]
    assert select_cited([one, other], statement="toy.a", subject="b") == []


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
