"""The bounds of a service hold where a service reads, and nowhere else."""

from typing import Annotated

import pytest
from pydantic import Field, ValidationError

from ludex.engine.faults import Fault
from ludex.requests.fields import SERVED, RequestModel, ServiceBounds, faults_of, require_one


class Question(RequestModel):
    """A time limit, a number, a word, a list."""

    time_limit: Annotated[float, Field(gt=0), ServiceBounds(60, 0.05)] | None = Field(
        default=None, json_schema_extra={"default": 10}
    )
    number: Annotated[int, Field(ge=1), ServiceBounds(10)] = 1
    word: Annotated[str, ServiceBounds(5, 2)] = "ab"
    listed: Annotated[list[Annotated[str, ServiceBounds(3)]], ServiceBounds(2)] | None = None


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        ({"number": 11}, ("number",)),
        ({"word": "abcdef"}, ("word",)),
        ({"word": "a"}, ("word",)),
        ({"listed": ["a", "b", "c"]}, ("listed",)),
        ({"listed": ["a", "abcd"]}, ("listed", 1)),
        ({"time_limit": 61.0}, ("time_limit",)),
        ({"time_limit": 0.01}, ("time_limit",)),
    ],
)
def test_a_bound_of_the_service_holds_in_the_service_alone(asked: dict, place: tuple) -> None:
    assert Question.model_validate(asked)
    with pytest.raises(ValidationError) as refused:
        Question.model_validate(asked, context=SERVED)
    assert [where for where, _ in faults_of(refused.value)] == [place]


@pytest.mark.parametrize("context", [None, SERVED])
@pytest.mark.parametrize(
    "asked", [{"number": 0}, {"number": True}, {"word": "a\ud800"}, {"listed": "ab"}, {"other": 1}]
)
def test_what_is_wrong_everywhere_is_refused_everywhere(asked: dict, context: dict | None) -> None:
    with pytest.raises(ValidationError):
        Question.model_validate(asked, context=context)


def test_the_bounds_are_in_the_schema() -> None:
    fields = Question.model_json_schema()["properties"]
    assert (fields["number"]["minimum"], fields["number"]["maximum"]) == (1, 10)
    assert (fields["word"]["minLength"], fields["word"]["maxLength"]) == (2, 5)
    assert fields["listed"]["anyOf"][0]["maxItems"] == 2
    assert fields["time_limit"]["default"] == 10


class Either(RequestModel):
    """One of two."""

    cards: list[str] | None = None
    deck: str | None = None


@pytest.mark.parametrize(("asked", "place"), [({}, ("cards",)), ({"cards": [], "deck": "a"}, ("deck",))])
def test_exactly_one_of_some_fields_is_needed(asked: dict, place: tuple) -> None:
    with pytest.raises(Fault) as fault:
        require_one(Either(**asked), "cards", "deck")
    assert fault.value.place == place
    require_one(Either(deck="a"), "cards", "deck")
