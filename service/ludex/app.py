"""The composition root: the API and the web pages in one WSGI application."""

from flask import Flask

from ludex.api import compression, conditional, measures, openapi, problems, routes
from ludex.api.bounds import BODY_BYTES
from ludex.api.health import routes as operations
from ludex.api.planarity import subjects as subjects_of_planarity
from ludex.api.routes import Routes
from ludex.api.service import Service
from ludex.api.sets import subjects as subjects_of_sets
from ludex.api.slots import Slots
from ludex.api.swish import subjects as subjects_of_swish
from ludex.catalogue.database import Database
from ludex.settings import Settings
from ludex.web import landing


def create_app(settings: Settings) -> Flask:
    """Make the application. It opens the catalogue at the first request; the tables must be there already."""
    app = Flask("ludex", static_folder=None)
    # One more than is allowed: of a body without an announced length werkzeug drops what is beyond, and says nothing.
    app.config["MAX_CONTENT_LENGTH"] = BODY_BYTES + 1
    # An address has one form: neither `//` nor a trailing slash leads anywhere.
    app.url_map.merge_slashes = False
    app.url_map.redirect_defaults = False
    catalogue = Database(settings.database_url)
    service = Service(
        catalogue=catalogue,
        slots=Slots(settings.computing_slots, settings.waiting_slots),
        stores=settings.on_loopback,
    )
    service.install(app.extensions)
    problems.register(app)
    # After a request the last registered runs first: the ETag is of the plain body, the log has the final status.
    measures.register(app)
    compression.register(app)
    conditional.register(app)
    routes.register(app)
    for subject in all_routes():
        app.register_blueprint(subject.blueprint())
    app.extensions[openapi.EXTENSION] = openapi.Documentation(all_routes())
    app.register_blueprint(openapi.pages)
    app.register_blueprint(landing.blueprint(catalogue))
    return app


def all_routes() -> tuple[Routes, ...]:
    """Return the requests of the API, in the order of the documentation."""
    return (*subjects_of_swish(), *subjects_of_sets(), *subjects_of_planarity(), operations)


def openapi_text() -> str:
    """Return the OpenAPI document as schema/openapi.json holds it."""
    return openapi.document_text(all_routes())


def end_searches(app: Flask) -> None:
    """End every search of an application, because its process ends."""
    service = app.extensions["ludex"]
    assert isinstance(service, Service)
    service.slots.stop()
