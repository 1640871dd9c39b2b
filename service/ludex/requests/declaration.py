"""Requests that are declared as functions.

A request is a function with typed parameters and a numpydoc docstring. The decorator :func:`request` adds where the
request is offered. The route, the command, the tool, and the methods of `ludex.Catalogue` and of the remote client are
derived from these three parts:

>>> from ludex.requests.objects import Object
>>> from ludex.requests.session import Session
>>> @request("GET /objects/{object}/degree", command="graph degree OBJECT")
... def degree(catalogue: Session, object: Object, relation: str | None = None) -> int:
...     '''Count the links of an object.
...
...     Parameters
...     ----------
...     object
...         The object.
...     relation
...         Count only links of this relation.
...     '''
...     return 0
>>> declared = declaration_of(degree)
>>> declared.about, declared.fields["relation"].description
('Count the links of an object.', 'Count only links of this relation.')
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, wraps
from typing import Annotated, Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from pydantic import Field, TypeAdapter, ValidationError, create_model
from pydantic.fields import FieldInfo

from ludex.catalogue.lists.listing import Count
from ludex.engine.faults import Fault
from ludex.requests import bounds
from ludex.requests.fields import RequestModel, ServiceBounds, faults_of

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

After = tuple[int | str | None, ...]
"""The sort key of the last item of a page."""


@dataclass(frozen=True)  # a generic class cannot have slots too
class Slice(Generic[T]):
    """Some items of a list in its order.

    Attributes
    ----------
    items
        The items.
    after
        The sort key after which the list continues, or None at its end.
    count
        The number of items of the whole list.
    further
        Additional members of the response, such as `complete`.
    """

    items: Sequence[T]
    after: After | None
    count: Count
    further: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Listing(Generic[T]):
    """A list that is read in pages while it is iterated over.

    `read(after, limit)` returns the items that follow a sort key, or the first items if the key is None. Python and
    commands iterate over the list. The API adds `limit` and `cursor` to the parameters of the request.
    """

    read: Callable[[After | None, int], Slice[T]]

    def __iter__(self) -> Iterator[T]:
        after: After | None = None
        while True:
            part = self.read(after, bounds.LIST_LIMIT)
            yield from part.items
            after = part.after
            if after is None:
                return


class WrongCursor(ValueError):
    """A sort key does not belong to a list."""


def natural_numbers(after: After, length: int) -> Any:  # noqa: ANN401 - a tuple of integers of this length
    """Return a sort key of `length` natural numbers that the database can represent. Raises WrongCursor."""
    if len(after) != length or not all(type(number) is int and 0 <= number < 2**63 for number in after):
        raise WrongCursor
    return after


@dataclass(frozen=True, slots=True)
class Rest:
    """Marks a field that collects the parameters of a URL, or the options of a command, that have no other meaning."""


@dataclass(frozen=True, slots=True)
class Given:
    """Marks a parameter that is given in several forms, such as a drawing: by its points and edges, or by a label.

    `model` declares the forms as fields, which are merged with the fields of the request. Its method `read` returns the
    value.
    """

    model: type[RequestModel]


TimeLimit = Annotated[float, Field(gt=0), ServiceBounds(bounds.TIME_LIMIT, bounds.TIME_LIMIT_LEAST)] | None
"""Time limit of the computation in seconds. The service has a default."""


@dataclass(frozen=True, eq=False)
class Declaration:
    """Where a request is offered.

    Attributes
    ----------
    function
        The function that runs the request. Its first parameter is the catalogue.
    routes
        Methods and paths relative to /api/v1. Fields in braces are in the path. All others are in the query of a GET,
        and in the body of a POST.
    command
        The words of the command, and its arguments in capitals: ``graph path FROM [TO]``. All other fields are options.
        An argument that is not a field is a file with the fields in JSON.
    columns
        The columns of the text output of a list. By default, all members of its items.
    text
        Returns the lines of the text output. By default, a list is a table, and everything else is JSON.
    formats
        Functions that write the result in a format, by the name of the format. There is then a field `format`.
    streams
        Whether the command writes every item of a list on a line of its own.
    tool
        Whether the request is offered to programs that call tools (MCP).
    """

    function: Callable[..., Any]
    routes: tuple[str, ...] = ()
    command: str = ""
    columns: tuple[str, ...] = ()
    text: Callable[[Any], Iterable[str]] | None = None
    formats: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    streams: bool = False
    tool: bool = False

    @cached_property
    def about(self) -> str:
        """The documentation up to the first section of the docstring."""
        return _sections(self.function)[""]

    @cached_property
    def fields(self) -> dict[str, FieldInfo]:
        """The fields by the names of the parameters, with the descriptions in the docstring."""
        described, types = _entries(_sections(self.function).get("Parameters", "")), _types(self.function)
        result: dict[str, FieldInfo] = {}
        for name, parameter in list(inspect.signature(self.function).parameters.items())[1:]:
            if name in self.given:
                result |= self.given[name].model.model_fields
                continue
            default = ... if parameter.default is parameter.empty else parameter.default
            info = FieldInfo.from_annotated_attribute(types[name], Field(default, description=described[name]))
            result[name] = info
        return result

    @cached_property
    def given(self) -> dict[str, Given]:
        """The parameters that are given in several forms."""
        marks = {name: getattr(hint, "__metadata__", ()) for name, hint in _types(self.function).items()}
        return {name: mark for name, found in marks.items() for mark in found if isinstance(mark, Given)}

    @cached_property
    def model(self) -> type[RequestModel]:
        """The model that validates the fields."""
        bases = tuple(mark.model for mark in self.given.values())
        inherited = {name for base in bases for name in base.model_fields}
        own = {name: info for name, info in self.fields.items() if name not in inherited}
        return model_of(_title(self.function.__name__), own, self.about, bases or RequestModel)

    @cached_property
    def result(self) -> Any:  # noqa: ANN401 - a type
        """The type of the result as JSON, or of the items of a list."""
        writes = self.formats.get("json", self.function)
        found = _types(writes)["return"]
        return get_args(found)[0] if self.lists else found

    @cached_property
    def lists(self) -> bool:
        """Whether the result is a list."""
        return get_origin(_types(self.function)["return"]) is Listing

    @cached_property
    def searches(self) -> bool:
        """Whether the request may search, and therefore has a time limit and takes a computing slot."""
        return "time_limit" in self.fields

    @property
    def rest(self) -> str | None:
        """The field that collects unknown parameters, if there is one."""
        return next((name for name, info in self.fields.items() if marks_of(info, Rest)), None)

    def arguments(self, fields: RequestModel | Mapping[str, Any], context: Any = None) -> dict[str, Any]:  # noqa: ANN401
        """Return the arguments of the function. Values that are given in several forms are read in a context."""
        read = {name: mark.model.read(fields, context) for name, mark in self.given.items()}  # type: ignore[attr-defined]
        parameters = inspect.signature(self.function).parameters
        return {name: value for name, value in dict(fields).items() if name in parameters} | read

    def json(self, value: Any) -> bytes:  # noqa: ANN401 - a result, or an item of a list
        """Return a result, or the item of a list, as JSON."""
        written = self.formats["json"](value) if "json" in self.formats else value
        return _adapter(self.result).dump_json(written, by_alias=True)


def request(*routes: str, **offered: Any) -> Callable[[F], F]:  # noqa: ANN401 - the fields of Declaration
    """Return a decorator that declares a function as a request. The parameters are those of :class:`Declaration`.

    The function itself is the method of :class:`ludex.Catalogue`. It refuses invalid arguments as all surfaces do.
    """

    def declare(function: F) -> F:
        declared = Declaration(function, routes, **offered)
        signature = inspect.signature(function)

        @wraps(function)
        def checked(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401
            catalogue, *given = signature.bind(*arguments, **named).arguments.items()
            return function(catalogue[1], **_checked(declared, dict(given)))

        checked.declaration = declared  # type: ignore[attr-defined]
        return checked  # type: ignore[return-value]

    return declare


def declaration_of(function: Callable[..., Any]) -> Declaration:
    """Return the declaration of a request."""
    found: Declaration = function.declaration  # type: ignore[attr-defined]
    return found


def model_of(title: str, fields: Mapping[str, FieldInfo], about: str, base: Any = RequestModel) -> type[RequestModel]:  # noqa: ANN401
    """Return a model with some fields."""
    parts: dict[str, Any] = {name: (info.annotation, info) for name, info in fields.items()}
    result: type[RequestModel] = create_model(title, __base__=base, __doc__=about.partition("\n")[0], **parts)
    return result


def attributes_of(of: type) -> dict[str, str]:
    """Return the descriptions of the attributes of a class, as its docstring gives them."""
    return _entries(_sections(of).get("Attributes", ""))


def _checked(declared: Declaration, given: dict[str, Any]) -> dict[str, Any]:
    """Return valid arguments of a function. Raises TypeError, Fault."""
    values = {name: given.pop(name) for name in declared.given}
    named = {declared.fields[name].alias or name: value for name, value in given.items()}
    if values:  # values of a game check themselves
        return {**values, **given}
    try:
        fields = declared.model.model_validate(named)
    except ValidationError as error:
        place, message = faults_of(error)[0]
        wrong = error.errors()[0]
        if wrong["type"].endswith(("_type", "is_instance_of")):
            raise TypeError(f"{'/'.join(map(str, place))}: {message}, not {type(wrong['input']).__name__}") from None
        raise Fault(message, place) from None
    return {name: getattr(fields, name) for name in given}


_SECTION = re.compile(r"(?:^|\n\n)([A-Z]\w+)\n-{3,}\n")
_ENTRY = re.compile(r"^(\w+(?:, \w+)*)\n((?:[ ]+.*(?:\n|\Z)|\n)+)", re.MULTILINE)


def _sections(of: Callable[..., Any] | type) -> dict[str, str]:
    """Return the sections of a numpydoc docstring. The text before the first section has the title ''."""
    parts = _SECTION.split(inspect.getdoc(of) or "")
    return {"": parts[0].strip()} | dict(zip(parts[1::2], parts[2::2], strict=True))


def _entries(section: str) -> dict[str, str]:
    """Return the entries of a section of a numpydoc docstring, which describes several names at once if need be."""
    found = _ENTRY.findall(section)
    return {name: " ".join(text.split()) for names, text in found for name in names.split(", ")}


@cache
def _types(function: Callable[..., Any]) -> dict[str, Any]:
    return get_type_hints(function, include_extras=True)


@cache
def _adapter(of: Any) -> TypeAdapter[Any]:  # noqa: ANN401 - a type
    return TypeAdapter(of)


def marks_of(info: FieldInfo, mark: type[T]) -> list[T]:
    """Return the marks of a class on a field, or on one of the alternatives of its type."""
    parts = [info.metadata, *(get_args(part)[1:] for part in get_args(info.annotation))]
    return [found for part in parts for found in part if isinstance(found, mark)]


def _title(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))
