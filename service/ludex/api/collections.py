"""What every kind of stored object can be asked for: list, object, `.svg`, `/random`, `/facets`, `POST .../batch`.

All of it follows from the declaration of the kind; objects are sent as their stored text.
"""

import secrets
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Annotated, Any, Literal

from flask import Response
from pydantic import BaseModel, Field, create_model
from sqlalchemy import select

from ludex.api import bounds
from ludex.api.addresses import PREFIX, list_rule, object_rule, object_url
from ludex.api.answers import batch_answer, object_answer, page_answer, title_of
from ludex.api.exports import streamed
from ludex.api.models import Answer, Cursor, Label, LabelPath, Labels, Limit, PageQuery, Parameters, Seed
from ludex.api.objects import object_reply, object_text
from ludex.api.paging import After, Part, page_reply, whole_numbers
from ludex.api.problems import malformed, not_found
from ludex.api.replies import JsonText, picture, reply
from ludex.api.routes import SVG, Model, Routes, routes_of
from ludex.api.service import require_storing, service
from ludex.catalogue.catalogue import Reader
from ludex.catalogue.filters import CREATED, Filters, conditions
from ludex.catalogue.formats import lines
from ludex.catalogue.kind import Kind
from ludex.catalogue.links import count_neighbours, neighbours
from ludex.catalogue.listing import Count, asked_of, count, facets, fitting, page, random_one, stream
from ludex.catalogue.reading import Shown, UnknownObject, find, find_many
from ludex.catalogue.registry import Registry
from ludex.engine.random_numbers import RandomNumbers
from ludex.operations.objects import delete

AnyKind = Kind[Any, Any]
Query = Any  # a model made from the filters of a kind

_Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
_Natural = Annotated[int, Field(ge=0, le=2**63 - 1)]
_EXPORT_CHUNK = 200
_BATCH_CHUNK = 50


class FacetValue(Answer):
    """A value, and how many objects have it."""

    value: str | int | bool | None
    count: int


class Facets(Answer):
    """For each fact its most frequent values."""

    facets: dict[str, list[FacetValue]]


def collection(registry: Registry, kind: AnyKind) -> Routes:
    """Return the requests that every kind has."""
    routes = routes_of(kind)
    filters = _made(kind, "Filters", Parameters, _filter_fields(registry, kind), "Which {words} are meant.")
    _mount_list(routes, registry, kind, filters)
    _mount_random(routes, registry, kind, filters)
    _mount_facets(routes, registry, kind, filters)
    _mount_batch(routes, kind)
    _mount_object(routes, kind)
    if kind.view.picture is not None:
        _mount_picture(routes, kind, kind.view.picture)
    if kind.naming is not None:
        _mount_deletion(routes, kind)
    return routes


def objects() -> Routes:
    """Return the requests for objects of whatever kind."""
    routes = Routes("objects", tag="Objects", about="Stored objects of every kind.", prefix=PREFIX)

    def shown(path: LabelPath) -> Response:
        with service().catalogue.reading() as reader:
            return object_reply(find(reader, path.label), path.label)

    shown.__doc__ = (
        "Show the object with this label or slug, of whatever kind.\n\n"
        "409 with their labels where objects of several kinds have the slug."
    )
    routes.get("/objects/<label:label>", _every_answer, problems=(409,))(shown)
    return routes


def _every_answer(registry: Registry) -> tuple[Model, ...]:
    return tuple(object_answer(kind)(registry) for kind in registry.kinds)


def kind_page(
    kind: AnyKind, filters: Filters, query: PageQuery, sort: str = CREATED, *, descending: bool = False
) -> Response:
    """Return a page of the objects of a kind under filters: the list of the kind, or one below another object."""

    def read(after: After | None, limit: int) -> Part:
        with service().catalogue.reading() as reader:
            found = page(
                reader,
                kind,
                filters,
                sort,
                descending=descending,
                after=after,
                limit=limit,
                most_bytes=bounds.PAGE_BYTES,
            )
            return Part([object_text(one) for one in found.items], found.after, count(reader, kind, filters))

    return page_reply(query, [kind.name, sort, descending, *sorted(filters.items())], read)


def linked_page(node: int, relation: str, kind: AnyKind, query: PageQuery) -> Response:
    """Return a page of the objects of a kind that one is linked to by a relation, under either name, by place."""

    def read(after: After | None, limit: int) -> Part:
        start = None if after is None else whole_numbers(after, 2)
        with service().catalogue.reading() as reader:
            links = neighbours(reader, node, relation, kind=kind.name, after=start, limit=limit + 1)
            listed = fitting(reader, kind, [one.id for one in links[:limit]], bounds.PAGE_BYTES)
            total = count_neighbours(reader, node, relation, kind.name)
        last = links[len(listed) - 1] if listed and len(listed) < len(links) else None
        texts = [object_text(one) for one in listed]
        return Part(texts, None if last is None else (last.place, last.id), Count(total, True))

    return page_reply(query, ["linked", node, relation, kind.name], read)


def _filter_fields(registry: Registry, kind: AnyKind) -> dict[str, Any]:
    asked = asked_of(registry, kind)
    fields: dict[str, Any] = {}
    for one in asked.filters():
        fact = asked.facts.get(one.name) or asked.facts.get(one.name[4:])
        plain: Any = one.plain
        if plain is int:
            plain = _Natural if fact is not None and fact.mark.natural else _Count
        fields[one.name] = ((Label if plain is str else plain) | None, Field(default=None, description=one.about))
    return fields


def _filters_of(registry: Registry, kind: AnyKind, query: Query) -> dict[str, Any]:
    """Return the filters that a query gives; labels of before are those of today."""
    asked = asked_of(registry, kind)
    given = {one.name: getattr(query, one.name) for one in asked.filters()}
    labels = {*asked.columns, *asked.related}
    return {
        name: registry.renamed(value) or value if name in labels else value
        for name, value in given.items()
        if value is not None
    }


def _mount_list(routes: Routes, registry: Registry, kind: AnyKind, filters: Model) -> None:
    sorts = asked_of(registry, kind).sorts
    signed = tuple(sign + name for name in sorts for sign in ("", "-"))
    formats = ("json", "ndjson", "csv", *kind.view.texts)
    about = f"At most so many; where not given {bounds.LIST_LIMIT_DEFAULT} as json, all in an export."
    fields = {
        "sort": (Literal[signed], Field(default=CREATED, description="With `-` falling.")),
        "limit": (Limit | None, Field(default=None, description=about)),
        "cursor": (Cursor | None, Field(default=None, description="What `next` holds: continues a list as json.")),
        "format": (Literal[formats], Field(default="json", description="All but json are streamed.")),
    }
    query_model = _made(kind, "Query", filters, fields, "Which {words} to list.")

    def listed(query: Query) -> Response:
        descending, sort = query.sort.startswith("-"), query.sort.removeprefix("-")
        asked = _filters_of(registry, kind, query)
        if query.format == "json":
            which = PageQuery(limit=query.limit or bounds.LIST_LIMIT_DEFAULT, cursor=query.cursor)
            return kind_page(kind, asked, which, sort, descending=descending)
        if query.cursor is not None:
            raise malformed("an export is the whole list and takes no cursor", "/cursor")
        # Wrong filters are refused now; the stream itself begins after the headers are sent.
        conditions(asked_of(registry, kind), select(registry.facts[kind.name].c.node), asked)
        catalogue = service().catalogue

        def objects(whole: bool) -> Iterator[Shown]:
            with catalogue.reading() as reader:
                found = stream(reader, kind, asked, sort, descending=descending, chunk=_EXPORT_CHUNK, whole=whole)
                yield from islice(found, query.limit)

        return _export(kind, query.format, objects)

    listed.__annotations__ |= {"query": query_model}
    listed.__doc__ = (
        f"List the {_words(kind)}, with filters.\n\n"
        "As json one page with the address of the next; in the other formats all of them, streamed."
    )
    routes.get(list_rule(kind), page_answer(kind))(listed)


def _export(kind: AnyKind, form: str, objects: Callable[[bool], Iterator[Shown]]) -> Response:
    end = "\r\n" if form == "csv" else "\n"
    around = {"url": lambda one: object_url(kind, one.label)}
    written = lines(kind, form, objects(form in kind.view.texts), around)
    return streamed(form, (line + end for line in written), kind.address.replace("/", "-"))


def _mount_random(routes: Routes, registry: Registry, kind: AnyKind, filters: Model) -> None:
    about = "The same seed, the same object."
    fields = {"seed": (Seed | None, Field(default=None, description=about))}
    query_model = _made(kind, "RandomQuery", filters, fields, "Among which {words} to choose.")

    def random(query: Query) -> Response:
        numbers = RandomNumbers(secrets.randbits(63) if query.seed is None else query.seed)
        with service().catalogue.reading() as reader:
            found = random_one(reader, kind, _filters_of(registry, kind, query), numbers)
            if found is None:
                raise not_found(f"{kind.words} under these filters")
            response = object_reply(find(reader, found.label, kind))
        response.cache_control.no_store = True
        return response

    random.__annotations__ |= {"query": query_model}
    random.__doc__ = f"Show a random {kind.words} under filters, each with the same probability."
    routes.get(f"{list_rule(kind)}/random", object_answer(kind), problems=(404,))(random)


def _mount_facets(routes: Routes, registry: Registry, kind: AnyKind, filters: Model) -> None:
    def counted(query: Query) -> Facets:
        with service().catalogue.reading() as reader:
            found = facets(reader, kind, _filters_of(registry, kind, query))
        return Facets(
            facets={
                name: [FacetValue(value=one.value, count=one.count) for one in values] for name, values in found.items()
            }
        )

    counted.__annotations__ |= {"query": filters}
    counted.__doc__ = f"Count the {_words(kind)} by each of their facts, under filters."
    routes.get(f"{list_rule(kind)}/facets", Facets)(counted)


def _mount_batch(routes: Routes, kind: AnyKind) -> None:
    def batch(body: Labels) -> Response:
        with service().catalogue.reading() as reader:
            return reply(_batch(reader, kind, list(dict.fromkeys(body.labels))))

    batch.__doc__ = f"Show the {_words(kind)} with these labels.\n\nNothing is stored."
    routes.post(f"{list_rule(kind)}/batch", {200: batch_answer(kind)})(batch)


def _batch(reader: Reader, kind: AnyKind, names: list[str]) -> dict[str, list[str]]:
    """Return the objects with these names, as far as an answer has room for them, and which are missing."""
    items: dict[str, JsonText] = {}
    missing: list[str] = []
    size = 0
    for start in range(0, len(names), _BATCH_CHUNK):
        part = names[start : start + _BATCH_CHUNK]
        found = find_many(reader, kind, part, whole=False)
        for place, name in enumerate(part, start):
            one = found.get(name) or _called(reader, kind, name)
            if one is None:
                missing.append(name)
                continue
            size += len(one.body)
            if items and size > bounds.PAGE_BYTES:
                return {"items": list(items.values()), "missing": missing, "remaining": names[place:]}
            items.setdefault(one.label, object_text(one))
    return {"items": list(items.values()), "missing": missing, "remaining": []}


def _called(reader: Reader, kind: AnyKind, name: str) -> Shown | None:
    """Return the object of a kind with a slug, or with a label of before, as lists show it."""
    if kind.naming is None and reader.registry.renamed(name) is None:
        return None
    try:
        label = find(reader, name, kind).label
    except UnknownObject:
        return None
    return find_many(reader, kind, [label], whole=False).get(label)


def _mount_object(routes: Routes, kind: AnyKind) -> None:
    def shown(path: LabelPath) -> Response:
        with service().catalogue.reading() as reader:
            return object_reply(find(reader, path.label, kind), path.label)

    shown.__doc__ = f"Show the {kind.words} with this label{' or slug' if kind.naming is not None else ''}."
    routes.get(object_rule(kind), object_answer(kind))(shown)


def _mount_picture(routes: Routes, kind: AnyKind, draw: Callable[[Any], str]) -> None:
    def drawn(path: LabelPath) -> Response:
        with service().catalogue.reading() as reader:
            found = find(reader, path.label, kind)
        return picture(draw(found.document()))

    drawn.__doc__ = f"Draw the {kind.words} with this label."
    routes.get(object_rule(kind, ".svg"), SVG, problems=(422,))(drawn)


def _mount_deletion(routes: Routes, kind: AnyKind) -> None:
    def deleted(path: LabelPath) -> Response:
        require_storing()
        delete(service().catalogue, kind, path.label)
        return Response(status=204)

    deleted.__doc__ = (
        f"Delete a {kind.words} of your own by its slug or label; what it is linked to stays.\n\n"
        "409 where it is of the starting catalogue, or where other objects are linked to it."
    )
    routes.delete(object_rule(kind), problems=(403, 409))(deleted)


def _words(kind: AnyKind) -> str:
    return kind.plural.replace("-", " ")


def _made(kind: AnyKind, suffix: str, base: type[BaseModel], fields: dict[str, Any], about: str) -> Model:
    made: Model = create_model(
        title_of(kind) + suffix, __base__=base, __doc__=about.format(words=_words(kind)), **fields
    )
    return made
