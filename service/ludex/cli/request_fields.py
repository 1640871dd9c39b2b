"""Conversion of request fields to command arguments and options, and of their values to a request."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_origin

import typer
from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from ludex.cli.input_text import Content, content_of
from ludex.cli.output import CommandError
from ludex.engine.fact import plain_types
from ludex.engine.faults import Fault, Place
from ludex.engine.notation import is_json
from ludex.requests.declaration import MAX_NAMED_FAULTS
from ludex.requests.fields import Argument, Hidden, Option, RequestModel, faults_of
from ludex.requests.text_input import checked_line


class Source(NamedTuple):
    """The command-line word from which a part of the request was read.

    Attributes
    ----------
    name : str
        The name of the word in messages.
    depth : int
        The number of leading elements of a place in the request that together stand for the word.
    is_json : bool
        Whether the word is JSON, so that places within it consist of the request's field names.
    """

    name: str
    depth: int
    is_json: bool


Sources = dict[Place, Source]
"""The sources of the parts of a request, keyed by place."""

_FILE = Annotated[
    Path | None,
    typer.Option("--file", help="A file with one item per line, instead of arguments; `-`: standard input."),
]
_PLAIN_TYPES = (bool, int, float, str)


def keyword(name: str, annotation: Any, default: Any) -> Parameter:  # noqa: ANN401 - a type, and a value of it
    """Return a keyword-only parameter."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def parameters_of(name: str, info: FieldInfo) -> Iterator[Parameter]:
    """Yield the command parameters for a field: an argument (possibly with `--file`), an option, or nothing."""
    marks = {type(mark): mark for mark in info.metadata}
    required = info.default is PydanticUndefined
    default = Parameter.empty if required else info.default
    if Hidden in marks:
        return
    argument = marks.get(Argument)
    if isinstance(argument, Argument):
        many = argument.several or argument.each
        declared = typer.Argument(metavar=argument.metavar, help=argument.about or info.description, show_default=False)
        word_type: Any = list[str] if many else str
        optional = many or not (required or argument.required)
        yield keyword(
            name,
            Annotated[word_type | None if optional else word_type, declared],
            None if optional else Parameter.empty,
        )
        if many:
            yield keyword("file", _FILE, None)
        return
    option = marks.get(Option)
    assert option is None or isinstance(option, Option)
    plain = str if option is not None and option.read is not None else _plain_type(info.annotation)
    flag = _flag(name)
    flag = f"{flag}/--no-{flag[2:]}" if plain is bool and default is True else flag
    show_default = plain is not bool and default not in (None, "", Parameter.empty)
    names = option.names or (flag,) if option else (flag,)
    declared = typer.Option(*names, help=info.description, show_default=show_default)
    yield keyword(name, Annotated[plain | None if default is None else plain, declared], default)


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _plain_type(annotation: Any) -> Any:  # noqa: ANN401 - types
    """Return the type of the option for a field, such as int for `Annotated[int, ...] | None`."""
    [plain] = [kind for kind in plain_types(annotation) if kind is not type(None)]
    if get_origin(plain) is Literal or plain in _PLAIN_TYPES or (isinstance(plain, type) and issubclass(plain, Enum)):
        return plain
    raise TypeError(f"{annotation} cannot be written in one word; declare an Option or an Argument")


def read_fields(fields: Mapping[str, FieldInfo], options: Mapping[str, Any], sources: Sources) -> dict[str, Any]:
    """Read the fields of a request from the values on a command line.

    Record the source of each part in `sources`. Raises CommandError.
    """
    body: dict[str, Any] = {}
    for name, info in fields.items():
        value = options.get(name)
        marks = {type(mark): mark for mark in info.metadata}
        argument, option = marks.get(Argument), marks.get(Option)
        if isinstance(argument, Argument):
            body |= _read_argument(name, argument, value, options.get("file"), sources)
        elif value is not None:
            sources.pop((name,), None)
            read = option.read if isinstance(option, Option) else None
            body[name] = value if read is None else _read_text(read, value, f"{_flag(name)} {value!r}")
    return body


def validated(model: type[RequestModel], body: Mapping[str, Any]) -> RequestModel:
    """Return the model of a request. Raises Fault, which also has the faults of other items of the same list."""
    try:
        return model.model_validate(body)
    except ValidationError as error:
        first, *others = [Fault(message, place) for place, message in faults_of(error)]
        seen = {first.place[:2]}
        for fault in others:
            if fault.place[:1] == first.place[:1] and fault.place[:2] not in seen:
                seen.add(fault.place[:2])
                first.others.append(fault)
        raise first from None


def _read_argument(
    name: str,
    argument: Argument,
    value: Any,  # noqa: ANN401 - words, or contents that were read before
    file: Path | None,
    sources: Sources,
) -> dict[str, Any]:
    """Return the members of a request that are read from an argument.

    A file may be given in place of the argument.
    """
    words = [] if value is None else value if isinstance(value, list) else [value]
    contents = [word if isinstance(word, Content) else content_of(word, argument) for word in words]
    if (argument.several or argument.each) and file is not None:
        if words:
            raise CommandError(f"{argument.metavar} and --file exclude each other; give only one")
        contents = [content_of(str(file), argument, is_file=True)]
    if not contents:
        return {}
    if argument.each:
        items = [item for content in contents for item in content.items()]
        sources |= {(name, index): Source(item.name, 2, _is_json(item)) for index, item in enumerate(items)}
        values, faults = [], []
        for item in items:
            try:
                values.append(_read_text(argument.read, item.text, item.name))
            except CommandError as error:
                faults.append(str(error))
        if faults:
            raise CommandError(joined(faults))
        return {name: values}
    content = contents[0] if len(contents) == 1 else Content("\n".join(part.text for part in contents), "")
    result = _read_text(argument.read, content.text, content.name)
    members: dict[str, Any] = result if argument.merged else {name: result}
    for member, member_value in members.items():
        is_json = argument.merged and _is_json(content)
        sources[member,] = Source(content.name, 0 if is_json else 1, is_json)
        items = content.items() if argument.several else []
        if isinstance(member_value, list) and len(member_value) == len(items):
            sources |= {(member, index): Source(item.name, 2, _is_json(item)) for index, item in enumerate(items)}
    return members


def _is_json(content: Content) -> bool:
    return is_json(content.text)


def _read_text(read: Callable[[str], Any], text: str, name: str) -> Any:  # noqa: ANN401 - the type of the field
    try:
        return read(checked_line(text))
    except ValueError as error:
        raise CommandError(f"{name}: {error}") from error


def joined(messages: Sequence[str]) -> str:
    """Return the messages about the first ten invalid items as one message."""
    more = ["more items are invalid"] if len(messages) > MAX_NAMED_FAULTS else []
    return "; ".join([*messages[:MAX_NAMED_FAULTS], *more])


def with_options(message: str, fields: Mapping[str, FieldInfo]) -> str:
    """Return a message in which the fields of a command have the names of their options."""

    def renamed(word: re.Match[str]) -> str:
        info = fields.get(word[1])
        is_option = info is not None and not any(isinstance(mark, Argument) for mark in info.metadata)
        return f"`{_flag(word[1])}`" if is_option else word[0]

    return re.sub(r"`(\w+)`", renamed, message)


def message_with_place(place: Place, message: str, sources: Sources, fields: Mapping[str, FieldInfo]) -> str:
    """Return the message of a fault, preceded by the place of the fault on the command line."""
    for length in range(len(place), 0, -1):
        if source := sources.get(place[:length]):
            rest = place[source.depth :]
            if not source.is_json and len(rest) == 1:
                rest = place[length - 1 :] if isinstance(rest[0], int) else ()
            return ": ".join([source.name, *(["/".join(map(str, rest))] if rest else []), message])
    if place and place[0] in fields:
        marks = [mark for mark in fields[str(place[0])].metadata if isinstance(mark, Argument)]
        name = marks[0].metavar if marks else _flag(str(place[0]))
        return f"{': '.join([name, *map(str, place[1:])])}: {message}"
    return message if not place else f"{'/'.join(map(str, place))}: {message}"
