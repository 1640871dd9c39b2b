"""`GET /api/v1`: what there is, for who begins here."""

from collections.abc import Sequence

from ludex.api.routing.responses import PREFIX, list_url
from ludex.api.routing.routes import Routes
from ludex.catalogue.kinds.registry import Registry
from ludex.requests.fields import Answer
from ludex.version import __version__


class KindShown(Answer):
    """A kind of stored objects, and where its lists are."""

    kind: str
    address: str
    about: str


class RequestShown(Answer):
    """A request, and what it does."""

    method: str
    address: str
    about: str


class Index(Answer):
    """What there is: the kinds of stored objects, and every request."""

    version: str
    documentation: str
    openapi: str
    kinds: list[KindShown]
    requests: list[RequestShown]


def index(registry: Registry, subjects: Sequence[Routes]) -> Routes:
    """Return the request that says what the others are."""
    routes = Routes(tag="Objects", about="Stored objects of every kind.")

    def show() -> Index:
        kinds = [KindShown(kind=one.name, address=list_url(one), about=one.view.about) for one in registry.kinds]
        operations = [one for subject in subjects for one in subject.operations]
        requests = [
            RequestShown(method=one.method, address=one.address, about=one.about.partition("\n")[0])
            for one in operations
        ]
        return Index(
            version=__version__,
            documentation=f"{PREFIX}/docs",
            openapi=f"{PREFIX}/openapi.json",
            kinds=kinds,
            requests=requests,
        )

    routes.add("GET", PREFIX, show, {200: Index}, "Say what there is: kinds of objects, and requests.")
    return routes
