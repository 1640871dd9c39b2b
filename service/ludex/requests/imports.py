"""Import of objects of one kind from lines: the texts of a file, of a request body, or of a program."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, SkipValidation, ValidationError, create_model

from ludex.catalogue.transfer import imports as importing
from ludex.engine.faults import Fault
from ludex.engine.notation import is_json
from ludex.engine.text_lines import read_lines, split_lines
from ludex.requests import bounds
from ludex.requests.declaration import Declaration, Given, TimeLimit
from ludex.requests.fields import SERVED, InBody, RequestModel, ServiceBounds, Title, faults_of, validate
from ludex.requests.inputs import InputContext
from ludex.requests.media import Media
from ludex.requests.session import Session
from ludex.requests.text_input import LABEL, InputError, Join, checked_line, input_lines, names_of_line, readable_lines

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.transfer.imports.pipeline import ImportOptions, LineReport

    ImportFunction = Callable[[Catalogue, Iterable["Line"], ImportOptions], Iterator[list[LineReport]]]

Line = str | bytes
Lines = Annotated[
    SkipValidation[Path | bytes | str | Iterable[str]], InBody(Media(("application/x-ndjson", "text/csv")))
]
"""Lines of a file with this path, of bytes, or of a text; or single lines."""

_OWN = Annotated[int, Field(ge=-(2**53), le=2**53)] | Annotated[str, ServiceBounds(bounds.TITLE_CHARACTERS)]


class Named(RequestModel):
    """The name and the id of an object in the file or the program that it comes from."""

    name: Title | None = Field(default=None, description="External name.")
    id: _OWN | None = Field(default=None, description="External id.")


_LATE = "the time limit was reached before this line; send this line and the following lines again"


@dataclass(frozen=True, slots=True, eq=False)
class KindImport:
    """The declaration of an import of objects of a kind.

    `items` is the plural noun for the objects, `line` describes the format of a line, and `about` describes what is
    stored for a line. `fields` parses the text of a line into the fields of `model`. `value` creates a value of the
    kind from the model. If there is a `solver`, it accepts the source of new objects, and returns a function that
    converts the result of `value` to a value of the kind. `join` joins the lines of an object that spans several lines,
    such as an edge list. `fits` returns whether a text looks like a line in the format
    of this import. `example` contains sample lines for the documentation. `with_solutions` returns the function that
    imports many objects at once, with solutions that are stated but not proved. `columns` are the CSV columns in
    addition to `label`. `shared` is a model of fields of `model` that apply to all lines that do not state them.
    `tabs` states whether a name follows a tab in a line that is not JSON.
    """

    kind: str
    address: str
    command: str
    items: str
    line: str
    about: str
    model: type[RequestModel]
    fields: Callable[[str], Any]
    value: Callable[[Any, Any], Any]
    fits: Callable[[str], bool]
    solver: "Callable[[str], importing.objects.ImportSolver[Any]] | None" = None
    with_solutions: "Callable[[], ImportFunction] | None" = None
    example: str = ""
    columns: Sequence[str] = ()
    join: Join = iter
    shared: type[RequestModel] = RequestModel
    tabs: bool = False

    def request(self) -> Declaration:
        """Return the request that imports lines. The command, which reads files as a stream, has the same options."""
        columns = f" or columns among {', '.join(self.columns)}" if self.columns else ""
        about = (
            f"Store {self.items}, one per line, and report the result of each line.\n\n{self.about} "
            f"A line is {self.line}. CSV has a row for each object and a header: the column `label`{columns}. An "
            "invalid line is refused, and all other lines are stored. Each line has an equal share of the time limit; "
            "an object that is not solved in this time is stored with `proved` false. Lines that were not reached in "
            "time are listed. Returns 201 if any object is new."
        )
        return Declaration(
            partial(import_objects, reader=self)
            if self.shared.model_fields
            else partial(import_objects, reader=self, shared=RequestModel()),
            (f"POST /{self.address}/import",),
            f"{self.command} FILE",
            self.address,
            writes="store",
            lacks={
                "tool": "a tool adds one object at a time",
                "client": "`Client.request` sends the text of a file",
                "job": "the job `import` imports lines of every kind",
            },
            name=f"import_{self.address.partition('/')[2].replace('/', '_').replace('-', '_')}",
            given={"shared": Given(self.shared, method="")},
            documentation=about,
        )

    def read_shared(self, fields: Mapping[str, Any]) -> RequestModel:
        """Return the fields of all lines. Raises Fault."""
        return validate(self.shared, dict(fields))

    def lines(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the lines of an input, with one object each. Raises InputError if the input cannot be read."""
        return readable_lines(input_lines(lines, self.columns, self.join), self.fits, self.line)

    def takes(self, line: Line, catalogue: "Catalogue") -> bool:
        """Return whether a line contains an object of the kind."""
        try:
            self.read(line, Session(catalogue))
        except ValueError:
            return False
        return True

    def read(self, line: Line, context: InputContext, shared: RequestModel | None = None) -> Any:  # noqa: ANN401 - of `value`
        """Parse a line, given the fields of all lines.

        Raises ValueError, or its subclass Fault, which contains the place of the error.
        """
        text, served = checked_line(line), context.bound(True)
        if served and is_json(text):
            bounds.require_small_json(text)
        fields = self.fields(text)
        if shared is not None and LABEL not in fields:
            fields = shared.model_dump(exclude_none=True) | fields
        try:
            given = self.model.model_validate(fields, context=SERVED if served else None)
        except ValidationError as error:
            place, message = faults_of(error)[0]
            raise Fault(message, place) from None
        return self.value(given, context)

    def run(
        self,
        catalogue: "Catalogue",
        lines: Iterable[Line],
        options: "ImportOptions",
        read: Callable[[Line], Any] | None = None,
        shared: RequestModel | None = None,
    ) -> "Iterator[list[LineReport]]":
        """Store the object in each line, and yield the reports for each batch.

        `shared` has the fields of all lines. `read` overrides :meth:`read`.
        """
        kind = catalogue.registry.kind[self.kind]
        solver = importing.objects.passthrough(kind) if self.solver is None else self.solver(options.source)
        read = read or partial(self.read, context=Session(catalogue), shared=shared)
        names = partial(names_of_line, tabs=self.tabs)
        for batch in importing.objects.import_objects(catalogue, lines, options, kind, read, solver, names):
            yield [replace(line, url=f"/api/v1/{kind.address}/{line.label}") if line.label else line for line in batch]


@cache
def named(model: type[RequestModel]) -> type[RequestModel]:
    """Return a model whose objects may also have a name and an id."""
    return model if issubclass(model, Named) else create_model(f"Named{model.__name__}", __base__=(Named, model))


def read_named(read: Callable[[str], dict[str, Any]], text: str) -> dict[str, Any]:
    """Parse a text into fields with the function `read`, and its name and id if it is a JSON object."""
    return read(text) | (names_of_line(text) if is_json(text) else {})


def import_objects(
    catalogue: Session,
    lines: Lines,
    source: Title = "import",
    dry_run: bool = False,
    only_new: bool = False,
    *,
    reader: KindImport,
    shared: Mapping[str, Any] | RequestModel = MappingProxyType({}),
    time_limit: TimeLimit = None,
) -> "importing.pipeline.ImportReport":
    """Store objects, one per line, and report the result of each line.

    Parameters
    ----------
    lines
        The lines: a path, the bytes or the text of a file, or a list of lines.
    source
        Origin of the objects, which is stored with new objects as their provenance.
    dry_run
        Whether to store nothing, and only report which objects are new, stored already, or equal to an earlier line.
    only_new
        Whether to list only the lines with new objects.
    shared
        Fields of all lines that do not state them.
    """
    # A request gives all of its fields.
    same = shared if isinstance(shared, Mapping) else shared.model_dump(include=set(reader.shared.model_fields))
    with catalogue.searching(time_limit) as budget:
        given = list(reader.lines(_lines_of(lines)))
        expected, most = sum(1 for line in given if line.strip()), catalogue.bound(bounds.IMPORT_LINES)
        if most is not None and expected > most:
            raise Fault(f"{expected:,} lines exceed the limit of {most:,}; send them in several requests")
        options = importing.pipeline.ImportOptions(budget, expected=expected, source=source, dry_run=dry_run)
        read = partial(reader.read, context=catalogue, shared=reader.read_shared(same))
        report = importing.pipeline.collect_report(reader.run(catalogue.store, given, options, read))
    outcomes = importing.pipeline.LineOutcome
    return replace(
        report,
        lines=tuple(
            replace(line, reason=_LATE) if line.outcome is outcomes.NOT_REACHED else line
            for line in report.lines
            if not only_new or line.outcome is outcomes.NEW
        ),
    )


def _lines_of(given: Path | bytes | str | Iterable[str]) -> Iterable[str]:
    if isinstance(given, Path):
        given = given.read_bytes()
    if isinstance(given, bytes):
        try:
            return list(read_lines(BytesIO(given)))
        except Fault as fault:
            raise InputError(fault.message) from None
    return split_lines(given) if isinstance(given, str) else given
