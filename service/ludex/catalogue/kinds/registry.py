"""The registry of a catalogue.

It contains the kinds, relations and statements of the games, by name and number, and their tables.
"""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from pkgutil import resolve_name
from typing import Any

from sqlalchemy import Column, Dialect, Index, MetaData, Table, func, literal_column
from sqlalchemy.sql.elements import ColumnElement

from ludex.catalogue.claims.claim import CitedClaim, Statement
from ludex.catalogue.kinds.document import FactField
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.label import has_shape_of_label
from ludex.catalogue.kinds.numbers import KIND, RELATION, STATEMENT, NamedNumber, Numbers
from ludex.catalogue.kinds.relation import Check, Relation
from ludex.catalogue.kinds.vocabulary import NamedObject, NamedObjects, Vocabulary
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.catalogue.storage.tables import NAMES, Natural, node_id
from ludex.catalogue.storage.views import kind_view
from ludex.engine.arguments import require_type
from ludex.engine.faults import Fault

AnyKind = Kind[Any, Any]


@dataclass(frozen=True, slots=True)
class GameKinds:
    """The declarations of a game: its kinds, relations, statements, cited results and words.

    The kinds are sorted such that each kind comes after the kinds that it links to.
    """

    title: str
    kinds: tuple[AnyKind, ...]
    relations: tuple[Relation, ...] = ()
    statements: tuple[Statement, ...] = ()
    cited: tuple[CitedClaim, ...] = ()
    vocabulary: Vocabulary = field(default_factory=Vocabulary)


class UnknownKind(Fault):
    """The name of a kind is unknown, or several kinds have it."""


class Registry:
    """All declarations of the games of a catalogue. Raises ValueError if two declarations conflict.

    If several games declare a relation with the same name, such as `holds`, these declarations become one relation
    between the kinds of all these games.

    Only the registry of a reader or a writer has the attributes that depend on a catalogue's numbers (see
    :func:`with_numbers`).
    """

    numbers: Numbers
    kind_of_number: dict[int, AnyKind]
    relation_of_number: dict[int, Relation]
    """Relations by number, including those of games that are not installed, which have no kinds."""
    kind_names: dict[int, str]
    statement_names: dict[int, str]
    """The names of all kinds and statements, including those of games that are not installed."""

    def __init__(self, games: Sequence[GameKinds]) -> None:
        self.games = tuple(games)
        self.kinds = tuple(kind for game in games for kind in game.kinds)
        self.relations = _united(games)
        self.statements = tuple(statement for game in games for statement in game.statements)
        self.cited = tuple(claim for game in games for claim in game.cited)
        self.kind = _by_name(self.kinds)
        self.relation = _by_name(self.relations)
        self.directed = _directed(self.relations)
        """Relations by both of their names, each with a flag that is true if the key is the inverse name."""
        self.columns_of = {kind.name: _columns_of(kind, self.relations) for kind in self.kinds}
        """For each kind, the relations that give each of its objects exactly one link."""
        self.statement = _by_name(self.statements)
        self.metadata = MetaData(naming_convention=NAMES)
        self.facts = {kind.name: self._table(kind) for kind in self.kinds}
        self._check_relations()

    def _table(self, kind: AnyKind) -> Table:
        """Return the fact table of a kind.

        It contains a row for each object, with the facts of the object and the ids of its unique targets.

        Facts have no database index: long lists are served from memory, and short lists can be scanned quickly.
        """
        columns: list[Column[Any]] = [node_id(primary_key=True)]
        columns += [Column(fact.name, fact.column_type, nullable=fact.nullable) for fact in kind.facts]
        columns += [node_id(str(relation.column), nullable=False) for relation in self.columns_of[kind.name]]
        table = Table(kind.table_name, self.metadata, *columns)
        for relation in self.columns_of[kind.name]:
            Index(f"ix_{table.name}_{relation.column}", table.c[str(relation.column)], table.c.node)
        return table

    def fact_columns(self, kind: AnyKind) -> str:
        """Return the names and types of the columns of a kind's fact table, in the notation of migrations."""
        facts = [f"{fact.name}:{fact.type_name}" for fact in kind.facts]
        return " ".join([*facts, *(f"{relation.column}:node" for relation in self.columns_of[kind.name])])

    def views(self, dialect: Dialect) -> dict[str, str]:
        """Return the statements that create the views of the kinds, keyed by the name of the view."""
        return {
            kind.view_name: kind_view(kind.view_name, kind.table_name, self.fact_columns(kind), dialect)
            for kind in self.kinds
        }

    def kind_name(self, number: int) -> str:
        """Return the name of the kind with the given number."""
        # Another process may have added a game since this process started.
        return self.kind_names.get(number, f"kind-{number}")

    @property
    def kinds_not_installed(self) -> tuple[str, ...]:
        """Return the names of the kinds in the catalogue that no installed game declares."""
        return tuple(name for name in self.numbers.kinds if name not in self.kind)

    def called(self, name: str, game: str | None = None) -> AnyKind:
        """Return the kind with the given name, address or part of an address, such as `planarity-level` or `levels`.

        If a game is given, only its kinds are considered. Raises UnknownKind.
        """
        require_type(name, str, "kind")
        kinds = [kind for kind in self.kinds if game is None or kind.address.startswith(f"{game}/")]
        found = [kind for kind in kinds if name in names_of(kind)]
        if len(found) == 1:
            return found[0]
        if found:
            raise UnknownKind(f"{name!r} is ambiguous; use one of {', '.join(kind.address for kind in found)}")
        known = ", ".join(kind.address if game is None else kind.address.removeprefix(f"{game}/") for kind in kinds)
        raise UnknownKind(f"unknown kind {name!r}; use one of {known}")

    def counts_of(self, kind: AnyKind) -> tuple[str, ...]:
        """Return the names of a kind's neighbour counts, such as `level_count` for graphs."""
        counted = [relation for relation in self.relations if relation.counted and kind.name in relation.targets]
        return tuple(f"{self.kind[name].noun}_count" for relation in counted for name in relation.sources)

    def joined(self, relation: Relation, kind: AnyKind, backwards: bool) -> tuple[str, ...]:
        """Return the kinds to which a relation can link objects of a kind in the given direction.

        A relation that several games share links only objects of the same game. A mutual relation between several kinds
        links only objects of different kinds.
        """
        near, far = (relation.targets, relation.sources) if backwards else (relation.sources, relation.targets)
        if kind.name not in near:
            return ()
        of_game = [name for name in far if self.kind[name].game == kind.game]
        if relation.mutual and len(of_game) > 1:
            of_game.remove(kind.name)
        return tuple(of_game)

    def labelled(self, label: str) -> AnyKind | None:
        """Return the kind whose labels have the form of the given text, or None if there is no such kind."""
        if not has_shape_of_label(label):
            return None
        kinds = [kind for kind in self.kinds if label.startswith(f"{kind.name}-")]
        return max(kinds, key=lambda kind: len(kind.name), default=None)

    def _check_relations(self) -> None:
        for relation in self.relations:
            for name in (*relation.sources, *relation.targets):
                if name not in self.kind:
                    raise ValueError(f"{relation.name}: there is no kind {name}")


@lru_cache
def registry_of(games: tuple[GameKinds, ...]) -> Registry:
    """Return the registry of some games.

    The registry is cached, because creating its tables takes longer than opening a database file. Raises ValueError
    under the same conditions as :class:`Registry`.
    """
    return Registry(games)


@lru_cache
def with_numbers(registry: Registry, rows: tuple[NamedNumber, ...]) -> Registry:
    """Return a registry with the numbers of a catalogue. It shares its tables with the given registry.

    Raises DatabaseError if a name has no number, or a number belongs to no known category.
    """
    numbers: dict[str, dict[str, int]] = {KIND: {}, RELATION: {}, STATEMENT: {}}
    for row in rows:
        if row.category not in numbers:
            raise DatabaseError(
                f"the catalogue is damaged: name_number has the unknown category {row.category!r}; restore a backup"
            )
        numbers[row.category][row.name] = row.number
    for category, declared in ((KIND, registry.kind), (RELATION, registry.relation), (STATEMENT, registry.statement)):
        for name in declared:
            if name not in numbers[category]:
                raise DatabaseError(f"the catalogue has no number for the {category} {name}; run `ludex db upgrade`")
    absent = {
        row.name: Relation(
            row.name,
            row.inverse or row.name,
            sources=(),
            targets=(),
            about="",
            derived=bool(row.derived),
            owned_by_target=bool(row.owned_by_target),
        )
        for row in rows
        if row.category == RELATION and row.name not in registry.relation
    }
    relations: dict[str, Relation] = registry.relation | absent
    numbered = copy(registry)
    numbered.numbers = Numbers(numbers[KIND], numbers[RELATION], numbers[STATEMENT])
    numbered.kind_of_number = {
        number: registry.kind[name] for name, number in numbers[KIND].items() if name in registry.kind
    }
    numbered.relation_of_number = {numbers[RELATION][name]: relation for name, relation in relations.items()}
    numbered.directed = _directed(absent.values()) | registry.directed
    numbered.kind_names = {number: name for name, number in numbers[KIND].items()}
    numbered.statement_names = {number: name for name, number in numbers[STATEMENT].items()}
    return numbered


def _directed(relations: Iterable[Relation]) -> dict[str, tuple[Relation, bool]]:
    relations = tuple(relations)
    return {relation.inverse: (relation, True) for relation in relations} | {
        relation.name: (relation, False) for relation in relations
    }


def sort_expression(fact: FactField, table: Table) -> ColumnElement[Any]:
    """Return the SQL expression by which a fact is sorted. Unknown values sort first."""
    column, least = table.c[fact.name], least_of(fact)
    return column if least is None else func.coalesce(column, least, type_=column.type)


def least_of(fact: FactField) -> ColumnElement[Any] | None:
    """Return the sort value of unknown values of a fact, which is less than every known value.

    Return None if the fact is always known.
    """
    if not fact.nullable or fact.plain is bool:
        return None
    kind = fact.column_type
    return literal_column("''" if isinstance(kind, Natural) or fact.plain is str else "-1", kind)


def _columns_of(kind: AnyKind, relations: Iterable[Relation]) -> tuple[Relation, ...]:
    return tuple(relation for relation in relations if relation.column is not None and kind.name in relation.sources)


def names_of(kind: AnyKind) -> set[str]:
    """Return the names by which users can refer to a kind, such as `level`, `levels` and `planarity-level`."""
    below = kind.address.partition("/")[2]
    return {kind.name, kind.address, below, below.partition("/")[0], kind.plural, kind.noun.replace("_", "-")}


def _united(games: Sequence[GameKinds]) -> tuple[Relation, ...]:
    """Return the relations of all games, sorted in a way that preserves the order of the relations in each game."""
    found: dict[str, Relation] = {}
    order: list[str] = []
    for game in games:
        place = len(order)
        for relation in reversed(game.relations):
            if relation.name in order:
                place = order.index(relation.name)
            else:
                order.insert(place, relation.name)
    for relation in (relation for game in games for relation in game.relations):
        known = found.get(relation.name)
        if known is None:
            found[relation.name] = relation
            continue
        of_game: dict[str, Any] = {name: getattr(relation, name) for name in ("sources", "targets", "about", "check")}
        if replace(known, **of_game) != relation:
            raise ValueError(f"two games declare the relation {relation.name} differently")
        found[relation.name] = replace(
            known,
            sources=tuple(dict.fromkeys((*known.sources, *relation.sources))),
            targets=tuple(dict.fromkeys((*known.targets, *relation.targets))),
            check=_both(known, relation),
        )
    return tuple(found[name] for name in order)


def _both(first: Relation, second: Relation) -> Check | None:
    """Return a check that runs the checks of two games.

    Each of the two checks ignores values of the other game's kinds.
    """
    checks = [relation.check for relation in (first, second) if relation.check is not None]
    if not checks:
        return None
    return lambda *link: chain.from_iterable(check(*link) for check in checks)


def _by_name(declared: Sequence[Any]) -> dict[str, Any]:
    found = {declaration.name: declaration for declaration in declared}
    if len(found) < len(declared):
        raise ValueError("two declarations have the same name")
    return found


@lru_cache(maxsize=8)
def names_of_literature(registry: Registry) -> tuple[NamedObjects, ...]:
    """Return the names from the literature that the games of a registry declare for objects."""
    references = (game.vocabulary.named_objects for game in registry.games)
    return tuple(resolve_name(reference) for reference in references if reference)


def named_object(registry: Registry, text: str) -> NamedObject | None:
    """Return the object that has the given text as its name in the literature."""
    return next((found for names in names_of_literature(registry) if (found := names.read(text)) is not None), None)


def literature_name(registry: Registry, kind: str, label: str) -> str:
    """Return the name of an object in the literature, such as `Petersen graph`, or an empty text."""
    found = (_names_by_label(names).get(label) for names in names_of_literature(registry) if names.kind == kind)
    return next(filter(None, found), "")


@lru_cache(maxsize=8)
def _names_by_label(names: NamedObjects) -> dict[str, str]:
    """Return the names of objects by label, without the sizes. The first of several names counts."""
    found: dict[str, str] = {}
    for named in filter(None, map(names.read, names.names)):
        found.setdefault(named.identity.named(named.kind).label, named.title.partition(" (")[0])
    return found
