"""Fields of requests and responses: strict models, service bounds, and arguments and options of commands."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import CoreSchema, ErrorDetails, PydanticCustomError, core_schema

from ludex.catalogue import lists
from ludex.catalogue.kinds.label import MAX_DIGITS
from ludex.engine.exact_json import exact_json
from ludex.engine.fact import plain_types
from ludex.engine.faults import Fault, MissingInput, Place, nearest_name, within
from ludex.engine.notation import is_json
from ludex.requests import bounds
from ludex.requests.media import Media
from ludex.requests.text_input import input_lines

SERVED = {"served": True}
"""The validation context of the service, in which its bounds apply."""


class RequestModel(BaseModel):
    """The fields of a request, with strict types and without unknown fields.

    `NAMES_MANY` lists fields that name an object with an unknown number of items, such as a deck.
    """

    NAMES_MANY: ClassVar[tuple[str, ...]] = ()

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


Forms = tuple[tuple[tuple[str, ...], ...], ...]


class OneOfModel(RequestModel):
    """The fields of a request whose inputs have alternative forms.

    Each element of `FORMS` lists the forms of one input.
    """

    FORMS: ClassVar[Forms] = ()

    @model_validator(mode="before")
    @classmethod
    def _refuse_null(cls, body: Any, info: ValidationInfo) -> Any:  # noqa: ANN401 - any JSON
        """Refuse null for a field that belongs to an alternative form, as the OpenAPI document states."""
        if info.context and isinstance(body, dict):
            for name in (name for forms in cls.FORMS for form in forms for name in form):
                if body.get(name, cls) is None:
                    raise PydanticCustomError("null", "{name} is null; omit it instead", {"name": name})
        return body

    def require_input(self) -> None:
        """Raise MissingInput if no form of an input is given, or if the given form is incomplete.

        Subclasses also raise Fault if a value that needs no catalogue is invalid.
        """
        given = {name for name, value in self if value is not None}
        for forms in self.FORMS:
            if not any(given.issuperset(form) for form in forms):
                form = next((form for form in forms if not given.isdisjoint(form)), forms[0])
                missing = next(name for name in form if name not in given)
                expected = ", or ".join(" and ".join(form) for form in forms)
                raise MissingInput(f"is missing; give {expected}", (missing,))

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Describe in the OpenAPI document that exactly one form of each input is required and must not be null."""
        reference = handler(schema)
        result = handler.resolve_ref_schema(reference)
        fields = result["properties"]
        for name in {name for forms in cls.FORMS for form in forms for name in form}:
            [required] = [form for form in fields[name].pop("anyOf") if form != {"type": "null"}]
            fields[name] = required | {key: value for key, value in fields[name].items() if key != "default"}
        result["allOf"] = [{"anyOf": [{"required": list(form)} for form in forms]} for forms in cls.FORMS]
        return reference


def require_inputs(value: object) -> None:
    """Raise Fault if a model, or a model within it, lacks an input. See :meth:`OneOfModel.require_input`."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            with within(index):
                require_inputs(item)
    elif isinstance(value, BaseModel):
        if isinstance(value, OneOfModel):
            value.require_input()
        for name, item in value:
            with within(name):
                require_inputs(item)


class ResponseModel(BaseModel):
    """The fields of a response. Only the types of the fields are checked, because only Ludex creates responses."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


@dataclass(frozen=True, slots=True)
class ServiceBounds:
    """The bounds that a service applies to a number, or to the length of a text or list.

    Commands ignore these bounds.
    """

    maximum: float
    minimum: float | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401
        """Return a schema that checks the bounds before the value itself."""
        return core_schema.with_info_wrap_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Describe the bounds in the OpenAPI document."""
        result = handler(schema)
        maximum, minimum = _KEYWORDS.get(result.get("type", ""), ("maximum", "minimum"))
        return result | {maximum: self.maximum} | ({} if self.minimum is None else {minimum: self.minimum})

    def _check(self, value: Any, handler: Callable[[Any], Any], info: ValidationInfo) -> Any:  # noqa: ANN401
        if (
            isinstance(value, str)
            and not value.isascii()
            and any("\ud800" <= character <= "\udfff" for character in value)
        ):
            raise PydanticCustomError("string_unicode", "Input should be valid Unicode")
        size = len(value) if isinstance(value, str | list) else value
        if info.context and isinstance(size, int | float):
            what = "have a length of" if isinstance(value, str | list) else "be"
            if size > self.maximum:
                raise PydanticCustomError("too_large", f"Input should {what} at most {self.maximum:,}")
            if self.minimum is not None and size < self.minimum:
                raise PydanticCustomError("too_small", f"Input should {what} at least {self.minimum:,}")
        return handler(value)


_KEYWORDS = {"string": ("maxLength", "minLength"), "array": ("maxItems", "minItems")}


@dataclass(frozen=True, slots=True)
class Argument:
    """Marks a field as a command argument. Fields without this mark are options.

    `read` parses a word, or the content of the file that the word names, into the value of the field. If `merged` is
    true, `read` returns several fields of the request instead. If `several` is true, it parses all words together. If
    `each` is true, it is called for every word, or for every line of `--file`. `required` applies only to commands.
    `lines` yields the items in the lines of a file. `binary` contains suffixes of binary files, with functions that
    convert the name and the content of such a file to lines.
    """

    metavar: str
    about: str = ""
    read: Callable[[str], Any] = str
    merged: bool = False
    several: bool = False
    each: bool = False
    required: bool = False
    lines: Callable[[Iterable[str]], Iterable[str]] = input_lines
    binary: Sequence[tuple[str, Callable[[str, bytes], Iterable[str]]]] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """The command-line option of a field.

    It consists of the names of the option, and of the function `read`, which parses a word into the value of the field.
    """

    names: tuple[str, ...] = ()
    read: Callable[[str], Any] | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """Marks a field that may also be given as text: in the query of a URL, and as a word of a command.

    `read` converts the text to the value of the field, and raises ValueError.
    """

    read: Callable[[str], Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401
        """Return a schema that converts a text before it validates the value."""
        return core_schema.no_info_before_validator_function(
            lambda value: self.read(value) if isinstance(value, str) else value, handler(source)
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """State in the OpenAPI document that the field also takes text."""
        result = handler(schema)
        forms = result.get("anyOf", [result])
        return result if {"type": "string"} in forms else {"anyOf": [{"type": "string"}, *forms]}


@dataclass(frozen=True, slots=True)
class NumberOrRange:
    """An annotation of `int | str` for filters on a number.

    The value of a filter is either a number or a range written as text. Without a `maximum`, numbers may have as many
    digits as the catalogue stores.

    If a fact is `nullable`, some ranges also match objects without a value.
    """

    maximum: int | None
    nullable: bool = False

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401
        """Return a schema that validates a number, or both ends of a range."""
        number = core_schema.int_schema(strict=True, ge=0, le=self.maximum)
        return core_schema.no_info_wrap_validator_function(self._check, number)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Describe both forms of the value in the OpenAPI document."""
        # All numbers with so many digits are allowed.
        end = f"[0-9]{{1,{MAX_DIGITS if self.maximum is None else len(str(self.maximum + 1)) - 1}}}"
        pattern = rf"^({end}\.\.({end})?|\.\.{end}){f'({lists.filters.OR_NONE})?' if self.nullable else ''}$"
        return {"anyOf": [handler(schema), {"type": "string", "pattern": pattern}]}

    def _check(self, value: Any, handler: Callable[[Any], int]) -> int | str:  # noqa: ANN401 - a number or any text
        if not isinstance(value, str) or ".." not in value:
            return handler(value)
        ends = lists.filters.parse_range(value.removesuffix(lists.filters.OR_NONE) if self.nullable else value)
        if ends is None:
            raise PydanticCustomError("range", "Input should be a number or a range such as 4..9, 4.. or ..9")
        for end in ends:
            if end is not None:
                handler(end)
        return value


@dataclass(frozen=True, slots=True)
class KnownNames:
    """Lists the names that a text may be in the OpenAPI document, such as the statements of the installed games.

    They are read late. The request itself refuses other names, because the catalogue determines them.
    """

    names: Callable[[], Iterable[str]]

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Add the names to the schema."""
        names = sorted(self.names())
        return {**handler(schema), "enum": names} if names else handler(schema)


def words(separator: str) -> Text:
    """Return the mark of a list that may also be given as text: its items with separators, or as JSON."""
    return Text(lambda text: exact_json(text) if is_json(text) else text.split(separator))


@dataclass(frozen=True, slots=True)
class InBody:
    """Marks a field that is the body of a POST in one of some media types. All other fields are in the query."""

    media: Media


@dataclass(frozen=True, slots=True)
class Hidden:
    """Marks a field that is not available on the command line."""


class Parameters(RequestModel):
    """Query or path parameters."""


Label = Annotated[
    str,
    Field(min_length=1, pattern=r"^[^\u0000]+$", json_schema_extra={"format": "label"}),
    ServiceBounds(bounds.LABEL_CHARACTERS),
]
Seed = Annotated[
    int,
    Field(ge=0, le=bounds.SEED, description="Seed of the random numbers. The same seed always gives the same result."),
]
Limit = Annotated[int, Field(ge=1), ServiceBounds(bounds.LIST_LIMIT)]
Cursor = Annotated[str, ServiceBounds(bounds.CURSOR_CHARACTERS)]
Matching = Annotated[
    list[int],
    Field(
        description=(
            "Entry i is the card, vertex or point of the second object that matches card, vertex or point i of the "
            "first object."
        )
    ),
]


def require_one(request: RequestModel, *names: str) -> None:
    """Raise Fault unless exactly one of the fields is set."""
    given = [name for name in names if getattr(request, name) is not None]
    if not given:
        raise Fault(f"no input is given; give {', '.join(names[:-1])} or {names[-1]}", (names[0],))
    if len(given) > 1:
        raise Fault(f"{' and '.join(given)} exclude each other; give only one", (given[-1],))


def example(**fields: Any) -> ConfigDict:  # noqa: ANN401 - any JSON
    """Return a model configuration that contains the given fields as an example."""
    return ConfigDict(json_schema_extra={"examples": [fields]})


SlugText = Annotated[str, Field(min_length=1), ServiceBounds(bounds.SLUG_CHARACTERS)]
Slug = Annotated[SlugText | None, Argument("SLUG", required=True)]
Title = Annotated[str, Field(min_length=1), ServiceBounds(bounds.TITLE_CHARACTERS)]
Description = Annotated[str, ServiceBounds(bounds.DESCRIPTION_CHARACTERS)]


class LabelPath(Parameters):
    """The object in the path."""

    label: Label = Field(description="Label or slug of the object.")


class PageQuery(Parameters):
    """The parameters that select a page of a list."""

    limit: Limit = Field(default=bounds.LIST_LIMIT_DEFAULT, description="Maximum number of items.")
    cursor: Cursor | None = Field(default=None, description="Position in the list, from `next` of the previous page.")


def faults_of(error: ValidationError, known: Iterable[str] = ()) -> list[tuple[Place, str]]:
    """Return the places and messages of the first hundred validation errors.

    `known` contains the names of the fields. The message about an unknown field suggests the known name that is most
    similar.
    """
    names = tuple(known)
    return [(_place(item), _message(item, names)) for item in error.errors(include_url=False)[:100]]


Model = TypeVar("Model", bound=BaseModel)


def validate(model: type[Model], fields: Mapping[str, Any]) -> Model:
    """Return the fields as a request model, within the bounds of the service. Raises Fault."""
    try:
        return model.model_validate(fields, context=SERVED)
    except ValidationError as error:
        place, text = faults_of(error, model.model_fields)[0]
        raise Fault(text, place) from None


def validate_texts(model: type[Model], texts: Mapping[str, str], context: Mapping[str, bool] | None) -> Model:
    """Return fields that are given as texts, such as parameters of a URL, as a model. Raises ValidationError."""
    fields = model.model_fields
    values = {name: _value(fields[name].annotation, text) if name in fields else text for name, text in texts.items()}
    return model.model_validate(values, context=context)


# JSON has only one type of numbers, so 5.0 is a whole number.
_WHOLE = re.compile(rf"-?(?:0|[1-9][0-9]{{0,{MAX_DIGITS - 1}}})(?:\.0{{1,9}})?")
_DECIMAL = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,24})?")


def _value(annotation: Any, text: str) -> str | int | float | bool:  # noqa: ANN401 - the type of a field
    """Convert a text to the type of a field.

    If the text cannot be converted, return the text itself, so that the model refuses it.
    """
    kinds = _kinds(annotation)
    if bool in kinds:
        return lists.filters.TRUTH.get(text, text)
    if int in kinds and _WHOLE.fullmatch(text):
        return int(text.partition(".")[0])
    if float in kinds and _DECIMAL.fullmatch(text):
        return float(text)
    return text


@cache
def _kinds(annotation: Any) -> frozenset[Any]:  # noqa: ANN401 - the type of a field
    return frozenset(plain_types(annotation))


_MESSAGES = {
    "missing": "is missing",
    "is_instance_of": "should be a list",  # the only classes of fields are those of lists
    "string_type": "should be a string",
    "bool_type": "should be true or false",
    "greater_than": "should be greater than {gt}",
    "greater_than_equal": "should be at least {ge}",
    "less_than": "should be less than {lt}",
    "less_than_equal": "should be at most {le}",
    "too_short": "should have at least {min_length} items",
    "too_long": "should have at most {max_length} items",
    "string_too_short": "should have at least {min_length} characters",
    "string_too_long": "should have at most {max_length} characters",
    "string_pattern_mismatch": "should match the regular expression {pattern}",
    "literal_error": "should be {expected}",
    "enum": "should be {expected}",
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), "should be an integer"),
    **dict.fromkeys(("float_type", "float_parsing"), "should be a number"),
    **dict.fromkeys(("list_type", "tuple_type", "sequence_str"), "should be an array"),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), "should be an object"),
}
"""The messages for the pydantic error types, in JSON terms."""


_ALTERNATIVES = frozenset({"int", "constrained-int", "str", "constrained-str"})


def _place(item: ErrorDetails) -> Place:
    # In a union, the place has the name of the alternative.
    place = tuple(part for part in item["loc"] if part not in _ALTERNATIVES)
    return (*place, item["ctx"]["name"]) if item["type"] == "null" else place


def _message(item: ErrorDetails, known: Sequence[str]) -> str:
    kind, message = item["type"], str(item["msg"])
    if kind == "extra_forbidden":
        place = item["loc"]
        return f"unknown field; {suggestion(str(place[-1]), known) if len(place) == 1 else 'remove it'}"
    if kind in _MESSAGES:
        return _MESSAGES[kind].format(**item.get("ctx", {}))
    message = message.removeprefix("Value error, ").removeprefix("Input ")
    return message if kind == "value_error" else message[:1].lower() + message[1:]


def suggestion(name: str, known: Iterable[str], otherwise: str = "remove it") -> str:
    """Return the remedy for an unknown name. It suggests the known name that is most similar, if there is one.

    >>> suggestion("min_swap", ["min_swaps", "max_swaps"]), suggestion("x", ["min_swaps"])
    ('did you mean `min_swaps`?', 'remove it')
    """
    near = nearest_name(name, known)
    return f"did you mean `{near}`?" if near else otherwise
