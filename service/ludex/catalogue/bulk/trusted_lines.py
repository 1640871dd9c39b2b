"""Lines of an export taken over as they are: nothing is found again, nothing is checked but their form.

A verification finds what is wrong.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from pydantic_core import to_json

from ludex.catalogue.bulk.rows import LinkRow, ObjectRow, PackedText, bound_facts, claim_row, link_row, rows_of
from ludex.catalogue.claim import Claim, StoredClaim, form_faults
from ludex.catalogue.document import FactField, Text
from ludex.catalogue.kind import Kind, prepare
from ludex.catalogue.label import is_slug, label_fits
from ludex.catalogue.lines import LinkLine, ObjectLine, OtherLine, as_bytes, read_line
from ludex.catalogue.registry import Registry

CLAIM = b'{"claim":'
"""So begin the lines of claims."""

AnyKind = Kind[Any, Any]


def grouped(lines: Iterable[tuple[int, str | bytes]]) -> Iterator[Sequence[tuple[int, str | bytes]]]:
    """Yield the line of each object, with its number, before those of the claims that follow it."""
    group: list[tuple[int, str | bytes]] = []
    for number, line in lines:
        if group and not as_bytes(line).startswith(CLAIM):
            yield group
            group = []
        group.append((number, line))
    if group:
        yield group


def unchecked(claim: Claim) -> Claim:
    """Return a claim which does not say that it was checked: where that was, nobody knows here."""
    return replace(claim, checked=None, checked_by=None)


def trusted_rows(registry: Registry, line: str | bytes, claims: Sequence[Claim]) -> tuple[ObjectRow, ...]:
    """Return the rows of an object, itself the last, from its line and the claims about it.

    A line without its key is made again from its value, but not checked either. Raises ValueError, LookupError.
    """
    for one in claims:
        for problem in form_faults(one, registry.statement[one.statement]):
            raise ValueError(problem)
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
    columns = [relation.name for relation in registry.columns_of(kind)]
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


def _made_again(registry: Registry, line: str | bytes, claims: Sequence[Claim]) -> tuple[ObjectRow, ...]:
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
