"""Every request that takes a drawing, points or a graph takes the same names of a stored one."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.api.service import service
from ludex.catalogue.kinds.label import short
from ludex.games.planarity.requests import REQUESTS
from ludex.games.planarity.requests.inputs import DrawingInput, PointsInput
from ludex.games.planarity.requests.lookup import GraphInput
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


def test_many_requests_take_a_drawing() -> None:
    taking = {declared.operation for declared, _, _ in TAKING}
    assert {"planarity-solve", "planarity-hint", "planarity-draw", "planarity-equivalence", "planarity-add"} <= taking
