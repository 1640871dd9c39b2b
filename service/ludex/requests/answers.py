"""The models of answers that follow from the declaration of a kind: for the OpenAPI document, and for columns of CSV.

What is sent is the stored text; these models say what is in it. They are made once the document is asked for, when the
registry is there that knows the neighbours of a kind.
"""

from collections.abc import Callable
from dataclasses import is_dataclass, make_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field, create_model

from ludex.requests.fields import Answer, Matching

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Kind
    from ludex.catalogue.kinds.registry import Registry

    AnyKind = Kind[Any, Any]
Model = type[Any]  # a model made from a declaration
Late = Callable[["Registry"], Model]

_ADDRESS = (str | None, Field(description="Its address; null if it is not stored."))
_CLAIMS_ADDRESS = (str | None, Field(description="The address of its claims, with what proves them; null as `url`."))
_STARTING = (bool, Field(description="True: of the starting catalogue, which stays."))


def object_answer(kind: "AnyKind") -> Late:
    """Return what makes the model of an object asked for by its name, as `object_reply` sends it."""
    return lambda registry: _whole(registry, kind)


def stored_answer(kind: str, title: str = "", **further: Any) -> Late:  # noqa: ANN401 - fields as pydantic has them
    """Return what makes the model of an object that a request stored, of the kind with this name.

    `further` are fields for further members, each as `create_model` takes them: its type and its Field. Requests that
    answer with others of one kind give the model a `title` of its own.
    """

    @cache
    def made(registry: "Registry") -> Model:
        of = registry.kind[kind]
        about, fields = f"A {of.words} that a request stored.", {**further, "duplicate_of": _duplicate()}
        return _made(title or f"Stored{title_of(of)}", _whole(registry, of), about, **fields)

    return made


def listed_answer(title: str, kind: str, **further: Any) -> Late:  # noqa: ANN401 - fields as pydantic has them
    """Return what makes the model of an answer with `items`, objects that a request made or stored, of one kind."""

    @cache
    def made(registry: "Registry") -> Model:
        of = registry.kind[kind]
        items = (list[stored_item_model(of)], ...)  # type: ignore[misc]
        return _made(title, Answer, f"Some {of.words_of_several}.", items=items, **further)

    return made


def matches_answer(title: str, kind: str, *, stored: bool = False) -> Late:
    """Return what makes the model of stored objects that were looked up, each with a matching.

    `stored`: they are shown as those that a request stored.
    """

    @cache
    def made(registry: "Registry") -> Model:
        of, item = registry.kind[kind], stored_item_model if stored else item_model
        fields: dict[str, Any] = {
            "items": (list[item(of)], Field(description="The oldest first.")),  # type: ignore[misc]
            "matchings": (
                list[Matching | None],
                Field(description="For part i of the request, that of the item; null: it has no numbered parts."),
            ),
        }
        return _made(
            title, Answer, f"The stored {of.words_of_several} that are equivalent, each with a matching.", **fields
        )

    return made


def addressed(answer: Model, title: str) -> Model:
    """Return the model of an answer, a dataclass or a model, with the address of the object that it is about."""
    if is_dataclass(answer):
        return make_dataclass(title, [("url", str | None)], bases=(answer,), frozen=True, slots=True)
    return _made(title, answer, answer.__doc__ or "", url=_ADDRESS)


def page_answer(kind: "AnyKind") -> Late:
    """Return what makes the model of a page of the objects of a kind."""
    return lambda _registry: _page(kind)


def batch_answer(kind: "AnyKind") -> Late:
    """Return what makes the model of some objects by their labels."""
    fields = {
        "items": (list[item_model(kind)], Field(description="In the order of the request, each once.")),  # type: ignore[misc]
        "missing": (list[str], Field(description="The labels that are not stored.")),
        "remaining": (list[str], Field(description="The labels for which this answer had no more room: ask for them.")),
    }
    about = f"Some {kind.words_of_several} by their labels."
    return lambda _registry: _made(f"{title_of(kind)}Batch", Answer, about, **fields)


def title_of(kind: "AnyKind") -> str:
    """Return the name of a kind as models have it: `PlanarityOrderType`."""
    return "".join(word.capitalize() for word in kind.name.split("-"))


@cache
def item_model(kind: "AnyKind") -> Model:
    """Return the model of an object in a list: its document less what only the object itself shows."""
    return _object(kind, "Item", kind.long, {})


@cache
def stored_item_model(kind: "AnyKind") -> Model:
    """Return the model of an object in a list of those that a request made or stored."""
    about = f"A {kind.words} that a request made or stored."
    return _made(f"Stored{title_of(kind)}Item", item_model(kind), about, duplicate_of=_duplicate())


def page_of(item: Any, title: str = "", **further: Any) -> Model:  # noqa: ANN401 - a type, fields as pydantic has them
    """Return the model of a page of some items; `further` are fields besides those of every page."""
    fields = {
        "items": (list[item], ...),
        "next": (str | None, Field(description="The address of the next page, null at the end.")),
        "count": (int, Field(description="How many there are.")),
        "count_exact": (bool, Field(description="False if there are more than `count`.")),
    }
    return _made(f"{title or item.__name__}Page", Answer, "A page of a list.", **fields, **further)


@cache
def _page(kind: "AnyKind") -> Model:
    return page_of(item_model(kind), title_of(kind))


@cache
def _whole(registry: "Registry", kind: "AnyKind") -> Model:
    counts = registry.counts_of(kind)
    fields: dict[str, Any] = {
        name: (
            int,
            Field(description=f"How many objects of the kind {name.removesuffix('_count').replace('_', ' ')} it has."),
        )
        for name in counts
    }
    return _object(kind, "", frozenset(), {**fields, "claims_url": _CLAIMS_ADDRESS})


def _object(kind: "AnyKind", suffix: str, left_out: frozenset[str], further: dict[str, Any]) -> Model:
    fields: dict[str, Any] = {
        name: (one.annotation, one) for name, one in kind.model.model_fields.items() if name not in left_out
    }
    if kind.naming is not None:
        fields["slug"] = (str | None, Field(description="The name that is shown, if it has any."))
        fields["slugs"] = (list[str], Field(description="All its names."))
    fields |= {**further, "starting": _STARTING, "url": _ADDRESS}
    return _made(f"{title_of(kind)}{suffix}", Answer, kind.model.__doc__ or kind.view.about, **fields)


def _made(name: str, base: type[BaseModel], about: str, **fields: Any) -> Model:  # noqa: ANN401 - as pydantic has it
    made: Model = create_model(name, __base__=base, __doc__=about, **fields)
    return made


def _duplicate() -> Any:  # noqa: ANN401 - a field as pydantic has it
    from ludex.catalogue.objects.store_result import Duplicate

    return Duplicate | None, Field(description="Null if it is new.")
