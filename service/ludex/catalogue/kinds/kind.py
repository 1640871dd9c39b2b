"""What is declared of a kind of object. Storing, lists, export, import, verification, requests and commands read it.

A declaration is a value. What is special to a kind stands beside it as functions; nothing general is written twice.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import ColumnElement

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.document import Document, FactField, facts_of
from ludex.catalogue.kinds.document_filter import DocumentFilter
from ludex.catalogue.kinds.label import label
from ludex.engine.budget import Budget, Cost

V = TypeVar("V")
D = TypeVar("D", bound=Document)
Matching = tuple[int, ...]


class DerivedLink(NamedTuple):
    """A link by a mutual relation to the object with a key: it is stored as soon as both objects are.

    Without a `detail` the detail is the matching of their numbered parts, if they have any.
    """

    relation: str
    key: bytes
    detail: Any = None


class Identity(NamedTuple):
    """What makes an object this one: its key, the invariants that its label shows, the canonical order of its parts.

    `order[i]` is the canonical number of card, vertex or point i; None if the parts are not numbered.
    `derived_links` lead to objects of other keys, once they are stored.
    """

    key: bytes
    invariants: tuple[str | int, ...]
    order: Matching | None = None
    derived_links: tuple[DerivedLink, ...] = ()

    def named(self, kind: str) -> "Named":
        """Return the identity with its label, as that of an object of the kind with a name."""
        return Named(self.key, label(kind, self.invariants, self.key), self.order, self.derived_links)


class Named(NamedTuple):
    """An identity with its label in place of the invariants."""

    key: bytes
    label: str
    order: Matching | None
    derived_links: tuple[DerivedLink, ...] = ()


@dataclass(frozen=True, slots=True)
class Linked:
    """A link to be stored of an object that owns it: its relation, the other object (to be stored first) or its label.

    An object that owns the links to it, as a pack does, names the inverse relation.
    """

    relation: str
    target: "Entry[Any] | str"
    place: int = 0
    detail: Any = None

    @property
    def label(self) -> str:
        """Return the label of the other object."""
        return self.target if isinstance(self.target, str) else self.target.label


class Written(NamedTuple, Generic[D]):
    """What is stored of an object: its document, the links that follow from it, the claims that it comes with."""

    document: D
    links: Sequence[Linked] = ()
    claims: Sequence[Claim] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Naming(Generic[V]):
    """How the objects of a kind may be named by slugs.

    `built_in` returns the object that is always there under a slug, stored or not, or None. `reserved` returns why a
    slug cannot name an object, or None: it is kept for another.
    """

    built_in: Callable[[str], V | None] = lambda _slug: None
    reserved: Callable[[str, V], str | None] = lambda _slug, _value: None


@dataclass(frozen=True, slots=True, eq=False)
class Together(Generic[D]):
    """A picture of an object with others: the first ones, at most `most`, that a relation links it to, by place."""

    relation: str
    most: int
    draw: Callable[[D, Sequence[Any]], str]


@dataclass(frozen=True, slots=True, eq=False)
class View(Generic[D]):
    """How the objects of a kind are shown: what they are, their picture, their formats, what lists leave out.

    `texts` are formats with a line of plain text for each object, such as graph6. `long` are fields that only the
    object itself shows. `same` is the relation by which a duplicate is the stored object. `filters` are what lists can
    be asked by in addition to declared facts and relations: each makes a condition of the object's id and a text.
    `document_filter` is how lists are asked for what no index knows. `graph` returns an object as a graph of networkx.
    """

    about: str
    same: str = "same-class"
    picture: Callable[[D], str] | Together[D] | None = None
    texts: Mapping[str, Callable[[D], str]] = field(default_factory=dict)
    long: frozenset[str] = frozenset()
    filters: Mapping[str, Callable[[ColumnElement[int], str], ColumnElement[bool]]] = field(default_factory=dict)
    document_filter: DocumentFilter[D] | None = None
    graph: Callable[[D], Any] | None = None


def _nothing(_value: Any, _budget: Budget) -> Iterator[str]:  # noqa: ANN401 - a value of any kind
    return iter(())


@dataclass(frozen=True, eq=False)
class Kind(Generic[V, D]):
    """A kind of object. V is its domain value, D the model of its document.

    `name` is its one spelling, `game-word`; `number` stands for it in the tables; `address` is where its lists are,
    such as `planarity/levels`. `identify` makes key and order of a value, `write` its document with links and claims,
    `read` the value again from a document and its claims (raises ValueError if the document is none). `check` yields
    what is wrong with what a value states, and as Unchecked what there was no time for; it need not look at what
    `write` makes again. `merge` returns a stored value with what a new one of the same class knows better, given the
    matching of the new one's parts to the stored one's, or None if it knows nothing better.
    """

    name: str
    number: int
    address: str
    model: type[D]
    identify: Callable[[V, Budget], Identity]
    write: Callable[[V, "Named"], Written[D]]
    read: Callable[[D, Sequence[Claim]], V]
    view: View[D]
    check: Callable[[V, Budget], Iterator[str]] = _nothing
    merge: Callable[[V, V, Matching], V | None] = lambda _stored, _new, _matching: None
    naming: Naming[V] | None = None
    called: str = ""
    """What texts call it, if it is not its name with spaces: `x-type`."""

    @property
    def table_name(self) -> str:
        """Return the name of the table of its facts.

        It is that of the kind, with underscores.
        """
        return self.name.replace("-", "_")

    @property
    def game(self) -> str:
        """Return the name of its game."""
        return self.name.partition("-")[0]

    @property
    def noun(self) -> str:
        """Return its name within its game, as filters name it: `order_type`."""
        return self.name.partition("-")[2].replace("-", "_")

    @property
    def words(self) -> str:
        """Return its name within its game, as texts name it: `order type`."""
        return self.called or self.noun.replace("_", " ")

    @property
    def words_of_several(self) -> str:
        """Return what texts call several of them: `order types`."""
        return f"{self.called}s" if self.called else self.plural.replace("-", " ")

    @property
    def plural(self) -> str:
        """Return what its lists are called, the last part of their address."""
        return self.address.rpartition("/")[2]

    @cached_property
    def long(self) -> frozenset[str]:
        """Return the fields that only the object itself shows, and no list: those of its view, and its claims."""
        return self.view.long | {"claims"}

    @cached_property
    def facts(self) -> tuple[FactField, ...]:
        """Return the facts of its documents."""
        return tuple(facts_of(self.model))


@dataclass(frozen=True, slots=True, eq=False)
class Entry(Generic[V]):
    """An object that is ready to be stored: all that takes time is done before the transaction."""

    kind: Kind[V, Any]
    value: V
    key: bytes
    label: str
    order: Matching | None
    document: Document
    links: tuple[Linked, ...]
    claims: tuple[Claim, ...]
    derived_links: tuple[DerivedLink, ...] = ()

    def costing(self, cost: Cost | None) -> "Entry[V]":
        """Return the entry with what the search for all that it claims cost."""
        return replace(self, claims=tuple(one.costing(cost) for one in self.claims))

    def found_as(self, told: Sequence[Claim]) -> "Entry[V]":
        """Return the entry with what other claims that state the same tell: who found it at what cost, when checked."""
        stated = {(one.statement, one.parameters_text): one for one in told}

        def found(claim: Claim) -> Claim:
            other = stated.get((claim.statement, claim.parameters_text))
            if other is None or other.stated != claim.stated:
                return claim
            return other

        return replace(self, claims=tuple(map(found, self.claims)))


def named(kind: Kind[V, Any], value: V, budget: Budget | None = None) -> Named:
    """Return key, label and canonical order of a value, stored or not. Cost: its canonical form."""
    return kind.identify(value, budget or Budget()).named(kind.name)


def prepare(kind: Kind[V, Any], value: V, budget: Budget | None = None, *, known: Named | None = None) -> Entry[V]:
    """Compute all that is stored of a value: call it before the transaction.

    Cost: its canonical form, mostly, unless its identity is `known`. Raises ValueError if the kind does not take the
    value, BudgetExhausted.
    """
    known = known or kind.identify(value, budget or Budget()).named(kind.name)
    made = kind.write(value, known)
    document = made.document.with_claims(made.claims)
    links, claims = tuple(made.links), tuple(made.claims)
    return Entry(kind, value, known.key, known.label, known.order, document, links, claims, known.derived_links)
