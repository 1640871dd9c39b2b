"""Objects as plain rows: made by any process, pickled, and stored by one writer without building a model again."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from ludex.catalogue.claim import Claim
from ludex.catalogue.claims import claim_columns
from ludex.catalogue.document import Document, FactField, Text, joined, written
from ludex.catalogue.kind import Entry, Kind
from ludex.catalogue.packing import Packed, pack, unpack
from ludex.catalogue.registry import Registry
from ludex.catalogue.tables import Natural
from ludex.engine.compact_json import compact_json

Other = bytes | str
"""Another object: its key, or its label if that is all that is known of it."""

NATURAL = Natural()
PACKED = Packed()


class LinkRow(NamedTuple):
    """A link that an object owns; `backwards` if it leads to the object."""

    relation: int
    other: Other
    backwards: bool
    place: int
    detail: str | None


class PackedText(NamedTuple):
    """The text of a document as the table has it: whoever makes the row packs it, not the writer."""

    body: bytes
    rest: bytes | None

    @classmethod
    def of(cls, text: Text) -> "PackedText":
        """Pack a text."""
        return cls(pack(text.body), None if text.rest is None else pack(text.rest))

    def joined(self) -> str:
        """Return the whole document as JSON."""
        return joined(unpack(self.body), None if self.rest is None else unpack(self.rest))


class ObjectRow(NamedTuple):
    """An object as the tables have it, but for ids.

    `facts` are the columns of its kind in their order, `columns` those objects of which it has exactly one, `claims`
    the columns of each claim but its subject. `kin` are the keys of objects that it is linked with once they are there,
    `kin_links` those links as far as they are known, `slugs` its names.
    """

    kind: int
    key: bytes
    label: str
    text: PackedText
    facts: tuple[Any, ...]
    columns: tuple[Other, ...]
    links: tuple[LinkRow, ...]
    claims: tuple[tuple[Any, ...], ...]
    kin: tuple[bytes, ...]
    slugs: tuple[str, ...] = ()
    kin_links: tuple[LinkRow, ...] = ()


def rows_of(registry: Registry, entry: Entry[Any]) -> Iterator[ObjectRow]:
    """Yield an object as rows, after those that it links to; one that several link to comes once for each."""
    for one in entry.links:
        if isinstance(one.target, Entry):
            yield from rows_of(registry, one.target)
    kind = entry.kind
    others = {one.relation: one.target for one in entry.links}
    yield ObjectRow(
        kind.number,
        entry.key,
        entry.label,
        PackedText.of(written(entry.document, kind.long)),
        tuple(value(entry.document) for value in _fact_columns(kind)),
        tuple(_other(others[relation.name]) for relation in registry.columns_of[kind.name]),
        tuple(link_row(registry, one.relation, _other(one.target), one.place, one.detail) for one in entry.links),
        tuple(claim_row(registry, claim) for claim in entry.claims),
        tuple(one.key for one in entry.derived_links),
    )


def link_row(registry: Registry, name: str, other: Other, place: int, detail: Any) -> LinkRow:  # noqa: ANN401 - any JSON
    """Return a link by its relation's name, either of both. Raises KeyError if there is no such relation."""
    relation, backwards = registry.directed[name]
    text = None if detail is None else compact_json(detail)
    return LinkRow(relation.number, other, backwards, place, text)


def claim_row(registry: Registry, claim: Claim) -> tuple[Any, ...]:
    """Return the columns of a claim, but for its subject, in the order of the table."""
    values = claim_columns(registry, claim)
    values |= {name: NATURAL.process_bind_param(values[name], None) for name in ("lower", "upper")}
    values |= {name: PACKED.process_bind_param(values[name], None) for name in ("method", "certificate")}
    return tuple(values[name] for name in CLAIM_COLUMNS)


CLAIM_COLUMNS = (
    "statement",
    "parameters",
    "value",
    "lower",
    "upper",
    "proved",
    "method",
    "certificate",
    "engine",
    "search_nodes",
    "seconds",
    "checked",
    "checked_by",
)
"""Of a row of a claim, after its subject."""


@cache
def _fact_columns(kind: Kind[Any, Any]) -> Sequence[Callable[[Document], Any]]:
    """Return what makes the column of each fact of a document of a kind; most are an attribute as it is."""

    def column(fact: FactField, bound: Callable[[Any], Any]) -> Callable[[Document], Any]:
        types = fact.path[0] in kind.model.model_fields and kind.model.model_fields[fact.path[0]].annotation
        if bound is _itself and types in (int, bool, str, int | None, bool | None, str | None):
            return attrgetter(fact.path[0])
        return lambda document: bound(fact.of(document))

    return [column(fact, bound) for fact, bound in bound_facts(kind)]


@cache
def bound_facts(kind: Kind[Any, Any]) -> Sequence[tuple[FactField, Callable[[Any], Any]]]:
    """Return the facts of a kind, each with what makes of its value what the driver takes."""
    return [(fact, _natural if fact.plain is int and fact.mark.natural else _itself) for fact in kind.facts]


def _natural(value: int | None) -> str | None:
    return NATURAL.process_bind_param(value, None)


def _itself(value: Any) -> Any:  # noqa: ANN401 - whatever a fact is
    return value


def _other(target: Entry[Any] | str) -> Other:
    return target if isinstance(target, str) else target.key
