"""The routes that every kind has, and the routes of objects of any kind."""

from ludex.api.resources.figures import add_figures
from ludex.api.routing.request_routes import add_requests
from ludex.api.routing.responses import PREFIX, AnyKind
from ludex.api.routing.routes import Routes
from ludex.catalogue.kinds.registry import Registry
from ludex.requests.kind_lists import kind_requests, requests_of_all_kinds
from ludex.requests.stored_objects import OBJECTS, STORED_OBJECTS


def collection(registry: Registry, kind: AnyKind) -> Routes:
    """Return the routes that every kind has."""
    return add_requests(Routes(tag=kind.address, about=kind.view.about, prefix=PREFIX), kind_requests(registry, kind))


def objects(registry: Registry) -> Routes:
    """Return the routes for objects of any kind."""
    routes = add_requests(
        Routes(tag=OBJECTS.tag, about=OBJECTS.about, prefix=PREFIX), (*STORED_OBJECTS, *requests_of_all_kinds(registry))
    )
    about = (
        "Draw an object of any kind as {format}, by its label or slug.\n\nIf objects of several kinds have the slug, "
        "returns 409 with their labels."
    )
    add_figures(routes, "/objects/<label:label>", about, 409)
    return routes
