"""Numbers of a body keep what is written: coordinates are read from their text, other fields as before."""

from decimal import Decimal
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, ValidationError

from ludex.api.middleware.problems import ProblemError
from ludex.api.routing.request_data import read_json
from ludex.engine.exact_json import WrittenNumber
from ludex.engine.faults import Fault
from ludex.games.planarity.requests.inputs import DrawingInput, PointsInput

NOTHING: Any = None  # numbers are read without a catalogue


class Fields(BaseModel):
    """Fields as our requests have them."""

    model_config = ConfigDict(strict=True)

    share: float = 0.0
    count: int = 0


@pytest.mark.parametrize(
    ("text", "whole"), [("5", 5), ("5.0", 5), ("5e0", 5), ("-0.0", 0), ("1e3", 1000), ("0.5e1", 5)]
)
def test_a_number_without_a_fraction_is_whole_however_it_is_written(text: str, whole: int) -> None:
    read = read_json(text.encode())
    assert (type(read), read) == (int, whole)


@pytest.mark.parametrize("text", ["0.1", "1.25", "5.00000000000000000000001", "1e-400", "9007199254740993.0", "1e300"])
def test_a_number_with_a_fraction_keeps_its_text(text: str) -> None:
    read = read_json(text.encode())
    assert isinstance(read, WrittenNumber)
    assert read.text == text
    assert read == float(text)


def test_other_fields_validate_as_before() -> None:
    assert Fields.model_validate(read_json(b'{"share": 0.5}')).share == 0.5
    assert type(Fields.model_validate(read_json(b'{"share": 0.5}')).share) is float
    assert Fields.model_validate(read_json(b'{"share": 5, "count": 5.0}')) == Fields(share=5.0, count=5)
    for text in (b'{"count": 5.5}', b'{"count": 5.00000000000000000000001}', b'{"count": 1e300}'):
        with pytest.raises(ValidationError):
            Fields.model_validate(read_json(text))


@pytest.mark.parametrize("text", ["1e999", "-1e999", "NaN", "9" * 5000])
def test_what_is_no_finite_number_is_refused(text: str) -> None:
    with pytest.raises(ProblemError):
        read_json(text.encode())


def test_decimals_of_points_are_exact() -> None:
    body = PointsInput.model_validate(read_json(b'{"points": [[0.1, 1.25], [0.30000000000000004, 0], [2, 7e-1]]}'))
    assert body.points is not None and body.points[0] == [Decimal("0.1"), Decimal("1.25")]
    thirds = b'{"points": [[0.1, 0.3], [0.2, 0.6], [0.3, 0.9]]}'
    # On a line as decimals, though not as floats.
    with pytest.raises(Fault, match="on a line"):
        PointsInput.model_validate(read_json(thirds)).read(NOTHING)


def test_a_drawing_shows_the_scaled_integers() -> None:
    text = b'{"points": [[0.1, 1.25], [1, 0], [2.50, 3]], "edges": [[2, 0]]}'
    drawing = DrawingInput.model_validate(read_json(text)).read(NOTHING)
    assert drawing.points == ((10, 125), (100, 0), (250, 300))
    assert drawing.edges == ((0, 2),)


@pytest.mark.parametrize("number", ["true", "null", '"1"', "[1]", "1e-99999999999999999999", "0." + "1" * 100])
def test_what_is_no_coordinate_is_named(number: str) -> None:
    with pytest.raises(ValidationError) as refused:
        PointsInput.model_validate(read_json(f'{{"points": [[0, 0], [1, {number}]]}}'.encode()))
    assert refused.value.errors()[0]["loc"] == ("points", 1, 1)


@pytest.mark.parametrize("number", ["1e10", "1e300", "1073741825", "-1e-31", "0.0000001"])
def test_a_coordinate_out_of_bounds_is_named_by_the_game(number: str) -> None:
    body = PointsInput.model_validate(read_json(f'{{"points": [[0, 1000000000], [1, {number}]]}}'.encode()))
    with pytest.raises(Fault) as refused:
        body.read(NOTHING)
    assert refused.value.place[0] == "points" and len(refused.value.place) > 1
