"""False claims whose certificates look right are refused."""

from typing import Any

import pytest

from ludex_check_claims.claims import claim_verdict
from ludex_check_claims.discovery import find_checks
from ludex_check_claims.documents import facts_verdict
from ludex_check_claims.export import with_optional_members
from ludex_check_claims.planarity.collections import collection_size
from ludex_check_claims.planarity.unreachable import unreachable
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, WRONG, Export, Wrong

SQUARE = {"points": [[0, 0], [9, 0], [9, 9], [0, 9]], "edges": [[0, 1], [1, 2], [2, 3], [0, 3]]}


@pytest.mark.parametrize(
    ("drawing", "vertices", "hull", "reason"),
    [
        ({"points": [[0, 0], [9, 0], [5, 7]], "edges": [[0, 1]]}, [2], [2], "three vertices or more"),
        (SQUARE, [0, 1, 2, 3], [0, 1, 2, 3, -1, -2, -3, -4], "does not have"),
        (SQUARE, [0, 1, 2, 3], [0, 1, 2, 3, 4], "does not have"),
        (SQUARE, [], [0, 1, 2, 3], "repeated or missing"),
        (SQUARE, [0, 1, 2, 3, 3], [0, 1, 2, 3], "repeated or missing"),
    ],
)
def test_a_plane_drawing_does_not_have_too_many_edges(
    drawing: dict[str, Any], vertices: list[int], hull: list[int], reason: str
) -> None:
    claim: dict[str, Any] = {
        "value": True,
        "proved": True,
        "certificate": {"reason": "edges", "vertices": vertices, "hull": hull},
    }
    with pytest.raises(Wrong, match=reason):
        unreachable(claim, {"min_swaps": None, "drawing": drawing}, Export())


def test_a_collection_of_78_points_does_not_exist() -> None:
    claim: dict[str, Any] = {"proved": True, "lower": None, "upper": None, "value": {}}
    document = {"kind": "planarity-collection", "collection": "graphs-78", "points": 78}
    with pytest.raises(Wrong, match="no such collection"):
        collection_size(claim, document, Export())


SET_FREE = {
    **{
        "label": "cards",
        "kind": "set-position",
        "properties": 1,
        "values": 3,
        "cards": ["0", "1"],
        "size": 2,
        "sets": 0,
    },
    **{"canonical_order": [0, 1], "has_set": False},
}
NO_SET: dict[str, Any] = {
    **{"claim": "set.no-set", "subject": "cards", "value": True, "proved": True, "evidence": "recomputed"},
    **{"method": "search of all sets", "certificate": {"recompute": {"choices": 1}}, "engine": "1.0.0"},
}


def verdict_on(claim: dict[str, Any], document: dict[str, Any]) -> tuple[str, str]:
    return claim_verdict(with_optional_members(claim), Export({document["label"]: document}), find_checks())


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"value": 1}, ""),
        ({"value": 1.0}, "value has 1.0, which is not a whole number"),
        ({"certificate": {"recompute": {"choices": True}}}, "choices has a truth value"),
        ({"certificate": {"recompute": {"choices": 1.0}}}, "choices has 1.0"),
        ({"certificate": {"recompute": {"choices": [False]}}}, "a list has a truth value"),
    ],
)
def test_a_number_is_not_replaced_by_an_equal_truth_value_or_fraction(changed: dict[str, Any], reason: str) -> None:
    assert verdict_on(NO_SET, SET_FREE)[0] in (CHECKED, RECOMPUTED)
    verdict, said = verdict_on(NO_SET | changed, SET_FREE)
    assert verdict == WRONG
    assert reason in said


@pytest.mark.parametrize(("member", "value"), [("properties", True), ("properties", 1.0), ("cards", ["0", True])])
def test_a_fact_is_not_replaced_by_an_equal_value_of_another_type(member: str, value: object) -> None:
    assert facts_verdict(SET_FREE, Export(), find_checks()) == (RECOMPUTED, "")
    assert facts_verdict(SET_FREE | {member: value}, Export(), find_checks())[0] == WRONG
