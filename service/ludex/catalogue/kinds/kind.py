"""The declaration of a kind of object, which is used by storage, lists, imports, verification, requests and commands.

A declaration is a value. The functions of a declaration implement the behaviour that is specific to the kind.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import ColumnElement

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.document import Document, FactField, facts_of
from ludex.catalogue.kinds.label import label, plain_name, short
from ludex.catalogue.kinds.numbers import Numbers
from ludex.engine.budget import Budget, Cost

D_contra = TypeVar("D_contra", contravariant=True)


class DocumentFilterError(ValueError):
    """An invalid search pattern. `name` is the name of the invalid parameter."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.message = message


@dataclass(frozen=True, slots=True)
class ParsedPattern(Generic[D_contra]):
    """A parsed search pattern.

    It consists of fact filters that narrow the list, and a test for each document.

    The test `fits` raises DocumentFilterError if it cannot decide whether a document matches the pattern.
    """

    filters: Mapping[str, Any]
    fits: Callable[[D_contra], bool]


@dataclass(frozen=True, slots=True)
class DocumentFilter(Generic[D_contra]):
    """The query parameters of a document filter, with their descriptions.

    `made` parses the parameters of a request, which are given as text. It raises DocumentFilterError if they are
    invalid.
    """

    parameters: Mapping[str, str]
    made: Callable[[Mapping[str, str]], ParsedPattern[D_contra]]


V = TypeVar("V")
D = TypeVar("D", bound=Document)
Matching = tuple[int, ...]
Condition = Callable[[Numbers, ColumnElement[int], str], ColumnElement[bool]]
"""A function that returns a list condition, given the catalogue's numbers, the column of object ids, and a text."""


class DerivedLink(NamedTuple):
    """A link, by a mutual relation, to the object with the given key.

    The link is stored as soon as both objects are stored.

    If both objects have numbered parts, `detail` defaults to the matching between these parts.
    """

    relation: str
    key: bytes
    detail: Any = None


class Identity(NamedTuple):
    """The identity of an object: its key, the invariants in its label, and the canonical order of its parts.

    `order[i]` is the canonical number of the card, vertex or point i. `order` is None if the object has no numbered
    parts. `derived_links` names other objects by their keys. A derived link is stored as soon as the object at its
    other end is stored.
    """

    key: bytes
    invariants: tuple[str | int, ...]
    order: Matching | None = None
    derived_links: tuple[DerivedLink, ...] = ()

    def named(self, kind: str) -> "LabelledIdentity":
        """Return this identity with the label of an object of the given kind."""
        return LabelledIdentity(self.key, label(kind, self.invariants, self.key), self.order, self.derived_links)


class LabelledIdentity(NamedTuple):
    """An identity with its label in place of the invariants."""

    key: bytes
    label: str
    order: Matching | None
    derived_links: tuple[DerivedLink, ...] = ()


@dataclass(frozen=True, slots=True)
class NewLink:
    """A new link, which is stored together with the object that owns it.

    It consists of the relation, and the other object or the label of the other object.

    If the other object is given, it is stored first. If an object owns its incoming links, as a pack does, the relation
    is given by its inverse name.
    """

    relation: str
    target: "Entry[Any] | str"
    place: int = 0
    detail: Any = None

    @property
    def label(self) -> str:
        """Return the label of the linked object."""
        return self.target if isinstance(self.target, str) else self.target.label


class ObjectContent(NamedTuple, Generic[D]):
    """The stored content of an object: its document, its derived links, and its claims."""

    document: D
    links: Sequence[NewLink] = ()
    claims: Sequence[Claim] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Naming(Generic[V]):
    """The rules for the slugs of a kind's objects.

    `built_in` returns the built-in object with a slug, or None. The object need not be stored. `reserved` returns the
    reason why a slug is reserved for another object, or None if the slug is free. `built_in_slugs` returns the slugs of
    the built-in objects that can have a given label.
    """

    built_in: Callable[[str], V | None] = lambda _slug: None
    reserved: Callable[[str, V], str | None] = lambda _slug, _value: None
    built_in_slugs: Callable[[str], Iterable[str]] = lambda _label: ()


@dataclass(frozen=True, slots=True, eq=False)
class CompositePicture(Generic[D]):
    """A picture of an object together with up to `limit` neighbours by a relation, ordered by place."""

    relation: str
    limit: int
    draw: Callable[[D, Sequence[Any]], str]


@dataclass(frozen=True, slots=True, eq=False)
class View(Generic[D]):
    """How objects of a kind are presented: description, picture, formats, and the fields that lists omit.

    `name` is the form of the names of objects without a title, for :func:`ludex.catalogue.kinds.label.plain_name`.
    `texts` are the formats with one line of plain text per object, such as graph6. `long` lists the fields that lists
    omit. `duplicate_relation` names the relation between a duplicate and the stored object to which it is equal.
    `filters` are list filters in addition to the filters by facts and relations. `document_filter` is a filter that
    must examine each document. `graph` returns an object as a networkx graph. `solution_picture` draws the steps of a
    value's solution as SVG, and raises Fault if no solution is known.
    """

    about: str
    name: str = ""
    duplicate_relation: str = "same-class"
    picture: Callable[[D], str] | CompositePicture[D] | None = None
    texts: Mapping[str, Callable[[D], str]] = field(default_factory=dict)
    long: frozenset[str] = frozenset()
    filters: Mapping[str, Condition] = field(default_factory=dict)
    document_filter: DocumentFilter[D] | None = None
    graph: Callable[[D], Any] | None = None
    solution_picture: Callable[[Any], str] | None = None


def _nothing(_value: Any, _budget: Budget) -> Iterator[str]:  # noqa: ANN401 - a value of any kind
    return iter(())


@dataclass(frozen=True, eq=False)
class Kind(Generic[V, D]):
    """A kind of object. V is the type of the domain values, and D is the model of the documents.

    `name` has the form `game-word`. `address` is the path of the lists of the kind, such as `planarity/levels`.

    - `identify` computes the key and the canonical order of a value.
    - `write` returns the document of a value, together with links and claims.
    - `read` reconstructs the value from its document and claims. Raises ValueError if the document is invalid.
    - `check` verifies the assertions of a value. It yields an error for each false assertion, and an Unchecked for each
      assertion that it had no time to check. It may skip members that `write` recomputes.
    - `merge` improves a stored value by a new value of the same class. It receives the matching of the parts of the new
      value to those of the stored value. Returns None if the new value adds nothing.
    """

    name: str
    address: str
    model: type[D]
    identify: Callable[[V, Budget], Identity]
    write: Callable[[V, "LabelledIdentity"], ObjectContent[D]]
    read: Callable[[D, Sequence[Claim]], V]
    view: View[D]
    check: Callable[[V, Budget], Iterator[str]] = _nothing
    merge: Callable[[V, V, Matching], V | None] = lambda _stored, _new, _matching: None
    naming: Naming[V] | None = None
    called: str = ""
    """The name in prose, such as `x-type`, if replacing the hyphens of the name by spaces would be wrong."""

    @property
    def table_name(self) -> str:
        """Return the name of the fact table of the kind, which is the name of the kind with underscores."""
        return self.name.replace("-", "_")

    @property
    def view_name(self) -> str:
        """Return the name of the kind's SQL view: its list address with underscores, such as `planarity_levels`."""
        return self.address.replace("/", "_").replace("-", "_")

    @property
    def game(self) -> str:
        """Return the name of the kind's game."""
        return self.name.partition("-")[0]

    @property
    def noun(self) -> str:
        """Return the name of the kind without its game, as it is written in filters, such as `order_type`."""
        return self.name.partition("-")[2].replace("-", "_")

    @property
    def words(self) -> str:
        """Return the name of the kind without its game, as it is written in prose, such as `order type`."""
        return self.called or self.noun.replace("_", " ")

    def name_of(self, label: str) -> str:
        """Return the name for people of an object that has no title."""
        words = f"{self.words[:1].upper()}{self.words[1:]}"
        return plain_name(label, self.name, self.view.name) if self.view.name else f"{words} {short(label, self.name)}"

    @property
    def words_of_several(self) -> str:
        """Return the plural of the kind's name as it is written in prose, such as `order types`."""
        return f"{self.called}s" if self.called else self.plural.replace("-", " ")

    @property
    def plural(self) -> str:
        """Return the plural of the kind's name as it is written in addresses.

        It is the last part of the address of the lists.
        """
        return self.address.rpartition("/")[2]

    @cached_property
    def long(self) -> frozenset[str]:
        """Return the fields that lists omit: the fields that the view declares, and the claims."""
        return self.view.long | {"claims"}

    @cached_property
    def facts(self) -> tuple[FactField, ...]:
        """Return the facts of the documents of the kind."""
        return tuple(facts_of(self.model))


@dataclass(frozen=True, slots=True, eq=False)
class Entry(Generic[V]):
    """An object that is ready to be stored.

    All slow computations for it are done before the transaction.
    """

    kind: Kind[V, Any]
    value: V
    key: bytes
    label: str
    order: Matching | None
    document: Document
    links: tuple[NewLink, ...]
    claims: tuple[Claim, ...]
    derived_links: tuple[DerivedLink, ...] = ()

    def costing(self, cost: Cost | None) -> "Entry[V]":
        """Return the entry with the given cost of the search in its claims."""
        return replace(self, claims=tuple(claim.costing(cost) for claim in self.claims))

    def with_provenance(self, claims: Sequence[Claim]) -> "Entry[V]":
        """Return the entry with the provenance of equal claims.

        The provenance is the engine version, the search cost and the last verification.
        """
        known = {claim.identity: claim for claim in claims}

        def equal_claim(claim: Claim) -> Claim:
            other = known.get(claim.identity)
            return claim if other is None or other.stated != claim.stated else other

        return replace(self, claims=tuple(map(equal_claim, self.claims)))


def identify_value(kind: Kind[V, Any], value: V, budget: Budget | None = None) -> LabelledIdentity:
    """Return the key, the label and the canonical order of a value, which need not be stored.

    Cost: one canonical form.
    """
    return kind.identify(value, budget or Budget()).named(kind.name)


def prepare(
    kind: Kind[V, Any], value: V, budget: Budget | None = None, *, known: LabelledIdentity | None = None
) -> Entry[V]:
    """Compute the stored form of a value. Call this function before the transaction begins.

    Raises BudgetExhausted, and ValueError if the kind rejects the value. Cost: mainly the canonical form, which is not
    computed if the identity is already `known`.
    """
    known = known or kind.identify(value, budget or Budget()).named(kind.name)
    made = kind.write(value, known)
    document = made.document.with_claims(made.claims)
    links, claims = tuple(made.links), tuple(made.claims)
    return Entry(kind, value, known.key, known.label, known.order, document, links, claims, known.derived_links)
