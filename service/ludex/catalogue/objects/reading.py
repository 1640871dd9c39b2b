"""Reading of stored objects by label, slug, key or id.

One indexed statement finds an object by its label or slug, and returns its stored document.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import repeat
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import (
    ColumnElement,
    LargeBinary,
    ScalarSelect,
    Select,
    func,
    null,
    select,
    type_coerce,
    union_all,
)
from sqlalchemy.types import NullType

from ludex.catalogue.claims.storing import claims_of
from ludex.catalogue.kinds.document import Document, join_members, member, serialize_document
from ludex.catalogue.kinds.kind import Entry, Kind, prepare
from ludex.catalogue.kinds.label import (
    fits_short,
    has_shape_of_label,
    hash_of,
    hash_shown,
    hashes_of_short,
    is_storable,
)
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.annotations import members_text
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.packing import unpack, unpack_all
from ludex.catalogue.storage.snapshot import CHUNK, Prepared, Reader, Row, Writer, chunks, parameter
from ludex.engine.arguments import require_type

AnyKind = Kind[Any, Any]
K = TypeVar("K")
V = TypeVar("V")
D = TypeVar("D", bound=Document)

# Column indices in the rows of the statement that finds an object.
_KIND, _LABEL = 1, 2
# A statement is prepared for each of these list lengths. A list of ids is padded to the next length by repeating its
# last id.
_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, CHUNK)
_IDS, _HASHES = (tuple(f"{name}_{place}" for place in range(CHUNK)) for name in ("id", "hash"))
_MOST_TITLED = 10
"""The maximum number of objects that a title finds."""
_STARTING = ('"starting":false', '"starting":true')
_ANNOTATED = tuple(tables.annotation.c[name] for name in ("title", "tags", "data"))


class UnknownObject(LookupError):
    """No object has this label or slug. `place` is the place of the name in a request."""

    place: tuple[str | int, ...] = ()


class Replaced(UnknownObject):
    """The object was replaced by another one, whose label is `by`."""

    def __init__(self, label: str, by: str) -> None:
        super().__init__(f"{label} was replaced by {by}; use that label")
        self.label = label
        self.by = by


class NotInstalled(UnknownObject):
    """The object is stored, but the game of its kind is not installed or not selected."""


class SeveralObjects(LookupError):
    """Several objects have this slug, short name or title. `labels` are the labels of the first ones."""

    def __init__(self, name: str, labels: Sequence[str]) -> None:
        super().__init__(f"several objects have the name {name}; use a label: {', '.join(labels)}")
        self.labels = tuple(labels)


class ObjectView(NamedTuple):
    """A stored object as JSON text: its document, and the members that are not in the document.

    Examples of such members are the names and the neighbour counts.

    `rest` contains the fields that lists omit. `rest` is None if it was not read, or if there are no such fields. A
    view is complete if `rest` was read. The id of an object that is not stored is 0.
    """

    id: int
    kind: AnyKind
    label: str
    body: str
    rest: str | None
    around: str

    def document(self) -> Document:
        """Return the document as a model. The view must be complete."""
        document: Document = document_of(self.kind, self)
        return document

    def listed(self) -> "ObjectView":
        """Return the object in the form of lists, without the fields that lists omit."""
        return self._replace(rest=None)

    def text(self, *members: str | None) -> str:
        """Return the object as JSON with additional members."""
        return join_members(self.body, self.rest, self.around, *members)


_view_from_row = partial(tuple.__new__, ObjectView)


def find(reader: Reader, name: str, kind: AnyKind | None = None) -> ObjectView:
    """Return the object with the given label, slug, short name, unique prefix of a label, or title.

    If a kind is given, only objects of this kind are considered. A writer finds objects by their labels and slugs only,
    because another object may get the same short name or title before it is changed.

    Built-in objects are found even if they are not stored. Raises UnknownObject, SeveralObjects. Cost: one statement if
    a label is given, otherwise two to four.
    """
    require_type(name, str, "name")
    if is_storable(name):
        hashed = hash_shown(name)
        likely = reader.registry.labelled(name) if kind is None else kind
        ways = [(of, "label") for of in dict.fromkeys((likely, kind)) if hashed is not None]
        for of, by in (*ways, (kind, "slug")):
            rows = _object(reader.registry, of, by).rows(reader.connection, {"name": name, "hash": hashed})
            if len(rows) > 1:
                raise SeveralObjects(name, [row[_LABEL] for row in rows])
            if rows and of is not None:
                return _shown(reader, of, rows[0])
            if rows:
                return find(reader, rows[0][_LABEL], _declared_kind(reader.registry, rows[0][_LABEL], rows[0][_KIND]))
    for built_in in _built_in(reader, name, kind):
        return built_in
    if not isinstance(reader, Writer):
        labels = _with_short_name(reader, name, kind) or _with_title(reader, name, kind)
        if len(labels) > 1:
            raise SeveralObjects(name, labels)
        if labels:
            return find(reader, labels[0], kind)
    if is_storable(name) and has_shape_of_label(name):
        replaced = select(tables.node.c.label).join(tables.redirect).where(tables.redirect.c.label == name)
        for successor in reader.connection.scalars(replaced):
            raise Replaced(name, successor)
    raise UnknownObject(_unknown(reader.registry, name, kind))


def _with_short_name(reader: Reader, name: str, kind: AnyKind | None) -> list[str]:
    """Return the labels for which the given name is short, in ascending order: the form on pages, or a prefix.

    Cost: one statement for a short name.
    """
    hashes = hashes_of_short(name)
    if hashes is None:
        return []
    of_hash = tables.has_hash(tables.node_hash.c.hash.between(*hashes))
    rows = select(tables.node.c.label, tables.node.c.kind).where(of_hash)
    kinds = ((label, reader.registry.kind_of_number.get(number)) for label, number in reader.connection.execute(rows))
    return sorted(
        label
        for label, found in kinds
        if found is not None and kind in (None, found) and fits_short(name, label, found.name)
    )


def _with_title(reader: Reader, title: str, kind: AnyKind | None) -> list[str]:
    """Return the labels of the first objects with exactly this title, in ascending order. Cost: one statement."""
    if not title or not is_storable(title):
        return []
    statement = _object_of_title(reader.registry, kind)
    return [label for (label,) in statement.rows(reader.connection, {"title": title})]


@lru_cache(maxsize=1024)
def _object_of_title(registry: Registry, kind: AnyKind | None) -> Prepared:
    """Return the statement that finds objects by their titles, which are in annotations or in their documents."""
    node, annotation, title = tables.node, tables.annotation, parameter("title")
    titled = select(annotation.c.node).where(title == tables.ANNOTATED_TITLE)
    own = (registry.facts[of.name].c for of in registry.kinds)
    nodes = union_all(titled, *(select(facts.node).where(facts.title == title) for facts in own if "title" in facts))
    kinds = list(registry.kind_of_number) if kind is None else [registry.numbers.kinds[kind.name]]
    found = select(node.c.label).where(node.c.id.in_(nodes), node.c.kind.in_(kinds))
    return Prepared(found.order_by(node.c.label).limit(_MOST_TITLED))


def _declared_kind(registry: Registry, label: str, number: int) -> AnyKind:
    kind = registry.kind_of_number.get(number)
    if kind is None:
        raise NotInstalled(
            f"{label} is stored, but the game of its kind {registry.kind_name(number)} is not installed or not "
            "selected; install the game, or add it to LUDEX_GAMES"
        )
    return kind


def read_view(reader: Reader, kind: AnyKind, node: int) -> ObjectView:
    """Return the complete view of a stored object of a kind by its id. Cost: one statement."""
    [row] = _object(reader.registry, kind, "id").rows(reader.connection, {"id": node})
    return _shown(reader, kind, row)


def _unknown(registry: Registry, name: str, kind: AnyKind | None) -> str:
    """Return the message that no object has the given name.

    If the name is a label of another kind, the message states this kind.
    """
    said = f"no {'object' if kind is None else kind.words} has the label or slug {name!r}"
    other = registry.labelled(name)
    if kind is None or other in (None, kind):
        return said
    return f"{said}, which is the label of a {other.words if other.game == kind.game else other.name}"


def find_many(reader: Reader, kind: AnyKind, labels: Iterable[str], *, whole: bool = True) -> dict[str, ObjectView]:
    """Return the objects of a kind with the given labels, in the order of the labels.

    Unknown labels are omitted.
    """
    wanted = list(dict.fromkeys(labels))
    ids: dict[str, int] = {}
    for part in chunks([label for label in wanted if is_storable(label)]):
        rows = select(tables.node.c.label, tables.node.c.id).where(
            tables.has_label(part), tables.node.c.kind == reader.registry.numbers.kinds[kind.name]
        )
        ids |= {row.label: row.id for row in reader.connection.execute(rows)}
    known = [label for label in wanted if label in ids]
    return dict(zip(known, read_views(reader, kind, [ids[label] for label in known], whole=whole), strict=True))


def find_labels(reader: Reader, labels: Iterable[str], *, whole: bool = True) -> dict[str, ObjectView]:
    """Return the objects of any kind with the given labels. Unknown labels are omitted."""
    of_kind: dict[int, list[str]] = {}
    for part in chunks([label for label in dict.fromkeys(labels) if is_storable(label)]):
        rows = select(tables.node.c.kind, tables.node.c.label).where(tables.has_label(part))
        for number, label in reader.connection.execute(rows):
            of_kind.setdefault(number, []).append(label)
    found: dict[str, ObjectView] = {}
    for number, names in of_kind.items():
        kind = reader.registry.kind_of_number.get(number)
        found |= {} if kind is None else find_many(reader, kind, names, whole=whole)
    return found


def find_keys(reader: Reader, keys: Iterable[bytes]) -> dict[bytes, int]:
    """Return the ids of the stored objects with the given keys, keyed by key."""
    wanted = set(keys)
    return {key: node for key, (node, _) in nodes_of_keys(reader, wanted).items() if key in wanted}


def nodes_of_keys(reader: Reader, keys: Iterable[bytes]) -> dict[bytes, tuple[int, int]]:
    """Return the id and the kind number of each stored object whose key has the hash of a given key, keyed by key.

    Only objects that cannot both be stored have the same hash and different keys.
    """
    found: dict[bytes, tuple[int, int]] = {}
    for part in chunks(sorted(set(map(hash_of, keys)))):
        padded = _padded(part)
        rows = _of_hashes(len(padded)).rows(reader.connection, dict(zip(_HASHES, padded, strict=False)))
        found.update((bytes(key), (node, kind)) for key, node, kind in rows)
    return found


def ids_of_labels(reader: Reader, labels: Sequence[str]) -> dict[str, int]:
    """Return the ids of objects, keyed by label. Raises LookupError if an object is not stored."""
    found: dict[str, int] = {}
    for part in chunks(list(dict.fromkeys(labels))):
        rows = select(tables.node.c.label, tables.node.c.id).where(tables.has_label(part))
        found.update((row.label, row.id) for row in reader.connection.execute(rows))
    for label in labels:
        if label not in found:
            raise LookupError(f"no object has the label {label!r}; store the target of a link first")
    return found


def find_key(reader: Reader, kind: AnyKind, key: bytes) -> ObjectView | None:
    """Return the stored object of a kind with the given key, or None. Cost: one or two statements."""
    rows = _object_of_key().rows(reader.connection, {"key": key, "hash": hash_of(key)})
    return next(found for _, found in _each_shown(reader, kind, rows)) if rows else None


@cache
def _of_hashes(size: int) -> Prepared:
    """Return the statement that finds objects by the hashes of `size` keys."""
    hashes = [parameter(name, LargeBinary()) for name in _HASHES[:size]]
    nodes = select(tables.node.c.key, tables.node.c.id, tables.node.c.kind)
    nodes = nodes.join(tables.node_hash, tables.node_hash.c.node == tables.node.c.id)
    return Prepared(nodes.where(tables.node_hash.c.hash.in_(hashes)))


def _is_of_hash() -> ColumnElement[bool]:
    return tables.has_one_hash(parameter("hash", LargeBinary()))


def read_views(reader: Reader, kind: AnyKind, ids: Sequence[int], *, whole: bool = True) -> list[ObjectView]:
    """Return the objects of a kind with the given ids, in the same order.

    All of these objects must exist. Cost: one statement per thousand.
    """
    found = load_existing_views(reader, kind, ids, whole=whole)
    return list(map(found.__getitem__, ids))


def load_existing_views(
    reader: Reader, kind: AnyKind, ids: Sequence[int], *, whole: bool = True
) -> dict[int, ObjectView]:
    """Return the objects of a kind among the given ids, keyed by id. Ids of other objects are skipped.

    Cost: one statement per thousand.
    """
    found: dict[int, ObjectView] = {}
    for part in chunks(ids):
        padded = _padded(part)
        rows = _objects(len(padded), whole).rows(reader.connection, dict(zip(_IDS, padded, strict=False)))
        found.update(_each_shown(reader, kind, rows))
    return found


def _padded(part: Sequence[K]) -> Sequence[K]:
    """Pad a list to a size for which a statement is prepared, by repeating its last item."""
    size = next(size for size in _SIZES if size >= len(part))
    return [*part, *[part[-1]] * (size - len(part))]


def _each_shown(reader: Reader, kind: AnyKind, rows: Sequence[Any]) -> Iterable[tuple[int, ObjectView]]:
    """Return a pair of id and object for each row."""
    if not rows:
        return ()
    if kind.naming is None:
        # There may be many rows, so avoid running Python code for each row.
        nodes, built_in, labels, bodies, rests, titles, tags, data = zip(*rows, strict=True)
        around: Iterable[str] = map(_STARTING.__getitem__, built_in)
        if any(words is not None for words in tags):
            around = map(str.__add__, around, map(members_text, titles, tags, data))
        texts = unpack_all(bodies), (rest and unpack(rest) for rest in rests)
        return zip(nodes, map(_view_from_row, zip(nodes, repeat(kind), labels, *texts, around)), strict=True)
    names = _slugs(reader, [row[0] for row in rows])
    found = ((row, _around(kind, row[1], names.get(row[0], []))) for row in rows)
    return (
        (
            node,
            ObjectView(node, kind, label, unpack(body), rest and unpack(rest), around + members_text(*annotation)),
        )
        for (node, _, label, body, rest, *annotation), around in found
    )


def _as_stored(*columns: ColumnElement[Any]) -> list[Any]:
    """Return columns without the result processing of SQLAlchemy.

    SQLAlchemy would convert every row. The rows that are shown are converted later, which is faster.
    """
    return [type_coerce(column, NullType()) for column in columns]


@cache
def _objects(size: int, whole: bool) -> Prepared:
    """Return the statement that reads `size` objects by id, including `rest` if `whole` is true."""
    ids = [parameter(name, tables.node.c.id.type) for name in _IDS[:size]]
    return Prepared(_columns_shown(whole).where(tables.node.c.id.in_(ids)))


@cache
def _object_of_key() -> Prepared:
    has_key = tables.node.c.key == parameter("key", LargeBinary())
    return Prepared(_columns_shown(whole=True).where(_is_of_hash(), has_key))


def _columns_shown(whole: bool) -> Select[Any]:
    node, document = tables.node, tables.document
    columns = [node.c.id, *_as_stored(node.c.built_in), node.c.label]
    columns += _as_stored(document.c.body, document.c.rest) if whole else [*_as_stored(document.c.body), null()]
    return _annotated(select(*columns, *_ANNOTATED).join(document, document.c.node == node.c.id))


def _annotated(statement: Select[Any]) -> Select[Any]:
    annotation = tables.annotation
    return statement.outerjoin(annotation, annotation.c.node == tables.node.c.id)


def read_documents(reader: Reader, kinds: Mapping[int, AnyKind]) -> Iterator[tuple[int, bytes, Document]]:
    """Yield the id, the key and the document of objects. `kinds` contains their kinds, keyed by id."""
    for part in chunks(list(kinds)):
        rows = select(tables.node.c.key, tables.document).join(tables.node, tables.node.c.id == tables.document.c.node)
        for row in reader.connection.execute(rows.where(tables.document.c.node.in_(part))):
            document = kinds[row.node].model.model_validate_json(join_members(row.body, row.rest))
            yield row.node, bytes(row.key), document


def document_of(kind: Kind[Any, D], found: ObjectView) -> D:
    """Return the document of an object as the model of its kind. The view must be complete."""
    return kind.model.model_validate_json(join_members(found.body, found.rest))


def value_of(reader: Reader, found: ObjectView) -> Any:  # noqa: ANN401 - a value of the object's kind
    """Return the domain value of an object, reconstructed from its document and its claims. Raises ValueError."""
    return found.kind.read(found.document(), claims_of(reader, found.id))


def plain_value(kind: Kind[V, Any], found: ObjectView) -> V:
    """Return the domain value of an object, reconstructed from its document alone, without its claims."""
    return kind.read(found.document(), ())


def show_unstored(entry: Entry[Any], slugs: Sequence[str] = ()) -> ObjectView:
    """Return the view of an object that is not stored, such as a built-in object.

    The view includes the given slugs.
    """
    return show_document(entry.kind, entry.label, entry.document, slugs)


def show_document(kind: AnyKind, label: str, document: Document, slugs: Sequence[str] = ()) -> ObjectView:
    """Return the view of a document that is not stored, or that is no longer stored."""
    text = serialize_document(document, kind.long)
    return ObjectView(0, kind, label, text.body, text.rest, _around(kind, False, slugs))


def show_new(registry: Registry, node: int, kind: AnyKind, document: Document) -> ObjectView:
    """Return the view of a new object, which has no names and to which no object links."""
    text = serialize_document(document, kind.long)
    around = _around(kind, False, (), dict.fromkeys(_names_of_counts(registry, kind), 0))
    return ObjectView(node, kind, document.label, text.body, text.rest, around)


def _built_in(reader: Reader, name: str, kind: AnyKind | None) -> Iterator[ObjectView]:
    """Yield the built-in objects with the given slug or label. An object that is stored is read from the catalogue."""
    for candidate in reader.registry.kinds if kind is None else (kind,):
        naming = candidate.naming
        if naming is None:
            continue
        for slug in (name, *naming.built_in_slugs(name)):
            if naming.built_in(slug) is None:
                continue
            built_in = _show_built_in(candidate, slug)
            if name not in (slug, built_in.label):
                continue
            names = {"name": built_in.label, "hash": hash_shown(built_in.label)}
            rows = _object(reader.registry, candidate, "label").rows(reader.connection, names)
            yield _shown(reader, candidate, rows[0]) if rows else built_in


@lru_cache(maxsize=4)  # Computing a built-in object may take long, because it may be large.
def _show_built_in(kind: AnyKind, name: str) -> ObjectView:
    assert kind.naming is not None
    return show_unstored(prepare(kind, kind.naming.built_in(name)), [name])


@lru_cache(maxsize=1024)
def _object(registry: Registry, kind: AnyKind | None, by: str) -> Prepared:
    """Return the statement that reads an object by its label, a slug or its id.

    If the kind is given, it also reads the names and the neighbour counts.
    """
    node, document, alias = tables.node, tables.document, tables.alias
    columns: list[Any] = [node.c.id, node.c.kind, node.c.label]
    columns += _as_stored(node.c.built_in, document.c.body, document.c.rest)
    columns += _ANNOTATED
    if kind is not None:
        columns += [_slugs_of(node.c.id)] if kind.naming is not None else []
        columns += [counted.label(f"count_{place}") for place, counted in enumerate(_counted(registry, kind).values())]
    statement = _annotated(select(*columns).join(document, document.c.node == node.c.id))
    if by == "slug":
        statement = statement.join(alias, alias.c.node == node.c.id).where(alias.c.slug == parameter("name"))
    elif by == "id":
        statement = statement.where(node.c.id == parameter("id"))
    else:
        statement = statement.where(_is_of_hash(), node.c.label == parameter("name"))
    if kind is not None:
        statement = statement.where(node.c.kind == registry.numbers.kinds[kind.name])
    return Prepared(statement)


def _slugs_of(node: ColumnElement[int]) -> ColumnElement[str]:
    alias = tables.alias.alias()
    named = select(alias.c.slug).where(alias.c.node == node).order_by(alias.c.id).correlate(tables.node).subquery()
    return select(func.aggregate_strings(named.c.slug, ",")).scalar_subquery().label("slugs")


def _counted(registry: Registry, kind: AnyKind) -> dict[str, ScalarSelect[int]]:
    """Return the subquery that counts the neighbours of each kind, keyed by the name of the count."""
    found = {}
    for relation in registry.relations:
        if relation.counted and kind.name in relation.targets:
            for name in relation.sources:
                number = registry.numbers.relations[relation.name]
                links = select(func.count()).where(
                    tables.link.c.target == tables.node.c.id, tables.link.c.relation == number
                )
                if len(relation.sources) > 1:
                    source = tables.node.alias()
                    of_kind = source.c.kind == registry.numbers.kinds[name]
                    links = links.join_from(tables.link, source, source.c.id == tables.link.c.source).where(of_kind)
                found[f"{registry.kind[name].noun}_count"] = links.correlate(tables.node).scalar_subquery()
    return found


@lru_cache(maxsize=256)
def _names_of_counts(registry: Registry, kind: AnyKind) -> tuple[str, ...]:
    return tuple(_counted(registry, kind))


def _shown(reader: Reader, kind: AnyKind, row: Row) -> ObjectView:
    node, _, label, built_in, body, rest, title, tags, data, *further = row
    named = further.pop(0) if kind.naming is not None else None
    counts = dict(zip(_names_of_counts(reader.registry, kind), further, strict=True))
    around = _around(kind, bool(built_in), named.split(",") if named else [], counts)
    if tags is not None:
        around += members_text(title, tags, data)
    return ObjectView(node, kind, label, unpack(body), rest and unpack(rest), around)


def _around(kind: AnyKind, built_in: bool, slugs: Sequence[str], counts: dict[str, int] | None = None) -> str:
    """Return those members of an object that are not part of its document, as JSON text."""
    if kind.naming is None and not counts:
        return _STARTING[built_in]
    names = {} if kind.naming is None else {"slug": slugs[0] if slugs else None, "slugs": list(slugs)}
    own = {name: value for name, value in names.items() if name not in kind.model.model_fields}
    return member({**own, **(counts or {}), "starting": bool(built_in)})


def _slugs(reader: Reader, ids: Sequence[int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    named = select(tables.alias.c.node, tables.alias.c.slug).where(tables.alias.c.node.in_(ids))
    for row in reader.connection.execute(named.order_by(tables.alias.c.id)):
        found.setdefault(row.node, []).append(row.slug)
    return found
