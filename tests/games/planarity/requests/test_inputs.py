"""Every request that takes a drawing, points or a graph takes the same names of a stored one."""

import json
from decimal import Decimal
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pydantic_core import PydanticCustomError

from ludex.api.service import service
from ludex.catalogue.kinds.label import short
from ludex.engine.exact_json import WrittenNumber
from ludex.engine.faults import Fault
from ludex.games.planarity.requests import REQUESTS
from ludex.games.planarity.requests.bounds import COORDINATE_CHARACTERS
from ludex.games.planarity.requests.comparing import GraphInput
from ludex.games.planarity.requests.inputs import (
    DrawingInput,
    PointsInput,
    drawing_of_text,
    exact,
    looks_like_drawing,
    named_drawing_of_line,
    pairs_of_text,
    points_of_text,
)
from ludex.games.planarity.requests.variants import TargetPoints
from ludex.requests.declaration import Declaration, Given, declaration_of
from ludex.requests.fields import Argument
from ludex.requests.session import Session
from tests.games.planarity.requests.drawn import PLANARITY, SQUARE

TAKING = [
    (declared, name, mark)
    for declared in map(declaration_of, REQUESTS)
    for name, mark in declared.given.items()
    if issubclass(mark.model, DrawingInput | PointsInput | GraphInput | TargetPoints)
]


def read(mark: Given, text: str, session: Session) -> Any:
    marks = [found for info in mark.model.model_fields.values() for found in info.metadata]
    argument = mark.argument or next(found for found in marks if isinstance(found, Argument))
    fields = mark.model.model_validate(argument.read(text))
    return mark.value(fields, session) if mark.method else fields.read(session)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("declared", "name", "mark"), TAKING, ids=lambda value: getattr(value, "operation", ""))
def test_labels_short_names_and_prefixes_name_the_same(
    app: Flask, client: FlaskClient, declared: Declaration, name: str, mark: Given
) -> None:
    label = client.post(f"{PLANARITY}/levels", json=SQUARE).get_json()["label"]
    with app.app_context():
        session = Session(service().catalogue)
        for text in (short(label, "planarity-level"), label[:-8], label[len("planarity-level-") : -2]):
            assert read(mark, text, session) == read(mark, label, session), (declared.operation, name)


SEGMENT = {"points": [[10000, 5000], [0, 5000]], "edges": [[0, 1]]}
"""Two vertices on the circle, joined."""
TRIANGLE = {"points": [[0, 0], [4, 0], [0, 4]], "edges": [[0, 1]]}


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("2:0-1", SEGMENT),
        ("A_", SEGMENT),
        (" planarity-level-2 ", {"label": "planarity-level-2"}),
        (json.dumps(TRIANGLE | {"name": "x", "id": 3, "round": 1}), TRIANGLE | {"name": "x", "round": 1}),
        ('{"graph6": "A_"}', SEGMENT),
        ('{"untangle": "2:0-1", "points": [[0, 0], [1, 1]]}', {"points": [[0, 0], [1, 1]], "edges": [[0, 1]]}),
        (json.dumps({"drawing": TRIANGLE, "name": "x", "id": 3}), {"drawing": TRIANGLE, "name": "x"}),
        ('{"drawing": {"graph6": "A_"}}', {"drawing": SEGMENT}),
        ('{"drawing": 5}', {"drawing": 5}),
    ],
)
def test_a_text_is_read_as_a_drawing_with_the_members_that_are_asked_for(text: str, fields: dict[str, Any]) -> None:
    assert drawing_of_text(text, ("name",)) == fields
    assert looks_like_drawing(text) is ("points" in fields or isinstance(fields.get("drawing"), dict))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[1]", "not a drawing: give JSON"),
        ("1 2", "not a drawing: give JSON"),
        ('{"nodes": []}', "node-link JSON is not read"),
        ('{"graph6": "2:0-1"}', "not graph6"),
        ('{"untangle": "A_"}', "not an Untangle description"),
        ('{"graph6": "hello there"}', "not graph6"),
        ('{"graph6": "A_", "edges": []}', "graph6 and edges exclude each other"),
    ],
)
def test_a_text_that_is_no_drawing_is_refused(text: str, said: str) -> None:
    with pytest.raises((ValueError, Fault), match=said):
        drawing_of_text(text)
    assert not looks_like_drawing(text)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("2:0-1", SEGMENT),
        ("2:0-1\t one ", SEGMENT | {"name": "one"}),
        ("2:0-1\t ", SEGMENT),
        (json.dumps(TRIANGLE | {"id": "a\tb", "swaps": []}), TRIANGLE | {"id": "a\tb", "swaps": []}),
    ],
)
def test_a_line_may_end_with_a_name(line: str, named: dict[str, Any]) -> None:
    assert named_drawing_of_line(line) == named


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("[[0, 0], [5, 1]]", {"points": [[0, 0], [5, 1]]}),
        (" order-type ", {"label": "order-type"}),
        ('{"representative": [[0, 0]], "points": 1}', {"points": [[0, 0]]}),
        ('{"drawing": {"points": [[0, 0]], "edges": []}}', {"points": [[0, 0]]}),
        ('{"drawing": {"label": "x"}}', {"label": "x"}),
        ('{"drawing": 5}', {"drawing": 5}),
        ('{"edges": []}', {}),
    ],
)
def test_a_text_is_read_as_points(text: str, fields: dict[str, Any]) -> None:
    assert points_of_text(text) == fields


def test_a_text_that_is_no_points_is_refused() -> None:
    with pytest.raises(ValueError, match="not points: give JSON"):
        points_of_text("1 2")


def test_pairs_of_vertices_are_two_numbers_and_a_hyphen() -> None:
    assert pairs_of_text("0-1, 3-2") == [[0, 1], [3, 2]]
    for text in ("0-", "-1", "0", "a-1"):
        with pytest.raises(ValueError, match="in the form 0-3"):
            pairs_of_text(text)


@pytest.mark.parametrize(("value", "number"), [(3, 3), (Decimal("0.1"), Decimal("0.1")), (0.1, Decimal("0.1"))])
def test_coordinates_are_exact(value: object, number: int | Decimal) -> None:
    assert exact(value) == number


@pytest.mark.parametrize(
    "value", [True, "3", None, WrittenNumber("0." + "1" * COORDINATE_CHARACTERS), WrittenNumber("1e" + "9" * 30)]
)
def test_what_is_no_number_or_too_long_is_no_coordinate(value: object) -> None:
    with pytest.raises(PydanticCustomError):
        exact(value)


def test_a_coordinate_has_as_many_characters_as_are_allowed() -> None:
    longest = "0." + "1" * (COORDINATE_CHARACTERS - 2)
    assert exact(WrittenNumber(longest)) == Decimal(longest)


def test_many_requests_take_a_drawing() -> None:
    taking = {declared.operation for declared, _, _ in TAKING}
    assert {"planarity-solve", "planarity-hint", "planarity-draw", "planarity-equivalence", "planarity-add"} <= taking
