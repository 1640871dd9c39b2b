"""Export of the catalogue as JSON Lines, with one object or claim per line.

The line of an object contains its document, its slugs and its explicit links. It is followed by the lines of the claims
about the object. Objects come after the targets of their links.

The seal of an export: a last line that shows whether lines were lost or changed.

The seal states the number of objects and of claims, and a digest of all lines since the previous seal. The digest does
not depend on the order of the lines: it is the sum of the BLAKE2b digests of the lines, modulo 2^256. A seal shows
loss, not forgery, because anyone can compute one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from hashlib import blake2b
from itertools import islice
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from pydantic_core import from_json
from sqlalchemy import func, select

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.claim import Claim, StoredClaim
from ludex.catalogue.claims.lists import WITNESSES
from ludex.catalogue.claims.storing import claims_of_many
from ludex.catalogue.kinds.document import Document, join_members, member
from ludex.catalogue.kinds.kind import DerivedLink, Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.listing import select_part, stream
from ludex.catalogue.objects.annotations import NOTHING, Annotation, read_annotations, require_valid
from ludex.catalogue.objects.links import OwnLink, derived_links_of, every_id, links_of, neighbours
from ludex.catalogue.objects.reading import ObjectView, read_views
from ludex.catalogue.objects.storing import names_of
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader, chunks
from ludex.engine.exact_json import NotJson, compact_json, exact_json
from ludex.engine.keys import KEY_BYTES
from ludex.engine.text_lines import require_text

AnyKind = Kind[Any, Any]


def export_lines(catalogue: Catalogue, *, keys: bool = False, notes: bool = False) -> Iterator[str]:
    """Yield one snapshot of the whole catalogue as lines of JSON. Importing them produces an equal catalogue.

    If `keys` is true, each line also contains the object's key and derived links. An import that trusts the lines then
    need not compute them. If `notes` is true, the lines contain the notes about objects.

    Objects of games that are not installed come last. Even if `keys` is true, their lines lack the keys of the objects
    to which derived links may be stored later.
    """
    with catalogue.reading() as reader:
        for kind in catalogue.registry.kinds:
            yield from lines_of_kind(reader, kind, keys=keys, notes=notes)
        for name in reader.registry.kinds_not_installed:
            for ids in every_id(reader, name):
                yield from _lines(reader, _not_installed(reader, ids), keys=keys, notes=notes)


def count_lines(catalogue: Catalogue) -> int:
    """Return the number of lines in an export of the catalogue, which has a line for each object and each claim."""
    with catalogue.reading() as reader:
        return sum(
            reader.connection.scalar(select(func.count()).select_from(table)) or 0
            for table in (tables.node, tables.claim)
        )


def exported_kinds(catalogue: Catalogue) -> list[str]:
    """Return the names of the kinds in an export, in the order of the export."""
    with catalogue.reading() as reader:
        return [*reader.registry.kind, *reader.registry.kinds_not_installed]


def lines_of_kind(
    reader: Reader, kind: AnyKind, chunk: int = 200, *, keys: bool = False, notes: bool = False
) -> Iterator[str]:
    """Yield the lines of the objects of a kind, each followed by the lines of its claims."""
    objects = stream(reader, kind, {}, chunk=chunk)
    while found := list(islice(objects, chunk)):
        yield from _lines(reader, _objects(reader, kind, found, keys=keys), keys=keys, notes=notes)


def lines_of_objects(
    reader: Reader, nodes: Iterable[int], *, neighbours: bool = False, claims: bool = False, notes: bool = False
) -> Iterator[str]:
    """Yield the lines of some objects, in the order of an export.

    If `neighbours` is true, the objects that are linked to them follow. If `claims` is true, each object is followed by
    the claims about it, and the subjects of the claims whose witness it is are included too.
    """
    chosen = set(nodes)
    link = tables.link.c
    added: set[int] = set()
    for part in chunks(sorted(chosen)):
        if neighbours:
            added.update(reader.connection.scalars(select(link.target).where(link.source.in_(part))))
            added.update(reader.connection.scalars(select(link.source).where(link.target.in_(part))))
        if claims:
            witnessed = reader.registry.numbers.relations.get(WITNESSES)
            subjects = select(link.target).where(link.source.in_(part), link.relation == witnessed)
            added.update(reader.connection.scalars(subjects))
    kinds: dict[int, list[int]] = {}
    for part in chunks(sorted(chosen | added)):
        rows = select(tables.node.c.kind, tables.node.c.id).where(tables.node.c.id.in_(part))
        for kind, node in reader.connection.execute(rows):
            kinds.setdefault(kind, []).append(node)
    for kind in reader.registry.kinds:
        for part in chunks(sorted(kinds.get(reader.registry.numbers.kinds[kind.name], ()))):
            views = read_views(reader, kind, part)
            yield from _lines(reader, _objects(reader, kind, views), claims=claims, notes=notes)


def complete_lines(reader: Reader, view: ObjectView) -> Iterator[str]:
    """Yield the line of an object with all that is deleted with it, and then the lines of its claims.

    It contains the key, the derived links, the note, and the links of other objects that go with the object.
    """
    return _lines(reader, _objects(reader, view.kind, [view], keys=True), keys=True, notes=True, incoming=view.kind)


def lines_between(
    catalogue: Catalogue, kind: str, after: int, last: int, limit: int, where: str | None = None
) -> tuple[list[str], int, int | None]:
    """Return the lines of the next objects of a kind that match a query, with ids above `after` and at most `last`.

    Also return the number of these objects, and the id after which to continue. This id is None after the last objects.
    Raises QueryError.
    """
    of = catalogue.registry.kind.get(kind)
    with catalogue.reading() as reader:
        rows = select_part(reader, kind, where, after, limit).where(tables.node.c.id <= last)
        ids = list(reader.connection.scalars(rows))
        found = _not_installed(reader, ids) if of is None else _objects(reader, of, read_views(reader, of, ids))
        lines = list(_lines(reader, found))
    return lines, len(ids), ids[-1] if len(ids) == limit else None


class _Object(NamedTuple):
    """The data for the line of an object."""

    id: int
    label: str
    document: str
    slugs: Sequence[str]
    derived_links: Sequence[DerivedLink] = ()


def _objects(reader: Reader, kind: AnyKind, found: Sequence[ObjectView], *, keys: bool = False) -> list[_Object]:
    may_be_linked = keys and any(
        relation.mutual and kind.name in relation.sources for relation in reader.registry.relations
    )
    return [
        _Object(
            row.id,
            row.label,
            join_members(row.body, row.rest),
            names_of(reader, row.id) if kind.naming is not None else [],
            derived_links_of(kind, row.document()) if may_be_linked else (),
        )
        for row in found
    ]


def _not_installed(reader: Reader, ids: Sequence[int]) -> list[_Object]:
    """Return the given objects of a kind whose game is not installed. Facts are omitted."""
    rows = select(tables.node, tables.document).join(tables.document).where(tables.node.c.id.in_(ids))
    return [
        _Object(row.id, row.label, join_members(row.body, row.rest), names_of(reader, row.id))
        for row in reader.connection.execute(rows.order_by(tables.node.c.id))
    ]


def _lines(
    reader: Reader,
    found: Sequence[_Object],
    *,
    keys: bool = False,
    claims: bool = True,
    notes: bool = False,
    incoming: AnyKind | None = None,
) -> Iterator[str]:
    ids = [row.id for row in found]
    annotations = read_annotations(reader, ids)
    links, claims_of = links_of(reader, ids), claims_of_many(reader, ids) if claims else {}
    keys_of = _keys(reader, ids) if keys else {}
    for row in found:
        parted: dict[bool, list[OwnLink]] = {True: [], False: []}
        for link in links[row.id]:
            parted[reader.registry.directed[link.relation][0].derived].append(link)
        if incoming is not None:
            parted[False] += _links_that_go_with(reader, incoming, row.id)
        derived = None
        if keys:
            derived = Derived(keys_of[row.id], [other.key for other in row.derived_links], parted[True])
        annotation = annotations.get(row.id, NOTHING)
        yield object_line(
            row.document, row.slugs, parted[False], derived, annotation if notes else replace(annotation, note="")
        )
        for claim in claims_of.get(row.id, ()):
            yield claim_line(row.label, claim)


def _links_that_go_with(reader: Reader, kind: AnyKind, node: int) -> Iterator[OwnLink]:
    """Yield the links of other objects to an object of a kind that are deleted with it, by their inverse names."""
    for relation in reader.registry.relations:
        if relation.goes_with_target and kind.name in relation.targets:
            for source in neighbours(reader, node, relation.inverse):
                yield OwnLink(relation.inverse, source.label, source.place, source.detail)


def _keys(reader: Reader, ids: Sequence[int]) -> dict[int, bytes]:
    rows = select(tables.node.c.id, tables.node.c.key).where(tables.node.c.id.in_(ids))
    return {row.id: bytes(row.key) for row in reader.connection.execute(rows)}


_OTHER = "not a line of `ludex export`, which is a JSON object with `kind` or `claim`"


_ANSWERED = frozenset({"starting", "url", "duplicate_of"})


class OtherLine(ValueError):
    """The line does not have the format of an export."""


KEY_PATTERN = rf"^01[0-9a-f]{{{2 * KEY_BYTES - 2}}}$"


class LinkLine(BaseModel):
    """A link in the line of an object."""

    model_config = ConfigDict(extra="forbid")

    relation: str
    target: str
    place: int = 0
    detail: Any = None


class AnnotationLine(BaseModel):
    """The annotation in the line of an object."""

    model_config = ConfigDict(extra="forbid", strict=True)

    title: str = ""
    tags: list[str] = Field(default_factory=list)
    note: str = ""
    data: dict[str, Any] = Field(default_factory=dict)

    def read(self) -> Annotation:
        """Return the annotation. Raises Fault."""
        annotation = Annotation(self.title, tuple(sorted(set(self.tags))), self.note, self.data)
        require_valid(annotation)
        return annotation


class ObjectLine(BaseModel):
    """The members of an object's line that are not members of the document.

    `links` are the explicit links of the object, and `annotation` is what people have written about it. A line with a
    key contains everything that is slow to compute: the key, the keys of the `kin`, and the derived links to those kin
    that are stored.
    """

    model_config = ConfigDict(extra="forbid")

    slugs: list[str] = Field(default_factory=list)
    links: list[LinkLine] = Field(default_factory=list)
    key: str | None = Field(default=None, pattern=KEY_PATTERN)
    kin: list[Annotated[str, Field(pattern=KEY_PATTERN)]] = Field(default_factory=list)
    follows: list[LinkLine] = Field(default_factory=list)
    annotation: AnnotationLine = Field(default_factory=AnnotationLine)


@dataclass(frozen=True, slots=True)
class Derived:
    """The parts of a line that are slow to compute.

    They are the key of the object, the keys of its kin, and its derived links.
    """

    key: bytes
    kin: Sequence[bytes]
    links: Sequence[OwnLink]


def object_line(
    document: str,
    slugs: Iterable[str] = (),
    links: Iterable[OwnLink] = (),
    derived: Derived | None = None,
    annotation: Annotation = NOTHING,
) -> str:
    """Return the line of an object.

    It contains the document, the slugs, the explicit links and the annotation, and the derived data if these are given.
    """
    written = {name: value for name, value in asdict(annotation).items() if value}
    extra: dict[str, Any] = {"slugs": list(slugs), "links": list(map(_shown, links)), "annotation": written}
    if derived is not None:
        extra["key"] = derived.key.hex()
        extra["kin"] = [key.hex() for key in derived.kin]
        extra["follows"] = list(map(_shown, derived.links))
    extra = {name: value for name, value in extra.items() if value}
    return join_members(document, member(extra) if extra else None)


def _shown(one: OwnLink) -> dict[str, Any]:
    shown: dict[str, Any] = {"relation": one.relation, "target": one.target}
    if one.place:
        shown["place"] = one.place
    if one.detail is not None:
        shown["detail"] = one.detail
    return shown


def claim_line(subject: str, claim: Claim) -> str:
    """Return the line of a claim about the object with the given label. Members that are null are omitted."""
    members = {"claim": claim.statement, "subject": subject} | claim.members()
    del members["statement"]
    if not claim.parameters:
        del members["parameters"]
    return compact_json({name: value for name, value in members.items() if value is not None})


@cache
def _stored_claim() -> TypeAdapter[StoredClaim]:
    return TypeAdapter(StoredClaim)


def claim_of_line(line: dict[str, Any]) -> StoredClaim:
    """Parse the line of a claim. Raises ValidationError of pydantic."""
    members = {"statement" if name == "claim" else name: value for name, value in line.items()}
    return _stored_claim().validate_python(members)


def is_claim_line(line: str | bytes) -> bool:
    """Return whether a line contains a claim.

    Lines in the exact form of an export are recognized without parsing.

    >>> [is_claim_line(line) for line in ('{"claim":"x"}', '{"subject": "y", "claim": "x"}', '{"kind":"claim"}')]
    [True, True, False]
    """
    text = line if isinstance(line, bytes) else line.encode()
    if text.startswith(b'{"claim":'):
        return True
    if b'"claim"' not in text:
        return False
    try:
        found = from_json(text)
    except ValueError:
        return False
    return isinstance(found, dict) and "claim" in found


def group_lines(lines: Iterable[tuple[int, str | bytes]]) -> Iterator[Sequence[tuple[int, str | bytes]]]:
    """Group numbered lines. Each group has the line of an object and the lines of the claims about this object."""
    group: list[tuple[int, str | bytes]] = []
    for number, line in lines:
        if group and not is_claim_line(line):
            yield group
            group = []
        group.append((number, line))
    if group:
        yield group


def read_line(registry: Registry, line: str | bytes) -> StoredClaim | tuple[Document, ObjectLine]:
    """Parse a line of an export. Raises ValueError (pydantic's ValidationError is a subclass)."""
    text = require_text(line.decode("utf-8", "surrogateescape") if isinstance(line, bytes) else line)
    try:
        read = exact_json(text, number=float)
    except NotJson:
        raise OtherLine(_OTHER) from None
    if not isinstance(read, dict):
        raise OtherLine(_OTHER)
    if "claim" in read:
        claim = claim_of_line(read)
        if claim.statement not in registry.statement:
            raise ValueError(f"unknown claim {claim.statement!r}; its game may not be installed")
        return claim
    kind = registry.kind.get(str(read.get("kind")))
    if "kind" not in read:
        raise OtherLine(_OTHER)
    if not _ANSWERED.isdisjoint(read):
        raise OtherLine("the line comes from the response to a request; give lines that `ludex export` has written")
    if kind is None:
        raise ValueError(f"unknown kind {read.get('kind')!r}; give lines that `ludex export` has written")
    more = ObjectLine.model_validate({name: read.pop(name) for name in ObjectLine.model_fields if name in read})
    return kind.model.model_validate(read), more


SEAL = "ludex-export-1"
"""The version of the seal."""

_DIGEST_BYTES = 32


class Seal:
    """The seal of the lines that were added to it."""

    def __init__(self) -> None:
        self._objects = self._claims = self._total = 0

    def add(self, line: str) -> None:
        """Add a line, without its line break."""
        if is_claim_line(line):
            self._claims += 1
        else:
            self._objects += 1
        self._total += int.from_bytes(blake2b(line.encode(), digest_size=_DIGEST_BYTES).digest())

    def line(self) -> str:
        """Return the line of the seal."""
        digest = f"{self._total % 2 ** (8 * _DIGEST_BYTES):064x}"
        return compact_json({"seal": SEAL, "objects": self._objects, "claims": self._claims, "digest": digest})


def sealed(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines of an export, and then their seal.

    >>> [line[:50] for line in sealed([])]
    ['{"seal":"ludex-export-1","objects":0,"claims":0,"d']
    """
    seal = Seal()
    for line in lines:
        seal.add(line)
        yield line
    yield seal.line()


def is_seal(line: str | bytes) -> bool:
    """Return whether a line is a seal.

    >>> is_seal('{"seal":"ludex-export-1"}'), is_seal(b'{"kind":"seal"}')
    (True, False)
    """
    text = line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass")
    return text.startswith(b'{"seal":')
