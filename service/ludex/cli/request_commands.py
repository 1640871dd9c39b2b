"""Commands created from requests.

The fields of a request become arguments and options, and the response is written as text or JSON.
"""

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from inspect import Signature
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from pydantic.fields import FieldInfo

from ludex.cli import output
from ludex.cli.game_commands import open_catalogue
from ludex.cli.input_text import Content, content_of
from ludex.cli.output import CommandError, warn
from ludex.cli.progress import interrupted, search_budget
from ludex.cli.request_fields import Sources, keyword, message_with_place, parameters_of, read_fields, validated
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.faults import Fault
from ludex.requests.fields import Argument, RequestModel
from ludex.requests.json_output import written
from ludex.requests.json_text import json_text
from ludex.requests.request import SVG, Request, Stores, StreamedResult, Text

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue

T = TypeVar("T")

_STORE = Annotated[bool, typer.Option("--store", help="Store the result in the catalogue.")]
_PLOT = Annotated[Path | None, typer.Option("--plot", help="Draw the result into this file: .svg, .png, .pdf or .tex.")]


@dataclass(slots=True)
class CliContext:
    """The context in which a command runs a request.

    The context has no bounds, and opens the catalogue on first use.
    """

    request: Request
    model: RequestModel
    store: bool
    exit_stack: ExitStack
    _catalogue: "Catalogue | None" = field(default=None, init=False)

    @property
    def catalogue(self) -> "Catalogue":
        """Return the catalogue, which is opened on first use. Raises CommandError if there is no catalogue."""
        if self._catalogue is None:
            self._catalogue = self.exit_stack.enter_context(open_catalogue())
        return self._catalogue

    @property
    def destination(self) -> "Catalogue | None":
        """Return the catalogue if the result must be stored, otherwise None."""
        always = self.request.stores in (Stores.ALWAYS, Stores.UPDATES)
        return self.catalogue if always or self.store or getattr(self.model, "store", False) else None

    def search(self) -> AbstractContextManager[Budget]:
        """Yield the budget of a search that ends on Ctrl-C."""
        return search_budget(getattr(self.model, "time_limit", None))

    def bound(self, _limit: T) -> T | None:
        """Return None, because commands have no bounds."""
        return None


def command_of(request: Request, about: str | None = None, **fixed: Any) -> Callable[..., None]:  # noqa: ANN401
    """Return the command for a request.

    Parameters
    ----------
    request : Request
        The request.
    about : str, optional
        The help of the command. By default, this is the documentation of the request.
    **fixed
        Fixed values for fields, which are not options of the command.
    """
    fields = {name: info for name, info in request.takes.model_fields.items() if name not in fixed}
    parameters = [parameter for name, info in fields.items() for parameter in parameters_of(name, info)]
    if request.stores in (Stores.ON_REQUEST, Stores.IF_ALLOWED):
        parameters.append(keyword("store", _STORE, False))
    if request.drawn is not None:
        parameters.append(keyword("plot", _PLOT, None))
    parameters += [keyword("output_file", output.Output, None), keyword("as_json", output.Json, False)]
    runner = _RequestRunner(request, fields, fixed)

    def run(**options: Any) -> None:  # noqa: ANN401 - values of options
        output.require_writable(options["output_file"])
        output.require_writable(options.get("plot"))
        for file in _picture_files(request, options):
            figure_files().require_picture(file)
        lines = _separate_lines(fields, options)
        if lines:
            runner.run_lines(lines, options)
        else:
            runner.run(options)

    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__doc__ = about or request.about
    return run


@dataclass(frozen=True, slots=True)
class _RequestRunner:
    """Runs a request with the options of a command.

    `fields` contains the values from the command line, and `fixed` contains fixed values of other fields.
    """

    request: Request
    fields: Mapping[str, FieldInfo]
    fixed: Mapping[str, Any]

    def answer(self, options: Mapping[str, Any]) -> tuple[Any, RequestModel]:
        """Run the request, and return the response and the request model. Raises CommandError."""
        request, sources = self.request, Sources()
        try:
            model = validated(request.takes, {**self.fixed, **read_fields(self.fields, options, sources)})
            with ExitStack() as stack:
                return request.run(model, CliContext(request, model, bool(options.get("store")), stack)), model
        except Fault as fault:
            raise CommandError(message_with_place(fault.place, fault.message, sources, self.fields)) from fault

    def run(self, options: Mapping[str, Any]) -> None:
        """Run the request and write the response."""
        request, file, plot = self.request, options["output_file"], options.get("plot")
        answer, model = self.answer(options)
        if plot is not None and request.drawn is not None:
            figure_files().write_picture(request.drawn(answer, model), plot)
        if request.answers is SVG and not options["as_json"]:
            figure_files().write_picture(answer, file)
        elif isinstance(answer, StreamedResult) and options["as_json"]:
            # In JSON, a line break is always white space between tokens, because line breaks in texts are escaped.
            output.write_pieces((piece.replace(b"\n", b"") for piece in answer.json()), file)
        else:
            as_json = options["as_json"] or (not isinstance(answer, Text) and getattr(model, "form", "") == "json")
            output.write_lines(_answer_lines(request, answer, model, as_json), file)
        remark = request.remark(answer, model)
        if remark is not None:
            warn(remark)
        if request.fails(answer):
            raise typer.Exit(1)

    def run_lines(self, lines: Sequence[tuple[str, Content]], options: Mapping[str, Any]) -> None:
        """Run the request for each line of a file.

        The response to a line is written below the number of the line, or as JSON.

        If a line is refused, the error is written to standard error, and all other lines are still processed. The exit
        code is then 2.
        """
        if options.get("plot") is not None or self.request.answers is SVG:
            raise CommandError(
                f"{lines[0][1].name}: a picture needs a file with one line, but this file has {len(lines)}"
            )
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
                answer, model = self.answer({**options, name: [content]})
            except (CommandError, BudgetExhausted, ValueError) as error:
                message = str(error) or type(error).__name__
                warn(message if message.startswith(content.name) else f"{content.name}: {message}")
                codes.append(2)
                continue
            yield from [] if options["as_json"] else [f"{content.name}:"]
            yield from _answer_lines(self.request, answer, model, bool(options["as_json"]))
            codes.append(int(self.request.fails(answer)))


def _picture_files(request: Request, options: Mapping[str, Any]) -> list[Path]:
    """Return the files to which a command writes pictures."""
    files = [options.get("plot"), options["output_file"] if request.answers is SVG and not options["as_json"] else None]
    return [file for file in files if file is not None]


def figure_files() -> ModuleType:
    """Return the module that writes pictures, which is imported on first use."""
    from ludex.cli import figure_files

    return figure_files


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


def _answer_lines(request: Request, answer: Any, model: RequestModel, as_json: bool) -> Iterator[str]:  # noqa: ANN401
    """Yield the response as JSON or as lines for people.

    In JSON, a text is in the member `text`, and a picture is in the member `svg`.
    """
    if isinstance(answer, Text):
        text = answer.removesuffix("\n")
        yield json_text({"svg" if request.answers is SVG else "text": text}) if as_json else text
    elif as_json:
        yield written(answer)
    elif isinstance(answer, StreamedResult):
        yield from answer.lines()
    else:
        yield from request.said(answer, model)
