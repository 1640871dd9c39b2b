"""Imports of exports, with their report at once."""

from collections.abc import Iterable

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.transfer.imports.checked_lines import import_checked
from ludex.catalogue.transfer.imports.pipeline import ImportOptions, ImportReport, Line, LineOutcome, collect_report


def import_export(catalogue: Catalogue, lines: Iterable[Line], seconds: float | None = 10.0) -> ImportReport:
    """Import the lines of an export, each checked within some seconds; the report lists those that are refused."""
    return collect_report(import_checked(catalogue, lines, ImportOptions(seconds=seconds)), {LineOutcome.REFUSED})
