"""The content of the data set: tables with typed columns, and the objects of the catalogue in a fixed order.

The objects of each kind are sorted by label. The rows therefore do not depend on the order in which objects were
stored.
"""

import json
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from sqlalchemy import func, select

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.claims.storing import claims_of_many
from ludex.catalogue.graph.table_files import LARGEST_INTEGER, TEXT_SUFFIX
from ludex.catalogue.kinds.document import FactField, join_members
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.links import OwnLink, links_of
from ludex.catalogue.objects.reading import ObjectView, read_views
from ludex.catalogue.objects.storing import names_of
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader
from ludex.catalogue.transfer.export import claim_line, object_line
from ludex.engine.exact_json import compact_json, sorted_json

AnyKind = Kind[Any, Any]
Type = Literal["string", "integer", "boolean", "number"]
Value = str | int | bool | float | None
Row = Sequence[Value]

CHUNK = 500
"""The number of objects that are read at a time."""

_DOCUMENT_OMITS = frozenset({"label", "kind", "claims"})


@dataclass(frozen=True, slots=True)
class DatasetColumn:
    """A column of a table: its name, its type, and its description."""

    name: str
    type: Type
    about: str


@dataclass(frozen=True, slots=True)
class DatasetTable:
    """A table of the data set. `key` contains the columns that identify a row."""

    name: str
    about: str
    columns: tuple[DatasetColumn, ...]
    key: tuple[str, ...] = ("label",)

    @property
    def path(self) -> str:
        """Return the path of the table's file in the data set folder."""
        return f"{self.name}.parquet"


LINKS = DatasetTable(
    "links",
    "The links between objects.",
    (
        DatasetColumn("source", "string", "Label of the object at which the link starts."),
        DatasetColumn("relation", "string", "Name of the relation."),
        DatasetColumn("target", "string", "Label of the other object."),
        DatasetColumn(
            "place", "integer", "Number that distinguishes parallel links, such as an index or a place in a pack."
        ),
        DatasetColumn("source_kind", "string", "Kind of the source."),
        DatasetColumn("target_kind", "string", "Kind of the target."),
        DatasetColumn("detail", "string", "Details of the link as JSON, such as a matching."),
    ),
    ("source", "relation", "target", "place"),
)

CLAIMS = DatasetTable(
    "claims",
    "The claims about objects, with their certificates.",
    (
        DatasetColumn("subject", "string", "Label of the object that the claim is about."),
        DatasetColumn("statement", "string", "Name of the statement."),
        DatasetColumn("parameters", "string", "Parameters as JSON, which distinguish claims of one statement."),
        DatasetColumn("value", "integer", "The value, if it is an integer of at most 64 bits."),
        DatasetColumn("value_json", "string", "The value as JSON."),
        DatasetColumn("lower", "integer", "A lower bound on the value, if the value is not proved."),
        DatasetColumn("upper", "integer", "An upper bound on the value, if the value is not proved."),
        DatasetColumn("proved", "boolean", "Whether the value is proved."),
        DatasetColumn("evidence", "string", "What the proof rests on: certificate, recomputed or search."),
        DatasetColumn("method", "string", "How the value was found or proved."),
        DatasetColumn("certificate", "string", "JSON from which the claim can be verified."),
        DatasetColumn("engine", "string", "The version of Ludex that found the value."),
        DatasetColumn("search_nodes", "integer", "The number of search nodes, if known."),
        DatasetColumn("seconds", "number", "The duration of the search in seconds, if known."),
    ),
    ("subject", "statement", "parameters"),
)


@lru_cache(maxsize=64)
def table_of(kind: AnyKind) -> DatasetTable:
    """Return the table of a kind.

    Its columns are the labels, the slugs if the objects have slugs, the facts, and the remaining members as JSON.
    """
    columns = [DatasetColumn("label", "string", "Label of the object, the same in every installation.")]
    if kind.naming is not None:
        columns.append(DatasetColumn("slugs", "string", "Slugs of the object, separated by commas."))
    for fact in kind.facts:
        if fact.name not in [column.name for column in columns]:
            columns.extend(_columns_of_fact(fact))
    columns.append(DatasetColumn("document", "string", "The members of the object as JSON, without its claims."))
    return DatasetTable(kind.name, kind.view.about, tuple(columns))


def _columns_of_fact(fact: FactField) -> Iterator[DatasetColumn]:
    if fact.plain is bool:
        yield DatasetColumn(fact.name, "boolean", fact.about)
    elif fact.plain is int:
        yield DatasetColumn(fact.name, "integer", fact.about)
        if fact.mark.natural:
            yield DatasetColumn(
                f"{fact.name}{TEXT_SUFFIX}",
                "string",
                f"All digits of `{fact.name}`, including those of integers that exceed 64 bits.",
            )
    else:
        yield DatasetColumn(fact.name, "string", fact.about)


@dataclass(frozen=True, slots=True)
class ObjectRecord:
    """An object with its slugs, the links that it owns, and the claims about it.

    Slugs, links and claims are in a fixed order.
    """

    shown: ObjectView
    slugs: Sequence[str]
    links: Sequence[OwnLink]
    claims: Sequence[Claim]

    @property
    def kind(self) -> AnyKind:
        """Return the kind."""
        return self.shown.kind

    def row(self) -> Row:
        """Return the row of the object in the table of its kind."""
        members: dict[str, Any] = json.loads(join_members(self.shown.body, self.shown.rest))
        values: dict[str, Value] = {"label": self.shown.label, "slugs": ",".join(self.slugs)}
        for fact in self.kind.facts:
            value = fact.within(members)
            values[fact.name] = ",".join(map(str, value)) if isinstance(value, list) else value
            if fact.mark.natural and value is not None:
                values[fact.name] = value if value <= LARGEST_INTEGER else None
                values[f"{fact.name}{TEXT_SUFFIX}"] = str(value)
        values["document"] = compact_json({name: members[name] for name in members if name not in _DOCUMENT_OMITS})
        return [values.get(column.name) for column in table_of(self.kind).columns]

    def link_rows(self, registry: Registry) -> Iterator[Row]:
        """Yield the rows of the links that the object owns.

        Each link has the direction of its relation.
        """
        for link in self.links:
            relation, backwards = registry.directed[link.relation]
            ends = (link.target, self.shown.label) if backwards else (self.shown.label, link.target)
            kinds = ("" if (kind := registry.labelled(end)) is None else kind.name for end in ends)
            detail = None if link.detail is None else compact_json(link.detail)
            yield [ends[0], relation.name, ends[1], link.place, *kinds, detail]

    def claim_rows(self) -> Iterator[Row]:
        """Yield the rows of the claims."""
        for claim in self.claims:
            yield [
                self.shown.label,
                claim.statement,
                claim.parameters_text,
                claim.value if type(claim.value) is int and abs(claim.value) <= LARGEST_INTEGER else None,
                None if claim.value is None else compact_json(claim.value),
                _bound(claim.lower),
                _bound(claim.upper),
                claim.proved,
                claim.evidence,
                claim.method,
                None if claim.certificate is None else compact_json(claim.certificate),
                claim.engine,
                claim.search_nodes,
                claim.seconds,
            ]

    def lines(self, registry: Registry) -> Iterator[str]:
        """Yield the lines of the object and of its claims in the form of `ludex export`."""
        explicit = [link for link in self.links if not registry.directed[link.relation][0].derived]
        yield object_line(join_members(self.shown.body, self.shown.rest), self.slugs, explicit)
        for claim in self.claims:
            yield claim_line(self.shown.label, claim)


def records_of(reader: Reader, kind: AnyKind) -> Generator[ObjectRecord, None, None]:
    """Yield the objects of a kind, sorted by label. Only a few hundred objects are in memory at a time."""
    facts = reader.registry.facts[kind.name]
    ordered = select(facts.c.node).join(tables.node, tables.node.c.id == facts.c.node).order_by(tables.node.c.label)
    # Close the result together with the generator, because on PostgreSQL the result is a server-side cursor.
    with reader.connection.execute(ordered, execution_options={"yield_per": CHUNK}) as found:
        for ids in found.scalars().partitions(CHUNK):
            links, claims = links_of(reader, ids), claims_of_many(reader, ids)
            for view in read_views(reader, kind, ids):
                slugs = names_of(reader, view.id) if kind.naming is not None else ()
                yield ObjectRecord(view, slugs, links[view.id], sorted(map(_unmarked, claims[view.id]), key=_order))


def count_objects(reader: Reader) -> int:
    """Return the number of objects of all installed kinds. Cost: one count per kind."""
    tables_of_facts = (reader.registry.facts[kind.name] for kind in reader.registry.kinds)
    return sum(reader.connection.scalar(select(func.count()).select_from(facts)) or 0 for facts in tables_of_facts)


def _unmarked(claim: Claim) -> Claim:
    """Return a claim without the time of its last verification, because this time belongs to one catalogue."""
    return replace(claim, checked=None, checked_by=None)


def _order(claim: Claim) -> tuple[str, int, str]:
    text = sorted_json(dict(claim.parameters))
    return claim.statement, len(text), text


def _bound(bound: int | None) -> int | None:
    return bound if bound is not None and abs(bound) <= LARGEST_INTEGER else None
