"""Claims about stored objects, with their proofs: lists of all claims and of the claims of one object."""

from collections.abc import Collection
from functools import partial
from typing import Any, Literal

from flask import Response
from pydantic import Field, create_model

from ludex.api.resources.collections import Facets, FacetValue
from ludex.api.routing.paging import After, PageSlice, page_reply, whole_numbers
from ludex.api.routing.responses import PREFIX
from ludex.api.routing.routes import Model, Routes
from ludex.api.service import service
from ludex.catalogue.claims.cited import CitedClaim, select_cited
from ludex.catalogue.claims.claim import StoredClaim
from ludex.catalogue.claims.lists import ClaimFilters, claim_facets, count_claims, page_of_claims
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.reading import UnknownObject, find
from ludex.catalogue.storage.snapshot import Reader
from ludex.requests import bounds
from ludex.requests.fields import Label, LabelPath, PageQuery, Parameters, ResponseModel
from ludex.requests.json_text import JsonText
from ludex.requests.response_models import page_of

Query = Any  # a model created from the statements of the games
_NO_OBJECT = -1


class CitedQuery(Parameters):
    """The filters for results of the literature."""

    subject: Label | None = Field(default=None, description="Label or slug of the object that the results are about.")


class CitedClaims(ResponseModel):
    """Results of the literature."""

    items: list[CitedClaim] = Field(description="The results, each with its reference.")


def routes_of(registry: Registry) -> Routes:
    """Return the routes for claims, which depend on the statements of the games."""
    routes = Routes(tag="Claims", about="Claims about stored objects, with their proofs.", prefix=PREFIX)
    filters = _model("ClaimsOfObjectFilters", Parameters, registry)
    subject: Any = (
        Label | None,
        Field(default=None, description="Label or slug of the object that the claims are about."),
    )
    everywhere: Model = create_model("ClaimFilters", __base__=filters, subject=subject)
    listed: Model = create_model("ClaimQuery", __base__=(PageQuery, everywhere))
    of_object: Model = create_model("ClaimsOfObjectQuery", __base__=(PageQuery, filters))
    answer = {200: page_of(StoredClaim)}
    routes.add("GET", "/claims", partial(_list, None), answer, "List claims, oldest first.", tool=True, query=listed)
    about = "Count claims by statement and by whether they are proved."
    routes.add("GET", "/claims/facets", _facets, {200: Facets}, about, query=everywhere)
    about = (
        "List the claims about an object, and those that it is the witness of.\n\nFor example, a largest set is the "
        "witness of a claim about its deck."
    )
    cited = "List results of the literature, which Ludex cites and has not proved. They are not among the claims."
    of_cited: Model = create_model(
        "CitedClaimQuery", __base__=CitedQuery, statement=_one_of({claim.statement for claim in registry.cited})
    )
    routes.add("GET", "/claims/cited", _cited, {200: CitedClaims}, cited, problems=(404,), tool=True, query=of_cited)
    rule = "/objects/<label:label>/claims"
    routes.add("GET", rule, _of_object, answer, about, problems=(409,), path=LabelPath, query=of_object)
    return routes


def _model(title: str, base: Model, registry: Registry) -> Model:
    statement = _one_of({statement.name for statement in registry.statements})
    proved: Any = (bool | None, Field(default=None, description="Only proved (true) or unproved (false) claims."))
    result: Model = create_model(title, __base__=base, statement=statement, proved=proved)
    return result


def _one_of(names: Collection[str]) -> Any:  # noqa: ANN401 - a field for create_model
    """Return the field of the filter by statement."""
    about = "Only claims with this statement."
    return (Literal[tuple(sorted(names))] | None if names else Label | None, Field(default=None, description=about))


def _filters(reader: Reader, query: Query, concerning: int | None = None) -> ClaimFilters:
    request = getattr(query, "subject", None)
    subject = None if request is None else _id(reader, request)
    return ClaimFilters(query.statement, query.proved, subject, concerning)


def _id(reader: Reader, name: str) -> int:
    """Return the id of the object with a label or slug. If it is not stored, return an id that no object has."""
    try:
        return find(reader, name).id
    except UnknownObject:
        return _NO_OBJECT


def _list(concerning: int | None, query: Query) -> Response:
    def read(after: After | None, limit: int) -> PageSlice:
        last = 0 if after is None else whole_numbers(after, 1)[0]
        with service().catalogue.reading() as reader:
            filters = _filters(reader, query, concerning)
            result = page_of_claims(reader, filters, last, limit, bounds.PAGE_BYTES, JsonText)
            items = [item.members() for item in result.items]
            return PageSlice(items, None if result.after is None else (result.after,), count_claims(reader, filters))

    of = ["claims", concerning, query.statement, query.proved, getattr(query, "subject", None)]
    return page_reply(query, of, read)


def _of_object(path: LabelPath, query: Query) -> Response:
    with service().catalogue.reading() as reader:
        node = find(reader, path.label).id
    return _list(node or _NO_OBJECT, query)


def _cited(query: Query) -> CitedClaims:
    with service().catalogue.reading() as reader:
        label = None if query.subject is None else find(reader, query.subject).label
        found = select_cited(reader.registry.cited, statement=query.statement, subject=label)
    return CitedClaims(items=found)


def _facets(query: Query) -> Facets:
    with service().catalogue.reading() as reader:
        result = claim_facets(reader, _filters(reader, query))
    counted = {name: [FacetValue(value=facet.value, count=facet.count) for facet in result[name]] for name in result}
    return Facets(facets=counted)
