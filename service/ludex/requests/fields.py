"""What the fields of requests and answers have in common: strict models, bounds of the service, words of a command."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

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

from ludex.engine.faults import Fault, Place
from ludex.requests import bounds

SERVED = {"served": True}
"""The context in which a service validates: its bounds hold."""


class RequestModel(BaseModel):
    """What is asked: strict types, no unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


Forms = tuple[tuple[tuple[str, ...], ...], ...]


class OneOfModel(RequestModel):
    """What is asked when something comes in one of several forms: each of `FORMS` lists them, each its fields."""

    FORMS: ClassVar[Forms] = ()

    @model_validator(mode="before")
    @classmethod
    def _hold_something(cls, given: Any, info: ValidationInfo) -> Any:  # noqa: ANN401 - what is to be validated
        """Refuse null for a field of a form, as the OpenAPI document says."""
        if info.context and isinstance(given, dict):
            for name in (name for forms in cls.FORMS for form in forms for name in form):
                if given.get(name, cls) is None:
                    raise PydanticCustomError("null", "{name} is null: leave it out", {"name": name})
        return given

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Say in the OpenAPI document that the fields of a form are there, and hold something."""
        made = handler(schema)
        told = handler.resolve_ref_schema(made)
        fields = told["properties"]
        for name in {name for forms in cls.FORMS for form in forms for name in form}:
            [given] = [one for one in fields[name].pop("anyOf") if one != {"type": "null"}]
            fields[name] = given | {key: value for key, value in fields[name].items() if key != "default"}
        told["allOf"] = [{"anyOf": [{"required": list(form)} for form in forms]} for forms in cls.FORMS]
        return made


class Answer(BaseModel):
    """What is answered. It is made by our own code, so fields are checked by type only."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


@dataclass(frozen=True, slots=True)
class ServiceBounds:
    """The bounds of a number, or of the length of a text or list, in a service; commands have no such bounds."""

    maximum: float
    minimum: float | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401
        """Check before anything else of the value is."""
        return core_schema.with_info_wrap_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Show the bounds in the OpenAPI document."""
        made = handler(schema)
        maximum, minimum = _KEYWORDS.get(made.get("type", ""), ("maximum", "minimum"))
        return made | {maximum: self.maximum} | ({} if self.minimum is None else {minimum: self.minimum})

    def _check(self, value: Any, handler: Callable[[Any], Any], info: ValidationInfo) -> Any:  # noqa: ANN401
        if isinstance(value, str) and not value.isascii() and any("\ud800" <= one <= "\udfff" for one in value):
            raise PydanticCustomError("string_unicode", "Input should be whole characters")
        size = len(value) if isinstance(value, str | list) else value
        if info.context and isinstance(size, int | float) and not isinstance(value, bool):
            what = "length" if isinstance(value, str | list) else "number"
            if size > self.maximum:
                raise PydanticCustomError("too_large", f"Input should have a {what} of at most {self.maximum:,}")
            if self.minimum is not None and size < self.minimum:
                raise PydanticCustomError("too_small", f"Input should have a {what} of at least {self.minimum:,}")
        return handler(value)


_KEYWORDS = {"string": ("maxLength", "minLength"), "array": ("maxItems", "minItems")}


@dataclass(frozen=True, slots=True)
class Argument:
    """How a field is written as an argument of a command; without one it is an option.

    `read` makes of a word, or of the file that it names, what the field holds; `merged`: it makes members of the whole
    request. `several`: of any number of words, all of them together; `each`: one by one, and of each line of `--file`.
    `required`: a command needs it.
    """

    metavar: str
    about: str = ""
    read: Callable[[str], Any] = str
    merged: bool = False
    several: bool = False
    each: bool = False
    required: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """How a field is written as an option, if its name and type do not say all: `read` makes of a word its value."""

    names: tuple[str, ...] = ()
    read: Callable[[str], Any] | None = None


@dataclass(frozen=True, slots=True)
class Hidden:
    """A field that the command line does not have."""


class Timed(RequestModel):
    """A request that computes."""

    time_limit: Annotated[float, Field(gt=0), ServiceBounds(bounds.TIME_LIMIT, bounds.TIME_LIMIT_LEAST)] | None = Field(
        default=None,
        description="Seconds that the computation may take.",
        json_schema_extra={"default": bounds.TIME_LIMIT_DEFAULT},
    )


class Parameters(RequestModel):
    """Parameters of a query or of a path."""


Label = Annotated[str, Field(min_length=1), ServiceBounds(bounds.LABEL_CHARACTERS)]
Seed = Annotated[
    int, Field(ge=0, le=bounds.SEED, description="Decides the random numbers: the same seed, the same answer.")
]
Limit = Annotated[int, Field(ge=1), ServiceBounds(bounds.LIST_LIMIT)]
Cursor = Annotated[str, ServiceBounds(bounds.CURSOR_CHARACTERS)]
Matching = Annotated[list[int], Field(description="For card, vertex or point i of the first, that of the second.")]


def require_one(asked: RequestModel, *names: str) -> None:
    """Raise Fault if not exactly one of some fields is given."""
    given = [name for name in names if getattr(asked, name) is not None]
    if not given:
        raise Fault(f"nothing is given: give {', '.join(names[:-1])} or {names[-1]}", (names[0],))
    if len(given) > 1:
        raise Fault(f"{' and '.join(given)} are given; give one of them", (given[-1],))


def example(**fields: Any) -> ConfigDict:  # noqa: ANN401 - whatever JSON holds
    """Return the configuration of a model whose example has these fields."""
    return ConfigDict(json_schema_extra={"examples": [fields]})


class Named(RequestModel):
    """How an object of one's own is called. Without a slug it gets one made of its label."""

    slug: Annotated[
        Annotated[str, Field(min_length=1), ServiceBounds(bounds.SLUG_CHARACTERS)] | None,
        Argument("SLUG", required=True),
    ] = Field(default=None, description="Small letters and digits, in words joined by `-`.")
    title: Annotated[str, Field(min_length=1), ServiceBounds(bounds.TITLE_CHARACTERS)] | None = Field(
        default=None, description="What it is called."
    )
    description: Annotated[str, ServiceBounds(bounds.DESCRIPTION_CHARACTERS)] = Field(
        default="", description="What it is."
    )


class LabelPath(Parameters):
    """The object asked for."""

    label: Label = Field(description="The object's label, or its slug.")


class PageQuery(Parameters):
    """Which page of a list."""

    limit: Limit = Field(default=bounds.LIST_LIMIT_DEFAULT, description="At most this many.")
    cursor: Cursor | None = Field(default=None, description="What `next` holds: continues a list.")


class Labels(RequestModel):
    """The labels that a batch asks for."""

    labels: Annotated[list[Label], Field(min_length=1), ServiceBounds(bounds.BATCH_LABELS)]


def faults_of(error: ValidationError) -> list[tuple[Place, str]]:
    """Return what a model refuses: each place, and what is wrong there; a hundred at most."""
    return [(tuple(item["loc"]), _said(item)) for item in error.errors(include_url=False)[:100]]


def _said(item: ErrorDetails) -> str:
    kind, message = item["type"], str(item["msg"])
    if kind == "extra_forbidden":
        return "is not known here; remove it"
    if kind == "missing":
        return "is missing"
    if kind == "model_type":
        return "input should be an object"
    if kind == "value_error":
        return message.removeprefix("Value error, ")
    return message[:1].lower() + message[1:]
