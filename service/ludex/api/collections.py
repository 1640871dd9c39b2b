"""What every kind of stored object can be asked for: list, object, `.svg`, `/random`, `/facets`, `POST .../batch`."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from random import Random
from typing import Annotated, Any, Literal

from flask import Response, request
from pydantic import BaseModel, Field

from ludex.api import bounds
from ludex.api.exports import export, export_text
from ludex.api.kinds import Kind
from ludex.api.models import Answer, Labels
from ludex.api.paging import decode_cursor, encode_cursor, fingerprint, link_header, page_url
from ludex.api.parameters import Parameters
from ludex.api.problems import malformed, not_found, refused
from ludex.api.routes import SVG, Routes, picture, reply
from ludex.api.service import service
from ludex.catalogue.listing import ListingError
from ludex.pictures import PictureTooLarge

AnyKind = Kind[Any, Any]
Query = Any  # a model made from the filters of a kind
_EXPORT_CHUNK = 200


class LabelPath(Parameters):
    """The object asked for."""

    label: str = Field(min_length=1, max_length=bounds.LABEL_CHARACTERS, description="The object's label.")


class FacetValue(Answer):
    """A value, and how many objects have it."""

    value: str | int | bool | None
    count: int


class Facets(Answer):
    """For each invariant its most frequent values."""

    facets: dict[str, list[FacetValue]]


def mount(routes: Routes, kind: AnyKind, *, objects: bool = True) -> None:
    """Add the requests of a kind to the routes; without `objects` the kind has its own request for one object."""
    mount_list(routes, kind)
    _mount_random(routes, kind)
    _mount_facets(routes, kind)
    _mount_batch(routes, kind)
    if objects:
        _mount_object(routes, kind)
    if kind.draw is not None:
        _mount_picture(routes, kind)


@contextmanager
def _listing_errors(kind: AnyKind) -> Iterator[None]:
    try:
        yield
    except ListingError as error:
        raise malformed(error.message, f"/{kind.shown(error.name)}") from None


def mount_list(routes: Routes, kind: AnyKind) -> None:
    """Add the list of a kind to the routes, and nothing else: for objects without a label."""
    sorts = {kind.shown(name): name for name in kind.collection.sort_names}
    signed = tuple(sign + name for name in sorts for sign in ("", "-"))
    formats = ("json", "ndjson", "csv", *kind.texts)
    fields = kind.filter_fields() | {
        "sort": (Literal[signed], Field(default="created", description="With `-` falling.")),
        "limit": (
            Annotated[int, Field(ge=1, le=bounds.LIST_LIMIT)] | None,
            Field(
                default=None,
                description=f"At most so many; where not given {bounds.LIST_LIMIT_DEFAULT} as json, all in an export.",
            ),
        ),
        "cursor": (
            Annotated[str, Field(max_length=bounds.CURSOR_CHARACTERS)] | None,
            Field(default=None, description="What `next` holds: continues a list as json."),
        ),
        "format": (Literal[formats], Field(default="json", description="All but json are streamed.")),
    }
    page_fields = {
        "items": (list[kind.answer], ...),  # type: ignore[name-defined]
        "next": (str | None, Field(description="The address of the next page, null at the end.")),
        "count": (int, Field(description="How many there are under these filters.")),
        "count_exact": (bool, Field(description="False where there are more than `count`.")),
    }
    query_model = kind.model("Query", Parameters, fields, f"Which {kind.path} to list.")
    page_model = kind.model("Page", Answer, page_fields, f"A page of {kind.path}.")

    def listed(query: Query) -> Response:
        descending, sort = query.sort.startswith("-"), sorts[query.sort.removeprefix("-")]
        with _listing_errors(kind):
            answer = _page if query.format == "json" else _export
            return answer(kind, query, page_model, sort, descending)

    listed.__annotations__ |= {"query": query_model}
    listed.__doc__ = (
        f"List the {kind.path}, with filters.\n\n"
        "As json one page with the address of the next; in the other formats all of them, streamed."
    )
    routes.get(f"/{kind.path}", page_model)(listed)


def _page(kind: AnyKind, query: Query, model: type[Any], sort: str, descending: bool) -> Response:
    filters = kind.filters_of(query)
    of = fingerprint([kind.title or kind.path, query.sort, *sorted(filters.items())])
    after = None if query.cursor is None else decode_cursor(query.cursor, of)
    with service().catalogue.reading() as session:
        limit = query.limit or bounds.LIST_LIMIT_DEFAULT
        page = kind.collection.page(session, filters, sort, descending=descending, after=after, limit=limit)
        count = kind.collection.count(session, filters)
    parameters = request.args.to_dict()
    cursor = None if page.after is None else encode_cursor(page.after, of)
    following = None if cursor is None else page_url(request.path, parameters, cursor)
    items = [kind.show(stored) for stored in page.items]
    answer = model(items=items, next=following, count=count.count, count_exact=count.exact)
    return reply(answer, headers=link_header(page_url(request.path, parameters), following))


def _export(kind: AnyKind, query: Query, _model: type[Any], sort: str, descending: bool) -> Response:
    if query.cursor is not None:
        raise malformed("an export is the whole list and takes no cursor", "/cursor")
    filters, catalogue = kind.filters_of(query), service().catalogue
    kind.collection.select(filters)  # refuses wrong filters now; the stream itself begins after the headers are sent

    def objects() -> Iterator[Any]:
        with catalogue.reading() as session:
            stored = kind.collection.stream(session, filters, sort, descending=descending, chunk=_EXPORT_CHUNK)
            yield from islice(stored, query.limit)

    name = kind.path.replace("/", "-")
    if query.format in kind.texts:
        return export_text(query.format, map(kind.texts[query.format], objects()), name)
    return export(query.format, kind.answer, map(kind.show, objects()), name)


def _mount_random(routes: Routes, kind: AnyKind) -> None:
    seed = Annotated[int, Field(ge=0, le=bounds.SEED)] | None
    fields = kind.filter_fields() | {"seed": (seed, Field(default=None, description="The same seed, the same object."))}
    query_model = kind.model("RandomQuery", Parameters, fields, f"Among which {kind.path} to choose.")

    def random_one(query: Query) -> Response:
        with service().catalogue.reading() as session, _listing_errors(kind):
            stored = kind.collection.random(session, kind.filters_of(query), Random(query.seed))
            if stored is None:
                raise not_found(f"{kind.singular} under these filters")
            response = reply(kind.show_whole(session, stored))
        response.cache_control.no_store = True
        return response

    random_one.__annotations__ |= {"query": query_model}
    random_one.__doc__ = f"Show a random {kind.singular} under filters, each with the same probability."
    routes.get(f"/{kind.path}/random", kind.whole_answer or kind.answer, problems=(404,))(random_one)


def _mount_facets(routes: Routes, kind: AnyKind) -> None:
    query_model = kind.model("FacetsQuery", Parameters, kind.filter_fields(), f"Among which {kind.path} to count.")

    def facets(query: Query) -> Facets:
        with service().catalogue.reading() as session, _listing_errors(kind):
            found = kind.collection.facets(session, kind.filters_of(query))
        return Facets(
            facets={
                kind.shown(name): [FacetValue(value=one.value, count=one.count) for one in values]
                for name, values in found.items()
            }
        )

    facets.__annotations__ |= {"query": query_model}
    facets.__doc__ = f"Count the {kind.path} by each of their invariants, under filters."
    routes.get(f"/{kind.path}/facets", Facets)(facets)


def _mount_batch(routes: Routes, kind: AnyKind) -> None:
    fields = {
        "items": (list[kind.answer], Field(description="In the order of the request, each once.")),  # type: ignore[name-defined]
        "missing": (list[str], Field(description="The labels that are not stored.")),
    }
    batch_model = kind.model("Batch", Answer, fields, f"Some {kind.path} by their labels.")

    def batch(body: Labels) -> BaseModel:
        with service().catalogue.reading() as session:
            found = kind.collection.by_labels(session, body.labels)
        missing = [label for label in dict.fromkeys(body.labels) if label not in found]
        answer: BaseModel = batch_model(items=[kind.show(stored) for stored in found.values()], missing=missing)
        return answer

    batch.__doc__ = f"Show the {kind.path} with these labels.\n\nNothing is stored."
    routes.post(f"/{kind.path}/batch", {200: batch_model})(batch)


def _mount_object(routes: Routes, kind: AnyKind) -> None:
    def shown(path: LabelPath) -> Answer:
        with service().catalogue.reading() as session:
            return kind.show_whole(session, kind.load(session, path.label))

    shown.__doc__ = f"Show the {kind.singular} with this label."
    routes.get(f"/{kind.path}/<label:label>", kind.whole_answer or kind.answer)(shown)


def _mount_picture(routes: Routes, kind: AnyKind) -> None:
    draw = kind.draw
    assert draw is not None

    def drawn(path: LabelPath) -> Response:
        with service().catalogue.reading() as session:
            stored = kind.load(session, path.label)
            try:
                return picture(draw(session, stored))
            except PictureTooLarge as error:
                raise refused("/label", str(error)) from None

    drawn.__doc__ = f"Draw the {kind.singular} with this label."
    routes.get(f"/{kind.path}/<label:label>.svg", SVG, problems=(422,))(drawn)
