"""Patterns: objects of given kinds and facts, and the links between them; and in which order they are looked for."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import func, literal, select

from ludex.catalogue.graph.following import Follows, UnknownRelation, follows, pairs
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.lists.filters import (
    AnyOf,
    Filters,
    ListingError,
    Selectable,
    conditions,
    range_text,
    require_type,
)
from ludex.catalogue.lists.listing import COUNT_CAP, asked_of, count
from ludex.catalogue.objects.reading import UnknownObject, find
from ludex.catalogue.storage.snapshot import Reader

AnyKind = Kind[Any, Any]

MOST_NAMES = 8
MOST_PATTERN_LINKS = 16
MOST_VALUES = 100
_SAMPLED = 50


class PatternError(ValueError):
    """A pattern that cannot be looked for; `place` leads to what is wrong in it."""

    def __init__(self, place: Sequence[str | int], message: str) -> None:
        super().__init__(f"{'/'.join(map(str, place))}: {message}")
        self.place = tuple(place)
        self.message = message


@dataclass(frozen=True, slots=True)
class Wanted:
    """An object of a pattern: its kind, conditions on its facts, and which one it is if that is given."""

    kind: AnyKind
    filters: Filters
    node: int | None


@dataclass(frozen=True, slots=True)
class Pattern:
    """Objects by name, and links: the name of the source, the relation under either name, the name of the target."""

    objects: Mapping[str, Wanted]
    links: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """The next object to look for: which links lead to it, from which of those before it, and what is to hold of it.

    `links` are the place of the other end among those before, or the object's own, and the relation to follow from
    there; the first of them is followed, the others are checked. Without any, every object of the kind is tried.
    """

    name: str
    wanted: Wanted
    links: tuple[tuple[int, Follows], ...]


def read_pattern(reader: Reader, nodes: Mapping[str, Mapping[str, Any]], links: Sequence[Sequence[str]]) -> Pattern:
    """Return the pattern that names and links describe.

    A node is `{"kind", "where"?, "label"?}`; `where` gives for a fact, or any other filter of the kind's lists, a
    value, a list of values of which it has one, or a range, `"4..9"` or `{"min", "max"}`. Raises PatternError.
    """
    if not 1 <= len(nodes) <= MOST_NAMES:
        raise PatternError(("nodes",), f"{len(nodes)} names, 1 to {MOST_NAMES} are possible")
    if len(links) > MOST_PATTERN_LINKS:
        raise PatternError(("links",), f"{len(links)} links, at most {MOST_PATTERN_LINKS} are possible")
    objects = {name: _wanted(reader, name, given) for name, given in nodes.items()}
    for place, (source, relation, target) in enumerate(links):
        for end, name in ((0, source), (2, target)):
            if name not in nodes:
                raise PatternError(("links", place, end), f"{name!r} is none of the nodes {', '.join(nodes)}")
        try:
            follows(reader.registry, [relation])
        except UnknownRelation as error:
            raise PatternError(("links", place, 1), str(error)) from None
    return Pattern(objects, tuple((link[0], link[1], link[2]) for link in links))


def _wanted(reader: Reader, name: str, given: Mapping[str, Any]) -> Wanted:
    kind = reader.registry.kind.get(given["kind"])
    if kind is None:
        known = ", ".join(reader.registry.kind)
        raise PatternError(("nodes", name, "kind"), f"no kind is called {given['kind']!r}; there are {known}")
    asked, filters = asked_of(reader.registry, kind), dict[str, Any]()
    every = select(reader.registry.facts[kind.name].c.node)
    for fact, value in (given.get("where") or {}).items():
        try:
            wanted = dict(_filters(asked, fact, value))
            conditions(asked, every, wanted)  # refuses what is out of bounds
            filters |= wanted
        except ListingError as error:
            raise PatternError(("nodes", name, "where", fact), error.message) from None
    label = given.get("label")
    try:
        return Wanted(kind, filters, None if label is None else find(reader, label, kind).id)
    except UnknownObject as error:
        raise PatternError(("nodes", name, "label"), str(error)) from None


def _filters(asked: Selectable, fact: str, value: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - JSON
    if isinstance(value, Mapping):
        unknown = set(value) - {"min", "max"}
        if unknown or not value:
            raise ListingError(fact, 'a range is {"min": number, "max": number}, either may be left out')
        known = asked.facts.get(fact)
        if known is None or not known.is_number:
            numbers = ", ".join(name for name, one in asked.facts.items() if one.is_number)
            raise ListingError(fact, f"only a number has a range; the numbers are {numbers}")
        for number in value.values():
            if type(number) is not int:
                raise ListingError(fact, "a whole number is needed")
        least, greatest = value.get("min"), value.get("max")
        is_empty = least is not None and greatest is not None and least > greatest
        yield fact, AnyOf(()) if is_empty else range_text(least, greatest)
        return
    if isinstance(value, list | tuple):
        if not 1 <= len(value) <= MOST_VALUES:
            raise ListingError(fact, f"{len(value)} values, 1 to {MOST_VALUES} are possible")
        for one in value:
            require_type(asked, fact, one)
        yield fact, AnyOf(tuple(value))
        return
    require_type(asked, fact, value)
    yield fact, value


class Planner:
    """Finds the order in which a pattern's objects are looked for, by how many there are of each."""

    def __init__(self, reader: Reader, pattern: Pattern) -> None:
        self.reader = reader
        self.pattern = pattern
        self._fan: dict[tuple[str, str], float] = {}

    @cached_property
    def candidates(self) -> dict[str, int]:
        """Count the objects that each name may be, at most up to the bound of lists."""
        return {
            name: 1 if one.node is not None else count(self.reader, one.kind, one.filters).count
            for name, one in self.pattern.objects.items()
        }

    @cached_property
    def shares(self) -> dict[str, float]:
        """Estimate which share of the objects of its kind each name may be."""
        return {
            name: self.candidates[name] / max(1, count(self.reader, one.kind, {}).count)
            for name, one in self.pattern.objects.items()
        }

    def order(self) -> tuple[str, ...]:
        """Return the names in the order of least estimated work."""
        return min((self._greedy(start) for start in self.pattern.objects), key=lambda found: found[0])[1]

    def _greedy(self, start: str) -> tuple[float, tuple[str, ...]]:
        """Return the work and the order from a name: always the next one that leaves the fewest partial matches."""
        order, rows = [start], float(self.candidates[start])
        work = rows
        while len(order) < len(self.pattern.objects):
            left = [name for name in self.pattern.objects if name not in order]
            rows, name = min((rows * self._factor(order, name), name) for name in left)
            order.append(name)
            work += rows
        return work, tuple(order)

    def _factor(self, order: Sequence[str], name: str) -> float:
        fans = [self.fan(one, relation) for one, relation in _linked(self.reader, self.pattern, order, name)]
        return min(fans) * self.shares[name] if fans else float(max(1, self.candidates[name]))

    def fan(self, name: str, relation: str) -> float:
        """Estimate how many links of a relation, as it is called, an object has that a name may be, by a few."""
        if (name, relation) not in self._fan:
            one, connection = self.pattern.objects[name], self.reader.connection
            node = self.reader.registry.facts[one.kind.name].c.node
            newest = select(node).order_by(node.desc()).limit(_SAMPLED)
            sample = list(connection.scalars(newest)) if one.node is None else [one.node]
            some = pairs(sample, follows(self.reader.registry, [relation])).limit(COUNT_CAP).subquery()
            links = connection.scalar(select(func.count(literal(1))).select_from(some)) or 0
            self._fan[name, relation] = links / max(1, len(sample))
        return self._fan[name, relation]


def steps_of(reader: Reader, pattern: Pattern, order: Sequence[str]) -> tuple[Step, ...]:
    """Return the steps that look for a pattern's objects in an order."""
    planner, steps = Planner(reader, pattern), []
    for number, name in enumerate(order):
        found = (
            sorted(_linked(reader, pattern, order[:number], name), key=lambda link: planner.fan(*link))
            if number
            else []
        )
        links = [(order.index(other), follows(reader.registry, [relation])) for other, relation in found]
        loops = (relation for source, relation, target in pattern.links if source == target == name)
        links += [(number, follows(reader.registry, [relation])) for relation in loops]
        steps.append(Step(name, pattern.objects[name], tuple(links)))
    return tuple(steps)


def _linked(reader: Reader, pattern: Pattern, before: Sequence[str], name: str) -> Iterator[tuple[str, str]]:
    """Yield the links that lead to a name from those before it: from which, and how the relation is called from it."""
    for source, relation, target in pattern.links:
        if source in before and target == name:
            yield source, relation
        elif target in before and source == name:
            declared, backwards = reader.registry.directed[relation]
            yield target, declared.named(not backwards)
