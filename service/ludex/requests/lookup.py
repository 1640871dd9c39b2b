"""Objects of a kind that are given, stored or not: the stored one is looked up, and several are sorted into classes.

Every kind has both requests. A kind whose objects are the same in other ways than by their keys has requests of its own
at these addresses.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, create_model

from ludex.engine.budget import Budget
from ludex.engine.faults import Fault, within
from ludex.requests import text_answers as lines
from ludex.requests.answers import matches_answer
from ludex.requests.bounds import DEDUP_CARDS, DEDUP_POSITIONS
from ludex.requests.fields import Answer, Argument, Matching, RequestModel, ServiceBounds, Timed
from ludex.requests.request import ExecutionContext, LookupResult, Request, Result

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Identity


@dataclass(frozen=True, slots=True, eq=False)
class Sought:
    """How objects of a kind are given.

    `one` are the fields of one of them, `items` what a list of them is called, `labels` what the labels of stored ones
    are called. `identify` finds the key of what is given; fields that the one does not have are taken from the whole
    request. `together` are the fields of several that are given as one, such as cards; `each` gives them one by one.
    `shared` are fields that hold for all. At most `most` cards, vertices or points are taken together.
    """

    kind: str
    address: str
    words: str
    plural: str
    one: type[RequestModel]
    identify: "Callable[[Any, ExecutionContext, Any, Budget], Identity]"
    items: str
    labels: str
    shared: tuple[type[RequestModel], ...] = ()
    together: type[RequestModel] | None = None
    each: "Callable[[Any, ExecutionContext, Budget], Iterator[Identity]] | None" = None
    most: int = DEDUP_CARDS
    command: str = ""

    @property
    def title(self) -> str:
        """Return how models are called."""
        return "".join(word.capitalize() for word in self.kind.split("-"))

    def requests(self) -> tuple[Request, Request]:
        """Return the two requests."""
        return self._lookup(), self._dedup()

    def _lookup(self) -> Request:
        takes = create_model(
            f"Sought{self.title}", __base__=(self.one, Timed), __doc__=f"What is looked for among the {self.plural}."
        )

        def lookup(asked: Any, work: ExecutionContext) -> LookupResult:  # noqa: ANN401 - of the model above
            from ludex.operations.objects import look_up

            catalogue = work.catalogue
            with work.search() as budget:
                found = look_up(
                    catalogue, catalogue.registry.kind[self.kind], self.identify(asked, work, asked, budget)
                )
            return LookupResult([], []) if found is None else LookupResult([found[0]], [found[1]])

        lookup.__annotations__["asked"] = takes
        lookup.__doc__ = f"Find the stored {self.words} that is given, with a matching. Nothing is stored."
        return Request(
            f"POST /{self.address}/lookup",
            self.command,
            lookup,
            lambda found, _asked: lines.matches(found, "matching", f"no such {self.words} is stored"),
            self.address,
            answers=matches_answer(f"{self.title}Matches", self.kind),
        )

    def _dedup(self) -> Request:
        def dedup(asked: Any, work: ExecutionContext) -> Result:  # noqa: ANN401 - of the model below
            from ludex.operations.objects import sort_into_classes

            kind = work.catalogue.registry.kind[self.kind]
            with work.search() as budget:
                identities = list(self._identities(asked, work, budget))
            found = sort_into_classes(work.catalogue if asked.stored else None, kind, identities)
            named = [{"members": one.members, "matchings": one.matchings, self.labels: one.labels} for one in found]
            return Result({"classes": named}, of=found)

        dedup.__annotations__ |= {"asked": self._several()}
        dedup.__doc__ = (
            f"Sort {self.plural} that are given into classes of equal ones, and name the stored one of each."
        )
        return Request(
            f"POST /{self.address}/dedup",
            "",
            dedup,
            lambda told, _asked: lines.classes(told.of, "labels"),
            self.address,
            answers=lambda _registry: self._classes(),
        )

    def _identities(self, asked: Any, work: ExecutionContext, budget: Budget) -> "Iterator[Identity]":  # noqa: ANN401
        """Yield the identities of several objects. Raises Fault if they are too large together."""
        most, parts = work.bound(self.most), 0
        for identity in self._each(asked, work, budget):
            budget.check()
            parts += len(identity.order or (0,))
            if most is not None and parts > most:
                raise Fault(f"together they have more than {most:,} cards, vertices or points", (self.items,))
            yield identity

    def _each(self, asked: Any, work: ExecutionContext, budget: Budget) -> "Iterator[Identity]":  # noqa: ANN401
        if self.each is not None:
            yield from self.each(asked, work, budget)
            return
        for index, one in enumerate(getattr(asked, self.items)):
            with within(self.items, index):
                yield self.identify(one, work, asked, budget)

    def _several(self) -> type[RequestModel]:
        fields: dict[str, Any] = {"stored": (bool, Field(default=True, description="False: no stored ones are named."))}
        if self.together is None:
            word = replace(_argument(self.one), merged=False, several=False, each=True, required=False)
            given = Annotated[list[self.one], Field(min_length=1), ServiceBounds(DEDUP_POSITIONS), word]  # type: ignore[name-defined]
            fields[self.items] = (given, ...)
        base = self.shared if self.together is None else (self.together,)
        about = f"Some {self.plural}."
        made: type[RequestModel] = create_model(
            f"Several{self.title}", __base__=(*base, Timed), __doc__=about, **fields
        )
        return made

    def _classes(self) -> type[Answer]:
        about = "`matchings[k][i]`: of members[k] the part for part i of members[0]; null: they have no parts."
        fields: dict[str, Any] = {
            "members": (list[int], Field(description="The indices of the equal ones, from 0.")),
            "matchings": (list[Matching | None], Field(description=about)),
            self.labels: (list[str], Field(description="The label of the stored one; empty: none is stored.")),
        }
        of_one: Any = create_model(f"Same{self.title}", __base__=Answer, **fields)
        made: type[Answer] = create_model(
            f"{self.title}Classes",
            __base__=Answer,
            __doc__=f"The classes of equal {self.plural}, in the order of their first members.",
            classes=(list[of_one], ...),
        )
        return made


def _argument(model: type[RequestModel]) -> Argument:
    """Return how a command reads one object: by the field that is its argument."""
    marks = (mark for field in model.model_fields.values() for mark in field.metadata)
    return next(mark for mark in marks if isinstance(mark, Argument))
