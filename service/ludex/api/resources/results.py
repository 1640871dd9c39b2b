"""Routes for results: claims about stored objects, collections, tables of records, sequences, and the data set."""

from collections.abc import Collection
from functools import partial
from typing import Annotated, Any, Literal

from flask import Response
from pydantic import Field, create_model

from ludex.api.resources.collections import Facets, FacetValue
from ludex.api.routing.cursors import After, PageSlice, page_reply, whole_numbers
from ludex.api.routing.responses import PREFIX, plain, reply
from ludex.api.routing.routes import Model, Routes
from ludex.api.service import service
from ludex.catalogue.claims.claim import CitedClaim, StoredClaim, select_cited
from ludex.catalogue.claims.lists import ClaimFilters, claim_facets, count_claims, page_of_claims
from ludex.catalogue.collections import CollectionState, find_collection, read_collection, read_collections
from ludex.catalogue.dataset.published import NoDataset, PublishedDataset, read_published
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.reading import UnknownObject, find
from ludex.catalogue.records import RecordTableState, RecordTableSummary, find_records, read_records, records_of
from ludex.catalogue.sequences.formats import b_file, oeis_lines
from ludex.catalogue.sequences.reading import SequenceTerms, find_sequence, read_sequences
from ludex.catalogue.storage.snapshot import Reader
from ludex.requests import bounds
from ludex.requests.fields import Label, LabelPath, PageQuery, Parameters, ResponseModel, ServiceBounds
from ludex.requests.json_text import JsonText
from ludex.requests.request import TEXT, Result
from ludex.requests.response_models import page_of

Query = Any  # a model created from the statements of the games
_NO_OBJECT = -1


class CitedQuery(Parameters):
    """Filters for results from the literature."""

    subject: Label | None = Field(default=None, description="Label or slug of the object that the results are about.")


class CitedClaims(ResponseModel):
    """Results from the literature."""

    items: list[CitedClaim] = Field(description="The results, each with its reference.")


def claim_routes(registry: Registry) -> Routes:
    """Return the routes for claims. These routes depend on the statements that the games declare."""
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
        "List the claims about an object, and the claims whose witness it is.\n\nFor example, a largest set is the "
        "witness of a claim about its deck."
    )
    cited = (
        "List results from the literature that Ludex cites and has not proved. They are not included in the list of "
        "claims."
    )
    of_cited: Model = create_model(
        "CitedClaimQuery", __base__=CitedQuery, statement=_one_of({claim.statement for claim in registry.cited})
    )
    routes.add("GET", "/claims/cited", _cited, {200: CitedClaims}, cited, problems=(404,), tool=True, query=of_cited)
    rule = "/objects/<label:label>/claims"
    routes.add("GET", rule, _of_object, answer, about, problems=(409,), path=LabelPath, query=of_object)
    return routes


def _model(title: str, base: Model, registry: Registry) -> Model:
    statement = _one_of({statement.name for statement in registry.statements})
    proved: Any = (
        bool | None,
        Field(default=None, description="`true` for only proved claims, `false` for only unproved claims."),
    )
    result: Model = create_model(title, __base__=base, statement=statement, proved=proved)
    return result


def _one_of(names: Collection[str]) -> Any:  # noqa: ANN401 - a field for create_model
    """Return the field for filtering by statement."""
    about = "Only claims with this statement."
    return (Literal[tuple(sorted(names))] | None if names else Label | None, Field(default=None, description=about))


def _filters(reader: Reader, query: Query, concerning: int | None = None) -> ClaimFilters:
    request = getattr(query, "subject", None)
    subject = None if request is None else _id(reader, request)
    return ClaimFilters(query.statement, query.proved, subject, concerning)


def _id(reader: Reader, name: str) -> int:
    """Return the id of the object with a label or slug.

    If the object is not stored, return an id that no object has.
    """
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


atlas_routes = Routes(
    tag="Atlas", about="Complete collections, tables of records, and the data set to download.", prefix=PREFIX
)


class CollectionPath(Parameters):
    """The collection in the path."""

    name: Annotated[str, Field(min_length=1), ServiceBounds(bounds.LABEL_CHARACTERS)] = Field(
        description="Name of the collection.", examples=["planarity-order-types-7"]
    )


@atlas_routes.get("/collections", page_of(CollectionState, "Collection"))
def collections() -> Response:
    """List the complete collections of all games, with the number of members and of stored members of each.

    To store all members of a collection, start a job with its `operation` and `arguments`.
    """
    with service().catalogue.reading() as reader:
        return reply(Result.page(read_collections(reader)).value)


@atlas_routes.get("/collections/<label:name>", CollectionState)
def collection(path: CollectionPath) -> Response:
    """Return a complete collection with its number of stored members."""
    with service().catalogue.reading() as reader:
        found = read_collection(reader, find_collection(reader.registry, path.name))
    return reply(found)  # type: ignore[arg-type]  # any dataclass has a JSON text


class RecordsPath(Parameters):
    """The table of records in the path."""

    name: Annotated[str, Field(min_length=1), ServiceBounds(bounds.LABEL_CHARACTERS)] = Field(
        description="Name of the table.", examples=["set-largest-caps"]
    )


@atlas_routes.get("/records", page_of(RecordTableSummary, "RecordTable"))
def records() -> Response:
    """List the tables of records of all games: the largest or hardest objects for each pair of parameters."""
    with service().catalogue.reading() as reader:
        return reply(Result.page([table.summary() for table in records_of(reader.registry)]).value)


@atlas_routes.get("/records/<label:name>", RecordTableState)
def record_table(path: RecordsPath) -> Response:
    """Return a table of records.

    Each cell has a value, the claim that states the value, and the URL of the list of objects with it.

    The values are read from stored claims or follow from proofs, without a search.
    """
    with service().catalogue.reading() as reader:
        [table] = read_records(reader, [find_records(reader.registry, path.name)])
    return reply(table)  # type: ignore[arg-type]  # any dataclass has a JSON text


class OfferedDataset(ResponseModel):
    """The data set that this service offers for download."""

    dataset: PublishedDataset | None = Field(description="The data set and its files; null if there is none.")


@atlas_routes.get("/dataset", OfferedDataset)
def dataset() -> OfferedDataset:
    """Return the data set that this service offers for download: its files, with their sizes and checksums.

    `ludex dataset build` writes a data set.
    """
    try:
        return OfferedDataset(dataset=read_published(service().dataset))
    except NoDataset:
        return OfferedDataset(dataset=None)


sequence_routes = Routes(
    tag="Sequences", about="The exact integer sequences that the games compute, with their proofs.", prefix=PREFIX
)


class SequencePath(Parameters):
    """The sequence in the path."""

    name: Annotated[str, Field(min_length=1), ServiceBounds(bounds.LABEL_CHARACTERS)] = Field(
        description="Name of the sequence.", examples=["set-caps-maximum-3-values"]
    )


def _sequence(name: str) -> SequenceTerms:
    with service().catalogue.reading() as reader:
        [found] = read_sequences(reader, [find_sequence(reader, name)])
        return found


@sequence_routes.get("/sequences", page_of(SequenceTerms, "Sequence"), tool=True)
def sequences() -> Response:
    """List all sequences with their known terms, by game.

    The terms are read from the catalogue or computed from closed forms, without a search.
    """
    with service().catalogue.reading() as reader:
        return reply(Result.page(read_sequences(reader)).value)


@sequence_routes.get("/sequences/<label:name>", SequenceTerms, tool=True)
def sequence(path: SequencePath) -> Response:
    """Return a sequence with its known terms and the claim that states each term."""
    return reply(_sequence(path.name))  # type: ignore[arg-type]  # any dataclass has a JSON text


@sequence_routes.get("/sequences/<label:name>.b.txt", TEXT)
def sequence_b_file(path: SequencePath) -> Response:
    """Return a sequence as a b-file of the OEIS: lines with the index and the value of each term."""
    return plain(b_file(_sequence(path.name)))


@sequence_routes.get("/sequences/<label:name>.oeis.txt", TEXT)
def sequence_in_oeis_format(path: SequencePath) -> Response:
    """Return a sequence in the internal format of the OEIS. If its A-number is not known, A000000 is used."""
    return plain(oeis_lines(_sequence(path.name)))
