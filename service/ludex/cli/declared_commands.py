"""Commands of the requests that are declared as functions.

The words in capitals in `Declaration.command` are the arguments, and all other fields are options.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import Parameter, Signature
from itertools import islice
from typing import Annotated, Any

import typer
from pydantic.fields import FieldInfo

from ludex.cli import output
from ludex.cli.commands.lists import read_options
from ludex.cli.game_commands import open_catalogue
from ludex.cli.output import CommandError
from ludex.cli.progress import search_budget
from ludex.cli.request_fields import Sources, keyword, message_with_place, parameters_of, read_fields, validated
from ludex.engine.faults import Fault
from ludex.requests.declaration import Declaration, Listing, Rest, declaration_of, marks_of
from ludex.requests.fields import Argument, Hidden, Option, Text
from ludex.requests.json_text import exact_json, json_text
from ludex.requests.session import Session
from ludex.requests.text_output import table

_LIMIT = Annotated[int | None, typer.Option("--limit", min=1, help="Maximum number of results.")]
_CONTEXT = Parameter("context", Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
_FEW = 100


def add_commands(app: typer.Typer, functions: Iterable[Callable[..., Any]]) -> typer.Typer:
    """Add the commands of requests to the group of commands that their first word names, and return the group."""
    for declared in map(declaration_of, functions):
        names = [word for word in declared.command.split() if word.islower()]
        if len(names) == 1:
            app.callback(invoke_without_command=True)(command_of(declared))
        elif names:
            settings = {"allow_extra_args": True, "ignore_unknown_options": True} if declared.rest else None
            app.command(names[-1], context_settings=settings)(command_of(declared))
    return app


def command_of(declared: Declaration) -> Callable[..., None]:
    """Return the command of a request."""
    fields = _fields(declared)
    parameters = [_CONTEXT, *(parameter for name in fields for parameter in parameters_of(name, fields[name]))]
    if declared.formats:
        about = f"{', '.join(declared.formats)}."
        parameters.append(keyword("format", Annotated[str, typer.Option("--format", help=about)], "json"))
    if declared.lists:
        parameters.append(keyword("limit", _LIMIT, None if declared.streams else _FEW))
    parameters += [keyword("as_json", output.Json, False), keyword("output_file", output.Output, None)]

    def run(context: typer.Context, **options: Any) -> None:  # noqa: ANN401 - the values of the options
        if context.invoked_subcommand is None:
            _run(declared, fields, context.args, options)

    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__doc__ = declared.about
    return run


def _fields(declared: Declaration) -> dict[str, FieldInfo]:
    """Return the fields of a request, marked as the arguments and options of its command."""
    fields = {name: _option(info) for name, info in declared.fields.items()}
    names = {(info.alias or name).upper(): name for name, info in declared.fields.items()}
    for word in (word.strip("[]") for word in declared.command.split() if not word.islower()):
        if word in names:
            info = declared.fields[names[word]]
            text = next(iter(marks_of(info, Text)), Text(str))
            about = f"{info.description} `-`: standard input, or the name of a file."
            fields[names[word]] = _marked(info, Argument(word, about, text.read))
        else:
            about = f"A file with {' and '.join(_parts(declared))} in JSON; `-`: standard input."
            fields[word.lower()] = _marked(FieldInfo(annotation=Any), Argument(word, about, _json_object, merged=True))
            fields = {
                name: _marked(info, Hidden()) if name in _parts(declared) else info for name, info in fields.items()
            }
    return fields


def _json_object(text: str) -> dict[str, Any]:
    value = exact_json(text)
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    return value


def _parts(declared: Declaration) -> list[str]:
    """Return the fields that are neither options nor arguments of a command: they are in a file."""
    return [name for name in declared.fields if name != "time_limit"]


def _option(info: FieldInfo) -> FieldInfo:
    if marks_of(info, Rest):
        return _marked(info, Hidden())
    texts = marks_of(info, Text)
    return _marked(info, Option(read=texts[0].read)) if texts else info


def _marked(info: FieldInfo, *marks: Argument | Option | Hidden) -> FieldInfo:
    found = FieldInfo(annotation=info.annotation, default=info.default, description=info.description)
    found.metadata = [*info.metadata, *marks]
    return found


def _run(declared: Declaration, fields: Mapping[str, FieldInfo], extra: list[str], options: dict[str, Any]) -> None:
    """Run a request, and write its result. Raises CommandError."""
    file, form, sources = options["output_file"], options.get("format", "json"), Sources()
    if form != "json" and form not in declared.formats:
        raise CommandError(f"--format: {form!r} is not one of {', '.join(declared.formats)}")
    output.require_writable(file)
    try:
        filters = {} if declared.rest is None else {declared.rest: _split_filters(declared, extra, options)}
        given = read_fields(fields, options, sources) | filters
        by_name = {
            declared.fields[name].alias or name if name in declared.fields else name: given[name] for name in given
        }
        with open_catalogue() as catalogue:
            session = Session(catalogue, search=search_budget)
            result = declared.function(session, **declared.arguments(validated(declared.model, by_name), session))
            output.write_lines(_lines(declared, result, form, options["as_json"], options.get("limit")), file)
    except Fault as fault:
        names = {info.alias: name for name, info in declared.fields.items()}
        place = tuple(names.get(str(step), step) for step in fault.place[:1]) + fault.place[1:]
        raise CommandError(message_with_place(place, fault.message, sources, fields)) from fault


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


def _lines(declared: Declaration, result: Any, form: str, as_json: bool, limit: int | None) -> Iterator[str]:  # noqa: ANN401
    if declared.lists and declared.streams:
        items = islice(result, limit)
        yield from map(json_text, items) if as_json else _table(declared, items)
    elif declared.lists:
        yield from _page(declared, result, as_json, limit or _FEW)
    elif form != "json":
        yield declared.formats[form](result).removesuffix("\n")
    elif declared.text is not None and not as_json:
        yield from declared.text(result)
    else:
        yield declared.json(result).decode()


def _page(declared: Declaration, listing: Listing[Any], as_json: bool, limit: int) -> Iterator[str]:
    part = listing.read(None, limit)
    if as_json:
        items = [exact_json(declared.json(item).decode()) for item in part.items]
        page = {"items": items, "next": None, "count": part.count.count, "count_exact": part.count.exact}
        yield json_text({**page, **part.further})
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
