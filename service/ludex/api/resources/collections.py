"""The routes that every kind has: its list, objects, pictures, `/random`, `/facets` and `POST .../batch`.

The routes are derived from the declaration of the kind. Responses contain the stored text of objects.
"""

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Annotated, Any, Literal

from flask import Response
from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler, create_model
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from ludex.api.middleware.problems import malformed, not_found
from ludex.api.resources.figures import add_figures
from ludex.api.routing.cursors import After, PageSlice, page_reply, whole_numbers
from ludex.api.routing.declared_routes import add_requests, add_route
from ludex.api.routing.responses import (
    PREFIX,
    accepted_format,
    object_text,
    object_texts,
    object_url,
    reply,
    streamed,
)
from ludex.api.routing.routes import Model, ResponseTypes, Routes, View, list_rule, object_rule, routes_of
from ludex.api.service import service
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.filters import CREATED, OR_NONE, WHERE, Filters, parse_range
from ludex.catalogue.lists.formats import formats_of, lines
from ludex.catalogue.lists.language import MAX_QUERY, conditions_of
from ludex.catalogue.lists.listing import (
    Count,
    FacetValue,
    count,
    facets,
    first_objects,
    page,
    random_one,
    selectable_of,
    split_filters,
    stream,
)
from ludex.catalogue.objects.links import count_neighbours, neighbours
from ludex.catalogue.objects.reading import ObjectView, find
from ludex.engine.random_numbers import RandomNumbers
from ludex.operations.citations import FORMATS, CitationFormat, cite
from ludex.requests import bounds
from ludex.requests.fields import Cursor, Label, LabelPath, Limit, PageQuery, Parameters, ResponseModel, Seed
from ludex.requests.request import Media
from ludex.requests.response_models import object_answer, page_answer, title_of
from ludex.requests.stored_objects import OBJECTS, STORED_OBJECTS, deletion_of

AnyKind = Kind[Any, Any]
Query = Any  # a model created from the filters of a kind

QueryText = Annotated[str, Field(max_length=MAX_QUERY)]
PatternText = Annotated[str, Field(min_length=1, max_length=bounds.PATTERN_CHARACTERS)]
_RANDOM_FIELDS = {
    "seed": (Seed | None, Field(default=None, description=("The same seed always selects the same object.")))
}
_FORMATS = "`json` returns a page with the URL of the next one. All other formats stream the whole list."
_FORMAT = "Format of the response. Without it, the header `Accept` chooses `json`, `ndjson` or `csv`."
_SEVERAL = "If objects of several kinds have the slug, returns 409 with their labels."
_EXPORT_CHUNK = 200


_NATURAL = 2**63 - 1


@dataclass(frozen=True, slots=True)
class NumberOrRange:
    """An annotation of `int | str` for filters on a number.

    The value of a filter is either a number or a range written as text.

    If a fact is `nullable`, some ranges also match objects without a value.
    """

    maximum: int
    nullable: bool = False

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401
        """Return a schema that validates a number, or both ends of a range."""
        number = core_schema.int_schema(strict=True, ge=0, le=self.maximum)
        return core_schema.no_info_wrap_validator_function(self._check, number)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Describe both forms of the value in the OpenAPI document."""
        digits = len(str(self.maximum + 1)) - 1  # all numbers with so many digits are allowed
        end = f"[0-9]{{1,{digits}}}"
        pattern = rf"^({end}\.\.({end})?|\.\.{end}){f'({OR_NONE})?' if self.nullable else ''}$"
        return {"anyOf": [handler(schema), {"type": "string", "pattern": pattern}]}

    def _check(self, value: Any, handler: Callable[[Any], int]) -> int | str:  # noqa: ANN401 - a number or any text
        if not isinstance(value, str) or ".." not in value:
            return handler(value)
        ends = parse_range(value.removesuffix(OR_NONE) if self.nullable else value)
        if ends is None:
            raise PydanticCustomError("range", "Input should be a number or a range such as 4..9, 4.. or ..9")
        for end in ends:
            if end is not None:
                handler(end)
        return value


class Facets(ResponseModel):
    """The most frequent values of each fact."""

    facets: dict[str, list[FacetValue]] = Field(description="For each fact, its values, most frequent first.")


def collection(registry: Registry, kind: AnyKind) -> Routes:
    """Return the routes that every kind has."""
    routes, words, listed, rule = routes_of(kind), kind.words_of_several, list_rule(kind), object_rule(kind)
    filters = _query_model(kind, "Filters", Parameters, _filter_fields(registry, kind))
    ask = _query_model(kind, "Query", filters, _pattern_fields(kind) | _list_fields(registry, kind))
    choose = _query_model(kind, "RandomQuery", filters, _RANDOM_FIELDS)
    shown = {200: object_answer(kind)}

    def add(
        method: str,
        rule: str,
        view: View,
        answers: ResponseTypes,
        about: str,
        *problems: int,
        **models: Any,  # noqa: ANN401
    ) -> None:
        routes.add(method, rule, partial(view, kind), answers, about, problems=problems, **models)

    refused = () if kind.view.document_filter is None else (422,)
    about = f"List {words}, optionally with filters.\n\n{_FORMATS}"
    add("GET", listed, _list, {200: page_answer(kind)}, about, *refused, 503, query=ask)
    about = f"Return a random {kind.words} that matches the filters, all with equal probability."
    add("GET", f"{listed}/random", _random, shown, about, 404, query=choose)
    about = f"Count the {words} that match the filters, by the values of each fact."
    add("GET", f"{listed}/facets", _facets, {200: Facets}, about, query=filters)
    add("GET", rule, _show, shown, f"Return a {kind.words} by its label or slug.", path=LabelPath)
    if kind.naming is not None:
        add_deletion(routes, kind)
    return routes


def add_deletion(routes: Routes, kind: AnyKind) -> None:
    """Add the route that deletes an object of a kind."""
    deletion = deletion_of(kind)
    prefix = routes.prefix.removeprefix(PREFIX)
    add_route(routes, deletion, deletion.routes[0].replace(f" {prefix}/", " /"))


def objects() -> Routes:
    """Return the routes for objects of any kind."""
    routes = Routes(tag=OBJECTS.tag, about=OBJECTS.about, prefix=PREFIX)
    about = f"Return an object of any kind by its label or slug.\n\n{_SEVERAL}"
    answers = {200: lambda registry: tuple(object_answer(kind)(registry) for kind in registry.kinds)}
    rule = "/objects/<label:label>"
    routes.add("GET", rule, partial(_show, None), answers, about, problems=(409,), tool=True, path=LabelPath)
    add_figures(routes, rule, f"Draw an object of any kind as {{format}}, by its label or slug.\n\n{_SEVERAL}", 409)
    for form, name in (("bibtex", "BibTeX"), ("ris", "RIS"), ("csl-json", "CSL JSON")):
        written = FORMATS[form]
        about = f"Cite an object of any kind in {name}, by its label or slug.\n\n{_SEVERAL}"
        media = Media((written.media_type,))
        view = partial(_cite, written)
        routes.add("GET", f"{rule}.{written.suffix}", view, {200: media}, about, problems=(409,), path=LabelPath)
    return add_requests(routes, STORED_OBJECTS)


def kind_page(
    kind: AnyKind, filters: Filters, query: PageQuery, sort: str = CREATED, *, descending: bool = False
) -> Response:
    """Return a page of the objects of a kind that match the filters."""

    def read(after: After | None, limit: int) -> PageSlice:
        with service().catalogue.reading() as reader:
            result = page(
                reader,
                kind,
                filters,
                sort,
                descending=descending,
                after=after,
                limit=limit,
                max_bytes=bounds.PAGE_BYTES,
            )
            return PageSlice(object_texts(result.items), result.after, count(reader, kind, filters))

    return page_reply(query, [kind.name, sort, descending, *sorted(filters.items())], read)


def linked_page(node: int, relation: str, kind: AnyKind, query: PageQuery) -> Response:
    """Return a page of the objects of a kind that a relation links to a node, ordered by their places.

    The relation can be given by either of its two names.
    """

    def read(after: After | None, limit: int) -> PageSlice:
        start = None if after is None else whole_numbers(after, 2)
        with service().catalogue.reading() as reader:
            links = neighbours(reader, node, relation, kind=kind.name, after=start, limit=limit + 1)
            listed = first_objects(reader, kind, [link.id for link in links[:limit]], bounds.PAGE_BYTES)
            total = count_neighbours(reader, node, relation, kind.name)
        last = links[len(listed) - 1] if listed and len(listed) < len(links) else None
        return PageSlice(object_texts(listed), None if last is None else (last.place, last.id), Count(total, True))

    return page_reply(query, ["linked", node, relation, kind.name], read)


def _query_model(kind: AnyKind, suffix: str, base: Model, fields: dict[str, Any]) -> Model:
    result: Model = create_model(title_of(kind) + suffix, __base__=base, **fields)
    return result


def _filter_fields(registry: Registry, kind: AnyKind) -> dict[str, Any]:
    selectable = selectable_of(registry, kind)
    fields: dict[str, Any] = {}
    for parameter in selectable.filters.values():
        if parameter.name in selectable.document_filters:
            continue
        number: Any = Annotated[int, Field(ge=0, le=_NATURAL)]
        if parameter.name in selectable.facts:
            nullable = selectable.facts[parameter.name].nullable
            number = Annotated[int | str, NumberOrRange(_NATURAL, nullable)]
        plain: Any = QueryText if parameter.name == WHERE else {str: Label, bool: bool, int: number}[parameter.plain]
        fields[parameter.name] = (plain | None, Field(default=None, description=parameter.about))
    return fields


def _pattern_fields(kind: AnyKind) -> dict[str, Any]:
    """Return the parameters that filter the list by patterns in the documents."""
    parameters = {} if kind.view.document_filter is None else kind.view.document_filter.parameters
    return {name: (PatternText | None, Field(default=None, description=about)) for name, about in parameters.items()}


def _list_fields(registry: Registry, kind: AnyKind) -> dict[str, Any]:
    signed = tuple(sign + name for name in selectable_of(registry, kind).sorts for sign in ("", "-"))
    formats = ("json", *formats_of(kind))
    about = (
        f"Maximum number of objects. The default is {bounds.LIST_LIMIT_DEFAULT} for `json` and no limit for the other "
        "formats."
    )
    behind = f"Append the label to each line of {' and '.join(kind.view.texts)}, after a tab."
    labels: dict[str, Any] = {"labels": (bool, Field(default=False, description=behind))} if kind.view.texts else {}
    return labels | {
        "sort": (
            Literal[signed],
            Field(default=CREATED, description="Fact to sort by; a `-` before the name reverses the order."),
        ),
        "limit": (Limit | None, Field(default=None, description=about)),
        "cursor": (
            Cursor | None,
            Field(default=None, description="Position in the list, from `next` of the previous page; only for `json`."),
        ),
        "format": (Literal[formats], Field(default="json", description=_FORMAT)),
    }


def _filters_of(kind: AnyKind, query: Query) -> dict[str, Any]:
    """Return the filters that are set in a query."""
    registry = service().catalogue.registry
    # A list has many filters, but a query sets only a few.
    selectable = selectable_of(registry, kind)
    given = {name: getattr(query, name) for name in sorted(query.model_fields_set) if name in selectable.filters}
    return {name: value for name, value in given.items() if value is not None}


def _list(kind: AnyKind, query: Query) -> Response:
    form = query.format if "format" in query.model_fields_set else accepted_format(formats_of(kind))
    response = _list_in(form, kind, query)
    response.vary.add("Accept")
    return response


def _list_in(form: str, kind: AnyKind, query: Query) -> Response:
    descending, sort = query.sort.startswith("-"), query.sort.removeprefix("-")
    filters, catalogue = _filters_of(kind, query), service().catalogue
    if form == "json":
        which = PageQuery(limit=query.limit or bounds.LIST_LIMIT_DEFAULT, cursor=query.cursor)
        return kind_page(kind, filters, which, sort, descending=descending)
    if query.cursor is not None:
        raise malformed("only the format json supports a cursor; the other formats return the whole list", "/cursor")
    # Refuse invalid filters now, because the stream begins only after the headers are sent.
    selectable = selectable_of(catalogue.registry, kind)
    list(conditions_of(selectable, split_filters(selectable, filters)[0]))

    def every() -> Iterator[ObjectView]:
        whole = form in kind.view.texts
        with catalogue.reading() as reader:
            result = stream(reader, kind, filters, sort, descending=descending, chunk=_EXPORT_CHUNK, whole=whole)
            yield from islice(result, query.limit)

    end = "\r\n" if form == "csv" else "\n"
    around = {"url": lambda found: object_url(kind, found.label)}
    written = lines(kind, form, every(), around, labels=getattr(query, "labels", False))
    return streamed(form, (line + end for line in written), kind.address.replace("/", "-"))


def _random(kind: AnyKind, query: Query) -> Response:
    numbers = RandomNumbers(secrets.randbits(63) if query.seed is None else query.seed)
    with service().catalogue.reading() as reader:
        filters = _filters_of(kind, query)
        filters.pop("seed", None)  # here, `seed` selects the object, even if the kind has a filter named `seed`
        result = random_one(reader, kind, filters, numbers)
        if result is None:
            raise not_found(f"{kind.words} that matches these filters")
        response = reply(object_text(find(reader, result.label, kind)))
    response.cache_control.no_store = True
    return response


def _facets(kind: AnyKind, query: Query) -> Facets:
    with service().catalogue.reading() as reader:
        result = facets(reader, kind, _filters_of(kind, query))
    return Facets(facets=result)


def _show(kind: AnyKind | None, path: LabelPath) -> Response:
    with service().catalogue.reading() as reader:
        return reply(object_text(find(reader, path.label, kind), path.label))


def _cite(form: CitationFormat, path: LabelPath) -> Response:
    with service().catalogue.reading() as reader:
        citation = cite(find(reader, path.label), service().public_url)
    return Response(form.write(citation), content_type=f"{form.media_type}; charset=utf-8")
