"""The starting catalogue of every installation, shipped as compressed JSON Lines. All claims in it are proved.

The lines have the form of an export with keys. A new catalogue stores them unchanged, without compiling any search.
"""

import gzip
import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

from pydantic_core import from_json
from sqlalchemy import func, select

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.pack import IN_PACK, PackDocument
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.reading import find_key, value_of
from ludex.catalogue.objects.rows import ObjectRow, store_rows
from ludex.catalogue.objects.storing import delete_links, insert_new, rewrite
from ludex.catalogue.storage.snapshot import Reader, Writer, chunks
from ludex.catalogue.storage.tables import alias, has_label, node, starting_catalogue
from ludex.catalogue.transfer.export import group_lines
from ludex.catalogue.transfer.imports.checked_lines import ExportCheck, ExportedObject
from ludex.catalogue.transfer.imports.pipeline import LineReport
from ludex.catalogue.transfer.imports.trusted_lines import trusted_rows

DATA = "catalogue.ndjson.gz"
_VERSION = re.compile("[0-9a-f]{32}")


@lru_cache(maxsize=1)
def starting_version() -> str:
    """Return the version of the shipped starting catalogue, which is a hash of its lines."""
    return blake2b(starting_lines(), digest_size=16).hexdigest()


def starting_lines() -> bytes:
    """Return the lines of the shipped starting catalogue."""
    return gzip.decompress(files(__name__).joinpath(DATA).read_bytes())


def fill(catalogue: Catalogue) -> bool:
    """Store the starting catalogue unless this version of it is already stored. Return whether this call stored it.

    The lines are stored in one transaction. If several processes start at the same time, only one of them stores the
    lines. Objects that are already stored receive better claims and new names, and packs of an earlier version are
    replaced. A pack of a user that has the slug of a new pack stays, and the new pack is left out.

    Cost: one query if there is nothing to do, half a second if the catalogue is empty, and a few seconds otherwise.
    Raises ValueError if a line is refused.
    """
    known = select(starting_catalogue.c.version).where(starting_catalogue.c.version == starting_version())
    with catalogue.reading() as reader:
        if reader.connection.scalar(known) is not None:
            return False
        empty = _is_empty(reader)
    if empty:
        rows = list(_rows(catalogue.registry))
        with catalogue.writing() as writer:
            if _is_empty(writer) and _is_first(writer):
                store_rows(writer, rows, built_in=True, ordered=True)
                return True
    check = ExportCheck(catalogue.registry, built_in=True)
    objects: list[ExportedObject] = []
    for line in check.parse(list(enumerate(starting_lines().strip().split(b"\n"), start=1))):
        if isinstance(line, LineReport):
            raise ValueError(f"line {line.line}: {line.reason}")
        objects.append(line)
    with catalogue.writing() as writer:
        if not _is_first(writer):
            return False
        check.store_all(writer, [one for one in objects if _replaces_earlier(writer, one)])
    return True


def _replaces_earlier(writer: Writer, exported: ExportedObject) -> bool:
    """Rewrite a pack of an earlier version of the starting catalogue. Return whether the object is to be stored."""
    entry = exported.entry
    if entry is None or not issubclass(entry.kind.model, PackDocument):
        return True
    stored = find_key(writer, entry.kind, entry.key)
    if stored is None:
        return True
    if not writer.connection.scalar(select(node.c.built_in).where(node.c.id == stored.id)):
        return bool(value_of(writer, stored) == entry.value)
    delete_links(writer, IN_PACK, stored.id)
    rewrite(writer, entry.kind, stored.id, entry.value)
    return True


def holds_starting_catalogue(reader: Reader) -> bool:
    """Return whether all objects of the shipped starting catalogue are stored, by :func:`fill` or by an import.

    Cost: one query if :func:`fill` has stored them, and otherwise one query per thousand objects.
    """
    known = select(starting_catalogue.c.version).where(starting_catalogue.c.version == starting_version())
    if reader.connection.scalar(known) is not None:
        return True
    if _is_empty(reader):
        return False
    labels = [
        json.loads(line)["label"] for line in starting_lines().strip().split(b"\n") if line.startswith(b'{"label"')
    ]
    stored = (
        reader.connection.scalar(select(func.count()).select_from(node).where(has_label(part))) or 0
        for part in chunks(labels)
    )
    return sum(stored) == len(labels)


def starting_problems(reader: Reader) -> Iterator[str]:
    """Yield the differences between the shipped starting catalogue and the stored objects that belong to it.

    An object belongs to the starting catalogue if it is marked so. After an upgrade, a catalogue may contain objects of
    an earlier version. These objects are not compared, because the earlier version is not shipped.
    """
    versions = set(reader.connection.scalars(select(starting_catalogue.c.version)))
    for version in versions:
        if _VERSION.fullmatch(version) is None:
            yield f"{version!r} is not the version of a starting catalogue"
    if versions - {starting_version()}:
        return
    labels: set[str] = set()
    # The objects of games that are not installed cannot be compared.
    numbers = {kind: reader.registry.numbers.kinds[kind] for kind in reader.registry.kind}
    names: dict[tuple[int, str], str] = {}
    for line in map(from_json, starting_lines().strip().split(b"\n") if versions else ()):
        if line.get("kind") in numbers:
            labels.add(line["label"])
            names |= {(numbers[line["kind"]], slug): line["label"] for slug in line.get("slugs", ())}
    marked = set(
        reader.connection.scalars(select(node.c.label).where(node.c.built_in, node.c.kind.in_(numbers.values())))
    )
    for label in sorted(marked ^ labels):
        yield f"{label} is {'' if label in marked else 'not '}marked as an object of the starting catalogue"
    rows = select(alias.c.kind, alias.c.slug, node.c.label).join(node, node.c.id == alias.c.node)
    stored = {
        (row.kind, row.slug): row.label
        for row in reader.connection.execute(rows.where(alias.c.built_in, alias.c.kind.in_(numbers.values())))
    }
    for kind, slug in sorted(stored.keys() | names.keys()):
        label, shipped = stored.get((kind, slug)), names.get((kind, slug))
        if label != shipped:
            found, wanted = label or "nothing", shipped or "nothing"
            yield f"the slug {slug} of the starting catalogue names {found}, but must name {wanted}"


def _is_empty(reader: Reader) -> bool:
    return reader.connection.scalar(select(node.c.id).limit(1)) is None


def _is_first(writer: Writer) -> bool:
    """Record that this version is stored. Return True unless this was already recorded."""
    mark = insert_new(writer, starting_catalogue, ["version"]).values(version=starting_version())
    return writer.connection.scalar(mark.returning(starting_catalogue.c.version)) is not None


def _rows(registry: Registry) -> Iterator[ObjectRow]:
    for group in group_lines(enumerate(starting_lines().strip().split(b"\n"))):
        yield from trusted_rows(registry, [line for _, line in group], checked=True)


def write_starting_catalogue(lines: Iterable[str]) -> Path:
    """Write lines to the file of the shipped starting catalogue. Equal lines result in equal files."""
    target = Path(__file__).with_name(DATA)
    text = "".join(f"{line}\n" for line in lines)
    target.write_bytes(gzip.compress(text.encode("utf-8"), compresslevel=9, mtime=0))
    return target
