"""Import of objects of one kind from the lines of a file or a request body."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from ludex.catalogue.transfer import imports as importing
from ludex.engine.faults import Fault
from ludex.requests.fields import SERVED, RequestModel, faults_of
from ludex.requests.text_input import Join, checked_line, input_lines, names_of_line, readable_lines

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.transfer.imports.pipeline import ImportOptions, LineReport

    ImportFunction = Callable[[Catalogue, Iterable["Line"], ImportOptions], Iterator[list[LineReport]]]

T = TypeVar("T")
Line = str | bytes


@dataclass(frozen=True, slots=True)
class ImportContext:
    """The context in which lines are read.

    It is either a service, which has bounds, or a command, which has none.
    """

    catalogue: "Catalogue"
    served: bool = False

    def bound(self, maximum: T) -> T | None:
        """Return the bound `maximum` in a service, and None in a command."""
        return maximum if self.served else None


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
    addition to `label`.
    """

    kind: str
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

    def lines(self, lines: Iterable[str], *, is_csv: bool = False) -> Iterator[str]:
        """Yield the lines of an input, with one object each. Raises InputError if the input cannot be read."""
        return readable_lines(input_lines(lines, self.columns, self.join, is_csv=is_csv), self.fits, self.line)

    def takes(self, line: Line, catalogue: "Catalogue") -> bool:
        """Return whether a line contains an object of the kind."""
        try:
            self.read(line, ImportContext(catalogue))
        except ValueError:
            return False
        return True

    def read(self, line: Line, reading: ImportContext) -> Any:  # noqa: ANN401 - the type that `value` returns
        """Parse a line. Raises ValueError, or its subclass Fault, which contains the place of the error."""
        text = checked_line(line)
        try:
            given = self.model.model_validate(self.fields(text), context=SERVED if reading.served else None)
        except ValidationError as error:
            place, message = faults_of(error)[0]
            raise Fault(message, place) from None
        return self.value(given, reading)

    def run(
        self,
        catalogue: "Catalogue",
        lines: Iterable[Line],
        options: "ImportOptions",
        read: Callable[[Line], Any] | None = None,
    ) -> "Iterator[list[LineReport]]":
        """Store the object in each line, and yield the reports for each batch. `read` overrides :meth:`read`."""
        kind = catalogue.registry.kind[self.kind]
        solver = importing.objects.passthrough(kind) if self.solver is None else self.solver(options.source)
        read = read or (lambda line: self.read(line, ImportContext(catalogue)))
        names = names_of_line if "name" in self.columns else importing.objects.no_names
        return importing.objects.import_objects(catalogue, lines, options, kind, read, solver, names)
