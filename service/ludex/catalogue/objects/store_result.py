"""The result of storing an object, from which responses are built, and the record of what each job has stored.

The objects of a job are listed in the order in which the job stored them. The list includes objects that were already
in the catalogue. Each object is listed only once, even if a step is repeated. Targets of links are not listed. If the
record of the job is deleted, the list remains.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.dialects import postgresql, sqlite

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import Kind, Matching
from ludex.catalogue.objects.reading import ObjectView
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader, Writer, chunks

AnyKind = Kind[Any, Any]


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The stored object that a submitted object duplicates, and the relation between the two objects.

    `matching[i]` is the number of the card, vertex or point of the stored object that corresponds to number i of the
    submitted object. There is no matching if the objects have no numbered parts.
    """

    relation: str
    matching: Sequence[int] | None


@dataclass(frozen=True, slots=True)
class Stored:
    """The result of storing an object: its id, whether this call created it, and its document.

    If the object was already stored, `matching[i]` is the part of the stored object that corresponds to part `i` of the
    given object. `shown` is the view for responses, which was read in the transaction that stored the object (see
    :func:`ludex.catalogue.objects.storing.as_shown`).
    """

    id: int
    kind: AnyKind
    label: str
    created: bool
    document: Document
    matching: Matching | None = None
    shown: ObjectView | None = None

    @property
    def duplicate_of(self) -> Duplicate | None:
        """Return the stored object that the given object duplicates.

        Return None if the given object is new or was not stored.
        """
        return None if self.created or not self.id else Duplicate(self.kind.view.duplicate_relation, self.matching)


@dataclass(frozen=True, slots=True)
class JobObject:
    """An object that a job stored. `place` orders the objects of the job."""

    place: int
    label: str
    kind: str


@dataclass(frozen=True, slots=True)
class JobObjectsPage:
    """A page of the objects that a job stored, and the total number of these objects.

    `after` is None on the last page.
    """

    items: tuple[JobObject, ...]
    after: int | None
    count: int


def record_job_objects(writer: Writer, nodes: Sequence[int]) -> None:
    """Add objects, in the given order, to the list of the job that is writing, if there is one.

    Objects that are already listed keep their places.
    """
    job = None if writer.acting is None else writer.acting.job
    if job is None:
        return
    dialect = sqlite if writer.connection.dialect.name == "sqlite" else postgresql
    insert = dialect.insert(tables.job_object).on_conflict_do_nothing(index_elements=["node", "job"])
    for part in chunks(nodes):
        writer.connection.execute(insert, [{"job": job, "node": node} for node in part])


def record_existing(catalogue: Catalogue, nodes: Sequence[int]) -> None:
    """Add stored objects to the list of the job for which the catalogue writes, if there is one.

    This is a separate transaction.
    """
    if catalogue.acting is not None and catalogue.acting.job is not None and nodes:
        with catalogue.writing() as writer:
            record_job_objects(writer, nodes)


def job_objects(reader: Reader, job: str, after: int | None = None, limit: int = 100) -> JobObjectsPage:
    """Return a page of the objects that a job stored.

    `after` is the place of the last object of the previous page.

    Objects of games that are not installed are omitted.
    """
    number_of_kind = {number: kind.name for number, kind in reader.registry.kind_of_number.items()}

    def installed(columns: Select[Any]) -> Select[Any]:
        joined = columns.join_from(tables.job_object, tables.node)
        return joined.where(tables.job_object.c.job == job, tables.node.c.kind.in_(list(number_of_kind)))

    place = tables.job_object.c.id
    rows = installed(select(place, tables.node.c.label, tables.node.c.kind)).order_by(place).limit(limit + 1)
    found = reader.connection.execute(rows if after is None else rows.where(place > after)).all()
    items = tuple(JobObject(row.id, row.label, number_of_kind[row.kind]) for row in found[:limit])
    total = reader.connection.scalar(installed(select(func.count()))) or 0
    return JobObjectsPage(items, items[-1].place if len(found) > limit else None, total)


def count_job_objects(reader: Reader, job: str, after: int = 0) -> dict[str, int]:
    """Return the number of objects that a job stored for each kind, in the order of the registry.

    Only objects with ids greater than `after` are counted.
    """
    columns = select(tables.node.c.kind, func.count()).join_from(tables.job_object, tables.node)
    of_job = columns.where(tables.job_object.c.job == job, tables.node.c.id > after)
    rows = reader.connection.execute(of_job.group_by(tables.node.c.kind))
    counts: dict[int, int] = {number: count for number, count in rows}  # noqa: C416 - rows are not pairs
    return {kind.name: counts[number] for number, kind in reader.registry.kind_of_number.items() if number in counts}
