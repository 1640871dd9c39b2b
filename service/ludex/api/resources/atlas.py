"""The atlas: complete collections, with the numbers of members that the catalogue has."""

from typing import Annotated

from flask import Response
from pydantic import Field

from ludex.api.routing.responses import PREFIX, reply
from ludex.api.routing.routes import Routes
from ludex.api.service import service
from ludex.catalogue.collections import CollectionState, find_collection, read_collection, read_collections
from ludex.requests import bounds
from ludex.requests.fields import Parameters, ServiceBounds
from ludex.requests.request import Result
from ludex.requests.response_models import page_of

routes = Routes(
    tag="Atlas", about="Complete collections: how many members there are, and how many are stored.", prefix=PREFIX
)


class CollectionPath(Parameters):
    """The collection in the path."""

    name: Annotated[str, Field(min_length=1), ServiceBounds(bounds.LABEL_CHARACTERS)] = Field(
        description="Name of the collection.", examples=["planarity-order-types-7"]
    )


@routes.get("/collections", page_of(CollectionState, "Collection"))
def collections() -> Response:
    """List the complete collections of all games: their sizes, and how many of their members are stored.

    To store all members of a collection, start a job with its `operation` and `arguments`.
    """
    with service().catalogue.reading() as reader:
        return reply(Result.page(read_collections(reader)).value)


@routes.get("/collections/<label:name>", CollectionState)
def collection(path: CollectionPath) -> Response:
    """Return a complete collection with the number of its stored members."""
    with service().catalogue.reading() as reader:
        found = read_collection(reader, find_collection(reader.registry, path.name))
    return reply(found)  # type: ignore[arg-type]  # any dataclass has a JSON text
