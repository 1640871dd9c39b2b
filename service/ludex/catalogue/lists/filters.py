"""The filters, sort orders and facets of lists, derived from the declarations of kinds and relations.

Lists of a kind can be filtered by:

- the facts of its documents, by value and, for numbers, by range: `crossings=4..9`, `crossings=4..`, `crossings=..9`,
  or by the two filters `min_crossings` and `max_crossings`; `girth=4..,none` also selects objects without a value of
  `girth`;
- the objects to which each object has exactly one link, by label, and the facts of these objects. For example, levels
  can be filtered by their `graph`, and by whether this graph is `planar`;
- other linked objects, by label or slug: for example, levels by their `pack`;
- additional filters that the kind declares;
- `tag`: a tag that people gave to the object;
- `job`: the job that stored the object;
- `starting`: whether the object belongs to the starting catalogue;
- `where`: a query in the query language (see :mod:`ludex.catalogue.lists.language`).
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property
from itertools import chain
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from rapidfuzz import process
from rapidfuzz.distance import OSA
from sqlalchemy import ColumnElement, select

from ludex.catalogue.kinds.document import FactField
from ludex.catalogue.kinds.kind import Condition, Kind
from ludex.catalogue.kinds.label import MAX_DIGITS, has_shape_of_label, is_storable, is_tag, no_tag
from ludex.catalogue.kinds.numbers import Numbers
from ludex.catalogue.kinds.registry import Registry, named_object, names_of_literature
from ludex.catalogue.storage import tables

AnyKind = Kind[Any, Any]
Leaf = TypeVar("Leaf")
Other = TypeVar("Other")
Filters = Mapping[str, Any]

STARTING = "starting"
JOB = "job"
TAG = "tag"
WHERE = "where"
CREATED = "created"
_SIMILARITY = 0.6
_INTEGER_BOUND = 2**63
_NATURAL_BOUND = 10**MAX_DIGITS
_ABOUT = {
    "slug": "Only the object with this slug.",
    TAG: "Only objects with this tag; `where=tag:boss tag:winter` selects those with several.",
    JOB: "Only objects that the job with this id stored, or would have stored if they had not been stored already.",
    WHERE: "Only objects that match this query, such as `planar vertices>=8 -bipartite`, in the query language.",
}
"""Descriptions of the filters that every kind has, except for facts and links."""
OR_NONE = ",none"
"""The suffix of a range that also matches objects without a value."""
_OR_NONE_ABOUT = f"; with `{OR_NONE}` at its end, objects without a value match too"
TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
"""The texts of truth values: in queries, in parameters of URLs and in options of commands."""
_RANGE = re.compile(rf"(?!\.\.$)(-?[0-9]{{1,{MAX_DIGITS}}})?\.\.(-?[0-9]{{1,{MAX_DIGITS}}})?")


class ListingError(ValueError):
    """An invalid filter, sort order or cursor of a list. `name` is the name of the invalid parameter."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.message = message


class PatternRefused(ListingError):
    """An invalid pattern of a document filter."""


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Alternative values of a filter. An object matches the filter if it matches at least one of these values."""

    values: tuple[Any, ...]


class FilterKind(Enum):
    """The criterion of a filter."""

    FACT = auto()
    """A fact of the kind or of a joined kind, or `starting`."""
    COLUMN = auto()
    """The object to which each object has exactly one link."""
    RELATED = auto()
    """Another linked object."""
    SPECIAL = auto()
    """A condition that the kind declares."""
    LABEL = auto()
    """The label or slug of the object itself."""


class Term(NamedTuple):
    """One condition of a list: the filter, the comparison and the value.

    Comparisons other than `=` (`>=` and `<=`) are possible only for facts. A `complement` matches exactly the objects
    that the condition does not match, which include the objects without a value.
    """

    by: FilterKind
    name: str
    sign: str
    value: Any
    complement: bool = False


@dataclass(frozen=True, slots=True)
class Conjunction(Generic[Leaf]):
    """An expression that requires all of its parts. Without parts, every object matches."""

    parts: "tuple[Leaf | Conjunction[Leaf] | Disjunction[Leaf], ...]" = ()


@dataclass(frozen=True, slots=True)
class Disjunction(Generic[Leaf]):
    """An expression that requires at least one of its parts. Without parts, no object matches."""

    parts: "tuple[Leaf | Conjunction[Leaf] | Disjunction[Leaf], ...]" = ()


Expression: TypeAlias = Conjunction[Leaf] | Disjunction[Leaf] | Leaf
ListCondition: TypeAlias = Expression[Term]


def replace_leaves(expression: Expression[Leaf], replace: Callable[[Leaf], Expression[Other]]) -> Expression[Other]:
    """Return an expression in which other expressions replace the leaves."""
    match expression:
        case Conjunction(parts):
            return Conjunction(tuple(replace_leaves(part, replace) for part in parts))
        case Disjunction(parts):
            return Disjunction(tuple(replace_leaves(part, replace) for part in parts))
    return replace(expression)


def complement(expression: Expression[Any]) -> Expression[Any]:
    """Return the expression that matches exactly the objects that the given expression does not match.

    Its leaves have the field `complement`.
    """
    match expression:
        case Conjunction(parts):
            return Disjunction(tuple(map(complement, parts)))
        case Disjunction(parts):
            return Conjunction(tuple(map(complement, parts)))
    return expression._replace(complement=not expression.complement)


def leaves(expression: Expression[Any]) -> Iterator[Any]:
    """Yield the leaves of an expression in their order."""
    if isinstance(expression, Conjunction | Disjunction):
        yield from chain.from_iterable(map(leaves, expression.parts))
    else:
        yield expression


class JoinedFact(NamedTuple):
    """A fact of a joined kind, and the path to it.

    The path consists of the columns that lead from one fact table to the next.
    """

    columns: tuple[str, ...]
    tables: tuple[str, ...]
    fact: FactField


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter parameter of a list: its name, the type of its values, and its description."""

    name: str
    plain: type
    about: str


@dataclass(frozen=True, eq=False)
class Selectable:
    """The filters, sort orders and facets of the lists of a kind, computed once from the declarations."""

    kind: AnyKind
    registry: Registry
    own: Mapping[str, FactField]
    lent: Mapping[str, JoinedFact]
    columns: Mapping[str, tuple[str, ...]]
    """The names of the objects to which each object has exactly one link, with the path of columns to their ids."""
    related: Mapping[str, tuple[tuple[str, bool], ...]]
    """Linked kinds by noun, with the relations that join them, and whether each relation is followed backwards."""
    special: Mapping[str, Condition] = field(default_factory=dict)

    def kinds_along(self, name: str) -> tuple[AnyKind, ...]:
        """Return the kinds along the path of columns that leads to the linked object with the given name."""
        found, kind = [], self.kind
        for column in self.columns[name]:
            [relation] = [fact for fact in self.registry.columns_of[kind.name] if fact.column == column]
            kind = self.registry.kind[relation.targets[0]]
            found.append(kind)
        return tuple(found)

    @cached_property
    def document_filters(self) -> Mapping[str, str]:
        """Return the parameters of the list's document filter, together with a description of each parameter."""
        return {} if self.kind.view.document_filter is None else self.kind.view.document_filter.parameters

    @cached_property
    def facts(self) -> dict[str, FactField]:
        """Return the facts, keyed by name. The facts of the kind itself come before those of joined kinds."""
        return {**self.own, **{name: lent.fact for name, lent in self.lent.items()}}

    @cached_property
    def sorts(self) -> tuple[str, ...]:
        """Return the names of the sort orders.

        The sort order 'created' is the order in which the objects were stored.
        """
        return (CREATED, *(name for name, fact in self.own.items() if fact.plain is not bool))

    @cached_property
    def facets(self) -> tuple[str, ...]:
        """Return the names of the facets."""
        return (*self.facts, STARTING)

    @cached_property
    def filters(self) -> Mapping[str, Filter]:
        """Return all filters of the list, keyed by name."""
        found = []
        for name, fact in self.facts.items():
            ends = f", or in a range such as `4..9`, `4..` or `..9`{_OR_NONE_ABOUT if fact.nullable else ''}"
            wanted = ends if fact.is_number else ""
            found.append(Filter(name, fact.plain, f"Only objects with this `{name}`{wanted}. {fact.about}".strip()))
            if fact.is_number:
                bounds = (
                    f"The minimum `{name}`.",
                    f"The maximum `{name}`.",
                )
                found += [Filter(bound, int, about) for bound, about in zip(bound_names(name), bounds, strict=False)]
        for name in (*self.columns, *self.related, *self.special):
            linked = f"Only objects linked to the {name.replace('_', ' ')} with this label or slug."
            found.append(Filter(name, str, _ABOUT.get(name, linked)))
        found += [Filter(name, str, about) for name, about in self.document_filters.items()]
        found.append(Filter(WHERE, str, _ABOUT[WHERE]))
        found.append(Filter(STARTING, bool, "Only objects that belong, or do not belong, to the starting catalogue."))
        unique: dict[str, Filter] = {}
        for declared in found:
            unique.setdefault(declared.name, declared)
        return unique


def bound_names(fact: str) -> tuple[str, ...]:
    """Return the names of the two filters for the minimum and maximum of a number.

    A fact that is itself a minimum or maximum has no such filters, but it can be filtered by a range.

    >>> bound_names("crossings"), bound_names("min_swaps")
    (('min_crossings', 'max_crossings'), ())
    """
    return () if fact.startswith(("min_", "max_")) else (f"min_{fact}", f"max_{fact}")


def bounded_fact(name: str) -> str | None:
    """Return the fact that a `min_` or `max_` filter bounds, or None for other filters.

    >>> bounded_fact("max_crossings"), bounded_fact("min_min_swaps")
    ('crossings', None)
    """
    return name[4:] if name in bound_names(name[4:]) else None


def range_text(least: int | None, greatest: int | None) -> str:
    """Return the text of a range of numbers.

    >>> range_text(4, 9), range_text(None, 9)
    ('4..9', '..9')
    """
    return f"{'' if least is None else least}..{'' if greatest is None else greatest}"


def parse_range(text: str) -> tuple[int | None, int | None] | None:
    """Return the least and the greatest number of a range, or None if the text is not a range.

    >>> parse_range("4..9"), parse_range("4.."), parse_range("..9"), parse_range("4")
    ((4, 9), (4, None), (None, 9), None)
    """
    found = _RANGE.fullmatch(text)
    if found is None:
        return None
    least, greatest = (None if number is None else int(number) for number in found.groups())
    return least, greatest


def selectable(registry: Registry, kind: AnyKind) -> Selectable:
    """Compute the filters, sort orders and facets of a kind's lists."""
    own = {fact.name: fact for fact in kind.facts}
    lent, columns = _lent(registry, kind)
    related = _related(registry, kind)
    return Selectable(
        kind=kind,
        registry=registry,
        own=own,
        lent={name: one for name, one in lent.items() if name not in own and name not in columns},
        columns={name: path for name, path in columns.items() if name not in own},
        related={name: one for name, one in related.items() if name not in own and name not in columns},
        special={
            **({} if kind.naming is None else {"slug": _called}),
            **kind.view.filters,
            TAG: _tagged,
            JOB: _stored_by,
        },
    )


def _called(_numbers: Numbers, node: ColumnElement[int], slug: str) -> ColumnElement[bool]:
    return node.in_(select(tables.alias.c.node).where(tables.alias.c.slug == slug))


def _tagged(_numbers: Numbers, node: ColumnElement[int], tag: str) -> ColumnElement[bool]:
    return node.in_(select(tables.tag.c.node).where(tables.tag.c.tag == tag))


def _stored_by(_numbers: Numbers, node: ColumnElement[int], job: str) -> ColumnElement[bool]:
    return node.in_(select(tables.job_object.c.node).where(tables.job_object.c.job == job))


def _lent(registry: Registry, kind: AnyKind) -> tuple[dict[str, JoinedFact], dict[str, tuple[str, ...]]]:
    lent: dict[str, JoinedFact] = {}
    columns: dict[str, tuple[str, ...]] = {}
    for relation in registry.columns_of[kind.name]:
        column = str(relation.column)
        columns.setdefault(column, (column,))
        target = registry.kind[relation.targets[0]]
        for fact in target.facts:
            lent.setdefault(fact.name, JoinedFact((column,), (target.name,), fact))
        further, further_columns = _lent(registry, target)
        for name, one in further.items():
            lent.setdefault(name, JoinedFact((column, *one.columns), (target.name, *one.tables), one.fact))
        for name, path in further_columns.items():
            columns.setdefault(name, (column, *path))
    return lent, columns


def _related(registry: Registry, kind: AnyKind) -> dict[str, tuple[tuple[str, bool], ...]]:
    found: dict[str, list[tuple[str, bool]]] = {}
    for relation in registry.relations:
        for backwards in (False,) if relation.mutual else (False, True):
            for other in registry.joined(relation, kind, backwards):
                found.setdefault(registry.kind[other].noun, []).append((relation.name, backwards))
    return {noun: tuple(dict.fromkeys(joins)) for noun, joins in found.items()}


def filter_conditions(selectable: Selectable, filters: Filters) -> Iterator[ListCondition]:
    """Yield the conditions of the filters other than `where`. Raises ListingError."""
    for name, given in filters.items():
        for value in given if isinstance(given, list | tuple) else [given]:
            yield condition_of(selectable, name, value)


def condition_of(selectable: Selectable, name: str, value: object) -> ListCondition:
    """Return the condition of a filter other than `where`. Raises ListingError."""
    fact = selectable.facts.get(name)
    if isinstance(value, AnyOf):
        if fact is not None and fact.is_number and any(isinstance(number, str) for number in value.values):
            raise ListingError(name, "a list of values cannot contain ranges; use a single range instead")
        return Disjunction(tuple(_term(selectable, name, alternative) for alternative in value.values))
    if isinstance(value, str) and fact is not None and fact.is_number:
        return range_condition(name, value, fact)
    return _term(selectable, name, value)


def range_condition(name: str, text: str, fact: FactField) -> ListCondition:
    """Return the condition that a number is in a range. Raises ListingError."""
    bounds = zip((">=", "<="), _range_of(name, text, fact), strict=True)
    within = Conjunction(tuple(Term(FilterKind.FACT, name, sign, bound) for sign, bound in bounds if bound is not None))
    if not text.endswith(OR_NONE):
        return within
    return Disjunction((within, Term(FilterKind.FACT, name, "=", None)))


def _range_of(name: str, text: str, fact: FactField) -> tuple[int | None, int | None]:
    """Return the bounds of a range. Raises ListingError."""
    bounds = parse_range(text.removesuffix(OR_NONE) if fact.nullable else text)
    if bounds is None:
        raise ListingError(name, f"{text!r} is neither a number nor a range such as 4..9, 4.. or ..9")
    least, greatest = bounds
    if least is not None and greatest is not None and least > greatest:
        raise ListingError(name, f"the range {text} is empty; write the smaller number first")
    for bound in bounds:
        require_comparable(name, bound, fact)
    return bounds


def require_type(selectable: Selectable, name: str, value: object) -> None:
    """Raise ListingError unless a list has a filter with the given name that accepts values of the given type.

    A range, which is given as text, is accepted in place of a number. None is accepted if the fact may be unknown.
    """
    one = selectable.filters.get(name)
    if one is None:
        raise _unknown(selectable, name)
    fact = selectable.facts.get(name)
    if isinstance(value, str) and fact is not None and fact.is_number:
        _range_of(name, value, fact)
        return
    if type(value) is not one.plain and not (value is None and fact is not None and fact.nullable):
        words = {int: "a whole number", bool: "true or false", str: "a text"}[one.plain]
        raise ListingError(name, f"must be {words}")


def _unknown(selectable: Selectable, name: str) -> ListingError:
    known, words = selectable.filters, selectable.kind.words_of_several
    return ListingError(name, f"unknown filter of {words}; {names_to_use(name, known)}")


def nearest(word: str, known: Iterable[str], similarity: float = _SIMILARITY) -> str:
    """Return the most similar known word, or an empty text if no word reaches the similarity."""
    found = process.extractOne(word, list(known), scorer=OSA.normalized_similarity, score_cutoff=similarity)
    return found[0] if found else ""


def names_to_use(name: str, known: Collection[str]) -> str:
    """Return the remedy for an unknown name: the nearest known name, or all known names."""
    near = nearest(name, known)
    return f"did you mean {near!r}?" if near else f"use one of {', '.join(known)}"


def _term(selectable: Selectable, name: str, value: object) -> Term:
    facts = selectable.facts
    if name == STARTING or name in facts:
        require_comparable(name, value, facts.get(name))
        return Term(FilterKind.FACT, name, "=", value)
    fact = bounded_fact(name)
    if fact in facts and facts[fact].is_number:
        require_comparable(name, value, facts[fact])
        return Term(FilterKind.FACT, fact, ">=" if name == bound_names(fact)[0] else "<=", value)
    require_comparable(name, value)
    if name in selectable.document_filters:
        raise ListingError(name, "this filter can only be used in lists; use `list`")
    for by, known in (
        (FilterKind.SPECIAL, selectable.special),
        (FilterKind.COLUMN, selectable.columns),
        (FilterKind.RELATED, selectable.related),
    ):
        if name in known:
            linked = str(value) if by is FilterKind.SPECIAL else _object(selectable, name, str(value))
            if name == TAG and not is_tag(linked):
                several = (
                    "; for one of several tags, use a query such as `tag:boss or tag:ice`" if "," in linked else ""
                )
                raise ListingError(name, no_tag(linked) + several)
            return Term(by, name, "=", linked)
    raise _unknown(selectable, name)


def _object(selectable: Selectable, name: str, value: str) -> str:
    """Return the label or slug of a linked object, which may be given by its name in the literature.

    Raises ListingError if objects of its kind have no other names.
    """
    registry = selectable.registry
    if has_shape_of_label(value):
        return value
    found = named_object(registry, value.lower())
    if found is not None and registry.kind[found.kind].noun == name:
        return found.identity.named(found.kind).label
    kind = selectable.kinds_along(name)[-1] if name in selectable.columns else None
    if kind is not None and kind.naming is None:
        words = (word for names in names_of_literature(registry) for word in names.words)
        near = nearest(value.lower(), words)
        hint = f"; did you mean {near!r}?" if near else ""
        raise ListingError(name, f"no {kind.words} is called {value!r}{hint}")
    return value


def require_comparable(name: str, value: object, fact: FactField | None = None) -> None:
    """Raise ListingError if a value is too large, or if no text in the database can be equal to it."""
    if isinstance(value, str):
        fits = is_storable(value)
    else:
        bound = _NATURAL_BOUND if fact is not None and fact.mark.natural else _INTEGER_BOUND
        fits = not isinstance(value, int) or -bound <= value < bound
    if not fits:
        raise ListingError(name, "no object has this value: it is too large or contains an invalid character")
