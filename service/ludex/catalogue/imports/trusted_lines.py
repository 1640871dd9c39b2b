"""Import of an export without checks: the lines state keys, facts, links and claims, and only their form is checked.

A verification finds what is wrong.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pydantic_core import to_json

from ludex.catalogue.bulk.rows import LinkRow, ObjectRow, PackedText, bound_facts, claim_row, link_row, rows_of
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claim import Claim, StoredClaim, form_faults
from ludex.catalogue.document import FactField, Text
from ludex.catalogue.export_format import (
    LinkLine,
    ObjectLine,
    OtherLine,
    claim_of_line,
    group_lines,
    is_claim_line,
    read_line,
)
from ludex.catalogue.imports.objects import BULK_BATCH, ParsedObject, store_objects
from ludex.catalogue.imports.pipeline import Line, LineImport, Lines, import_lines
from ludex.catalogue.imports.report import LineReport
from ludex.catalogue.kind import Kind, prepare
from ludex.catalogue.label import is_slug, label_fits
from ludex.catalogue.registry import Registry
from ludex.engine.budget import Budget
from ludex.engine.workers import Spread

BATCH = 4 * BULK_BATCH
"""A line of an export is one object; the line of a drawing is four."""

AnyKind = Kind[Any, Any]


def import_trusted(
    catalogue: Catalogue,
    lines: Iterable[Line],
    registry: Callable[[], Registry],
    spread: Spread,
    budget: Budget | None = None,
) -> Iterator[list[LineReport]]:
    """Store the objects and claims of an export unchecked, as :func:`import_lines` does.

    New objects are noted as trusted, until a verification finds that they hold; stored ones stay as they are. The lines
    of claims must follow that of their object. `registry` is a function that other processes can import.
    """
    store = partial(store_objects, trusted=True)
    form = LineImport(partial(_parse, registry), store, BATCH, is_claim_line)
    return import_lines(catalogue, lines, form, budget, spread)


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
    """Return the rows of an object, itself the last, from its line and the lines of the claims about it.

    A line without its key is made again from its value, but not checked either. Claims lose the note of their last
    check, which is unknown here, unless they are known to be `checked`. Raises ValueError, LookupError.
    """
    line, *rest = lines
    claims = [claim_of_line(json.loads(text)) for text in rest]
    if not checked:
        claims = [replace(claim, checked=None, checked_by=None) for claim in claims]
    for one in claims:
        if one.statement not in registry.statement:
            raise ValueError(f"no claim is called {one.statement!r}")
        for problem in form_faults(one, registry.statement[one.statement]):
            raise ValueError(problem)
    rows = _rows(registry, line, claims)
    for subject in (one.subject for one in claims if one.subject != rows[-1].label):
        raise ValueError(f"the claim about {subject} must follow its object, not {rows[-1].label}")
    return rows


def _rows(registry: Registry, line: Line, claims: Sequence[Claim]) -> tuple[ObjectRow, ...]:
    found = json.loads(line)
    if not isinstance(found, dict) or "key" not in found:
        return _made_again(registry, line, claims)
    kind = registry.kind.get(str(found.get("kind")))
    if kind is None:
        raise ValueError(f"no kind is called {found.get('kind')!r}")
    more = {name: found.pop(name) for name in ObjectLine.model_fields if name in found}
    return (_row(registry, kind, found, ObjectLine.model_validate(more), claims),)


def _row(
    registry: Registry, kind: AnyKind, members: dict[str, Any], more: ObjectLine, claims: Sequence[Claim]
) -> ObjectRow:
    key, label = bytes.fromhex(more.key or ""), members.get("label")
    if not isinstance(label, str) or not label_fits(label, kind.name, key):
        raise ValueError(f"label: {label!r} is not the label of the key {more.key}")
    unknown = members.keys() - kind.model.model_fields.keys()
    if unknown:
        raise ValueError(f"{min(unknown)}: a {kind.words} has no such member")
    targets = {one.relation: one.target for one in more.follows}
    columns = [relation.name for relation in registry.columns_of[kind.name]]
    for name in columns:
        if name not in targets:
            raise ValueError(f"follows: the link {name} is missing")
    facts = tuple(bound(_fact(fact, members)) for fact, bound in bound_facts(kind))
    links = list(_links(registry, [*more.follows, *more.links]))
    mutual = {one.relation for one in links if registry.relation_of_number[one.relation].mutual}
    return ObjectRow(
        kind.number,
        key,
        label,
        PackedText.of(_text(kind, members)),
        facts,
        tuple(targets[name] for name in columns),
        tuple(one for one in links if one.relation not in mutual),
        tuple(claim_row(registry, one) for one in claims),
        tuple(map(bytes.fromhex, more.kin)),
        _slugs(kind, more),
        tuple(one for one in links if one.relation in mutual),
    )


def _text(kind: AnyKind, members: dict[str, Any]) -> Text:
    """Return a document as it is stored, from its members; those of its rest are taken out of them."""
    long = kind.long
    later = {name: members.pop(name) for name in tuple(members) if name in long}
    return Text(to_json(members).decode(), to_json(later).decode()[1:-1] or None)


def _fact(fact: FactField, members: dict[str, Any]) -> Any:  # noqa: ANN401 - whatever the field holds
    value = fact.within(members)
    if isinstance(value, list):
        value = ",".join(map(str, value))
    if value is None and fact.nullable:
        return None
    if type(value) is not fact.plain:
        raise ValueError(f"{'/'.join(fact.path)}: {value!r} is no {fact.plain.__name__}")
    return value


def _links(registry: Registry, lines: Sequence[LinkLine]) -> Iterator[LinkRow]:
    for one in lines:
        try:
            yield link_row(registry, one.relation, one.target, one.place, one.detail)
        except KeyError:
            raise ValueError(f"no relation is called {one.relation!r}") from None


def _slugs(kind: AnyKind, more: ObjectLine) -> tuple[str, ...]:
    for slug in more.slugs:
        if kind.naming is None or not is_slug(slug):
            raise ValueError(f"{slug!r} is no name of a {kind.words}")
    return tuple(more.slugs)


def _made_again(registry: Registry, line: Line, claims: Sequence[Claim]) -> tuple[ObjectRow, ...]:
    found = read_line(registry, line)
    if isinstance(found, StoredClaim):
        raise OtherLine("a claim without the line of its object before it")
    document, more = found
    kind = registry.kind[document.kind]
    entry = prepare(kind, kind.read(document, claims))
    if entry.label != document.label:
        raise ValueError(f"label is {document.label}, but must be {entry.label}")
    made = {(one.statement, one.parameters_text) for one in entry.claims}
    further = [one for one in claims if (one.statement, one.parameters_text) not in made]
    entry = entry.found_as(claims)
    every = (*entry.claims, *further)
    *targets, row = rows_of(registry, replace(entry, document=entry.document.with_claims(every), claims=every))
    return (*targets, row._replace(links=(*row.links, *_links(registry, more.links)), slugs=_slugs(kind, more)))
