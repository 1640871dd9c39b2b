"""Lines of an export, stored without a check: what another catalogue of one's own has found."""

import json
from collections.abc import Iterable, Iterator

from ludex.catalogue.bulk.trusted_lines import CLAIM, grouped, trusted_rows, unchecked
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claim import StoredClaim
from ludex.catalogue.imported import ImportedLine
from ludex.catalogue.lines import claim_of_line
from ludex.engine.budget import Budget
from ludex.engine.workers import Spread
from ludex.operations.bulk import Lines, Made, Ready, import_in_bulk, registry


def import_trusted(
    catalogue: Catalogue, lines: Iterable[str | bytes], spread: Spread, budget: Budget | None = None
) -> Iterator[list[ImportedLine]]:
    """Store the objects and claims of an export's lines unchecked; for the rest see `import_in_bulk`.

    What is new is noted as taken on trust, until a verification finds that it holds. What is stored already stays as it
    is. The lines of claims must follow that of their object.
    """
    return import_in_bulk(catalogue, lines, make, spread, budget, trusted=True, more=CLAIM)


def make(lines: Lines) -> Made:
    """Return the rows of objects, each with the claims that follow it, and the reports of lines that are refused."""
    return [one for group in grouped(lines) for one in _made(group)]


def _made(group: Lines) -> Made:
    (first, line), *rest = group
    numbers = tuple(number for number, _ in rest)
    try:
        claims = [_claim(text) for _, text in rest]
        rows = trusted_rows(registry(), line, [unchecked(one) for one in claims])
        subject = rows[-1].label
        for one in claims:
            if one.subject != subject:
                raise ValueError(f"the claim about {one.subject} must follow its object, not {subject}")
        return [Ready(first, rows, more=numbers)]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        return [ImportedLine.refused(number, str(error)) for number in (first, *numbers)]


def _claim(line: str | bytes) -> StoredClaim:
    claim = claim_of_line(json.loads(line))
    if claim.statement not in registry().statement:
        raise ValueError(f"no claim is called {claim.statement!r}")
    return claim
