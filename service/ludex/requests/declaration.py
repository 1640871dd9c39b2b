"""Requests that are declared as functions.

A request is a function with typed parameters and a numpydoc docstring. The decorator :func:`request` adds where the
request is offered. The route, the command, the tool, and the methods of `ludex.Catalogue` and of the remote client are
derived from these three parts:

>>> from ludex.requests.stored_object import Object
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
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, field, is_dataclass, replace
from decimal import Decimal
from functools import cache, cached_property, partial, wraps
from math import inf
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

from docstring_parser import DocstringStyle, parse
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, create_model
from pydantic.fields import FieldInfo

from ludex.catalogue import lists
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.faults import Fault, Place, within
from ludex.requests import bounds
from ludex.requests.deprecation import Deprecation
from ludex.requests.fields import Argument, RequestModel, ServiceBounds, faults_of, validate
from ludex.requests.json_text import JsonText, Members, json_text
from ludex.requests.media import Subject
from ludex.requests.results import (
    Identified,
    JsonLines,
    Matches,
    Objects,
    OfKind,
    PlainText,
    Stream,
    Svg,
    without_url,
)
from ludex.requests.session import Right, Session
from ludex.requests.stored_object import StoredObject

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.kinds.registry import Registry
    from ludex.catalogue.lists.listing import Count

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
_SECTION = re.compile(r"\n\n(?=\w[\w ]*\n-+\n)")

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
    count: "Count"
    further: Mapping[str, Any] = field(default_factory=dict)


class Listing(Generic[T]):
    """A list that is read in pages while it is iterated over.

    `read(after, limit)` returns the items that follow a sort key, or the first items if the key is None. Python and
    commands iterate over the list. The API adds `limit` and `cursor` to the parameters of the request.
    """

    def __init__(self, read: Callable[[After | None, int], Slice[T]]) -> None:
        self.read = read

    @classmethod
    def whole(cls, items: Sequence[T], **further: Any) -> "Listing[T]":  # noqa: ANN401 - JSON
        """Return a list that is in memory. The sort key of an item is its index."""

        def read(after: After | None, limit: int) -> Slice[T]:
            [start] = (0,) if after is None else natural_numbers(after, 1)
            end = start + limit
            last = (end,) if end < len(items) else None
            return Slice(items[start:end], last, lists.listing.Count(len(items), True), further)

        return cls(read)

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


MAX_NAMED_FAULTS = 10
"""The number of invalid items that an error of a command names. An error of the service names only the first."""


def values_of_items(
    items: Sequence[Any],
    read: Callable[[Any], T],
    session: Session,
    name: str,
) -> Iterator[T]:
    """Yield the value of each item of a list. Raises Fault, which also has the faults of the items after it."""
    for index, item in enumerate(items):
        try:
            with within(name, index):
                value = read(item)
        except Fault as first:
            if session.bound(MAX_NAMED_FAULTS) is None:
                first.others = _faults_after(items, index, read, name)
            raise
        yield value


def _faults_after(items: Sequence[Any], first: int, read: Callable[[Any], object], name: str) -> list[Fault]:
    faults: list[Fault] = []
    for index in range(first + 1, len(items)):
        try:
            with within(name, index):
                read(items[index])
        except Fault as fault:
            faults.append(fault)
            if len(faults) == MAX_NAMED_FAULTS:
                break
        except BudgetExhausted:
            break
    return faults


@dataclass(frozen=True, slots=True)
class Given:
    """Marks a parameter that is given in several forms, such as a drawing: by its points and edges, or by a label.

    `model` declares the forms as fields. Its method `read` (or the method with another name) returns the value, given
    the session. If `method` is empty, the value is the model itself. By default, the fields of the model are fields of
    the request. With an `argument`, the request has one field with the name of the parameter, which contains a model,
    or a list of models if `each` is true. Lists are read while the function iterates over them, so that the time it
    takes counts towards the time limit.

    `shared` is a model of fields of the request that apply to all values in fields of their own, such as a symmetry.
    The method then also receives the request. If the model has a method `at_fault`, the function runs in the context
    that it returns, which states the place of faults in the value.
    """

    model: type[RequestModel]
    argument: Argument | None = None
    each: bool = False
    method: str = "read"
    shared: type[RequestModel] | None = None

    def value(self, fields: Any, session: Session, request: Any = None) -> Any:  # noqa: ANN401 - a model, and its value
        """Return the value of a model. Raises Fault."""
        if not self.method:
            return fields
        read = getattr(self.model, self.method)
        return read(fields, session) if self.shared is None else read(fields, session, request)

    def values(self, items: Sequence[Any], session: Session, name: str, request: Any = None) -> Iterator[Any]:  # noqa: ANN401
        """Return an iterator over the value of each model of a list. Raises Fault."""
        return values_of_items(items, lambda item: self.value(item, session, request), session, name)

    def plain(self, value: Any, session: Session, place: Place) -> Any:  # noqa: ANN401 - a value, or a model's fields
        """Return the value of a parameter in Python, which may be given as the fields of the model.

        Raises TypeError, Fault.
        """
        if self.each:
            one = replace(self, each=False)
            if isinstance(value, str | Mapping):
                raise TypeError(f"{'/'.join(map(str, place))}: should be a list, not {type(value).__name__}")
            return [one.plain(item, session, (*place, index)) for index, item in enumerate(value)]
        if isinstance(value, str | int | float) and len(place) > 1:
            where = "/".join(map(str, place))
            raise TypeError(f"{where}: should be a value, or a mapping with its members, not {type(value).__name__}")
        if not isinstance(value, Mapping) or isinstance(value, StoredObject) or not self.method:
            return value
        with within(*place):
            return self.value(_validated(self.model, value), session, None if self.shared is None else self.shared())

    def located(self, request: Any, name: str) -> AbstractContextManager[None]:  # noqa: ANN401 - a model
        """Return a context that states the place of faults in the value of a parameter."""
        fields = request if self.argument is None else getattr(request, name)
        place = () if self.argument is None else (name,)
        found: AbstractContextManager[None] = getattr(fields, "at_fault", lambda *_: nullcontext())(*place)
        return found


@dataclass(frozen=True, slots=True)
class StoreOption:
    """Marks a parameter `store` that a client does not set.

    The service stores the result, or, if `if_allowed` is true, it stores the result if the client may do so. A command
    has the option `--store`. In Python, `store` is an ordinary parameter.
    """

    if_allowed: bool = False


Store = Annotated[bool, StoreOption()]
"""Whether to store the result: always in the service, and in a command with `--store`."""

StoreIfAllowed = Annotated[bool, StoreOption(if_allowed=True)]
"""Whether to store the result: in the service if the client may store, and in a command with `--store`."""


TimeLimit = Annotated[
    Annotated[float, Field(gt=0), ServiceBounds(bounds.TIME_LIMIT, bounds.TIME_LIMIT_LEAST)] | None,
    Field(description="Time limit of the computation in seconds."),
]
"""Time limit of the computation in seconds. The service has a default. A docstring need not describe it."""


SURFACES = ("route", "command", "tool", "python", "client", "job")
"""The surfaces on which a request can be offered."""


@dataclass(frozen=True, eq=False)
class Declaration:
    """Where a request is offered.

    Attributes
    ----------
    function
        The function that runs the request. Its first parameter is the session.
    routes
        Methods and paths relative to /api/v1. Fields in braces are in the path. All others are in the query of a GET or
        DELETE, and in the body of a POST or PATCH. The query of a path fixes a format, which then is not a field:
        ``GET /sequences/{name}.b.txt?format=b-file``.
    command
        The words of the command, and its arguments in capitals: ``graph path FROM [TO]``. All other fields are options.
        An argument that is neither a field nor the name of an :class:`~ludex.requests.fields.Argument` is a file with
        the fields in JSON. A flag, as in ``sequences NAME --next``, distinguishes requests that are one command (see
        :mod:`ludex.cli.alternatives`).
    subject
        The section of the documentation: the address of a kind, or a Subject.
    writes
        The right to write that the request needs. Without it, the session cannot open a writer. A request with a field
        `store` needs the right only if the field is true.
    columns
        The columns of the text output of a list. By default, all members of its items.
    text
        Returns the lines of the text output. By default, a list is a table, and everything else is JSON. This function,
        `draws`, `remark` and `fails` are called with the result, and with the fields if they have a second parameter.
    formats
        Functions that write the result in a format, by the name of the format. There is then a field `format`. Those
        of a list are called with the list, the name of the format, and functions of further members. They return lines.
    draws
        Draws the result as SVG. There is then a field `format` with the formats of pictures, and the command has the
        option `--plot`.
    remark
        Returns a remark that the command writes to standard error, or None.
    fails
        Returns whether the command ends with exit code 1, for example because nothing was found.
    streams
        Whether the command writes every item of a list on a line of its own.
    tool
        Whether the request is offered to programs that call tools (MCP).
    lacks
        The reasons why the request is not offered on surfaces, by the names of the surfaces (see `SURFACES`). A request
        with a reason for `route` is not served; its route still names it in commands.
    stability
        Whether the request may change in a later version.
    deprecated
        Since when the request is deprecated, and what replaces it. A parameter is deprecated by its annotation.
    problems
        The error statuses that the request can return, in addition to those that follow from the declaration.
    statuses
        The status of every response, if it does not follow from the declaration: 202 if the work goes on afterwards.
    cached
        Whether clients may keep the response to a GET. A random object, for example, is another one each time.
    answers
        Returns the model of the JSON, if the return annotation does not describe it.
    example
        The fields of an example, if the model of an input has none.
    name
        The name of the method in Python. By default, the name of the function.
    given
        Parameters that are given in several forms, in place of marks in the annotations. They are set for functions
        that declare several requests (see :mod:`ludex.requests.lookup`).
    documentation
        Replaces the docstring before its first section.
    """

    function: Callable[..., Any]
    routes: tuple[str, ...] = ()
    command: str = ""
    subject: str | Subject = ""
    writes: Right | None = None
    columns: tuple[str, ...] = ()
    text: Callable[..., Iterable[str]] | None = None
    formats: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    draws: Callable[..., str] | None = None
    remark: Callable[..., str | None] | None = None
    fails: Callable[..., bool] | None = None
    streams: bool = False
    tool: bool = False
    lacks: Mapping[str, str] = field(default_factory=dict)
    stability: Literal["stable", "experimental"] = "stable"
    deprecated: Deprecation | None = None
    problems: tuple[int, ...] = ()
    statuses: tuple[int, ...] = ()
    cached: bool = True
    answers: "Callable[[Registry], Any] | None" = None
    example: Mapping[str, Any] | None = None
    name: str = ""
    given: Mapping[str, Given] = field(default_factory=dict)
    documentation: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", _origin(self.function).__name__)
        if not self.given:
            object.__setattr__(self, "given", _given(self.function))

    @property
    def declaration(self) -> "Declaration":
        """The declaration itself, so that lists of requests may contain functions and declarations."""
        return self

    @property
    def about(self) -> str:
        """The documentation up to the first section of the docstring, and whether the request is deprecated."""
        about = self.documentation or _about(_origin(self.function))
        return about if self.deprecated is None else f"{about}\n\nThis request is {self.deprecated}."

    @cached_property
    def help(self) -> str:
        """The docstring, in which parameters that it does not describe have the descriptions of their types."""
        rest = _SECTION.split(inspect.getdoc(_origin(self.function)) or "")[1:]
        described = _described(_origin(self.function), "param")
        found = []
        for name in _parameters(self.function):
            mark, info = self.given.get(name), self.fields.get(name)
            about = described.get(name) or (info.description if info is not None else None)
            if not about and mark is not None:
                about = (inspect.getdoc(mark.model) or "").partition("\n")[0]
            found.append(f"{name}\n    {about or 'Whether to store the result.'}")
        sections = [f"Parameters\n----------\n{chr(10).join(found)}"] if found else []
        sections += [section.strip() for section in rest if not section.startswith("Parameters\n")]
        return "\n\n".join([self.about, *sections])

    @property
    def served(self) -> tuple[str, ...]:
        """The routes of the API."""
        return () if "route" in self.lacks else self.routes

    @cached_property
    def words(self) -> str:
        """The words of the command, without its arguments."""
        return " ".join(word for word in self._plain_words if not word.strip("[].").isupper())

    @cached_property
    def argument_words(self) -> list[str]:
        """The arguments of the command, with brackets around those that are optional."""
        return [word for word in self._plain_words if word.strip("[].").isupper()]

    @property
    def _plain_words(self) -> list[str]:
        """The words and arguments of the command, without its flags."""
        return [word for word in self.command.split() if not word.startswith("--")]

    @cached_property
    def operation(self) -> str:
        """The name of the request as a job: the words of its command, or of its path."""
        return (self.words or self.routes[0].partition("/")[2]).replace(" ", "-").replace("/", "-")

    @cached_property
    def fields(self) -> dict[str, FieldInfo]:
        """The fields by the names of the parameters, with the descriptions in the docstring.

        The parameter that :class:`StoreOption` marks is not one of them.
        """
        described = _described(_origin(self.function), "param")
        result: dict[str, FieldInfo] = {}
        for name, parameter in _parameters(self.function).items():
            mark = self.given.get(name)
            if mark is not None and mark.shared is not None:
                result |= mark.shared.model_fields
            if mark is not None and mark.argument is None:
                result |= mark.model.model_fields
                continue
            hint = _hint(self.function, parameter.annotation)
            if _marked(hint, StoreOption) is not None:
                continue
            default = ... if parameter.default is parameter.empty else parameter.default
            if mark is not None:
                hint = _nested(mark, hint, optional=default is None)
            info: Any = Field(default, description=described[name]) if name in described else Field(default)
            result[name] = FieldInfo.from_annotated_attribute(hint, info)
        return result

    @cached_property
    def option(self) -> StoreOption | None:
        """The mark of the parameter `store`, if it is not a field."""
        store = _parameters(self.function).get("store")
        return None if store is None else _marked(_hint(self.function, store.annotation), StoreOption)

    @cached_property
    def bases(self) -> tuple[type[RequestModel], ...]:
        """The models whose fields are fields of the request."""
        shared = dict.fromkeys(mark.shared for mark in self.given.values() if mark.shared is not None)
        return (*shared, *(mark.model for mark in self.given.values() if mark.argument is None))

    @cached_property
    def model(self) -> type[RequestModel]:
        """The model that validates the fields."""
        return model_of(title_of(self.name), self.fields, self.about, self.bases, self.example)

    @cached_property
    def plain_model(self) -> type[RequestModel]:
        """The model of the fields that are not given in several forms."""
        names = [name for name in _parameters(self.function) if name in self.fields and name not in self.given]
        return model_of(title_of(self.name), {name: self.fields[name] for name in names}, "")

    @cached_property
    def hint(self) -> Any:  # noqa: ANN401 - a type
        """The annotation of the result, without its marks."""
        return _without_marks(self._annotation)

    @cached_property
    def kind(self) -> OfKind | None:
        """The kind of the objects in the result."""
        return _marked(self._annotation, OfKind)

    @cached_property
    def _annotation(self) -> Any:  # noqa: ANN401 - a type
        function = _origin(self.formats.get("json", self.function))
        found = _hint(function, function.__annotations__["return"])
        return get_args(found)[0] if self.lists else found

    @cached_property
    def result(self) -> Any:  # noqa: ANN401 - a type
        """The type of the result as JSON, or of the items of a list."""
        return get_args(self.hint)[0] if get_origin(self.hint) in (Stream, Identified) else self._annotation

    @cached_property
    def lists(self) -> bool:
        """Whether the result is a list."""
        found = _origin(self.function).__annotations__["return"]
        return found.startswith("Listing[") if isinstance(found, str) else get_origin(found) is Listing

    @cached_property
    def searches(self) -> bool:
        """Whether the request has a time limit, so that it can be a job."""
        return "time_limit" in _parameters(self.function)

    @cached_property
    def rest(self) -> str | None:
        """The field that collects unknown parameters, if there is one."""
        return next((name for name, info in self.fields.items() if marks_of(info, Rest)), None)

    def arguments(self, fields: RequestModel, session: Session) -> dict[str, Any]:
        """Return the arguments of the function for the fields of a request. Raises Fault."""
        values = vars(fields)
        result = {name: values[name] for name in _parameters(self.function) if name in values}
        for name, mark in self.given.items():
            if mark.argument is None:
                result[name] = mark.value(fields, session)
            elif mark.each:
                result[name] = mark.values(values[name], session, name, fields)
            elif values[name] is not None:
                with within(name):
                    result[name] = mark.value(values[name], session, fields)
        return result

    def with_fixed(self, route: str, documentation: str, *, subject: str, **fixed: str) -> "Declaration":
        """Return the declaration of a route that runs the request with fixed values of some fields."""
        reason = f"`ludex {self.words}` has the field that this route fixes"
        return replace(
            self,
            function=partial(self.function, **fixed),
            routes=(route,),
            command="",
            subject=subject,
            documentation=documentation,
            tool=False,
            lacks={surface: reason for surface in SURFACES if surface != "route"},
        )

    def of_game(self, columns: tuple[str, ...], **fixed: str) -> "Declaration":
        """Return the command and the method of a game for a request that takes the game as a field.

        The words of its command contain ``{game}``. The API has the request once for all games. `fixed` are the game
        and other fields that follow from it.
        """
        known = {name: value for name, value in fixed.items() if name in _parameters(self.function)}
        function, command = partial(self.function, **known), self.command.format(**fixed)
        return replace(self, function=function, routes=(), command=command, columns=columns)

    def deprecations(self, arguments: Mapping[str, Any]) -> dict[str, Deprecation]:
        """Return what is deprecated in a request with some arguments, by its name.

        This is the request itself, and each deprecated field whose value is not the default.
        """
        return (
            {}
            if not self._deprecated
            else {
                what: mark
                for what, field, mark in self._deprecated
                if field is None or arguments.get(field, self.fields[field].default) != self.fields[field].default
            }
        )

    @cached_property
    def _deprecated(self) -> list[tuple[str, str | None, Deprecation]]:
        """What is deprecated in the request: its name, the field if it is one, and how it is deprecated."""
        whole = [] if self.deprecated is None else [(self.name, None, self.deprecated)]
        marks = ((name, mark) for name, info in self.fields.items() for mark in marks_of(info, Deprecation))
        return [*whole, *((f"{self.name}.{name}", name, mark) for name, mark in marks)]

    def right(self, arguments: Mapping[str, Any] | RequestModel, *, store: bool | None = None) -> Right | None:
        """Return the right to write that the request needs with some arguments.

        `store` is the value of the parameter `store` if it is not a field. A dry run needs no right.
        """
        if self.writes is None:
            return None
        given = dict(arguments)
        asked = store if self.option is not None else given.get("store", not given.get("dry_run"))
        return self.writes if asked else None

    def run(self, fields: RequestModel, session: Session, *, store: bool | None = None) -> Any:  # noqa: ANN401 - a result
        """Run the request. `store` is the value of the parameter `store` if it is not a field. Raises Fault.

        In the service, a request with many items, such as the points of a large drawing, takes a computing slot from
        the beginning, because reading the items takes long. Other requests take one while they search.
        """
        for what, deprecation in self.deprecations(vars(fields)).items():
            deprecation.log(what)
        allowed = session.allowing(self.right(fields, store=store), getattr(fields, "time_limit", None))
        with ExitStack() as places:
            few = allowed.bound(bounds.FEW_ITEMS)
            if few is not None and number_of_items(fields) > few:
                allowed = allowed.within(places.enter_context(allowed.searching()))
            arguments = self.arguments(fields, allowed)
            for name, mark in self.given.items() if len(self.given) == 1 else ():  # the value at fault is not known
                places.enter_context(mark.located(fields, name))
            return self.function(allowed, **arguments, **({} if self.option is None else {"store": bool(store)}))

    def read_text(self, text: str) -> RequestModel:
        """Return the fields for a text, parsed as the argument of the command, within the bounds of the service.

        Raises Fault.
        """
        for name, info in self.fields.items():
            for mark in marks_of(info, Argument):
                try:
                    result = mark.read(text)
                except ValueError as error:
                    raise Fault(str(error)) from None
                return validate(self.model, result if mark.merged else {name: result})
        raise Fault("this request does not read text")

    @cached_property
    def method(self) -> Callable[..., Any]:
        """The function as a method of :class:`ludex.Catalogue`. It refuses invalid arguments as all surfaces do.

        The fields of a parameter that is given in several forms are accepted in place of the parameter.
        """
        signature = inspect.signature(self.function)
        defaults = {name: found.default for name, found in signature.parameters.items() if name == "store"}

        @wraps(self.function)
        def checked(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401
            bases = [mark.model for mark in self.given.values() if mark.argument is None]
            # A parameter may have the name of one of its forms, such as `drawing`.
            forms = {
                name: named.pop(name)
                for base in bases
                for name in base.model_fields
                if name in named and (name not in self.given or isinstance(named[name], Mapping))
            }
            (_, catalogue), *given = signature.bind_partial(*arguments, **named).arguments.items()
            valid = _checked(self, dict(given))
            for what, deprecation in self.deprecations(valid).items():
                warnings.warn(f"{what} is {deprecation}", DeprecationWarning, stacklevel=2)
            right = self.right(defaults | valid, store=(defaults | valid).get("store"))
            session: Session = catalogue.allowing(right, valid.get("time_limit"))
            for name, mark in self.given.items():
                if mark.argument is not None and name in valid:
                    valid[name] = mark.plain(valid[name], session, (name,))
                if forms and mark.argument is None and name not in valid:
                    fields = {field: value for field, value in forms.items() if field in mark.model.model_fields}
                    valid[name] = mark.value(_validated(mark.model, fields), session)
            signature.bind(session, **valid)  # raises TypeError if an argument is missing
            return self.function(session, **valid)

        checked.declaration = self  # type: ignore[attr-defined]
        return checked

    def run_on_text(self, text: str, catalogue: "Catalogue", budget: Budget) -> Any:  # noqa: ANN401 - a result
        """Run the request on a text, within the bounds of the service and a budget. Raises Fault."""
        return self.run(
            self.read_text(text), Session(catalogue, search=lambda _seconds: nullcontext(budget), served=True)
        )

    def json(
        self,
        value: Any,  # noqa: ANN401 - a result
        write_object: Callable[[StoredObject], str] = without_url,
    ) -> JsonText:
        """Return a result, or an item of a list, as JSON.

        `write_object` writes an object: with its URL in the API, and without it elsewhere.
        """
        match self.formats["json"](value) if "json" in self.formats else value:
            case StoredObject() as item:
                return JsonText(write_object(item))
            case Objects() as found:
                members: dict[str, Any] = {"items": [JsonText(write_object(item.listed())) for item in found.items]}
                members |= {"matchings": found.matchings} if isinstance(found, Matches) else found.members
                return JsonText(json_text(members))
            case Identified() as identified:
                return JsonText(json_text(identified.members))
            case Members() as result:
                return JsonText(json_text(result.json_members()))
            case Stream() as stream:
                return JsonText(stream.bytes().decode())
            case str() as text:
                return JsonText(json_text(str(text)))
            case plain if self.answers is not None and not is_dataclass(plain):
                return JsonText(json_text(plain))
            case plain:
                of: Any = self.result if self.answers is None else type(plain)
                written = _adapter(of).dump_json(plain, by_alias=True, context={"object": write_object})
                return JsonText(written.decode())

    def page_json(self, part: Slice[Any]) -> JsonText:
        """Return a part of a list as a page in JSON, without the address of the next page."""
        items = [self.json(item) for item in part.items]
        page = {"items": items, "next": None, "count": part.count.count, "count_exact": part.count.exact}
        return JsonText(json_text({**page, **part.further}))

    def reason(self, surface: str) -> str | None:
        """Return why the request is not offered on a surface, or None if it is offered, or "" if no reason is known."""
        offered = {"route": bool(self.served), "command": bool(self.command), "tool": self.tool}.get(surface)
        if offered is None:
            if surface == "job" and not self.searches:
                return "no time limit: it takes milliseconds"
            if surface == "client" and not self._is_sent:
                return self.lacks.get(surface) or ("the response is not JSON" if self.served else "no route")
            offered = surface not in self.lacks
        if surface == "tool" and self.writes is not None and not offered:
            return self.lacks.get(surface, "a tool that is not marked stores, changes and deletes nothing")
        return None if offered else self.lacks.get(surface, "")

    @property
    def _is_sent(self) -> bool:
        """Whether the API returns JSON."""
        return bool(self.served) and self.hint not in (None, type(None), Svg, PlainText, JsonLines)


def number_of_items(value: object) -> float:
    r"""Return how many points, edges, cards or other items are in a field of a request, or in all fields of a model.

    A text counts as one item for every hundred characters. An object with unknown items counts as infinitely many.

    >>> number_of_items([[0, 0], [4, 1]]), number_of_items(["*o", "o*"]), number_of_items("p cnf 1 1\n" * 50)
    (2, 2, 5)
    """
    if isinstance(value, str):
        return len(value) // 100
    if isinstance(value, list | tuple):
        return sum(1 + number_of_items(item) for item in value if not isinstance(item, int | float | Decimal))
    if not isinstance(value, RequestModel):
        return 0
    given = {name: item for name, item in vars(value).items() if item is not None}
    return sum(inf if name in value.NAMES_MANY and item else number_of_items(item) for name, item in given.items())


def call(function: Callable[..., T], result: object, fields: RequestModel) -> T:
    """Call a function of a declaration with a result, and with the fields if it has a second parameter."""
    return function(result, fields) if len(inspect.signature(function).parameters) > 1 else function(result)


def request(*routes: str, **offered: Any) -> Callable[[F], F]:  # noqa: ANN401 - the fields of Declaration
    """Return a decorator that declares a function as a request. The parameters are those of :class:`Declaration`.

    The function itself is the method of :class:`ludex.Catalogue`. It refuses invalid arguments as all surfaces do.
    """

    def declare(function: F) -> F:
        return Declaration(function, routes, **offered).method  # type: ignore[return-value]

    return declare


def declaration_of(function: Any) -> Declaration:  # noqa: ANN401 - a declared function, or a declaration
    """Return the declaration of a request."""
    found: Declaration = function.declaration
    return found


def model_of(
    title: str,
    fields: Mapping[str, FieldInfo],
    about: str,
    bases: Any = (),  # noqa: ANN401 - one or several models
    example: Mapping[str, Any] | None = None,
) -> type[RequestModel]:
    """Return a model with some fields, in addition to those of its bases."""
    bases = bases if isinstance(bases, tuple) else (bases,)
    inherited = {name for base in bases for name in base.model_fields}
    parts: dict[str, Any] = {name: (info.annotation, info) for name, info in fields.items() if name not in inherited}
    base = bases or RequestModel
    if example is not None:
        config = ConfigDict(json_schema_extra={"examples": [dict(example)]})
        base = create_model(title, __base__=base, __config__=None)
        base.model_config = {**base.model_config, **config}
    result: type[RequestModel] = create_model(title, __base__=base, __doc__=about.partition("\n")[0], **parts)
    if len(bases) > 1:
        result.FORMS = tuple(forms for of in bases for forms in getattr(of, "FORMS", ()))  # type: ignore[attr-defined]
    return result


def attributes_of(of: type) -> dict[str, str]:
    """Return the descriptions of the attributes of a class, as its docstring gives them."""
    return _described(of, "attribute")


def _checked(declared: Declaration, given: dict[str, Any]) -> dict[str, Any]:
    """Return valid arguments of a function. Raises TypeError, Fault."""
    apart = [*declared.given, *([] if declared.option is None else ["store"])]
    values = {name: given.pop(name) for name in apart if name in given}
    named = {declared.fields[name].alias or name: value for name, value in given.items()}
    fields = _validated(declared.plain_model, named)
    return {name: getattr(fields, name) for name in given} | values


def _validated(model: type[RequestModel], fields: Mapping[str, Any]) -> RequestModel:
    """Return the fields of a request in Python. Raises TypeError, Fault."""
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        place, message = faults_of(error, model.model_fields)[0]
        wrong = error.errors()[0]
        if wrong["type"].endswith(("_type", "is_instance_of", "sequence_str")):
            raise TypeError(f"{'/'.join(map(str, place))}: {message}, not {type(wrong['input']).__name__}") from None
        raise Fault(message, place) from None


def _origin(function: Any) -> Any:  # noqa: ANN401 - a function
    return _origin(function.func) if isinstance(function, partial) else function


@cache
def _parameters(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """Return the parameters of a request after the session. Those that a partial function sets are not included."""
    found = inspect.signature(function).parameters
    bound = function.keywords if isinstance(function, partial) else {}
    return {name: parameter for name, parameter in list(found.items())[1:] if name not in bound}


def _hint(function: Callable[..., Any], annotation: Any) -> Any:  # noqa: ANN401 - a type
    """Return the type that an annotation denotes.

    Annotations of results are evaluated late, so that help needs not import what they name.
    """
    scope = _origin(function).__globals__ if hasattr(_origin(function), "__globals__") else {}
    return get_type_hints(SimpleNamespace(__annotations__={"hint": annotation}), globalns=scope, include_extras=True)[
        "hint"
    ]


def _marked(hint: Any, mark: type[T]) -> T | None:  # noqa: ANN401 - a type
    """Return the mark of a class in an annotation."""
    return next((found for found in getattr(hint, "__metadata__", ()) if isinstance(found, mark)), None)


def _without_marks(hint: Any) -> Any:  # noqa: ANN401 - a type
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _given(function: Callable[..., Any]) -> dict[str, Given]:
    hints = {name: _hint(function, parameter.annotation) for name, parameter in _parameters(function).items()}
    marks = {name: _marked(hint, Given) for name, hint in hints.items()}
    return {name: mark for name, mark in marks.items() if mark is not None}


def _nested(mark: Given, hint: Any, *, optional: bool) -> Any:  # noqa: ANN401 - types
    """Return the annotation of the field for a parameter that is given in several forms."""
    model: Any = mark.model
    others = [found for found in hint.__metadata__ if found is not mark] if get_origin(hint) is Annotated else []
    of: Any = list[model] if mark.each else model | None if optional else model
    for other in (*others, mark.argument):
        of = Annotated[of, other]
    return of


@cache
def _about(function: Callable[..., Any]) -> str:
    """Return a docstring up to its first section."""
    lines = (inspect.getdoc(function) or "").split("\n")
    end = next((at - 1 for at, line in enumerate(lines) if line and at and set(line) == {"-"}), len(lines))
    return "\n".join(lines[:end]).strip()


@cache
def _described(of: Any, sort: str) -> dict[str, str]:  # noqa: ANN401 - a function or a class
    """Return the descriptions of the parameters of a function, or of the attributes of a class."""
    found = parse(inspect.getdoc(of) or "", DocstringStyle.NUMPYDOC).params
    entries = [
        (entry.arg_name, " ".join((entry.description or "").split())) for entry in found if entry.args[0] == sort
    ]
    return {name: about for names, about in entries for name in names.split(", ")}


@cache
def _adapter(of: Any) -> TypeAdapter[Any]:  # noqa: ANN401 - a type
    return TypeAdapter(of)


def marks_of(info: FieldInfo, mark: type[T]) -> list[T]:
    """Return the marks of a class on a field, or on one of the alternatives of its type."""
    parts = [info.metadata, *(get_args(part)[1:] for part in get_args(info.annotation))]
    return [found for part in parts for found in part if isinstance(found, mark)]


def title_of(name: str) -> str:
    """Return a name in CamelCase."""
    return "".join(word.capitalize() for word in name.split("_"))
