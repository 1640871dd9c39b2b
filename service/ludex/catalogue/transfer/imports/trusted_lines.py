"""The trusted import of an export.

Only the form of the lines is checked: their keys, facts, links and claims.

Errors in the content are detected by a later verification.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.claim import Claim, StoredClaim, form_faults
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import Kind, prepare
from ludex.catalogue.kinds.label import is_slug, label_fits
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.rows import LinkRow, ObjectRow, link_row, object_row, rows_of
from ludex.catalogue.transfer.export import (
    LinkLine,
    OtherLine,
    group_lines,
    is_claim_line,
    read_line,
)
from ludex.catalogue.transfer.imports.objects import BULK_BATCH, ParsedObject, store_objects
from ludex.catalogue.transfer.imports.pipeline import ImportOptions, Line, LineImport, LineReport, Lines, import_lines

BATCH = 4 * BULK_BATCH
"""larger than for drawings, because an export has a line per object, while a drawing results in four objects"""


def import_trusted(
    catalogue: Catalogue, lines: Iterable[Line], options: ImportOptions, registry: Callable[[], Registry]
) -> Iterator[list[LineReport]]:
    """Store the objects and claims of an export without checks, as :func:`import_lines` does.

    New objects are marked as trusted until a verification confirms them. Objects that are already stored do not change.
    The line of an object must be followed by the lines of the claims about it. `registry` is a function that returns
    the registry. Other processes must be able to import it.
    """
    form = LineImport(partial(_parse, registry), partial(store_objects, trusted=True), BATCH, is_claim_line)
    return import_lines(catalogue, lines, form, options)


def _parse(registry: Callable[[], Registry], lines: Lines) -> list[ParsedObject | LineReport]:
    parsed: list[ParsedObject | LineReport] = []
    for group in group_lines(lines):
        numbers = tuple(number for number, _ in group)
        try:
            rows = trusted_rows(registry(), [line for _, line in group])
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            parsed += [LineReport.refused(number, error) for number in numbers]
        else:
            parsed.append(ParsedObject(numbers, rows[-1].kind, rows[-1].key, rows))
    return parsed


def trusted_rows(registry: Registry, lines: Sequence[Line], *, checked: bool = False) -> tuple[ObjectRow, ...]:
    """Return the rows for the line of an object and the lines of the claims about it.

    The row of the object itself comes last.

    If the line has no key, the rows are computed from the value of the object, but the claims are not checked. Claims
    lose their `checked` mark unless `checked` is true. Raises ValueError, LookupError.
    """
    found = read_line(registry, lines[0])
    if isinstance(found, StoredClaim):
        raise OtherLine("the claim does not follow the line of its object")
    document, more = found
    claims = []
    for line in lines[1:]:
        claim = read_line(registry, line)
        assert isinstance(claim, StoredClaim)  # `group_lines` adds only claims to a group
        if claim.subject != document.label:
            raise ValueError(f"the claim about {claim.subject} must follow its object, not {document.label}")
        for problem in form_faults(claim, registry.statement[claim.statement]):
            raise ValueError(problem)
        claims.append(claim if checked else replace(claim, checked=None, checked_by=None))
    kind = registry.kind[document.kind]
    for slug in more.slugs:
        if kind.naming is None or not is_slug(slug):
            raise ValueError(f"{slug!r} is not a valid slug of a {kind.words}")
    links = list(_link_rows(registry, more.links))
    named: dict[str, Any] = {"slugs": tuple(more.slugs), "annotation": more.annotation.read()}
    if more.key is None:
        *targets, row = _computed_rows(registry, kind, document, claims)
        return (*targets, row._replace(links=(*row.links, *links), **named))
    key = bytes.fromhex(more.key)
    if not label_fits(document.label, kind.name, key):
        raise ValueError(f"label: {document.label!r} is not the label of the key {more.key}")
    derived = list(_link_rows(registry, more.follows))
    mutual = tuple(link for link in derived if registry.relation[link.relation].mutual)
    links += (link for link in derived if link not in mutual)
    row = object_row(registry, kind, key, document, links, claims)
    return (row._replace(kin=tuple(map(bytes.fromhex, more.kin)), kin_links=mutual, **named),)


def _link_rows(registry: Registry, lines: Sequence[LinkLine]) -> Iterator[LinkRow]:
    for line in lines:
        try:
            yield link_row(registry, line.relation, line.target, line.place, line.detail)
        except KeyError:
            raise ValueError(f"unknown relation {line.relation!r}") from None


def _computed_rows(
    registry: Registry, kind: Kind[Any, Any], document: Document, claims: Sequence[Claim]
) -> Iterator[ObjectRow]:
    """Yield the rows of an object whose key and derived links are computed from its value.

    The object's row comes last.
    """
    entry = prepare(kind, kind.read(document, claims))
    if entry.label != document.label:
        raise ValueError(f"label is {document.label}, but must be {entry.label}")
    made = {claim.identity for claim in entry.claims}
    further = [claim for claim in claims if claim.identity not in made]
    entry = entry.with_provenance(claims)
    every = (*entry.claims, *further)
    return rows_of(registry, replace(entry, document=entry.document.with_claims(every), claims=every))
