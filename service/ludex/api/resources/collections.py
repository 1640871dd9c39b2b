"""What every kind of stored object can be asked for: list, object, `.svg`, `/random`, `/facets`, `POST .../batch`.

All of it follows from the declaration of the kind; objects are sent as their stored text.
"""

import secrets
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Annotated, Any, Literal

from flask import Response
from pydantic import Field, create_model
from sqlalchemy import select

from ludex.api.middleware.authorization import storing_catalogue
from ludex.api.middleware.problems import malformed, not_found
from ludex.api.resources.exports import streamed
from ludex.api.resources.graph_measures import Measures, MeasuresQuery, measures_of_object
from ludex.api.routing.paging import After, Part, page_reply, whole_numbers
from ludex.api.routing.responses import PREFIX, object_text, object_texts, object_url, picture, reply
from ludex.api.routing.routes import Answers, Model, Routes, View, list_rule, object_rule, routes_of
from ludex.api.service import service
from ludex.catalogue.access.api_keys import Scope
from ludex.catalogue.kinds.kind import Kind, Together
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.filters import CREATED, Filters, bounded_fact, conditions
from ludex.catalogue.lists.formats import formats_of, lines
from ludex.catalogue.lists.listing import Count, asked_of, count, facets, fitting, page, random_one, sifted, stream
from ludex.catalogue.objects.links import count_neighbours, neighbours
from ludex.catalogue.objects.pictures import picture_of
from ludex.catalogue.objects.reading import Shown, UnknownObject, find, find_many
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.random_numbers import RandomNumbers
from ludex.operations.objects import delete
from ludex.requests import bounds
from ludex.requests.answers import batch_answer, object_answer, page_answer, title_of
from ludex.requests.fields import Answer, Cursor, Label, LabelPath, Labels, Limit, PageQuery, Parameters, Seed
from ludex.requests.json_text import JsonText
from ludex.requests.request import NOTHING, SVG

AnyKind = Kind[Any, Any]
Query = Any  # a model made from the filters of a kind

_Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
PatternText = Annotated[str, Field(min_length=1, max_length=bounds.PATTERN_CHARACTERS)]
_Natural = Annotated[int, Field(ge=0, le=2**63 - 1)]
_RANDOM_FIELDS = {"seed": (Seed | None, Field(default=None, description="The same seed, the same object."))}
_FORMATS = "As json one page with the address of the next; in the other formats all of them, streamed."
_DELETION = "What it holds stays. 409 if it is of the starting catalogue, or if others are made of it."
_SEVERAL = "409 with their labels if objects of several kinds have the slug."
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
    routes, words, listed, one = routes_of(kind), kind.words_of_several, list_rule(kind), object_rule(kind)
    filters = _query_model(kind, "Filters", Parameters, _filter_fields(registry, kind))
    ask = _query_model(kind, "Query", filters, _pattern_fields(kind) | _list_fields(registry, kind))
    choose = _query_model(kind, "RandomQuery", filters, _RANDOM_FIELDS)
    shown = {200: object_answer(kind)}

    def add(method: str, rule: str, view: View, answers: Answers, about: str, *problems: int, **models: Any) -> None:  # noqa: ANN401
        routes.add(method, rule, partial(view, kind), answers, about, problems=problems, **models)

    refused = () if kind.view.document_filter is None else (422,)
    about = f"List the {words}, with filters.\n\n{_FORMATS}"
    add("GET", listed, _list, {200: page_answer(kind)}, about, *refused, 503, query=ask)
    about = f"Show a random {kind.words} under filters, each with the same probability."
    add("GET", f"{listed}/random", _random, shown, about, 404, query=choose)
    about = f"Count the {words} by each of their facts, under filters."
    add("GET", f"{listed}/facets", _facets, {200: Facets}, about, query=filters)
    about = f"Show the {words} with these labels.\n\nNothing is stored."
    add("POST", f"{listed}/batch", _batch, {200: batch_answer(kind)}, about, body=Labels)
    add("GET", one, _show, shown, f"Show the {kind.words} with this label or slug.", path=LabelPath)
    if kind.view.picture is not None:
        add("GET", f"{one}.svg", _draw, {200: SVG}, f"Draw the {kind.words} with this label.", 422, path=LabelPath)
    if kind.view.graph is not None:
        about = f"Measure the {kind.words} with this label by functions of networkx, each named with its value."
        problems = (422, 503)
        add(
            "GET",
            f"{one}/measures",
            measures_of_object,
            {200: Measures},
            about,
            *problems,
            path=LabelPath,
            query=MeasuresQuery,
        )
    if kind.naming is not None:
        add_deletion(routes, kind)
    return routes


def add_deletion(routes: Routes, kind: AnyKind) -> None:
    """Add the request that deletes an object of a kind."""
    about = f"Delete a {kind.words} of your own by its slug or label, with what is known of it.\n\n{_DELETION}"
    view = partial(_delete, kind)
    routes.add("DELETE", object_rule(kind), view, {204: NOTHING}, about, problems=(401, 409, 412), path=LabelPath)


def objects() -> Routes:
    """Return the requests for objects of whatever kind."""
    routes = Routes(tag="Objects", about="Stored objects of every kind.", prefix=PREFIX)
    about = f"Show the object with this label or slug, of whatever kind.\n\n{_SEVERAL}"
    answers = {200: lambda registry: tuple(object_answer(kind)(registry) for kind in registry.kinds)}
    one = "/objects/<label:label>"
    routes.add("GET", one, partial(_show, None), answers, about, problems=(409,), path=LabelPath)
    about = f"Draw the object with this label or slug, of whatever kind.\n\n{_SEVERAL}"
    routes.add("GET", f"{one}.svg", partial(_draw, None), {200: SVG}, about, problems=(409, 422), path=LabelPath)
    return routes


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
                max_bytes=bounds.PAGE_BYTES,
            )
            return Part(object_texts(found.items), found.after, count(reader, kind, filters))

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
        return Part(object_texts(listed), None if last is None else (last.place, last.id), Count(total, True))

    return page_reply(query, ["linked", node, relation, kind.name], read)


def _query_model(kind: AnyKind, suffix: str, base: Model, fields: dict[str, Any]) -> Model:
    made: Model = create_model(title_of(kind) + suffix, __base__=base, **fields)
    return made


def _filter_fields(registry: Registry, kind: AnyKind) -> dict[str, Any]:
    asked = asked_of(registry, kind)
    fields: dict[str, Any] = {}
    for one in asked.filters.values():
        if one.name in asked.document_filters:
            continue
        fact = asked.facts.get(one.name) or asked.facts.get(bounded_fact(one.name) or "")
        plain: Any = {str: Label, bool: bool, int: _Natural if fact and fact.mark.natural else _Count}[one.plain]
        fields[one.name] = (plain | None, Field(default=None, description=one.about))
    return fields


def _pattern_fields(kind: AnyKind) -> dict[str, Any]:
    """Return the parameters that filter the list by its documents."""
    parameters = {} if kind.view.document_filter is None else kind.view.document_filter.parameters
    return {name: (PatternText | None, Field(default=None, description=about)) for name, about in parameters.items()}


def _list_fields(registry: Registry, kind: AnyKind) -> dict[str, Any]:
    signed = tuple(sign + name for name in asked_of(registry, kind).sorts for sign in ("", "-"))
    formats = ("json", *formats_of(kind))
    about = f"At most this many; if not given {bounds.LIST_LIMIT_DEFAULT} as json, all in an export."
    behind = f"Put the label behind each line of {' and '.join(kind.view.texts)}, after a tab."
    labels: dict[str, Any] = {"labels": (bool, Field(default=False, description=behind))} if kind.view.texts else {}
    return labels | {
        "sort": (Literal[signed], Field(default=CREATED, description="With `-` falling.")),
        "limit": (Limit | None, Field(default=None, description=about)),
        "cursor": (Cursor | None, Field(default=None, description="What `next` holds: continues a list as json.")),
        "format": (Literal[formats], Field(default="json", description="All but json are streamed.")),
    }


def _filters_of(kind: AnyKind, query: Query) -> dict[str, Any]:
    """Return the filters that a query gives."""
    registry = service().catalogue.registry
    # What a list can be asked by is much, what is given is little.
    asked = asked_of(registry, kind)
    given = {name: getattr(query, name) for name in sorted(query.model_fields_set) if name in asked.filters}
    return {name: value for name, value in given.items() if value is not None}


def _list(kind: AnyKind, query: Query) -> Response:
    descending, sort = query.sort.startswith("-"), query.sort.removeprefix("-")
    filters, catalogue = _filters_of(kind, query), service().catalogue
    if query.format == "json":
        which = PageQuery(limit=query.limit or bounds.LIST_LIMIT_DEFAULT, cursor=query.cursor)
        return kind_page(kind, filters, which, sort, descending=descending)
    if query.cursor is not None:
        raise malformed("an export is the whole list and takes no cursor", "/cursor")
    # Wrong filters are refused now; the stream itself begins after the headers are sent.
    asked = asked_of(catalogue.registry, kind)
    conditions(asked, select(catalogue.registry.facts[kind.name].c.node), sifted(asked, filters)[0])

    def every() -> Iterator[Shown]:
        whole = query.format in kind.view.texts
        with catalogue.reading() as reader:
            found = stream(reader, kind, filters, sort, descending=descending, chunk=_EXPORT_CHUNK, whole=whole)
            yield from islice(found, query.limit)

    end = "\r\n" if query.format == "csv" else "\n"
    around = {"url": lambda one: object_url(kind, one.label)}
    written = lines(kind, query.format, every(), around, labels=getattr(query, "labels", False))
    return streamed(query.format, (line + end for line in written), kind.address.replace("/", "-"))


def _random(kind: AnyKind, query: Query) -> Response:
    numbers = RandomNumbers(secrets.randbits(63) if query.seed is None else query.seed)
    with service().catalogue.reading() as reader:
        filters = _filters_of(kind, query)
        filters.pop("seed", None)  # here it is that of the choice, whatever the kind has
        found = random_one(reader, kind, filters, numbers)
        if found is None:
            raise not_found(f"{kind.words} under these filters")
        response = reply(object_text(find(reader, found.label, kind)))
    response.cache_control.no_store = True
    return response


def _facets(kind: AnyKind, query: Query) -> Facets:
    with service().catalogue.reading() as reader:
        found = facets(reader, kind, _filters_of(kind, query))
    counted = {name: [FacetValue(value=one.value, count=one.count) for one in found[name]] for name in found}
    return Facets(facets=counted)


def _batch(kind: AnyKind, body: Labels) -> Response:
    """Show the objects with these names, as far as an answer has room for them, and say which are missing."""
    names = list(dict.fromkeys(body.labels))
    items: dict[str, JsonText] = {}
    missing: list[str] = []
    size = 0
    with service().catalogue.reading() as reader:
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
                    return reply({"items": list(items.values()), "missing": missing, "remaining": names[place:]})
                items.setdefault(one.label, object_text(one))
    return reply({"items": list(items.values()), "missing": missing, "remaining": []})


def _called(reader: Reader, kind: AnyKind, name: str) -> Shown | None:
    """Return the object of a kind with a slug, as lists show it."""
    if kind.naming is None:
        return None
    try:
        label = find(reader, name, kind).label
    except UnknownObject:
        return None
    return find_many(reader, kind, [label], whole=False).get(label)


def _show(kind: AnyKind | None, path: LabelPath) -> Response:
    with service().catalogue.reading() as reader:
        return reply(object_text(find(reader, path.label, kind), path.label))


def _draw(kind: AnyKind | None, path: LabelPath) -> Response:
    with service().catalogue.reading() as reader:
        found = find(reader, path.label, kind)
        # A slug may come to name another object; a label never does.
        return picture(
            picture_of(reader, found),
            permanent=path.label == found.label and not isinstance(found.kind.view.picture, Together),
        )


def _delete(kind: AnyKind, path: LabelPath) -> Response:
    delete(storing_catalogue(Scope.EDIT), kind, path.label)
    return Response(status=204)
