"""Tables of results as files, and the claims that they rest on."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from flask import Response

from ludex.catalogue.claim import Claim
from ludex.catalogue.claims import claims_stating
from ludex.catalogue.snapshot import Reader
from ludex.web.addresses import object_address

RESULTS = "/results"


def csv_file(name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> Response:
    """Return a table as a CSV file to be saved under a name."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows(rows)
    response = Response(text.getvalue(), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def stated(reader: Reader, statement: str) -> list[tuple[str, Claim]]:
    """Return the claims of a statement, each with the label of what it is about; none if no game declares it."""
    if statement not in reader.registry.statement:
        return []
    return list(claims_stating(reader, statement))


def claims_address(label: str) -> str:
    """Return where the claims about an object are read."""
    return f"{object_address(label)}#claims"
