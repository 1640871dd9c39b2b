"""Imports of a kind: new objects, one a line, from a file or the body of a request."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from ludex.catalogue.transfer import imports as importing
from ludex.engine.faults import Fault
from ludex.requests.fields import SERVED, RequestModel, faults_of

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.transfer.imports.pipeline import ImportOptions
    from ludex.catalogue.transfer.imports.report import LineReport

    ImportFunction = Callable[[Catalogue, Iterable["Line"], ImportOptions], Iterator[list[LineReport]]]

T = TypeVar("T")
Line = str | bytes


@dataclass(frozen=True, slots=True)
class Reading:
    """Where lines are read: within the bounds of a service, or without bounds, as in a command."""

    catalogue: "Catalogue"
    served: bool = False

    def bound(self, most: T) -> T | None:
        """Return a bound of the service; None in a command."""
        return most if self.served else None


@dataclass(frozen=True, slots=True, eq=False)
class KindImport:
    """How objects of a kind are imported.

    `items` is what they are called, `line` describes a line, and `about` what becomes of it. `fields` returns the
    fields of `model` that the text of a line means, and `value` makes a value of the kind from the model, or a value
    that `solver`, given the source of new objects, turns into one. `fits` tells whether a text looks like such a line.
    `example` is some lines for the documentation. `with_solutions` returns the function that stores objects in bulk
    with solutions that their lines claim, unproved.
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
    solver: "Callable[[str], importing.objects.Solver[Any]] | None" = None
    with_solutions: "Callable[[], ImportFunction] | None" = None
    example: str = ""

    def read(self, line: Line, reading: Reading) -> Any:  # noqa: ANN401 - what `value` makes
        """Return what a line means. Raises ValueError, Fault among them, which names the place."""
        text = line.decode("utf-8") if isinstance(line, bytes) else line
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
        """Store the objects of lines, and yield the reports of each batch; `read` replaces :meth:`read`."""
        kind = catalogue.registry.kind[self.kind]
        solver = importing.objects.passthrough(kind) if self.solver is None else self.solver(options.source)
        read = read or (lambda line: self.read(line, Reading(catalogue)))
        return importing.objects.import_objects(catalogue, lines, options, kind, read, solver)
