"""Tables of results as CSV files, and the claims that prove them."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from flask import Response

from ludex.catalogue.claims.claim import StoredClaim
from ludex.catalogue.claims.lists import ClaimFilters, stream_of_claims
from ludex.catalogue.storage.snapshot import Reader
from ludex.web.site.addresses import object_address

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


def claims_of_statement(reader: Reader, statement: str) -> list[StoredClaim]:
    """Return the claims of a statement; none if no game declares it."""
    if statement not in reader.registry.statement:
        return []
    return list(stream_of_claims(reader, ClaimFilters(statement)))


def claims_address(label: str) -> str:
    """Return the address of the claims about an object."""
    return f"{object_address(label)}#claims"
