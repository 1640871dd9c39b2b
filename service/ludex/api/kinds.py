"""A kind of stored object as the API shows it: its name, its answers, its picture, its filters."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, Field, create_model
from sqlalchemy.orm import Session

from ludex.api import bounds
from ludex.api.models import Answer
from ludex.api.problems import not_found
from ludex.catalogue.listing import Collection

R = TypeVar("R")
V = TypeVar("V")
Fields = dict[str, Any]
Type = Any  # what annotates the field of a model
Expression = Any  # a column, or a SQL expression made of columns

_Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
_Text = Annotated[str, Field(min_length=1, max_length=bounds.LABEL_CHARACTERS)]


@dataclass(frozen=True, slots=True)
class Kind(Generic[R, V]):
    """A kind of stored object.

    `path` names it in addresses. `show` makes the answer of a listed object; `whole` (with its model `whole_answer`)
    that of one asked for by its label, where it says more. `draw` makes its picture. `names` are the API's names of
    filters that the catalogue calls otherwise. `find` finds an object by its name in the address, by default its label.
    `texts` are formats of lists with a line of plain text for each object. `title` begins the names of its models, by
    default the words of its path; no two kinds have the same.
    """

    collection: Collection[R, V]
    path: str
    singular: str
    answer: type[Answer]
    show: Callable[[V], Answer]
    whole_answer: type[Answer] | None = None
    whole: Callable[[Session, V], Answer] | None = None
    draw: Callable[[Session, V], str] | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    find: Callable[[Session, str], V | None] | None = None
    texts: Mapping[str, Callable[[V], str]] = field(default_factory=dict)
    title: str = ""

    def load(self, session: Session, name: str) -> V:
        """Return the object with this label. Raises ProblemError (404)."""
        found = (self.find or self.collection.by_label)(session, name)
        if found is None:
            raise not_found(f"{self.singular} with the label {name!r}")
        return found

    def show_whole(self, session: Session, stored: V) -> Answer:
        """Return the answer of an object asked for by its label."""
        return self.show(stored) if self.whole is None else self.whole(session, stored)

    def shown(self, name: str) -> str:
        """Return the API's name of a filter, a sort or a facet of the catalogue."""
        bare = name[4:] if name.startswith(("min_", "max_")) else name
        return name.removesuffix(bare) + self.names.get(bare, bare)

    def filters_of(self, query: BaseModel) -> dict[str, Any]:
        """Return the filters that a query gives, by the catalogue's names."""
        given = {name: value for name, value in query if value is not None}
        return {name: given[self.shown(name)] for name in self.collection.filter_names if self.shown(name) in given}

    def filter_fields(self) -> Fields:
        """Return the fields of a query model that hold the filters."""
        collection = self.collection
        fields: Fields = {}
        for name, expression in collection.equal.items():
            shown = self.shown(name)
            fields[shown] = _optional(_type_of(expression), f"Only those with this `{shown}`.")
        for name in collection.ranges:
            shown = self.shown(name)
            fields[f"min_{shown}"] = _optional(_Count, f"Only those with a `{shown}` of at least this.")
            fields[f"max_{shown}"] = _optional(_Count, f"Only those with a `{shown}` of at most this.")
        for name in collection.related:
            fields[self.shown(name)] = _optional(_Text, f"Only those related to this {name}.")
        return fields

    def model(self, suffix: str, parent: type[BaseModel], fields: Fields, about: str) -> type[Any]:
        """Make a model named after the kind."""
        title = self.title or "".join(word.capitalize() for word in self.path.split("-"))
        made: type[Any] = create_model(title + suffix, __base__=parent, __doc__=about, **fields)
        return made


def _optional(kind: Type, about: str) -> tuple[Type, Any]:
    return kind | None, Field(default=None, description=about)


def _type_of(expression: Expression) -> Type:
    python = expression.type.python_type
    return bool if python is bool else _Count if python is int else _Text
