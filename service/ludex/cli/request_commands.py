"""Requests as they are declared become commands: their fields are arguments and options, their answer is said."""

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from enum import Enum
from inspect import Parameter, Signature
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

import typer
from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from ludex.cli.open_catalogue import opened
from ludex.cli.terminal import output
from ludex.cli.terminal.failures import CommandError
from ludex.cli.terminal.input_text import Content, content_of
from ludex.cli.terminal.progress import interrupted, searching
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.faults import Fault, Place
from ludex.requests.fields import Argument, Hidden, Option, RequestModel, faults_of
from ludex.requests.json_answers import written
from ludex.requests.request import SVG, Request, Stores, Streamed, Text

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue

T = TypeVar("T")


class Word(NamedTuple):
    """What a part of the input was written as: what messages call it, and from where on it names places itself.

    JSON names all that is below it; of other words the fields that they mean have no names there.
    """

    called: str
    below: int
    names: bool


Places = dict[Place, Word]
"""The parts of the input that were written as words or lines, by their places."""

_STORE = Annotated[bool, typer.Option("--store", help="Store it in the catalogue.")]
_FILE = Annotated[
    Path | None, typer.Option("--file", help="A file with one a line, in place of arguments; `-`: standard input.")
]
_PLOT = Annotated[Path | None, typer.Option("--plot", help="Draw the answer into this SVG file.")]
_PLAIN = (bool, int, float, str)


@dataclass(slots=True)
class CliContext:
    """A request as a command carries it out: without bounds, and with a catalogue only if it needs one."""

    request: Request
    asked: RequestModel
    store: bool
    opening: ExitStack
    _catalogue: "Catalogue | None" = field(default=None, init=False)

    @property
    def catalogue(self) -> "Catalogue":
        """Open the catalogue. Raises CommandError if there is none."""
        if self._catalogue is None:
            self._catalogue = self.opening.enter_context(opened())
        return self._catalogue

    @property
    def kept(self) -> "Catalogue | None":
        """Return the catalogue if the answer is to be stored, else None."""
        always = self.request.stores in (Stores.ALWAYS, Stores.CHANGES)
        return self.catalogue if always or self.store or getattr(self.asked, "store", False) else None

    def search(self) -> AbstractContextManager[Budget]:
        """Yield the budget of a search, which Ctrl-C ends."""
        return searching(getattr(self.asked, "time_limit", None))

    def bound(self, _limit: T) -> T | None:
        """Return None: a command has no bounds."""
        return None


def command(request: Request, about: str | None = None, **fixed: Any) -> Callable[..., None]:  # noqa: ANN401
    """Return the command of a request, some fields of which may be fixed."""
    fields = {name: one for name, one in request.takes.model_fields.items() if name not in fixed}
    shown = [one for name, of in fields.items() for one in _parameters(name, of)]
    if request.stores in (Stores.ASKED, Stores.OPEN):
        shown.append(_keyword("store", _STORE, False))
    if request.drawn is not None:
        shown.append(_keyword("plot", _PLOT, None))
    shown += [_keyword("output_file", output.Output, None), _keyword("as_json", output.Json, False)]
    asking = _Asking(request, fields, fixed)

    def carry_out(**options: Any) -> None:  # noqa: ANN401 - what the command line gives
        output.require_writable(options["output_file"])
        output.require_writable(options.get("plot"))
        lines = _lines_of_file(fields, options)
        if lines:
            asking.answer_lines(lines, options)
        else:
            asking.answer(options)

    carry_out.__signature__ = Signature(shown)  # type: ignore[attr-defined]
    carry_out.__annotations__ = {one.name: one.annotation for one in shown}
    carry_out.__doc__ = about or request.about
    return carry_out


@dataclass(frozen=True, slots=True)
class _Asking:
    """A request as a command asks it: `fields` are those that the command line has, `fixed` the others."""

    request: Request
    fields: Mapping[str, FieldInfo]
    fixed: Mapping[str, Any]

    def carried(self, options: Mapping[str, Any]) -> tuple[Any, RequestModel]:
        """Return the answer, and what was asked. Raises CommandError."""
        request, told = self.request, Places()
        try:
            asked = _asked(request.takes, self.fields, options, self.fixed, told)
            with ExitStack() as opening:
                return request.run(asked, CliContext(request, asked, bool(options.get("store")), opening)), asked
        except Fault as fault:
            raise CommandError(_said(fault.place, fault.message, told, self.fields)) from fault

    def answer(self, options: Mapping[str, Any]) -> None:
        """Write the answer."""
        request, file, plot = self.request, options["output_file"], options.get("plot")
        answer, asked = self.carried(options)
        if plot is not None and request.drawn is not None:
            output.write_text(request.drawn(answer, asked), plot)
        if isinstance(answer, Streamed) and options["as_json"]:
            output.write_pieces(answer.json(), file)
        else:
            as_json = options["as_json"] or getattr(asked, "form", "") == "json"
            output.write_lines(_lines(request, answer, asked, as_json), file)
        remark = request.remark(answer, asked)
        if remark is not None:
            output.complain(remark)
        if request.fails(answer):
            raise typer.Exit(1)

    def answer_lines(self, lines: Sequence[tuple[str, Content]], options: Mapping[str, Any]) -> None:
        """Answer each line of a file: below the line's number, as JSON an answer a line.

        A line that is refused is complained of, and the others are answered; the exit code is 2 then.
        """
        if options.get("plot") is not None or self.request.answers is SVG:
            raise CommandError(f"{lines[0][1].called}: a picture is drawn of one line; the file has {len(lines)}")
        codes = [0]
        output.write_lines(self._answers(lines, options, codes), options["output_file"])
        if max(codes):
            raise typer.Exit(max(codes))

    def _answers(
        self, lines: Sequence[tuple[str, Content]], options: Mapping[str, Any], codes: list[int]
    ) -> Iterator[str]:
        for name, content in lines:
            if interrupted():
                return
            try:
                answer, asked = self.carried({**options, name: [content]})
            except (CommandError, BudgetExhausted, ValueError) as error:
                said = str(error) or type(error).__name__
                output.complain(said if said.startswith(content.called) else f"{content.called}: {said}")
                codes.append(2)
                continue
            yield from [] if options["as_json"] else [f"{content.called}:"]
            yield from _lines(self.request, answer, asked, bool(options["as_json"]))
            codes.append(int(self.request.fails(answer)))


def _lines_of_file(fields: Mapping[str, FieldInfo], options: MutableMapping[str, Any]) -> list[tuple[str, Content]]:
    """Return the lines of a file that is given for one object but holds one a line; none if it is one object."""
    for name, of in fields.items():
        argument = next((mark for mark in of.metadata if isinstance(mark, Argument)), None)
        if argument is None or not argument.merged or argument.each:
            continue
        given, file = options.get(name) or [], options.get("file") if argument.several else None
        words = given if isinstance(given, list) else [given]
        if len(words) + (file is not None) != 1:
            continue
        content = content_of(words[0]) if words else content_of(str(file), is_file=True)
        options.update({name: [content], "file": None})  # standard input is read once
        items = content.items() if content.numbers else []
        if len(items) > 1 and not _reads(argument, content.text) and _reads(argument, items[0].text):
            return [(name, one) for one in items]
    return []


def _reads(argument: Argument, text: str) -> bool:
    try:
        argument.read(text)
    except ValueError:
        return False
    return True


def _lines(request: Request, answer: Any, asked: RequestModel, as_json: bool) -> Iterator[str]:  # noqa: ANN401
    """Yield the answer as JSON, or as lines for people."""
    if isinstance(answer, Text):
        yield answer.removesuffix("\n")
    elif as_json:
        yield written(answer)
    elif isinstance(answer, Streamed):
        yield from answer.lines()
    else:
        yield from request.said(answer, asked)


def _keyword(name: str, annotation: Any, default: Any) -> Parameter:  # noqa: ANN401 - a type, and a value of it
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _parameters(name: str, of: FieldInfo) -> Iterator[Parameter]:
    """Yield what a field is on the command line: an argument, with its file, or an option."""
    marks = {type(one): one for one in of.metadata}
    required = of.default is PydanticUndefined
    default = Parameter.empty if required else of.default
    if Hidden in marks:
        return
    argument = marks.get(Argument)
    if isinstance(argument, Argument):
        many = argument.several or argument.each
        told = typer.Argument(metavar=argument.metavar, help=argument.about or of.description, show_default=False)
        kind: Any = list[str] if many else str
        optional = many or not (required or argument.required)
        yield _keyword(name, Annotated[kind | None if optional else kind, told], None if optional else Parameter.empty)
        if many:
            yield _keyword("file", _FILE, None)
        return
    option = marks.get(Option)
    assert option is None or isinstance(option, Option)
    plain = str if option is not None and option.read is not None else _plain(of.annotation)
    flag = f"--{name.replace('_', '-')}"
    flag = f"{flag}/--no-{flag[2:]}" if plain is bool and default is True else flag
    shown = plain is not bool and default not in (None, "", Parameter.empty)
    told = typer.Option(*(option.names or (flag,) if option else (flag,)), help=of.description, show_default=shown)
    yield _keyword(name, Annotated[plain | None if default is None else plain, told], default)


def _plain(annotation: Any) -> Any:  # noqa: ANN401 - types
    """Return the type of an option that a field has: of `Annotated[int, ...] | None` int."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _plain(get_args(annotation)[0])
    if origin in (Union, UnionType):
        [only] = [one for one in get_args(annotation) if one is not type(None)]
        return _plain(only)
    if origin is Literal or annotation in _PLAIN or (isinstance(annotation, type) and issubclass(annotation, Enum)):
        return annotation
    raise TypeError(f"{annotation} cannot be written in one word; say how by Option or Argument")


def _asked(
    takes: type[RequestModel],
    fields: Mapping[str, FieldInfo],
    options: Mapping[str, Any],
    fixed: Mapping[str, Any],
    told: Places,
) -> RequestModel:
    """Return what a command is asked. Raises Fault, CommandError."""
    body: dict[str, Any] = dict(fixed)
    for name, of in fields.items():
        given = options.get(name)
        marks = {type(one): one for one in of.metadata}
        argument, option = marks.get(Argument), marks.get(Option)
        if isinstance(argument, Argument):
            body |= _read(name, argument, given, options.get("file"), told)
        elif given is not None:
            told.pop((name,), None)
            read = option.read if isinstance(option, Option) else None
            body[name] = given if read is None else _reading(read, given, f"--{name.replace('_', '-')} {given!r}")
    try:
        return takes.model_validate(body)
    except ValidationError as error:
        place, said = faults_of(error)[0]
        raise Fault(said, place) from None


def _read(name: str, argument: Argument, given: Any, file: Path | None, told: Places) -> dict[str, Any]:  # noqa: ANN401
    """Return the members of a request that an argument, or the file in its place, makes."""
    words = [] if given is None else given if isinstance(given, list) else [given]
    contents = [word if isinstance(word, Content) else content_of(word) for word in words]
    if (argument.several or argument.each) and file is not None:
        if words:
            raise CommandError(f"{argument.metavar} and --file are given; give one of them")
        contents = [content_of(str(file), is_file=True)]
    if not contents:
        return {}
    if argument.each:
        items = [one for content in contents for one in content.items()]
        told |= {(name, index): Word(one.called, 2, _names(one)) for index, one in enumerate(items)}
        return {name: [_reading(argument.read, one.text, one.called) for one in items]}
    content = contents[0] if len(contents) == 1 else Content("\n".join(one.text for one in contents), "")
    made = _reading(argument.read, content.text, content.called)
    members: dict[str, Any] = made if argument.merged else {name: made}
    for member, value in members.items():
        named = argument.merged and _names(content)
        told[member,] = Word(content.called, 0 if named else 1, named)
        items = content.items() if argument.several else []
        if isinstance(value, list) and len(value) == len(items):
            told |= {(member, index): Word(one.called, 2, _names(one)) for index, one in enumerate(items)}
    return members


def _names(content: Content) -> bool:
    return content.text.lstrip().startswith("{")


def _reading(read: Callable[[str], Any], text: str, called: str) -> Any:  # noqa: ANN401 - whatever is read
    try:
        return read(text)
    except ValueError as error:
        raise CommandError(f"{called}: {error}") from error


def _said(place: Place, message: str, told: Places, fields: Mapping[str, FieldInfo]) -> str:
    """Return a message that names the place as the command line has it."""
    for length in range(len(place), 0, -1):
        if word := told.get(place[:length]):
            rest = place[word.below :]
            if not word.names and len(rest) == 1:
                rest = place[length - 1 :] if isinstance(rest[0], int) else ()
            return ": ".join([word.called, *(["/".join(map(str, rest))] if rest else []), message])
    if place and place[0] in fields:
        marks = [one for one in fields[str(place[0])].metadata if isinstance(one, Argument)]
        name = marks[0].metavar if marks else f"--{str(place[0]).replace('_', '-')}"
        return f"{': '.join([name, *map(str, place[1:])])}: {message}"
    return message if not place else f"{'/'.join(map(str, place))}: {message}"
