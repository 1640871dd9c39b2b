"""Look-up of a stored object by its content, and deduplication of several objects.

Both requests exist for every kind. If objects of a kind can be equivalent although their keys differ, the kind declares
its own requests at these addresses.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, create_model

from ludex import operations
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault, within
from ludex.requests import text_output as lines
from ludex.requests.bounds import DEDUP_PARTS, DEDUP_POSITIONS
from ludex.requests.fields import Argument, Matching, RequestModel, ResponseModel, ServiceBounds, TimeLimited
from ludex.requests.request import ExecutionContext, LookupResult, Request, Result
from ludex.requests.response_models import matches_answer

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Identity


@dataclass(frozen=True, slots=True, eq=False)
class KindLookup:
    """The declaration of the look-up and deduplication of objects of a kind.

    `item` is the model of a single object, and `items` is the name of the field for a list of objects. `labels` is the
    name of the response field for the labels of stored objects. `identify` computes the key of an object. It also
    receives the whole request, because some fields apply to all objects; `shared` lists the models of these fields.
    `together` is the model of a value that contains several objects, such as a list of cards, and `each` yields the
    identities of these objects. `limit` is the maximum total number of cards, vertices or points. If `tool` is true,
    the look-up is offered to programs that call tools.
    """

    kind: str
    address: str
    words: str
    plural: str
    item: type[RequestModel]
    identify: "Callable[[Any, ExecutionContext, Any, Budget], Identity]"
    items: str
    labels: str
    shared: tuple[type[RequestModel], ...] = ()
    together: type[RequestModel] | None = None
    each: "Callable[[Any, ExecutionContext, Budget], Iterator[Identity]] | None" = None
    limit: int = DEDUP_PARTS
    command: str = ""
    dedup_command: str = ""
    tool: bool = False

    @property
    def title(self) -> str:
        """Return the kind in CamelCase, as it appears at the start of the model names."""
        return "".join(word.capitalize() for word in self.kind.split("-"))

    def requests(self) -> tuple[Request, Request]:
        """Return the requests for look-up and deduplication."""
        return self._lookup(), self._dedup()

    def _lookup(self) -> Request:
        takes = create_model(
            f"{self.title}LookupRequest",
            __base__=(self.item, TimeLimited),
            __doc__=f"A {self.words} to look up.",
        )

        def lookup(request: Any, context: ExecutionContext) -> LookupResult:  # noqa: ANN401 - of the model above
            catalogue = context.catalogue
            with context.search() as budget:
                result = operations.objects.look_up(
                    catalogue, catalogue.registry.kind[self.kind], self.identify(request, context, request, budget)
                )
            return LookupResult([], []) if result is None else LookupResult([result[0]], [result[1]])

        lookup.__annotations__["request"] = takes
        lookup.__doc__ = f"Look up a {self.words} in the catalogue, with a matching. Nothing is stored."
        return Request(
            f"POST /{self.address}/lookup",
            self.command,
            lookup,
            lambda result, _request: lines.matches(result, "matching", f"this {self.words} is not stored"),
            self.address,
            answers=matches_answer(f"{self.title}Matches", self.kind),
            tool=self.tool,
        )

    def _dedup(self) -> Request:
        def dedup(request: Any, context: ExecutionContext) -> Result:  # noqa: ANN401 - of the model below
            kind = context.catalogue.registry.kind[self.kind]
            with context.search() as budget:
                identities = list(self._identities(request, context, budget))
            classes = operations.objects.sort_into_classes(
                context.catalogue if request.stored else None, kind, identities
            )
            items = [
                {"members": same.members, "matchings": same.matchings, self.labels: same.labels} for same in classes
            ]
            return Result({"classes": items}, of=classes)

        dedup.__annotations__ |= {"request": self._several()}
        dedup.__doc__ = (
            f"Sort {self.plural} into classes of equal {self.plural}, and list the stored {self.words} of each class."
        )
        return Request(
            f"POST /{self.address}/dedup",
            self.dedup_command,
            dedup,
            lambda result, _request: lines.classes(result.of, "labels"),
            self.address,
            answers=lambda _registry: self._classes(),
        )

    def _identities(self, request: Any, context: ExecutionContext, budget: Budget) -> "Iterator[Identity]":  # noqa: ANN401
        """Yield the identities of several objects. Raises Fault if the total size of the objects exceeds the bound."""
        maximum, parts = context.bound(self.limit), 0
        for identity in self._each(request, context, budget):
            budget.check()
            parts += len(identity.order or (0,))
            if maximum is not None and parts > maximum:
                raise Fault(f"the total exceeds the limit of {maximum:,} cards, vertices or points", (self.items,))
            yield identity

    def _each(self, request: Any, context: ExecutionContext, budget: Budget) -> "Iterator[Identity]":  # noqa: ANN401
        if self.each is not None:
            yield from self.each(request, context, budget)
            return
        for index, item in enumerate(getattr(request, self.items)):
            with within(self.items, index):
                yield self.identify(item, context, request, budget)

    def _several(self) -> type[RequestModel]:
        fields: dict[str, Any] = {
            "stored": (bool, Field(default=True, description=f"Whether to list stored {self.plural}."))
        }
        if self.together is None:
            metavar = f"{self.kind.partition('-')[2].upper()}..."
            word = replace(
                _argument(self.item), metavar=metavar, merged=False, several=False, each=True, required=False
            )
            given = Annotated[list[self.item], Field(min_length=1), ServiceBounds(DEDUP_POSITIONS), word]  # type: ignore[name-defined]
            fields[self.items] = (given, Field(description=f"The {self.plural}."))
        base = self.shared if self.together is None else (self.together,)
        about = f"The {self.plural} to sort into classes."
        result: type[RequestModel] = create_model(
            f"{self.title}DedupRequest", __base__=(*base, TimeLimited), __doc__=about, **fields
        )
        return result

    def _classes(self) -> type[ResponseModel]:
        about = (
            "`matchings[k][i]` is the part of object members[k] that matches part i of object members[0]; null if "
            "objects of the kind have no numbered parts."
        )
        fields: dict[str, Any] = {
            "members": (list[int], Field(description="Indices of the equal objects, from 0.")),
            "matchings": (list[Matching | None], Field(description=about)),
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


def _argument(model: type[RequestModel]) -> Argument:
    """Return the command-line argument of a model."""
    marks = (mark for field in model.model_fields.values() for mark in field.metadata)
    return next(mark for mark in marks if isinstance(mark, Argument))
