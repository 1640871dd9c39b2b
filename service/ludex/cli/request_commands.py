"""Commands of the requests that are declared as functions.

The words in capitals in `Declaration.command` are the arguments, and all other fields are options.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, Signature
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any

import typer
from pydantic.fields import FieldInfo

from ludex.catalogue.kinds.label import Protected
from ludex.cli import output
from ludex.cli.game_commands import current_games, open_catalogue, open_jobs
from ludex.cli.input_text import Content, content_of, read_options
from ludex.cli.output import CommandError, warn
from ludex.cli.progress import interrupted, search_budget
from ludex.cli.request_fields import (
    Sources,
    joined,
    keyword,
    message_with_place,
    parameters_of,
    read_fields,
    validated,
    with_options,
)
from ludex.engine.budget import BudgetExhausted
from ludex.engine.exact_json import exact_json
from ludex.engine.faults import Fault
from ludex.games import part
from ludex.requests.declaration import Declaration, Listing, Rest, call, declaration_of, marks_of
from ludex.requests.fields import Argument, Hidden, Option, RequestModel, Text
from ludex.requests.json_text import json_text
from ludex.requests.results import Matches, Objects, PlainText, Stream, Svg
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject
from ludex.requests.text_output import matches, stored, table

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue

_LIMIT = Annotated[int | None, typer.Option("--limit", min=1, help="Maximum number of results.")]
_STORE = Annotated[bool, typer.Option("--store", help="Store the result in the catalogue.")]
_PLOT = Annotated[Path | None, typer.Option("--plot", help="Draw the result into this file: .svg, .png, .pdf or .tex.")]
_CONTEXT = Parameter("context", Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
_FEW = 100


def add_commands(app: typer.Typer, functions: Iterable[Callable[..., Any]]) -> typer.Typer:
    """Add the commands of requests to the group of commands that their first word names, and return the group."""
    for declared in map(declaration_of, functions):
        names = declared.words.split()
        if len(names) == 1:
            app.callback(invoke_without_command=True)(command_of(declared))
        elif names:
            app.command(names[-1], context_settings=settings_of(declared))(command_of(declared))
    return app


def settings_of(declared: Declaration) -> dict[str, Any] | None:
    """Return the settings of the command of a request."""
    return {"allow_extra_args": True, "ignore_unknown_options": True} if declared.rest else None


def command_from(command: Any) -> Any:  # noqa: ANN401 - a request, or a command
    """Return the command of a request, or a command unchanged."""
    return command_of(command) if hasattr(command, "declaration") else command


def command_of(function: Any) -> Callable[..., None]:  # noqa: ANN401 - a declared function, or its declaration
    """Return the command of a request."""
    declared = declaration_of(function)
    fields = _fields(declared)
    parameters = [_CONTEXT, *(parameter for name in fields for parameter in parameters_of(name, fields[name]))]
    if declared.formats:
        about = f"{', '.join(_formats(declared))}, or json."
        default = "json" if declared.text is None else None
        parameters.append(keyword("format", Annotated[str | None, typer.Option("--format", help=about)], default))
    if declared.lists:
        parameters.append(keyword("limit", _LIMIT, None if declared.streams else _FEW))
    if declared.option is not None:
        parameters.append(keyword("store", _STORE, False))
    if declared.draws is not None:
        parameters.append(keyword("plot", _PLOT, None))
    parameters += [keyword("as_json", output.Json, False), keyword("output_file", output.Output, None)]

    def run(context: typer.Context, **options: Any) -> None:  # noqa: ANN401 - the values of the options
        if context.invoked_subcommand is None:
            _Command(declared, fields, context.args).run(options)

    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__doc__ = declared.about
    return run


def _fields(declared: Declaration) -> dict[str, FieldInfo]:
    """Return the fields of a request, marked as the arguments and options of its command."""
    fields = {name: _option(info) for name, info in declared.fields.items()}
    names = {(info.alias or name).upper(): name for name, info in declared.fields.items()}
    marked = {name: mark for name, info in declared.fields.items() for mark in marks_of(info, Argument)}
    metavars = {mark.metavar: name for name, mark in marked.items()}
    arguments: dict[str, FieldInfo] = {}
    for word in declared.argument_words:
        name = word.strip("[]")
        if word in metavars or name in metavars:
            found = metavars.get(word) or metavars[name]
            arguments[found] = fields[found]
        elif name in names:
            info = declared.fields[names[name]]
            if marks_of(info, Argument):
                arguments[names[name]] = info
                continue
            text = next(iter(marks_of(info, Text)), Text(str))
            about = f"{info.description} `-`: standard input, or the name of a file."
            arguments[names[name]] = _marked(info, Argument(name, about, text.read))
        else:
            parts = [field for field in fields if field not in ("time_limit", *arguments)]
            about = f"A file with {' and '.join(parts)} in JSON; `-`: standard input."
            arguments["in_json"] = _marked(FieldInfo(annotation=Any), Argument(name, about, _json_object, merged=True))
            fields |= {field: _marked(declared.fields[field], Hidden()) for field in parts}
    return arguments | {name: info for name, info in fields.items() if name not in arguments}


def _formats(declared: Declaration) -> list[str]:
    return [*declared.formats, *(["svg"] if declared.draws is not None else [])]


def _json_object(text: str) -> dict[str, Any]:
    value = exact_json(text)
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    return value


def _option(info: FieldInfo) -> FieldInfo:
    if marks_of(info, Rest):
        return _marked(info, Hidden())
    texts = marks_of(info, Text)
    return _marked(info, Option(read=texts[0].read)) if texts and not marks_of(info, Option) else info


def _marked(info: FieldInfo, *marks: Argument | Option | Hidden) -> FieldInfo:
    found = FieldInfo(annotation=info.annotation, default=info.default, description=info.description)
    found.metadata = [*info.metadata, *marks]
    return found


def figure_files() -> ModuleType:
    """Return the module that writes pictures, which is imported on first use."""
    from ludex.cli import figure_files

    return figure_files


@dataclass(frozen=True, slots=True)
class _Command:
    """Runs a request with the options of a command. `extra` are the words that are no options."""

    declared: Declaration
    fields: Mapping[str, FieldInfo]
    extra: list[str]

    def run(self, options: dict[str, Any]) -> None:
        """Run the request, and write its result. Raises CommandError, typer.Exit."""
        declared, file, plot = self.declared, options["output_file"], options.get("plot")
        draws = declared.hint is Svg and not options["as_json"]
        for picture in (plot, file if draws else None):
            output.require_writable(picture)
            if picture is not None:
                figure_files().require_picture(picture)
        output.require_writable(file)
        form = options.get("format")
        if form not in (None, "json", *_formats(declared)):
            raise CommandError(f"--format: {form!r} is not one of {', '.join(_formats(declared))} or json")
        lines = _separate_lines(self.fields, options)
        if lines and (plot is not None or draws):
            raise CommandError(
                f"{lines[0][1].name}: a picture needs a file with one line, but this file has {len(lines)}"
            )
        if lines:
            codes = [0]
            output.write_lines(self._answers(lines, options, codes), file)
            if max(codes):
                raise typer.Exit(max(codes))
            return
        with ExitStack() as stack:
            result, fields, sources = self._result(options, stack)
            if plot is not None and declared.draws is not None:
                figure_files().write_picture(call(declared.draws, result, fields), plot)
            if draws:
                figure_files().write_picture(result, file)
            else:
                with self._located(sources):
                    self._write(result, fields, options)
            remark = None if declared.remark is None else call(declared.remark, result, fields)
            if remark is not None:
                warn(remark)
            if declared.fails is not None and call(declared.fails, result, fields):
                raise typer.Exit(1)

    def _write(self, result: Any, fields: RequestModel, options: Mapping[str, Any]) -> None:  # noqa: ANN401
        file = options["output_file"]
        if isinstance(result, Stream) and options["as_json"]:
            # In JSON, a line break is always white space between tokens, because line breaks in texts are escaped.
            output.write_pieces((piece.replace(b"\n", b"") for piece in result.json()), file)
        elif options.get("format") == "zip":
            output.write_bytes(self.declared.formats["zip"](result), file)
        else:
            output.write_lines(self._lines(result, fields, options), file)

    def _result(self, options: dict[str, Any], stack: ExitStack) -> tuple[Any, RequestModel, Sources]:
        """Run the request in the catalogue, which remains open until the stack is closed. Raises CommandError."""
        declared, sources = self.declared, Sources()
        names = {name: info.alias or name for name, info in declared.fields.items()}

        @cache
        def catalogue() -> "Catalogue":
            return stack.enter_context(open_catalogue())

        with self._located(sources):
            filters = {} if declared.rest is None else {declared.rest: _split_filters(declared, self.extra, options)}
            given = read_fields(self.fields, options, sources) | filters
            fields = validated(declared.model, {names.get(name, name): value for name, value in given.items()})
            session = Session(
                catalogue,
                _values,
                search_budget,
                jobs=cache(lambda: stack.enter_context(open_jobs())),
                public_url=_public_url,
            )
            return declared.run(fields, session, store=options.get("store")), fields, sources

    @contextmanager
    def _located(self, sources: Sources) -> Iterator[None]:
        """Convert a Fault to a CommandError with its place on the command line."""
        try:
            yield
        except Fault as error:
            names = {info.alias: name for name, info in self.declared.fields.items()}
            messages = []
            for fault in (error, *(other for other in error.others if other.place[:2] in sources)):
                place = tuple(names.get(str(step), step) for step in fault.place[:1]) + fault.place[1:]
                message = with_options(fault.message, self.fields)
                messages.append(message_with_place(place, message, sources, self.fields))
            raise CommandError(joined(messages)) from error
        except Protected as error:
            raise CommandError(with_options(str(error), self.fields)) from error

    def _answers(
        self, lines: Sequence[tuple[str, Content]], options: Mapping[str, Any], codes: list[int]
    ) -> Iterator[str]:
        """Run the request for each line of a file.

        The response to a line is written below the number of the line, or as JSON. If a line is refused, the error is
        written to standard error, and all other lines are still processed. The exit code is then 2.
        """
        fails = self.declared.fails
        for name, content in lines:
            if interrupted():
                return
            with ExitStack() as stack:
                try:
                    result, fields, _ = self._result({**options, name: [content]}, stack)
                except (CommandError, BudgetExhausted, ValueError) as error:
                    message = str(error) or type(error).__name__
                    warn(message if message.startswith(content.name) else f"{content.name}: {message}")
                    codes.append(2)
                    continue
                yield from [] if options["as_json"] else [f"{content.name}:"]
                yield from self._lines(result, fields, options)
                codes.append(int(fails is not None and call(fails, result, fields)))

    def _lines(self, result: Any, fields: RequestModel, options: Mapping[str, Any]) -> Iterator[str]:  # noqa: ANN401
        """Yield a result as JSON or as lines for people.

        In JSON, a text is in the member `text`, and a picture is in the member `svg`.
        """
        declared, form = self.declared, options.get("format")
        as_json = options["as_json"] or (form == "json" and declared.text is not None)
        if isinstance(result, Svg | PlainText):
            text = result.removesuffix("\n")
            yield json_text({"svg" if isinstance(result, Svg) else "text": text}) if as_json else text
        elif declared.lists and declared.streams:
            items = islice(result, options["limit"])
            yield from map(declared.json, items) if as_json else _table(declared, items)
        elif declared.lists:
            yield from _page(declared, result, as_json, options["limit"] or _FEW)
        elif form == "svg" and declared.draws is not None:
            yield call(declared.draws, result, fields)
        elif form not in (None, "json"):
            yield declared.formats[form](result).removesuffix("\n")
        elif as_json or (declared.text is None and isinstance(result, Objects) and not isinstance(result, Matches)):
            yield from [declared.json(result)] if as_json else [declared.json(item.listed()) for item in result.items]
        elif declared.text is not None:
            yield from call(declared.text, result, fields)
        elif isinstance(result, Stream):
            yield from result.text()
        elif isinstance(result, Matches):
            yield from matches(result, "matching", "not stored")
        elif isinstance(result, StoredObject) and result.stored is not None:
            yield from stored(result)
        else:
            yield declared.json(result)


def _public_url() -> str | None:
    from ludex.settings import read_settings

    return read_settings().public_url


def _values() -> tuple[Any, ...]:
    return tuple(value for game in current_games() for value in part(game, "values") or ())


def _separate_lines(fields: Mapping[str, FieldInfo], options: MutableMapping[str, Any]) -> list[tuple[str, Content]]:
    """Return the lines of a file that contains several objects.

    Only requests that accept a single object need this. For other requests, the result is empty.

    If the file contains a single object, the result is empty.
    """
    for name, info in fields.items():
        argument = next((mark for mark in info.metadata if isinstance(mark, Argument)), None)
        if argument is None or not argument.merged or argument.each:
            continue
        value, file = options.get(name) or [], options.get("file") if argument.several else None
        words = value if isinstance(value, list) else [value]
        if len(words) + (file is not None) != 1:
            continue
        content = content_of(words[0], argument) if words else content_of(str(file), argument, is_file=True)
        options.update({name: [content], "file": None})  # standard input can be read only once
        items = content.items() if content.lines else []
        is_one = len(items) < 2 or _can_read(argument, content.text)
        if not is_one and any(_can_read(argument, item.text) for item in items):
            return [(name, item) for item in items]
    return []


def _can_read(argument: Argument, text: str) -> bool:
    try:
        argument.read(text)
    except ValueError:
        return False
    return True


def _split_filters(declared: Declaration, words: list[str], options: dict[str, Any]) -> dict[str, str]:
    """Return the filters among the words of a command line.

    Typer takes the value of the first filter for an optional argument, so this argument is read again from all words.
    """
    optional = [
        name for name, info in declared.fields.items() if f"[{(info.alias or name).upper()}]" in declared.command
    ]
    taken = [options[name] for name in optional if options[name] is not None]
    arguments, filters = read_options([*taken, *words])
    if len(arguments) > len(optional):
        raise CommandError(f"{arguments[-1]}: one argument too many")
    options |= dict.fromkeys(optional) | dict(zip(optional, arguments, strict=False))
    return dict(filters)


def _page(declared: Declaration, listing: Listing[Any], as_json: bool, limit: int) -> Iterator[str]:
    part = listing.read(None, limit)
    if as_json:
        yield declared.page_json(part)
        return
    yield from _table(declared, part.items)
    if part.after is not None:
        yield f"{'' if part.count.exact else 'more than '}{part.count.count:,} in all; raise --limit"
    if not part.further.get("complete", True):
        yield "there are more: the search reached its bounds"


def _table(declared: Declaration, items: Iterable[Any]) -> Iterator[str]:
    """Yield a table of items, with the declared columns, or with all their members."""
    columns: tuple[str, ...] = declared.columns

    def rows() -> Iterator[list[object]]:
        for item in items:
            members = item if isinstance(item, Mapping) else {name: getattr(item, name) for name in columns}
            yield [_cell(members[name]) for name in columns or members]

    if columns:
        yield from table([columns, *rows()])
        return
    found = list(items)
    yield from table([list(found[0]) if found else [], *([_cell(value) for value in item.values()] for item in found)])


def _cell(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return "" if value is None else value if isinstance(value, str) else json_text(value)
