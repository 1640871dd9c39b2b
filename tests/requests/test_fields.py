"""The bounds of a service hold where a service reads, and nowhere else; forms of an input exclude each other."""

import re
from typing import Annotated, Any

import pytest
from pydantic import Field, TypeAdapter, ValidationError

from ludex.engine.faults import Fault, MissingInput, Place
from ludex.requests.fields import (
    SERVED,
    KnownNames,
    Label,
    Limit,
    NumberOrRange,
    OneOfModel,
    RequestModel,
    Seed,
    ServiceBounds,
    SlugText,
    Title,
    faults_of,
    require_inputs,
    require_one,
    validate,
    words,
)


class Question(RequestModel):
    """A time limit, a number, a word, a list, and filters."""

    time_limit: Annotated[float, Field(gt=0), ServiceBounds(60, 0.05)] | None = Field(
        default=None, json_schema_extra={"default": 10}
    )
    number: Annotated[int, Field(ge=1), ServiceBounds(10)] = 1
    word: Annotated[str, ServiceBounds(5, 2)] = "ab"
    listed: Annotated[list[Annotated[str, ServiceBounds(3)]], ServiceBounds(2)] | None = None
    vertices: Annotated[int | str, NumberOrRange(20)] = 0
    crossings: Annotated[int | str, NumberOrRange(None, nullable=True)] = 0
    split: Annotated[list[Any], words("+")] = Field(default=[])
    game: Annotated[str, KnownNames(lambda: ("swish", "sets"))] = ""


@pytest.mark.parametrize(
    ("allowed", "asked", "place", "fault"),
    [
        ({"number": 10}, {"number": 11}, ("number",), "should be at most 10"),
        ({"word": "abcde"}, {"word": "abcdef"}, ("word",), "should have a length of at most 5"),
        ({"word": "aé"}, {"word": "é"}, ("word",), "should have a length of at least 2"),
        ({"listed": ["a", "b"]}, {"listed": ["a", "b", "c"]}, ("listed",), "should have a length of at most 2"),
        ({"listed": ["a", "abc"]}, {"listed": ["a", "abcd"]}, ("listed", 1), "should have a length of at most 3"),
        ({"time_limit": 60.0}, {"time_limit": 61.0}, ("time_limit",), "should be at most 60"),
        ({"time_limit": 0.05}, {"time_limit": 0.01}, ("time_limit",), "should be at least 0.05"),
    ],
)
def test_a_bound_of_the_service_holds_in_the_service_alone(
    allowed: dict[str, Any], asked: dict[str, Any], place: Place, fault: str
) -> None:
    assert Question.model_validate(asked) and validate(Question, allowed)
    with pytest.raises(Fault) as refused:
        validate(Question, asked)
    assert (refused.value.place, refused.value.message) == (place, fault)


@pytest.mark.parametrize("context", [None, SERVED])
@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"number": 0}, "should be at least 1"),
        ({"number": True}, "should be an integer"),
        ({"word": "a\ud800"}, "should be valid Unicode"),
        ({"listed": "ab"}, "should be an array"),
        ({"numbre": 1}, "unknown field; did you mean `number`?"),
        ({"vertices": 21}, "should be at most 20"),
        ({"vertices": -1}, "should be at least 0"),
        ({"vertices": "4..21"}, "should be at most 20"),
        ({"vertices": "4..9,none"}, "should be a number or a range such as 4..9, 4.. or ..9"),
        ({"vertices": "4"}, "should be an integer"),
        ({"vertices": ".."}, "should be a number or a range such as 4..9, 4.. or ..9"),
    ],
)
def test_what_is_wrong_everywhere_is_refused_everywhere(
    asked: dict[str, Any], fault: str, context: dict[str, bool] | None
) -> None:
    with pytest.raises(ValidationError) as refused:
        Question.model_validate(asked, context=context)
    assert [message for _, message in faults_of(refused.value, Question.model_fields)] == [fault]


@pytest.mark.parametrize(
    ("field", "values"),
    [("vertices", [0, 20, "4..9", "..20", "4.."]), ("crossings", [21, "21..", "4..9,none"])],
)
def test_a_filter_is_a_number_or_a_range(field: str, values: list[int | str]) -> None:
    found = [getattr(Question.model_validate({field: value}), field) for value in values]
    assert found == values
    pattern = Question.model_json_schema()["properties"][field]["anyOf"][1]["pattern"]
    shortened = [value for value in values if isinstance(value, str) and value != "..20"]
    assert all(re.search(pattern, value) for value in shortened)
    assert [bool(re.search(pattern, value)) for value in ("4..20", "4", "..", "4..9,none")] == [
        field == "crossings",  # 20 has as many digits as 21, which is too large
        False,
        False,
        field == "crossings",
    ]


@pytest.mark.parametrize("given", ["a+b", '["a", "b"]', ["a", "b"]])
def test_a_list_may_be_given_as_text(given: str | list[str]) -> None:
    assert Question.model_validate({"split": given}).split == ["a", "b"]


def test_the_bounds_are_in_the_schema() -> None:
    fields = Question.model_json_schema()["properties"]
    assert (fields["number"]["minimum"], fields["number"]["maximum"]) == (1, 10)
    assert (fields["word"]["minLength"], fields["word"]["maxLength"]) == (2, 5)
    assert {key: fields["listed"]["anyOf"][0].get(key) for key in ("maxItems", "minItems")} == {
        "maxItems": 2,
        "minItems": None,
    }
    assert fields["time_limit"]["default"] == 10
    assert fields["vertices"]["anyOf"][0] == {"type": "integer", "minimum": 0, "maximum": 20}
    assert [form["type"] for form in fields["split"]["anyOf"]] == ["string", "array"]
    assert fields["game"]["enum"] == ["sets", "swish"]


@pytest.mark.parametrize(
    ("taken", "accepted", "refused"),
    [
        (Label, ["a"], ["", "a\0"]),
        (Limit, [1], [0]),
        (Seed, [0, 2**63 - 1], [-1, 2**63]),
        (SlugText, ["a"], [""]),
        (Title, ["a"], [""]),
    ],
)
def test_fields_of_many_requests_have_bounds_everywhere(taken: Any, accepted: list[Any], refused: list[Any]) -> None:
    adapter = TypeAdapter(taken)
    assert [adapter.validate_python(value) for value in accepted] == accepted
    for value in refused:
        with pytest.raises(ValidationError):
            adapter.validate_python(value)


class Either(OneOfModel):
    """A list of cards, or a deck with a hand."""

    FORMS = ((("cards",), ("deck", "hand")),)
    cards: list[str] | None = None
    deck: str | None = None
    hand: int | None = None


@pytest.mark.parametrize(
    ("asked", "place", "message"),
    [
        ({}, ("cards",), "no input is given; give cards, hand or deck"),
        ({"cards": [], "deck": "a"}, ("deck",), "cards and deck exclude each other; give only one"),
    ],
)
def test_exactly_one_of_some_fields_is_needed(asked: dict[str, Any], place: Place, message: str) -> None:
    with pytest.raises(Fault) as fault:
        require_one(Either(**asked), "cards", "hand", "deck")
    assert (fault.value.place, fault.value.message) == (place, message)
    require_one(Either(deck="a"), "cards", "hand", "deck")


class Several(RequestModel):
    """A list of inputs."""

    inputs: list[Either]


@pytest.mark.parametrize(
    ("asked", "missing"), [({}, "cards"), ({"deck": "a"}, "hand"), ({"hand": 1}, "deck"), ({"cards": []}, None)]
)
def test_a_form_of_an_input_is_given_completely(asked: dict[str, Any], missing: str | None) -> None:
    several = Several(inputs=[Either(deck="a", hand=1), Either(**asked)])
    if missing is None:
        require_inputs(several)
        return
    with pytest.raises(MissingInput, match="is missing; give cards, or deck and hand") as fault:
        require_inputs(several)
    assert fault.value.place == ("inputs", 1, missing)


def test_null_is_no_form_of_an_input_of_the_service() -> None:
    with pytest.raises(Fault) as refused:
        validate(Several, {"inputs": [{"cards": None}]})
    assert (refused.value.place, refused.value.message) == (("inputs", 0, "cards"), "cards is null; omit it instead")
    assert validate(Either, {"cards": []}) == Either.model_validate({"cards": [], "deck": None})
    schema = Either.model_json_schema()
    assert schema["properties"]["hand"] == {"title": "Hand", "type": "integer"}
    assert schema["allOf"] == [{"anyOf": [{"required": ["cards"]}, {"required": ["deck", "hand"]}]}]


def test_the_first_hundred_faults_are_stated() -> None:
    with pytest.raises(ValidationError) as refused:
        Either.model_validate({"cards": [0] * 101})
    faults = [(("cards", number), "should be a string") for number in range(100)]
    assert faults_of(refused.value) == faults
    with pytest.raises(ValidationError) as refused:
        Several.model_validate({"inputs": [{"card": 1}]})
    assert faults_of(refused.value, ["cards"]) == [(("inputs", 0, "card"), "unknown field; remove it")]
