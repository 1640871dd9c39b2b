"""Names of objects: slugs that are unique within a kind, and the deletion of named objects."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, select, update

from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.label import MAX_SLUG, RESERVED_SLUGS, NameTaken, Protected, SlugError, is_slug
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.reading import ObjectView, UnknownObject, find
from ludex.catalogue.objects.storing import delete_links, delete_object, insert_new
from ludex.catalogue.ownership import require_own
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader, Writer

AnyKind = Kind[Any, Any]


def require_slug(slug: str) -> None:
    """Raise SlugError if the text is not a valid slug."""
    if not is_slug(slug):
        raise SlugError(
            f"invalid slug {slug!r}: use 1 to {MAX_SLUG} lower-case letters and digits, in words joined by '-', "
            f"but not a label and none of {', '.join(RESERVED_SLUGS)}"
        )


def require_free(kind: AnyKind, slug: str, value: Any) -> None:  # noqa: ANN401 - a value of the kind
    """Raise SlugError if the text is not a valid slug, and NameTaken if the slug is reserved for another object."""
    require_slug(slug)
    reason = None if kind.naming is None else kind.naming.reserved(slug, value)
    if reason is not None:
        raise NameTaken(reason)


def name_object(writer: Writer, kind: AnyKind, node: int, slugs: Sequence[str], *, built_in: bool = False) -> int:
    """Store slugs for an object, and return how many of them are new.

    Raises NameTaken if a slug belongs to another object of the kind, or is reserved for a built-in object of another
    kind.
    """
    number = writer.registry.numbers.kinds[kind.name]
    if not slugs:
        return 0
    for slug in slugs:
        _require_no_built_in(writer.registry, kind, slug)
    key = bytes(writer.connection.scalars(select(tables.node.c.key).where(tables.node.c.id == node)).one())
    rows = [
        {"kind": number, "slug": slug, "node": node, "built_in": built_in, "checksum": alias_checksum(slug, key)}
        for slug in dict.fromkeys(slugs)
    ]
    insert = insert_new(writer, tables.alias, ["kind", "slug"]).returning(tables.alias.c.id)
    added = len(writer.connection.scalars(insert, rows).all())
    same = (tables.alias.c.kind == number) & tables.alias.c.slug.in_(slugs)
    for row in writer.connection.execute(select(tables.alias).where(same)):
        if row.node != node:
            raise NameTaken(f"the slug {row.slug} already names another {kind.words}; choose another slug")
    if built_in:
        writer.connection.execute(update(tables.alias).where(same).values(built_in=True))
    return added


def _require_no_built_in(registry: Registry, kind: AnyKind, slug: str) -> None:
    """Raise NameTaken if a built-in object of another kind has the slug, because the slug would become ambiguous."""
    for other in registry.kinds:
        if other is not kind and other.naming is not None and other.naming.built_in(slug) is not None:
            raise NameTaken(f"the slug {slug} is reserved for a built-in {other.words}; choose another slug")


def alias_checksum(slug: str, key: bytes) -> int:
    """Return the checksum of a slug whose object has the given key."""
    return tables.checksum(slug, key.hex())


def names_of(reader: Reader, node: int) -> list[str]:
    """Return the slugs of an object. The first slug is the preferred name of the object."""
    named = select(tables.alias.c.slug).where(tables.alias.c.node == node).order_by(tables.alias.c.id)
    return list(reader.connection.scalars(named))


def require_complete(reader: Reader, found: ObjectView, name: str, what: str) -> None:
    """Raise UnknownObject if the name of a stored object is neither its label nor a slug, but a short name."""
    if found.id and name != found.label and (found.kind.naming is None or name not in names_of(reader, found.id)):
        raise UnknownObject(f"{name} is not a complete label or slug; a {what} needs one")


def permanent_slugs(reader: Reader, kind: AnyKind, node: int) -> list[str]:
    """Return the slugs of a stored object that make it a built-in object."""
    naming = kind.naming
    return [] if naming is None else [slug for slug in names_of(reader, node) if naming.built_in(slug) is not None]


def delete_named(writer: Writer, kind: AnyKind, name: str) -> ObjectView:
    """Delete the object with a name, together with everything that it owns.

    Links to the object that go with their target are deleted too.

    Built-in objects and objects of the starting catalogue cannot be deleted. If the name is a slug that a user gave to
    such an object, only the slug is deleted. Raises UnknownObject, Protected, NotOwner, and IntegrityError if other
    objects still link to the object.
    """
    found = find(writer, name, kind)
    if found.id == 0:
        raise Protected(f"{name} is a built-in {kind.words} and cannot be deleted")
    require_own(writer, found, name)
    built_in = writer.connection.scalar(select(tables.node.c.built_in).where(tables.node.c.id == found.id))
    require_complete(writer, found, name, "deletion")
    permanent = permanent_slugs(writer, kind, found.id)
    if not built_in and not permanent:
        for relation in writer.registry.relations:
            if relation.goes_with_target and kind.name in relation.targets:
                delete_links(writer, relation.name, found.id)
        delete_object(writer, found.id)
        return found
    of_kind = tables.alias.c.kind == writer.registry.numbers.kinds[kind.name]
    of_user = of_kind & (tables.alias.c.slug == name) & ~tables.alias.c.built_in
    if name in permanent or writer.connection.execute(delete(tables.alias).where(of_user)).rowcount == 0:
        origin = f"a built-in {kind.words}" if permanent else f"a {kind.words} of the starting catalogue"
        raise Protected(f"{name} is {origin} and cannot be deleted")
    return found
