"""Look-up of a stored object by its content, and deduplication of several objects.

Both requests exist for every kind. If objects of a kind can be equivalent although their keys differ, the kind declares
its own requests at these addresses.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import Field, create_model

from ludex import operations
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.operations.classes import ids_of
from ludex.requests import text_output as lines
from ludex.requests.bounds import DEDUP_PARTS, DEDUP_POSITIONS
from ludex.requests.declaration import Declaration, Given, TimeLimit, values_of_items
from ludex.requests.fields import Argument, Matching, RequestModel, ResponseModel, ServiceBounds
from ludex.requests.imports import named, read_named
from ludex.requests.response_models import matches_answer
from ludex.requests.results import Matches
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Identity

T = TypeVar("T")

_LOOKUP = {
    "command": "`ludex lookup KIND`",
    "tool": "the tools of the graph take values of every kind",
    "python": "`Catalogue.look_up` takes every value",
}
_DEDUP = {
    "command": "`ludex dedup KIND`",
    "tool": "a look-up of each object finds its class",
    "python": "`Catalogue.look_up` of each value finds its class",
}
_GIVEN = "`POST /neighbours` takes an object by value; clients have labels of this kind"
_IDS = "The id, or else the name, that each member states; null if no object states one."
BOTH = ("lookup", "dedup")
"""The actions of a kind whose objects nobody has but the catalogue."""
_SHORT = {"job": "it takes milliseconds"}


@dataclass(frozen=True, slots=True, eq=False)
class KindLookup:
    """The declaration of the look-up and deduplication of objects of a kind.

    `item` is the model of a single object, and `items` is the name of the field for a list of objects. `labels` is the
    name of the response field for the labels of stored objects. `identify` computes the key of an object. It also
    receives the whole request, because some fields apply to all objects; `shared` lists the models of these fields.
    `together` is the model of a value that contains several objects, such as a list of cards, and `each` yields the
    identities of these objects. `limit` is the maximum total number of cards, vertices or points. If `tool` is true,
    the look-up is offered to programs that call tools. `unserved` lists the actions that the API does not offer,
    because clients have no such objects to give: objects of the kind are built in, or found by other requests.
    `several` is the argument of objects to deduplicate, if an import of the kind reads files of them.
    """

    kind: str
    address: str
    words: str
    plural: str
    item: type[RequestModel]
    identify: "Callable[[Any, Any, Any, Budget], Identity]"
    items: str
    labels: str
    shared: tuple[type[RequestModel], ...] = ()
    together: type[RequestModel] | None = None
    each: "Callable[[Any, Any, Budget], Iterator[Identity]] | None" = None
    limit: int = DEDUP_PARTS
    command: str = ""
    dedup_command: str = ""
    tool: bool = False
    unserved: tuple[str, ...] = ()
    several: Argument | None = None

    @property
    def title(self) -> str:
        """Return the kind in CamelCase, as it appears at the start of the model names."""
        return "".join(word.capitalize() for word in self.kind.split("-"))

    @property
    def metavar(self) -> str:
        """Return the name of the argument for several objects."""
        if self.together is not None:
            return _argument(self.together).metavar
        return f"{self.kind.partition('-')[2].upper()}..."

    def requests(self) -> tuple[Declaration, Declaration]:
        """Return the requests for look-up and deduplication."""
        title = self.address.partition("/")[2].replace("/", "_").replace("-", "_")
        lookup = Declaration(
            partial(look_up, lookup=self),
            (f"POST /{self.address}/lookup",),
            f"{self.command} {_argument(self.item).metavar}" if self.command else "",
            self.address,
            text=lambda result: lines.matches(result, "matching", f"this {self.words} is not stored"),
            tool=self.tool,
            lacks=_LOOKUP | ({} if self.command else _SHORT) | self._lacks("lookup"),
            answers=matches_answer(f"{self.title}Matches", self.kind),
            name=f"look_up_{title}",
            given={"object": Given(self.item, method="")},
            documentation=f"Look up a {self.words} in the catalogue, with a matching. Nothing is stored.",
        )
        dedup = Declaration(
            partial(sort_into_classes, lookup=self),
            (f"POST /{self.address}/dedup",),
            f"{self.dedup_command} {self.metavar}" if self.dedup_command else "",
            self.address,
            text=lambda result: lines.classes((SimpleNamespace(**same) for same in result["classes"]), self.labels),
            lacks=_DEDUP | ({} if self.dedup_command else _SHORT) | self._lacks("dedup"),
            answers=lambda _registry: self._classes(),
            name=f"dedup_{title}",
            given={"request": Given(self._several(), method="")},
            documentation=f"Sort {self.plural} into classes of equal {self.plural}, "
            f"and list the stored {self.words} of each class.",
        )
        return lookup, dedup

    def _lacks(self, action: str) -> dict[str, str]:
        return {"route": _GIVEN, "client": _GIVEN} if action in self.unserved else {}

    def identities(self, request: Any, session: Session, budget: Budget) -> "Iterator[Identity]":  # noqa: ANN401
        """Yield the identities of several objects. Raises Fault if the total size of the objects exceeds the bound."""
        given = self._each(request, session, budget)
        unit = "cards, vertices or points"
        yield from within_total(
            given, lambda found: len(found.order or (0,)), session.bound(self.limit), unit, self.items, budget
        )

    def _each(self, request: Any, session: Session, budget: Budget) -> "Iterator[Identity]":  # noqa: ANN401
        if self.each is not None:
            yield from self.each(request, session, budget)
            return
        yield from values_of_items(
            getattr(request, self.items),
            lambda item: self.identify(item, session, request, budget),
            session,
            self.items,
        )

    def _several(self) -> type[RequestModel]:
        fields: dict[str, Any] = {
            "stored": (bool, Field(default=True, description=f"Whether to list stored {self.plural}.")),
            "only_new": (bool, Field(default=False, description="Whether to list only the classes without them.")),
        }
        if self.together is None:
            one = _argument(self.item)
            read = partial(read_named, one.read)
            word = self.several or replace(
                one, metavar=self.metavar, read=read, merged=False, several=False, each=True, required=False
            )
            item: Any = named(self.item)
            given = Annotated[list[item], Field(min_length=1), ServiceBounds(DEDUP_POSITIONS), word]
            fields[self.items] = (given, Field(description=f"The {self.plural}."))
        base = (self.shared or (RequestModel,)) if self.together is None else (self.together,)
        about = f"The {self.plural} to sort into classes."
        result: type[RequestModel] = create_model(f"{self.title}DedupRequest", __base__=base, __doc__=about, **fields)
        return result

    def _classes(self) -> type[ResponseModel]:
        about = (
            "`matchings[k][i]` is the part of object members[k] that matches part i of object members[0]; null if "
            "objects of the kind have no numbered parts."
        )
        fields: dict[str, Any] = {
            "members": (list[int], Field(description="Indices of the equal objects, from 0.")),
            "matchings": (list[Matching | None], Field(description=about)),
            "ids": (list[int | str | None] | None, Field(description=_IDS)),
            self.labels: (
                list[str],
                Field(description=("Label of the stored object; empty if the object is not stored.")),
            ),
        }
        same_class: Any = create_model(f"Same{self.title}", __base__=ResponseModel, **fields)
        result: type[ResponseModel] = create_model(
            f"{self.title}Classes",
            __base__=ResponseModel,
            __doc__=f"The classes of equal {self.plural}, in the order of their first members.",
            classes=(list[same_class], Field(description="The classes.")),
        )
        return result


def within_total(
    items: Iterable[T], size: Callable[[T], int], maximum: int | None, unit: str, place: str, budget: Budget
) -> Iterator[T]:
    """Yield items while they are read, which counts towards the search time.

    Raises Fault if their total size exceeds a maximum number of units.
    """
    total = 0
    for item in items:
        budget.check()
        total += size(item)
        if maximum is not None and total > maximum:
            raise Fault(f"the total exceeds the limit of {maximum:,} {unit}", (place,))
        yield item


def look_up(catalogue: Session, lookup: KindLookup, object: Any, *, time_limit: TimeLimit = None) -> Matches:  # noqa: ANN401
    """Look up an object.

    Parameters
    ----------
    object
        The object.
    """
    with catalogue.searching(time_limit) as budget:
        identity = lookup.identify(object, catalogue, object, budget)
        found = operations.objects.look_up(catalogue.store, catalogue.registry.kind[lookup.kind], identity)
    if found is None:
        return Matches(())
    view, matching = found
    return Matches([StoredObject(catalogue, view, matching=None if matching is None else tuple(matching))])


def sort_into_classes(
    catalogue: Session,
    lookup: KindLookup,
    request: Any,  # noqa: ANN401 - a model
    *,
    time_limit: TimeLimit = None,
) -> dict[str, Any]:
    """Sort objects into classes.

    Parameters
    ----------
    request
        The objects.
    """
    with catalogue.searching(time_limit) as budget:
        identities = list(lookup.identities(request, catalogue, budget))
    store = catalogue.store if request.stored or request.only_new else None
    classes = operations.objects.sort_into_classes(store, catalogue.registry.kind[lookup.kind], identities)
    ids = ids_of(getattr(request, lookup.items, None) or ())
    items = [
        {
            "members": same.members,
            "matchings": same.matchings,
            "ids": ids and [ids[member] for member in same.members],
            lookup.labels: same.labels,
        }
        for same in classes
        if not request.only_new or not same.labels
    ]
    return {"classes": items}


def _argument(model: type[RequestModel]) -> Argument:
    """Return the command-line argument of a model."""
    marks = (mark for field in model.model_fields.values() for mark in field.metadata)
    return next(mark for mark in marks if isinstance(mark, Argument))
