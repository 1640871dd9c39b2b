"""The routes that every kind has, and the routes of objects of any kind."""

from flask import Response

from ludex.api.resources.figures import add_figures
from ludex.api.routing.cursors import list_page
from ludex.api.routing.declared_routes import add_requests
from ludex.api.routing.responses import PREFIX, AnyKind, object_text
from ludex.api.routing.routes import Routes
from ludex.api.service import service
from ludex.catalogue.kinds.registry import Registry
from ludex.requests.fields import PageQuery
from ludex.requests.kind_lists import kind_requests, linked_objects
from ludex.requests.session import Session
from ludex.requests.stored_objects import OBJECTS, STORED_OBJECTS


def collection(registry: Registry, kind: AnyKind) -> Routes:
    """Return the routes that every kind has."""
    return add_requests(Routes(tag=kind.address, about=kind.view.about, prefix=PREFIX), kind_requests(registry, kind))


def objects() -> Routes:
    """Return the routes for objects of any kind."""
    routes = add_requests(Routes(tag=OBJECTS.tag, about=OBJECTS.about, prefix=PREFIX), STORED_OBJECTS)
    about = (
        "Draw an object of any kind as {format}, by its label or slug.\n\nIf objects of several kinds have the slug, "
        "returns 409 with their labels."
    )
    add_figures(routes, "/objects/<label:label>", about, 409)
    return routes


def linked_page(node: int, relation: str, kind: AnyKind, query: PageQuery) -> Response:
    """Return a page of the objects of a kind that a relation links to a node, ordered by their places."""
    listing = linked_objects(Session(service().catalogue), node, relation, kind)
    return list_page(query, ["linked", node, relation, kind.name], listing, lambda item: object_text(item.view))
