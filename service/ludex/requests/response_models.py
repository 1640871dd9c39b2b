"""Response models derived from the declaration of a kind, for the OpenAPI document and the CSV columns.

Responses contain the stored text of objects, and these models describe that text. The models depend on the registry,
because it contains the relations of each kind. They are therefore created only when the OpenAPI document is requested.
"""

from collections.abc import Callable
from dataclasses import is_dataclass, make_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field, create_model

from ludex.requests.fields import Matching, ResponseModel

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Kind
    from ludex.catalogue.kinds.registry import Registry

    AnyKind = Kind[Any, Any]
Model = type[Any]  # a model created from a declaration
Late = Callable[["Registry"], Model]

_ADDRESS = (str | None, Field(description="URL path of the object; null if the object is not stored."))
_CLAIMS_ADDRESS = (
    str | None,
    Field(description=("URL path of the object's claims and their proofs; null if the object is not stored.")),
)
_STARTING = (bool, Field(description="True if the object belongs to the starting catalogue, which is permanent."))

_ANNOTATION: dict[str, Any] = {
    "title": (str, Field("", description="Title that people gave to the object; absent if it has none.")),
    "tags": (list[str], Field([], description="Tags that people gave to the object; absent if it has none.")),
    "data": (dict[str, Any], Field({}, description="JSON that people gave to the object; absent if it has none.")),
}


def object_answer(kind: "AnyKind") -> Late:
    """Return the factory that creates the model of a complete object of a kind, which `GET` returns."""
    return lambda registry: _whole(registry, kind)


def stored_answer(kind: str, title: str = "", **further: Any) -> Late:  # noqa: ANN401 - fields as pydantic has them
    """Return the factory that creates the model of an object of a kind that was stored by a request.

    `further` contains additional fields in the form that `create_model` accepts: each field is a pair of a type and a
    Field. Models with different additional fields must have different titles.
    """

    @cache
    def build(registry: "Registry") -> Model:
        of = registry.kind[kind]
        about, fields = f"A {of.words} that a request stored.", {**further, "duplicate_of": _duplicate()}
        return _model(title or f"Stored{title_of(of)}", _whole(registry, of), about, **fields)

    return build


def listed_answer(title: str, kind: str, **further: Any) -> Late:  # noqa: ANN401 - fields as pydantic has them
    """Return the factory for the model of a response whose `items` are generated or stored objects."""

    @cache
    def build(registry: "Registry") -> Model:
        of = registry.kind[kind]
        items = (list[stored_item_model(of)], Field(description=f"The {of.words_of_several}."))  # type: ignore[misc]
        return _model(title, ResponseModel, f"Some {of.words_of_several}.", items=items, **further)

    return build


def matches_answer(title: str, kind: str, *, stored: bool = False) -> Late:
    """Return the factory for the model of a look-up response.

    The response contains stored objects with their matchings.

    If `stored` is true, the items also have the field `duplicate_of`.
    """

    @cache
    def build(registry: "Registry") -> Model:
        of, item = registry.kind[kind], stored_item_model if stored else item_model
        fields: dict[str, Any] = {
            "items": (list[item(of)], Field(description="The stored objects, oldest first.")),  # type: ignore[misc]
            "matchings": (
                list[Matching | None],
                Field(
                    description=(
                        "For each item, a list whose entry i is the part of the item that matches part i of the "
                        "object in the request. Null if objects of the kind have no numbered parts."
                    )
                ),
            ),
        }
        return _model(
            title,
            ResponseModel,
            f"The equivalent stored {of.words_of_several}, each with a matching.",
            **fields,
        )

    return build


def with_url(answer: Model, title: str) -> Model:
    """Return the model of a response with the additional field `url`, which is the URL of the object.

    The response is a dataclass or a pydantic model.
    """
    if is_dataclass(answer):
        return make_dataclass(title, [("url", str | None)], bases=(answer,), frozen=True, slots=True)
    return _model(title, answer, answer.__doc__ or "", url=_ADDRESS)


def page_answer(kind: "AnyKind") -> Late:
    """Return the factory that creates the model for a page of objects of a kind."""
    return lambda _registry: _page(kind)


def title_of(kind: "AnyKind") -> str:
    """Return a kind's name as it appears in model names, such as `PlanarityOrderType`."""
    return "".join(word.capitalize() for word in kind.name.split("-"))


@cache
def item_model(kind: "AnyKind") -> Model:
    """Return the model of an object in a list. It is the document without the fields that lists omit."""
    return _object(kind, "Item", kind.long, {})


@cache
def stored_item_model(kind: "AnyKind") -> Model:
    """Return the model of an object in a list of generated or stored objects."""
    about = f"A {kind.words} that a request generated or stored."
    return _model(f"Stored{title_of(kind)}Item", item_model(kind), about, duplicate_of=_duplicate())


def page_of(item: Any, title: str = "", **further: Any) -> Model:  # noqa: ANN401 - a type, fields as pydantic has them
    """Return the model of a page of items. `further` contains additional fields."""
    fields = {
        "items": (list[item], Field(description="The items of this page.")),
        "next": (str | None, Field(description="URL path of the next page; null on the last page.")),
        "count": (int, Field(description="Number of items on all pages.")),
        "count_exact": (bool, Field(description="False if there may be more items than `count`.")),
    }
    return _model(f"{title or item.__name__}Page", ResponseModel, "A page of a list.", **fields, **further)


@cache
def _page(kind: "AnyKind") -> Model:
    return page_of(item_model(kind), title_of(kind))


@cache
def _whole(registry: "Registry", kind: "AnyKind") -> Model:
    counts = registry.counts_of(kind)
    fields: dict[str, Any] = {
        name: (
            int,
            Field(description=f"Number of linked {name.removesuffix('_count').replace('_', ' ')} objects."),
        )
        for name in counts
    }
    note = (str, Field("", description="Note about the object, which only its owner and the administrator can read."))
    return _object(kind, "", frozenset(), {**fields, "claims_url": _CLAIMS_ADDRESS, "note": note})


def _object(kind: "AnyKind", suffix: str, left_out: frozenset[str], further: dict[str, Any]) -> Model:
    fields: dict[str, Any] = {
        name: (field.annotation, field) for name, field in kind.model.model_fields.items() if name not in left_out
    }
    if kind.naming is not None:
        fields["slug"] = (str | None, Field(description="Preferred slug of the object; null if it has none."))
        fields["slugs"] = (
            list[str],
            Field(description=("All slugs of the object, which URLs accept in place of the label.")),
        )
    fields |= {**_ANNOTATION, **fields, **further, "starting": _STARTING, "url": _ADDRESS}
    return _model(f"{title_of(kind)}{suffix}", ResponseModel, kind.model.__doc__ or kind.view.about, **fields)


def _model(name: str, base: type[BaseModel], about: str, **fields: Any) -> Model:  # noqa: ANN401 - as pydantic has it
    result: Model = create_model(name, __base__=base, __doc__=about, **fields)
    return result


def _duplicate() -> Any:  # noqa: ANN401 - a field as pydantic has it
    from ludex.catalogue.objects.store_result import Duplicate

    return Duplicate | None, Field(description="The stored object that the request duplicates; null if it is new.")
