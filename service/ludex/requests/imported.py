"""Imports of a kind: objects, one a line, of a file or of the body of a request, that are stored."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.requests.fields import SERVED, Asked, faults_of

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.imported import ImportedLine
    from ludex.engine.workers import Spread

    Run = Callable[[Catalogue, Iterable["Line"], Callable[["Line"], Any], "Terms"], Iterator[ImportedLine]]

    Claimed = Callable[[Catalogue, Iterable["Line"], str, Spread, Budget], Iterator[list[ImportedLine]]]

T = TypeVar("T")
Line = str | bytes


@dataclass(frozen=True, slots=True)
class Reading:
    """Where lines are read: with the bounds of a service, or without, as a command has it."""

    catalogue: "Catalogue"
    served: bool = False

    def bound(self, most: T) -> T | None:
        """Return a bound of the service; a command has none."""
        return most if self.served else None


@dataclass(frozen=True, slots=True)
class Terms:
    """How long an import may take: each object at most `seconds`, and all of them what the budget has.

    `source` is what is told of where the objects are from. If the number of lines is `expected`, each has an equal
    share of the time.
    """

    budget: Budget
    seconds: float | None = None
    expected: int | None = None
    source: str = "import"


def stored_as_they_are(kind: str, known: Callable[[Any], Any]) -> "Run":
    """Return how objects of a kind are imported that need no search; `known` makes of what is read a value of it."""

    def run(
        catalogue: "Catalogue", lines: Iterable[Line], read: Callable[[Line], Any], terms: Terms
    ) -> "Iterator[ImportedLine]":
        from ludex.operations.imported import as_they_are, import_lines

        how = as_they_are(catalogue.registry.kind[kind], read, known)
        return import_lines(catalogue, lines, how, terms.budget, terms.expected)

    return run


@dataclass(frozen=True, slots=True, eq=False)
class Imported:
    """How objects of a kind are imported.

    `items` is what they are called, `line` what a line looks like. `word` makes of the text of a line the fields of
    `one`, and `value` of these what `run` stores. `fits` tells whether a text looks like such a line. `about` says what
    is done with them. `solves`: the objects are solved, each in its time. `claimed` stores them in bulk with solutions
    of their own, which are taken over as they are claimed.
    """

    kind: str
    address: str
    command: str
    items: str
    line: str
    one: type[Asked]
    word: Callable[[str], Any]
    value: Callable[[Any, Any], Any]
    fits: Callable[[str], bool]
    run: "Run"
    about: str
    solves: bool = False
    claimed: "Claimed | None" = None

    def read(self, line: Line, reading: Reading) -> Any:  # noqa: ANN401 - what the import is of
        """Return what a line means. Raises ValueError, Fault among them, which names the place."""
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        try:
            given = self.one.model_validate(self.word(text), context=SERVED if reading.served else None)
        except ValidationError as error:
            place, said = faults_of(error)[0]
            raise Fault(said, place) from None
        return self.value(given, reading)
