"""Storing objects without duplicates, naming them, and deleting them.

An object is a node with a unique key. A stored object can only be improved.

The only writer looks up whether an object is new. Slow computations run before the transaction, in
:func:`ludex.catalogue.kinds.kind.prepare`.

A slug is a name that is unique within a kind.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Insert, Table, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.claims.storing import claims_of, replace_claim, update_document
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import Entry, Kind, LabelledIdentity, Matching, NewLink, prepare
from ludex.catalogue.kinds.label import (
    MAX_SLUG,
    RESERVED_SLUGS,
    NameTaken,
    Protected,
    SlugError,
    hash_of,
    is_slug,
)
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.links import order_of
from ludex.catalogue.objects.reading import (
    ObjectView,
    UnknownObject,
    find,
    read_documents,
    read_view,
    show_new,
)
from ludex.catalogue.objects.rows import (
    LINK_COLUMNS,
    LinkRow,
    alias_checksum,
    ends_and_detail,
    ids_of_others,
    insert_facts,
    link_rows,
    row_of,
    store_rows,
)
from ludex.catalogue.objects.store_result import Stored, record_job_objects
from ludex.catalogue.ownership import assign_owner, clear_owner, require_own
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.changes import (
    KINDS,
    RELATIONS,
    increment_counts,
    kinds_of,
    record_changes,
)
from ludex.catalogue.storage.snapshot import Reader, Writer, chunks
from ludex.graphs.canonical import matching_from_orders

AnyEntry = Entry[Any]
AnyKind = Kind[Any, Any]


def store(writer: Writer, entry: AnyEntry, *, built_in: bool = False) -> Stored:
    """Store an object and the targets of its links.

    If an equal object is already stored, return that object.
    """
    return store_many(writer, [entry], built_in=built_in)[0]


def store_many(writer: Writer, entries: Sequence[AnyEntry], *, built_in: bool = False) -> list[Stored]:
    """Store objects and the targets of their links in bulk, in the given order.

    If several of the objects are equal, the first of them is stored.

    Cost: a few statements per thousand objects, and a few statements for each object that is already stored with a
    different document.
    """
    owned = {entry.key for entry in entries}
    ids, created = store_rows(
        writer,
        _with_targets(entries),
        built_in=built_in,
        ordered=True,
        finish=lambda new: assign_owner(writer, [new[key] for key in new if key in owned]),
    )
    record_job_objects(writer, [ids[entry.key] for entry in entries])
    before = {ids[entry.key]: entry.kind for entry in entries if entry.key not in created}
    known = {key: document for _, key, document in read_documents(writer, before)} if before else {}
    answers = []
    for entry in entries:
        if entry.key in created:
            created.discard(entry.key)
            known[entry.key] = entry.document
            answers.append(Stored(ids[entry.key], entry.kind, entry.label, True, entry.document))
            continue
        document, matching = _merge(writer, entry, ids[entry.key], known[entry.key])
        known[entry.key] = document
        answers.append(Stored(ids[entry.key], entry.kind, entry.label, False, document, matching))
    return answers


def as_shown(writer: Writer, stored: Stored, *, alone: bool = False) -> Stored:
    """Add the view for responses to the result of storing an object. Call this function last in the transaction.

    `alone` states that the transaction stores only this object and the targets of its links. Its document is then
    complete, and is not read again.
    """
    if alone and stored.created:
        return replace(stored, shown=show_new(writer.registry, stored.id, stored.kind, stored.document))
    return replace(stored, shown=read_view(writer, stored.kind, stored.id))


def add_links(writer: Writer, owner: int, links: Iterable[NewLink]) -> int:
    """Store explicit links that a stored object owns. Existing links are kept.

    Return the number of new links.

    Targets that are given as entries are stored first. Raises LookupError if a target is given by a label that no
    object has.
    """
    return add_links_of_many(writer, [(owner, link) for link in links])


def add_links_of_many(writer: Writer, links: Iterable[tuple[int, NewLink]]) -> int:
    """Store links of several stored objects, as :func:`add_links` does.

    Each link is given together with the id of its owner.
    """
    listed = list(links)
    _log_changes(writer, {owner for owner, _ in listed})
    store_many(writer, [link.target for _, link in listed if isinstance(link.target, Entry)])
    rows = link_rows(writer.registry, (link for _, link in listed))
    return _insert_links(writer, [(owner, row) for (owner, _), row in zip(listed, rows, strict=True)])


def rewrite(writer: Writer, kind: AnyKind, node: int, value: Any) -> Document:  # noqa: ANN401 - a value of the kind
    """Rewrite the document, the facts and the claims of a stored object from a value with the same key and order."""
    [(_, key, document)] = read_documents(writer, {node: kind})
    known = LabelledIdentity(key, document.label, order_of(kind, document))
    return _rewrite(writer, prepare(kind, value, known=known), node)


def delete_object(writer: Writer, node: int) -> None:
    """Delete an object with the links and claims that it owns. Raises IntegrityError if another object links to it."""
    clear_owner(writer, node)
    stored = select(tables.node.c.kind, tables.node.c.key).where(tables.node.c.id == node)
    number, key = writer.connection.execute(stored).one()
    facts = writer.registry.facts[writer.registry.kind_of_number[number].name]
    relations, numbers = writer.registry.relations, writer.registry.numbers.relations
    owned = {
        tables.link.c.source: [numbers[relation.name] for relation in relations if not relation.owned_by_target],
        tables.link.c.target: [
            numbers[relation.name] for relation in relations if relation.owned_by_target or relation.mutual
        ],
    }
    for end, owned_relations in owned.items():
        _delete_links(writer, (end == node) & tables.link.c.relation.in_(owned_relations))
    writer.connection.execute(delete(tables.node_hash).where(tables.node_hash.c.hash == hash_of(bytes(key))))
    for table, column in (
        (tables.claim, tables.claim.c.subject),
        (tables.alias, tables.alias.c.node),
        (tables.annotation, tables.annotation.c.node),
        (tables.tag, tables.tag.c.node),
        (tables.redirect, tables.redirect.c.target),
        (tables.trusted, tables.trusted.c.node),
        (tables.verified, tables.verified.c.node),
        (tables.job_object, tables.job_object.c.node),
        (facts, facts.c.node),
        (tables.document, tables.document.c.node),
        (tables.node, tables.node.c.id),
    ):
        writer.connection.execute(delete(table).where(column == node))
    record_changes(writer, [(number, node)])
    increment_counts(writer, {(KINDS, number): -1})


def delete_links(writer: Writer, relation: str, target: int, sources: Sequence[int] | None = None) -> None:
    """Delete all links of a relation to an object, or only those from the given sources."""
    number = writer.registry.numbers.relations[relation]
    _log_changes(writer, [target])
    linked = (tables.link.c.target == target) & (tables.link.c.relation == number)
    for part in [None] if sources is None else chunks(sources):
        chosen = linked if part is None else linked & tables.link.c.source.in_(part)
        _delete_links(writer, chosen)


def _log_changes(writer: Writer, nodes: Iterable[int]) -> None:
    """Record in the change log that the links of objects change, so that projections of the catalogue are updated."""
    record_changes(writer, kinds_of(writer, sorted(nodes)))


def _delete_links(writer: Writer, chosen: ColumnElement[bool]) -> None:
    gone = writer.connection.scalars(delete(tables.link).where(chosen).returning(tables.link.c.relation))
    increment_counts(writer, {(RELATIONS, relation): -count for relation, count in Counter(gone).items()})


def insert_new(writer: Reader, table: Table, unique: Sequence[str | ColumnElement[Any]]) -> Insert:
    """Return an insert statement that skips rows whose unique columns already exist."""
    dialect = sqlite if writer.connection.dialect.name == "sqlite" else postgresql
    return dialect.insert(table).on_conflict_do_nothing(index_elements=unique)  # type: ignore[no-any-return]


def _with_targets(entries: Iterable[AnyEntry]) -> list[AnyEntry]:
    """Return the entries and the targets of their links, without duplicates.

    Each entry comes after the targets of its links.
    """
    found: dict[bytes, AnyEntry] = {}
    waiting = [*entries][::-1]
    while waiting:
        entry = waiting[-1]
        targets = [
            link.target for link in entry.links if isinstance(link.target, Entry) and link.target.key not in found
        ]
        if targets:
            waiting += targets[::-1]
        else:
            found.setdefault(entry.key, waiting.pop())
    return list(found.values())


def _insert_links(writer: Writer, links: Sequence[tuple[int, LinkRow]]) -> int:
    """Insert links, each given with the id of its owner, unless they exist. Return the number of new links."""
    if not links:
        return 0
    others = ids_of_others(writer, (link.other for _, link in links))
    rows = (ends_and_detail(writer.registry, owner, link, others) for owner, link in links)
    insert = insert_new(writer, tables.link, LINK_COLUMNS[:-1]).returning(tables.link.c.relation)
    values = [dict(zip(LINK_COLUMNS, (*ends, detail), strict=True)) for ends, detail in rows]
    added = Counter((RELATIONS, relation) for relation in writer.connection.scalars(insert, values))
    increment_counts(writer, added)
    return added.total()


def _merge(writer: Writer, entry: AnyEntry, node: int, stored: Document) -> tuple[Document, Matching | None]:
    """Improve a stored object by a new entry for the same object.

    Return the document of the object, and the matching of the parts of the entry to those of the object.
    """
    same = not entry.claims and stored.with_claims(()) == entry.document
    if same and entry.kind.read(stored, ()) == entry.value:
        # The parts are already in the order of the stored object, so no canonical form is needed.
        return stored, None if entry.order is None else tuple(range(len(entry.order)))
    order = order_of(entry.kind, stored)
    matching = None if entry.order is None or order is None else matching_from_orders(entry.order, order)
    known = entry.kind.read(stored, claims_of(writer, node))
    better = entry.kind.merge(known, entry.value, matching or ())
    if better is None:
        return stored, matching
    again = prepare(entry.kind, better, known=LabelledIdentity(entry.key, entry.label, order))
    return _rewrite(writer, _costing_as(again, entry), node), matching


def _costing_as(again: AnyEntry, new: AnyEntry) -> AnyEntry:
    """Return the entry `again` with search costs.

    The cost of a claim is that of the equal claim in the entry `new`.
    """
    found = {claim.identity: claim for claim in new.claims if claim.seconds is not None}

    def costing(claim: Claim) -> Claim:
        source = found.get(claim.identity)
        if source is None or (source.value, source.proved) != (claim.value, claim.proved):
            return claim
        return replace(claim, search_nodes=source.search_nodes, seconds=source.seconds)

    return replace(again, claims=tuple(map(costing, again.claims)))


def _rewrite(writer: Writer, entry: AnyEntry, node: int) -> Document:
    store_rows(writer, [target for target in _with_targets([entry]) if target is not entry], ordered=True)
    for claim in entry.claims:
        replace_claim(writer, node, claim)
    document = entry.document.with_claims(claims_of(writer, node))
    update_document(writer, entry.kind, node, document)
    facts, row = writer.registry.facts[entry.kind.name], row_of(writer.registry, entry)
    writer.connection.execute(delete(facts).where(facts.c.node == node))
    insert_facts(writer.connection, facts, [(node, row)], ids_of_others(writer, row.columns))
    record_changes(writer, [(writer.registry.numbers.kinds[entry.kind.name], node)])
    _insert_links(writer, [(node, link) for link in row.links])
    return document


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
