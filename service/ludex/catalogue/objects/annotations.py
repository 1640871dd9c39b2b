"""Annotations: the titles, tags, notes and data that people give to objects of any kind.

They are stored beside an object, not in its document, so they never change its key, its label or its claims.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sqlalchemy import delete, insert, select

from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.label import MAX_TAGS, is_tag, no_tag, require_texts
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.changes import kinds_of, record_changes
from ludex.catalogue.storage.snapshot import Prepared, Reader, Writer, chunks, parameter
from ludex.engine.exact_json import compact_json, exact_json, readable_json
from ludex.engine.faults import Fault, within

MAX_DATA_BYTES = 4096
MAX_DATA_DEPTH = 8


@dataclass(frozen=True, slots=True)
class Annotation:
    """What people have written about an object.

    Attributes
    ----------
    title
        The title, or an empty text. Objects whose documents contain a title have none here.
    tags
        Lower-case words in ascending order.
    note
        A text that only the owner of the object and the administrator may read.
    data
        The members of a JSON object.
    """

    title: str = ""
    tags: tuple[str, ...] = ()
    note: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def members(self) -> dict[str, Any]:
        """The members that everyone may read, without those that are empty."""
        members = {"title": self.title, "tags": list(self.tags), "data": self.data}
        return {name: value for name, value in members.items() if value}


NOTHING = Annotation()


def has_own_title(kind: Kind[Any, Any]) -> bool:
    """Return whether the documents of a kind contain a title, so that annotations do not."""
    return "title" in kind.model.model_fields


def require_valid(annotation: Annotation) -> None:
    """Raise Fault if a tag is not a lower-case word, or if the annotation is too large or cannot be stored."""
    require_texts(title=annotation.title, note=annotation.note)
    if len(annotation.tags) > MAX_TAGS:
        raise Fault(f"an object can have at most {MAX_TAGS} tags", ("tags",))
    for place, tag in enumerate(annotation.tags):
        if not is_tag(tag):
            raise Fault(no_tag(tag), ("tags", place))
    with within("data"):
        if _depth(annotation.data) > MAX_DATA_DEPTH:
            raise Fault(f"the JSON can have at most {MAX_DATA_DEPTH} levels of objects and lists")
        try:
            text = readable_json(annotation.data)
            exact_json(text)
        except (TypeError, ValueError) as error:
            raise Fault(f"not JSON: {error}") from None
        if len(text.encode()) > MAX_DATA_BYTES:
            raise Fault(f"the JSON can have at most {MAX_DATA_BYTES:,} bytes, and has {len(text.encode()):,}")


def _depth(value: object, most: int = MAX_DATA_DEPTH) -> int:
    """Return the number of levels of objects and lists, or a greater number than `most` if it is exceeded."""
    if most < 0 or not isinstance(value, Mapping | list | tuple):
        return 0
    inner = value.values() if isinstance(value, Mapping) else value
    return 1 + max((_depth(element, most - 1) for element in inner), default=0)


def read_annotations(reader: Reader, nodes: Iterable[int]) -> dict[int, Annotation]:
    """Return the annotations of objects, keyed by id. Objects without an annotation are omitted."""
    found: dict[int, Annotation] = {}
    for part in chunks(list(nodes)):
        for row in reader.connection.execute(select(tables.annotation).where(tables.annotation.c.node.in_(part))):
            data = {} if row.data is None else exact_json(row.data)
            found[row.node] = Annotation(row.title or "", tuple(row.tags.split()), row.note or "", data)
    return found


def note_of(reader: Reader, node: int) -> str:
    """Return the note about an object, or an empty text."""
    return next((note or "" for (note,) in _note().rows(reader.connection, {"node": node})), "")


@cache
def _note() -> Prepared:
    """Return the statement that reads the note about an object."""
    return Prepared(select(tables.annotation.c.note).where(tables.annotation.c.node == parameter("node")))


def titles_of(reader: Reader, labels: Iterable[str]) -> dict[str, str]:
    """Return the titles that people gave to objects, keyed by label. Objects without a title are omitted."""
    found: dict[str, str] = {}
    for part in chunks(list(labels)):
        titles = select(tables.node.c.label, tables.annotation.c.title).join(tables.annotation)
        titled = titles.where(tables.has_label(part), tables.annotation.c.title.is_not(None))
        found.update((label, title) for label, title in reader.connection.execute(titled))
    return found


def annotate(writer: Writer, node: int, annotation: Annotation) -> None:
    """Replace the annotation of an object."""
    for table in (tables.annotation, tables.tag):
        writer.connection.execute(delete(table).where(table.c.node == node))
    if annotation == NOTHING:
        record_changes(writer, kinds_of(writer, [node]))
    else:
        insert_annotations(writer, [(node, annotation)])


def insert_annotations(writer: Writer, annotations: Sequence[tuple[int, Annotation]]) -> None:
    """Store annotations, which are not empty, of objects that have none."""
    rows = [
        {
            "node": node,
            "title": annotation.title or None,
            "tags": " ".join(sorted(set(annotation.tags))),
            "note": annotation.note or None,
            "data": readable_json(annotation.data) if annotation.data else None,
        }
        for node, annotation in annotations
    ]
    writer.connection.execute(insert(tables.annotation), rows)
    if tags := [{"tag": tag, "node": row["node"]} for row in rows for tag in str(row["tags"]).split()]:
        writer.connection.execute(insert(tables.tag), tags)
    record_changes(writer, kinds_of(writer, sorted(node for node, _ in annotations)))


def members_text(title: str | None, tags: str | None, data: str | None) -> str:
    """Return the columns of an annotation as members of a JSON object, beginning with a comma, or an empty text."""
    text = f',"title":{readable_json(title)}' if title else ""
    text += f',"tags":{compact_json(tags.split())}' if tags else ""
    return f'{text},"data":{data}' if data else text
