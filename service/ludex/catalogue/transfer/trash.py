"""The trash: deleted and replaced objects, which can be restored for 30 days.

The trash contains the lines of an object in an export: its document, names, links, claims and annotation. An object is
put there in the transaction that deletes it. A replaced object also leaves a redirect from its label, which ends when
the object is stored again.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Row, delete, insert, select, update

from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.label import is_slug
from ludex.catalogue.objects.reading import ObjectView, UnknownObject, find, find_labels, read_view
from ludex.catalogue.objects.rows import store_rows
from ludex.catalogue.objects.storing import delete_named
from ludex.catalogue.ownership import owner_of
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader, Writer
from ludex.catalogue.times import stored_time
from ludex.catalogue.transfer.export import complete_lines
from ludex.catalogue.transfer.imports.trusted_lines import trusted_rows
from ludex.engine.faults import Fault
from ludex.engine.text_lines import split_lines

AnyKind = Kind[Any, Any]

KEPT_DAYS = 30


class NotInTrash(UnknownObject):
    """The trash contains no object with this label."""


@dataclass(frozen=True, slots=True)
class DeletedObject:
    """An object in the trash.

    Attributes
    ----------
    label
        Label of the object.
    kind
        Kind of the object.
    title
        Title of the object; empty if it had none.
    deleted
        When the object was deleted, in UTC.
    replaced_by
        Label of the object that replaced it; null if it was deleted.
    owner
        Owner of the object; null if it belongs to the administrator.
    """

    label: str
    kind: str
    title: str
    deleted: str
    replaced_by: str | None
    owner: str | None


def now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


def delete_to_trash(writer: Writer, kind: AnyKind, name: str, *, replaced_by: str | None = None) -> ObjectView:
    """Delete an object as :func:`delete_named` does, and put it in the trash. Objects older than 30 days leave it.

    If the deletion removes only a slug of the object, nothing is put in the trash.
    """
    found = find(writer, name, kind)
    row = None if not found.id else _row(writer, found, replaced_by)
    deleted = delete_named(writer, kind, name)
    gone = writer.connection.scalar(select(tables.node.c.id).where(tables.node.c.id == found.id)) is None
    if row is not None and gone:
        writer.connection.execute(delete(tables.trash).where(tables.trash.c.deleted < _oldest()))
        writer.connection.execute(insert(tables.trash).values(row))
    return deleted


def _oldest() -> str:
    """Return the time since which objects are kept."""
    return stored_time(now() - timedelta(days=KEPT_DAYS))


def _row(reader: Reader, found: ObjectView, replaced_by: str | None) -> dict[str, Any]:
    title = json.loads(found.text()).get("title") or ""
    return {
        "label": found.label,
        "kind": found.kind.name,
        "title": title,
        "deleted": stored_time(now()),
        "replaced_by": replaced_by,
        "owner": owner_of(reader, found.id),
        "lines": "\n".join(complete_lines(reader, found)),
    }


def list_trash(reader: Reader) -> list[DeletedObject]:
    """Return the objects in the trash, those that were deleted last first."""
    trash = tables.trash.c
    columns = (trash.label, trash.kind, trash.title, trash.deleted, trash.replaced_by, trash.owner)
    rows = reader.connection.execute(select(*columns).where(trash.deleted >= _oldest()).order_by(trash.id.desc()))
    return [DeletedObject(*row) for row in rows]


def restore_object(writer: Writer, name: str) -> ObjectView:
    """Store an object of the trash again, with its names, claims, annotation and owner, and return it.

    `name` is its label, or a slug that it had.

    Links of other objects that were deleted with it are stored again if these objects still exist. It is not put back
    into packs. Raises NotInTrash, and Fault if the object has been stored again, if its game is not
    installed, or if an object to which it links no longer exists.
    """
    row, relations = trashed(writer, name), writer.registry.relation
    kind = writer.registry.kind.get(row.kind)
    if kind is None:
        raise Fault(f"the game of the kind {row.kind} is not installed or not selected", ("label",))
    try:
        *rows, own = trusted_rows(writer.registry, split_lines(row.lines), checked=True)
        incoming = [link for link in own.links if link.backwards and relations[link.relation].goes_with_target]
        sources = find_labels(writer, [str(link.other) for link in incoming], whole=False)
        links = [link for link in own.links if link not in incoming or link.other in sources]
        rows.append(own._replace(links=tuple(links)))
        ids, new = store_rows(writer, rows)
    except LookupError as error:
        raise Fault(f"{row.label} cannot be restored: {error}", ("label",)) from None
    node = ids[rows[-1].key]
    if rows[-1].key not in new:
        raise Fault(f"{row.label} has been stored again", ("label",))
    if row.owner is not None:
        writer.connection.execute(insert(tables.ownership).values(node=node, owner=row.owner))
    writer.connection.execute(delete(tables.trash).where(tables.trash.c.label == row.label))
    return read_view(writer, kind, node)


def trashed(reader: Reader, name: str) -> Row[Any]:
    """Return the row of the object with a label, or else with a slug, that was deleted last. Raises NotInTrash."""
    trash = tables.trash.c
    kept = select(tables.trash).where(trash.deleted >= _oldest()).order_by(trash.id.desc())
    row = reader.connection.execute(kept.where(trash.label == name).limit(1)).one_or_none()
    if row is None and is_slug(name):
        with reader.connection.execute(kept) as rows:
            row = next((other for other in rows if name in _slugs(other, name)), None)
    if row is None:
        raise NotInTrash(f"the trash contains no object with the label or slug {name!r}; `ludex trash list` lists them")
    return row


def _slugs(row: Row[Any], name: str) -> Collection[str]:
    """Return the slugs of an object in the trash, if `name` can be one of them: most lines do not contain it."""
    first = row.lines.partition("\n")[0]
    slugs: list[str] = json.loads(first)["slugs"] if f'"{name}"' in first else []
    return slugs


def redirect(writer: Writer, old: ObjectView, new: ObjectView) -> None:
    """Let the label of an object that is about to be deleted, and the redirects to it, lead to another object."""
    target = tables.redirect.c.target
    writer.connection.execute(update(tables.redirect).where(target == old.id).values(target=new.id))
    writer.connection.execute(insert(tables.redirect).values(label=old.label, target=new.id))
