"""Patterns: objects with given kinds and facts, the links between these objects, and the order of the search."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import func, literal, select

from ludex.catalogue.graph.following import Follows, UnknownRelation, follows, pairs
from ludex.catalogue.graph.limits import MOST_NAMES, MOST_PATTERN_LINKS
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.lists.filters import (
    AnyOf,
    Filters,
    ListingError,
    Selectable,
    range_text,
    require_type,
)
from ludex.catalogue.lists.joins import conditions
from ludex.catalogue.lists.listing import COUNT_CAP, count, selectable_of
from ludex.catalogue.objects.reading import UnknownObject, find
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.faults import Fault, Place

AnyKind = Kind[Any, Any]

MOST_VALUES = 100
_SAMPLED = 50


class PatternError(Fault):
    """An invalid pattern. `place` is the path to the error."""

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(message, place)


@dataclass(frozen=True, slots=True)
class Wanted:
    """An object of a pattern: its kind, the conditions on its facts, and its id if the pattern fixes the object."""

    kind: AnyKind
    filters: Filters
    node: int | None


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern: the objects by name, and the links between them.

    A link is a triple: source name, relation name (or inverse name) and target name.
    """

    objects: Mapping[str, Wanted]
    links: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class PatternStep:
    """A step of the search, which finds one object of the pattern.

    The step contains the links from objects of earlier steps to this object, and the conditions on this object.

    Each item of `links` contains the index of the object at the other end and the relation to follow from that object.
    The other end is an object of an earlier step or the new object itself. The first link is followed, and the other
    links are checked. Without links, all objects of the kind are tried.
    """

    name: str
    wanted: Wanted
    links: tuple[tuple[int, Follows], ...]


def read_pattern(reader: Reader, nodes: Mapping[str, Mapping[str, Any]], links: Sequence[Sequence[str]]) -> Pattern:
    """Parse a pattern. Raises PatternError.

    A node is `{"kind", "where"?, "label"?}`. `where` maps facts, or other filters of the kind's lists, to a value, a
    list of alternative values, or a range: `"4..9"` or `{"min", "max"}`.
    """
    if not 1 <= len(nodes) <= MOST_NAMES:
        raise PatternError(("nodes",), f"must have 1 to {MOST_NAMES} names, not {len(nodes)}")
    if len(links) > MOST_PATTERN_LINKS:
        raise PatternError(("links",), f"must have at most {MOST_PATTERN_LINKS} links, not {len(links)}")
    objects = {name: _wanted(reader, name, given) for name, given in nodes.items()}
    for place, (source, relation, target) in enumerate(links):
        for end, name in ((0, source), (2, target)):
            if name not in nodes:
                raise PatternError(("links", place, end), f"unknown node {name!r}; use one of {', '.join(nodes)}")
        try:
            follows(reader.registry, [relation])
        except UnknownRelation as error:
            raise PatternError(("links", place, 1), str(error)) from None
    return Pattern(objects, tuple((link[0], link[1], link[2]) for link in links))


def _wanted(reader: Reader, name: str, given: Mapping[str, Any]) -> Wanted:
    kind = reader.registry.kind.get(given["kind"])
    if kind is None:
        known = ", ".join(reader.registry.kind)
        raise PatternError(("nodes", name, "kind"), f"unknown kind {given['kind']!r}; use one of {known}")
    selectable, filters = selectable_of(reader.registry, kind), dict[str, Any]()
    every = select(reader.registry.facts[kind.name].c.node)
    for fact, value in (given.get("where") or {}).items():
        try:
            wanted = dict(_filters(selectable, fact, value))
            conditions(selectable, every, wanted)  # This raises ListingError for values out of bounds.
            filters |= wanted
        except ListingError as error:
            raise PatternError(("nodes", name, "where", fact), error.message) from None
    label = given.get("label")
    try:
        return Wanted(kind, filters, None if label is None else find(reader, label, kind).id)
    except UnknownObject as error:
        raise PatternError(("nodes", name, "label"), str(error)) from None


def _filters(selectable: Selectable, fact: str, value: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - JSON
    if isinstance(value, Mapping):
        unknown = set(value) - {"min", "max"}
        if unknown or not value:
            raise ListingError(
                fact, 'a range must have the form {"min": number, "max": number}; either member is optional'
            )
        known = selectable.facts.get(fact)
        if known is None or not known.is_number:
            numbers = ", ".join(name for name, one in selectable.facts.items() if one.is_number)
            raise ListingError(fact, f"only facts that are numbers can have a range: {numbers}")
        for number in value.values():
            if type(number) is not int:
                raise ListingError(fact, "must be a whole number")
        least, greatest = value.get("min"), value.get("max")
        is_empty = least is not None and greatest is not None and least > greatest
        yield fact, AnyOf(()) if is_empty else range_text(least, greatest)
        return
    if isinstance(value, list | tuple):
        if not 1 <= len(value) <= MOST_VALUES:
            raise ListingError(fact, f"must have 1 to {MOST_VALUES} values, not {len(value)}")
        for item in value:
            require_type(selectable, fact, item)
        yield fact, AnyOf(tuple(value))
        return
    require_type(selectable, fact, value)
    yield fact, value


class Planner:
    """A planner that orders the search for the objects of a pattern by estimated numbers of candidates."""

    def __init__(self, reader: Reader, pattern: Pattern) -> None:
        self.reader = reader
        self.pattern = pattern
        self._fan: dict[tuple[str, str], float] = {}

    @cached_property
    def candidates(self) -> dict[str, int]:
        """Count the candidates for each name, up to the limit that applies to the counts of lists."""
        return {
            name: 1 if one.node is not None else count(self.reader, one.kind, one.filters).count
            for name, one in self.pattern.objects.items()
        }

    @cached_property
    def shares(self) -> dict[str, float]:
        """Estimate, for each name, the fraction of the objects of its kind that are candidates."""
        return {
            name: self.candidates[name] / max(1, count(self.reader, one.kind, {}).count)
            for name, one in self.pattern.objects.items()
        }

    def order(self) -> tuple[str, ...]:
        """Return the names in the order with the least estimated work."""
        return min((self._greedy(start) for start in self.pattern.objects), key=lambda found: found[0])[1]

    def _greedy(self, start: str) -> tuple[float, tuple[str, ...]]:
        """Return the estimated work and the greedy order of the names that begins with a given name.

        Each step chooses the name that leaves the fewest partial matches.
        """
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
        """Estimate, from a small sample of the candidates for a name, the average number of links of a relation."""
        if (name, relation) not in self._fan:
            one, connection = self.pattern.objects[name], self.reader.connection
            node = self.reader.registry.facts[one.kind.name].c.node
            newest = select(node).order_by(node.desc()).limit(_SAMPLED)
            sample = list(connection.scalars(newest)) if one.node is None else [one.node]
            some = pairs(sample, follows(self.reader.registry, [relation])).limit(COUNT_CAP).subquery()
            links = connection.scalar(select(func.count(literal(1))).select_from(some)) or 0
            self._fan[name, relation] = links / max(1, len(sample))
        return self._fan[name, relation]


def steps_of(reader: Reader, pattern: Pattern, order: Sequence[str]) -> tuple[PatternStep, ...]:
    """Return the steps that search for a pattern's objects in a given order."""
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
        steps.append(PatternStep(name, pattern.objects[name], tuple(links)))
    return tuple(steps)


def _linked(reader: Reader, pattern: Pattern, before: Sequence[str], name: str) -> Iterator[tuple[str, str]]:
    """Yield the links from earlier names to a name.

    Each link is given by the earlier name and the relation name in this direction.
    """
    for source, relation, target in pattern.links:
        if source in before and target == name:
            yield source, relation
        elif target in before and source == name:
            declared, backwards = reader.registry.directed[relation]
            yield target, declared.named(not backwards)
