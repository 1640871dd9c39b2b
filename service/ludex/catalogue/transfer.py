"""Export of the whole catalogue as JSON lines, and import of such lines."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Annotated

from pydantic import Field, TypeAdapter
from sqlalchemy.orm import Session

from ludex.catalogue.database import Database
from ludex.catalogue.documents import Document, Storing, Terms
from ludex.catalogue.planarity.documents import PlanarityDocuments
from ludex.catalogue.planarity.export import planarity_documents
from ludex.catalogue.sets.documents import SetDocuments
from ludex.catalogue.sets.export import set_documents
from ludex.catalogue.swish.documents import SwishDocuments
from ludex.catalogue.swish.export import swish_documents
from ludex.engine.budget import BudgetExhausted

BATCH = 100

_DOCUMENTS: TypeAdapter[Document] = TypeAdapter(
    Annotated[SwishDocuments | PlanarityDocuments | SetDocuments, Field(discriminator="kind")]
)
_REASON_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line that was not stored: its number, from 1, and why."""

    line: int
    reason: str


@dataclass(slots=True)
class ImportReport:
    """How many lines were stored, how many were known already, and those that were refused."""

    new: int = 0
    duplicates: int = 0
    refused: list[RefusedLine] = field(default_factory=list)


def export_lines(database: Database) -> Iterator[str]:
    """Yield the whole catalogue, one snapshot of it, as lines of JSON; an import of them makes an equal one."""
    with database.reading() as session:
        for document in every_document(session):
            yield document.line()


def every_document(session: Session) -> Iterator[Document]:
    """Yield the documents of everything that is stored, those that others need before them."""
    yield from chain(swish_documents(session), planarity_documents(session), set_documents(session))


def import_lines(
    database: Database,
    lines: Iterable[str | bytes],
    terms: Terms | None = None,
    progress: Callable[[int], None] | None = None,
) -> ImportReport:
    """Store the objects of lines of JSON, each checked; empty lines are passed over.

    A line that is refused changes nothing, and the others are stored. A hundred lines are one transaction; an import
    that was ended early can be run again. `progress` is called with the number of lines done.
    """
    terms = terms or Terms()
    report = ImportReport()
    numbered = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    while batch := list(islice(numbered, BATCH)):
        prepared = [(number, _prepared(number, line, terms, report)) for number, line in batch]
        with database.writing() as session:
            for number, storing in prepared:
                if storing is not None:
                    _store(session, number, storing, report)
        if progress is not None:
            progress(batch[-1][0])
    report.refused.sort(key=lambda refused: refused.line)
    return report


def read_document(line: str | bytes) -> Document:
    """Read a document from a line. Raises pydantic's ValidationError, a ValueError."""
    return _DOCUMENTS.validate_json(line)


def _prepared(number: int, line: str | bytes, terms: Terms, report: ImportReport) -> Storing | None:
    try:
        return read_document(line).prepare(terms)
    except (ValueError, BudgetExhausted) as error:
        report.refused.append(_refused(number, error))
        return None


def _store(session: Session, number: int, storing: Storing, report: ImportReport) -> None:
    try:
        with session.begin_nested():
            created = storing(session)
    except ValueError as error:
        report.refused.append(_refused(number, error))
    else:
        report.new += created
        report.duplicates += not created


def _refused(number: int, error: Exception) -> RefusedLine:
    return RefusedLine(number, str(error)[:_REASON_CHARACTERS])
