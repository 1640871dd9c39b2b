"""Search for objects by their names or notations.

Names are labels and their prefixes, short names, slugs, and titles given by users. The notations of the installed games
represent objects as text or JSON.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, union

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.label import HASH_BYTES, HASH_CHARACTERS, MAX_SLUG, is_storable, short
from ludex.catalogue.kinds.registry import AnyKind, Registry, names_of_literature
from ludex.catalogue.objects.reading import ObjectView, SeveralObjects, UnknownObject, find, find_key, read_views
from ludex.catalogue.search.pages import page_entries
from ludex.catalogue.search.text_index import TextEntry, TextIndex
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.changes import FOLDED, snapshot_version
from ludex.catalogue.storage.database import Database
from ludex.catalogue.storage.snapshot import Reader, chunks
from ludex.engine.budget import Budget
from ludex.engine.notation import is_json
from ludex.games import games, part

MOST_FOUND = 24
"""The maximum number of objects that a name prefix finds."""

_MOST_SCANNED = 20_000
"""The maximum number of objects of a kind whose labels are all compared if a text is too short for the hash index."""

_FEWEST_HASH_CHARACTERS = 2
_FEWEST_BARE_CHARACTERS = 6
_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
_HASH = re.compile(r"[a-z2-7]{1,16}")
_NAME = re.compile(r"[0-9a-z]+(?:-[0-9a-z]*)*")


def objects_named(reader: Reader, name: str) -> list[ObjectView]:
    """Return the objects with exactly the given label, slug or short name.

    Built-in objects are included even if they are not stored.
    """
    if not name or _NAME.fullmatch(name) is None:
        return []
    try:
        return [find(reader, name)]
    except SeveralObjects as several:
        return [find(reader, label) for label in several.labels]
    except UnknownObject:
        return []


def labels_beginning(reader: Reader, text: str) -> list[str]:
    """Return the labels of at most 24 objects whose label, short name, hash or slug begins with a text.

    Cost: an index range scan. If a kind has few objects, its labels are compared one by one.
    """
    if _NAME.fullmatch(text) is None or not is_storable(text):
        return []
    label, hashed = tables.node.c.label, text.rpartition("-")[2]
    kinds = [kind for kind in reader.registry.kinds if text.startswith(f"{kind.name}-")]
    beginnings = [text] if kinds else [f"{kind.name}-{text}" for kind in reader.registry.kinds]
    # PostgreSQL accepts no BETWEEN with bounds that have a collation.
    begun = or_(*(and_(label >= begin, label <= f"{begin}\x7f") for begin in beginnings))
    is_hash, found = _HASH.fullmatch(hashed) is not None, []
    if is_hash and hashed == text and len(text) >= _FEWEST_BARE_CHARACTERS:
        found = _labels(reader, select(label).where(_has_hash(hashed)))
    elif is_hash and len(hashed) >= _FEWEST_HASH_CHARACTERS and (kinds or text[0].isdecimal()):
        found = _labels(reader, select(label).where(_has_hash(hashed), begun))
    if kinds and not found:
        kind = max(kinds, key=lambda kind: len(kind.name))
        if snapshot_version(reader, kind).objects <= _MOST_SCANNED:
            facts = reader.registry.facts[kind.name]
            found = _labels(reader, select(label).join(facts, facts.c.node == tables.node.c.id).where(begun))
    elif not kinds and len(text) <= MAX_SLUG:
        slug = tables.alias.c.slug
        named = select(label).join(tables.alias, tables.alias.c.node == tables.node.c.id)
        found += _labels(reader, named.where(slug >= text, slug < f"{text}\x7f"), slug)
    return list(dict.fromkeys(found))[:MOST_FOUND]


def _has_hash(beginning: str) -> ColumnElement[bool]:
    """Return the condition that the hash in a label begins with the given characters."""
    bits = 5 * (HASH_CHARACTERS - len(beginning))
    number = 0
    for character in beginning:
        number = number << 5 | _ALPHABET.index(character)
    least, greatest = number << bits, (number + 1 << bits) - 1
    first, last = (end.to_bytes(HASH_BYTES, "big") for end in (least, greatest))
    return tables.has_hash(tables.node_hash.c.hash.between(first, last))


def _labels(reader: Reader, labels: Select[tuple[str]], order: ColumnElement[Any] = tables.node.c.label) -> list[str]:
    known = labels.where(tables.node.c.kind.in_(list(reader.registry.kind_of_number)))
    return list(reader.connection.scalars(known.order_by(order).limit(MOST_FOUND)))


def object_title(kind: AnyKind, label: str, members: dict[str, Any] | None = None) -> str:
    """Return the stored title of an object.

    If the object has no title, return its kind and its short name.
    """
    title = (members or {}).get("title")
    return str(title) if title else f"{kind.words[:1].upper()}{kind.words[1:]} {short(label, kind.name)}"


class CatalogueIndex:
    """An index of all pages, and of the titles, descriptions and tags of objects. It follows the log of changes."""

    def __init__(self) -> None:
        self.index = TextIndex()
        self._state: tuple[int, int] | None = None
        self._lock = Lock()

    def search(self, reader: Reader, text: str, *, is_loose: bool = False) -> list[tuple[float, TextEntry]]:
        """Return the pages and the objects in a snapshot that contain the words of a text, each with its score.

        Cost: one statement, plus reading each titled object that has changed since the last search.
        """
        with self._lock:
            last = (select(func.max(table.c.id)).scalar_subquery() for table in (tables.change, tables.node))
            change, top = reader.connection.execute(select(*last)).one()
            if (change or 0, top or 0) != self._state:
                self._update(reader, (change or 0, top or 0))
            return self.index.search(text, is_loose=is_loose)

    def _update(self, reader: Reader, state: tuple[int, int]) -> None:
        registry, known = reader.registry, self._state or (0, 0)
        log, facts = tables.change.c, [registry.facts[kind.name] for kind in _titled_kinds(registry)]
        changed = set(reader.connection.scalars(select(log.node).where(log.id > known[0]).distinct()))
        if self._state is None or FOLDED in changed or state[0] < known[0] or state[1] < known[1]:
            self.index, known, changed = TextIndex((*page_entries(registry), *_named(reader))), (0, 0), set()
        for node in changed:
            self.index.remove(node)
        given = select(tables.annotation.c.node).where(
            or_(tables.annotation.c.title != "", tables.annotation.c.tags != "")
        )
        titled = union(*(select(table.c.node) for table in facts), given).subquery()
        rows = select(tables.node.c.kind, tables.node.c.id).join(titled, titled.c.node == tables.node.c.id)
        wanted = [tables.node.c.id > known[1], *(tables.node.c.id.in_(some) for some in chunks(sorted(changed)))]
        nodes = {tuple(row) for where in wanted for row in reader.connection.execute(rows.where(where))}
        for number, of_kind in groupby(sorted(nodes), itemgetter(0)):
            if number in registry.kind_of_number:
                kind = registry.kind_of_number[number]
                for found in read_views(reader, kind, [node for _, node in of_kind]):
                    self.index.add(found.id, _titled(kind, found.label, json.loads(found.text())))
        self._state = state


def _named(reader: Reader) -> Iterator[TextEntry]:
    """Yield the stored objects with names in the literature."""
    for names in names_of_literature(reader.registry):
        for named in filter(None, map(names.read, names.names)):
            kind = reader.registry.kind[named.kind]
            found = find_key(reader, kind, named.identity.key)
            if found is not None:
                short_title = named.title.partition(" (")[0]
                yield TextEntry(named.title, kind.name, "", kind.words, label=found.label, names=short_title)


def _titled(kind: AnyKind, label: str, members: dict[str, Any]) -> TextEntry:
    names = (*members.get("slugs", ()), members.get("slug") or "", *members.get("tags", ()), kind.words)
    body = str(members.get("description") or "")
    return TextEntry(object_title(kind, label, members), kind.name, "", " ".join(names), body, label, boost=1.3)


_indexes: "WeakKeyDictionary[Database, CatalogueIndex]" = WeakKeyDictionary()


@lru_cache(maxsize=8)
def _titled_kinds(registry: Registry) -> tuple[AnyKind, ...]:
    return tuple(kind for kind in registry.kinds if kind.naming is not None and "title" in kind.model.model_fields)


def index_of(database: Database) -> CatalogueIndex:
    """Return the index of the pages and the titled objects of a database, which is shared by its readers."""
    return _indexes.get(database) or _indexes.setdefault(database, CatalogueIndex())


OpenBudget = Callable[[], AbstractContextManager[Budget]]


@dataclass(frozen=True, slots=True)
class Recognized:
    """A text in a notation: its description, its picture as SVG, and the kind and the label of the object.

    `label` is None if the object is not stored. `own_label` is the label of the object in every catalogue, whether or
    not this catalogue contains the object.
    """

    about: str
    picture: str
    kind: AnyKind
    label: str | None
    own_label: str


@dataclass(frozen=True, slots=True)
class NotationContext:
    """The execution context for reading a notation.

    The limits of the service apply, and nothing is stored.
    """

    catalogue: Catalogue
    search: OpenBudget
    destination: None = None

    def bound(self, limit: Any) -> Any:  # noqa: ANN401 - a limit of any type
        """Return the limit, which applies to every search."""
        return limit


def parts_of(registry: Registry, name: str) -> tuple[Any, ...]:
    """Return the part with the given name from each installed game that is in a registry."""
    titles = {game.title for game in registry.games}
    return tuple(found for game in games() if game.title in titles and (found := part(game, name)) is not None)


@lru_cache(maxsize=8)
def notations_of(registry: Registry) -> tuple[Any, ...]:
    """Return the notations that the games of a registry declare with their pages, in the order of the pages."""
    declared = sorted(parts_of(registry, "pages"), key=lambda pages: (pages.order, pages.name))
    return tuple(pages.notation for pages in declared if pages.notation is not None)


def recognize(
    catalogue: Catalogue, text: str, budget: OpenBudget, notations: Sequence[Any]
) -> tuple[Recognized | None, Sequence[str]]:
    """Return the meaning of a text in the notation of a game, or an error message.

    If the text is in no notation, both are None.

    Raises BudgetExhausted.
    """
    notation = next((notation for notation in notations if notation.fits(text)), None)
    if notation is None and is_json(text):
        notation = next((notation for notation in notations if notation.takes_json), None)
    if notation is None:
        return None, ()
    try:
        with budget() as searched:
            found = notation.recognize(text, NotationContext(catalogue, budget), searched)
    except (ValueError, RecursionError) as error:
        return None, (str(error),)
    kind = catalogue.registry.kind[found.kind]
    with catalogue.reading() as reader:
        stored = find_key(reader, kind, found.identity.key)
    label = found.identity.named(kind.name).label
    return Recognized(found.about, found.picture, kind, None if stored is None else stored.label, label), ()
