"""The composition root: the API and the web pages in one WSGI application."""

from flask import Flask
from flask_openapi.openapi import OpenAPI

from ludex.api import compression, conditional, measures, openapi, problems
from ludex.api.bounds import BODY_BYTES
from ludex.api.health import routes as operations
from ludex.api.service import Service
from ludex.api.slots import Slots
from ludex.api.swish import subjects
from ludex.catalogue.database import Database
from ludex.settings import Settings
from ludex.web import landing


def create_app(settings: Settings) -> OpenAPI:
    """Make the application. It opens the catalogue at the first request; the tables must be there already."""
    app = OpenAPI("ludex", static_folder=None, **openapi.api_arguments())
    app.config["MAX_CONTENT_LENGTH"] = BODY_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]
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
    for routes in (operations, *subjects()):
        app.register_api(routes.blueprint)
    app.register_blueprint(openapi.pages)
    app.register_blueprint(landing.blueprint(catalogue))
    return app


def end_searches(app: Flask) -> None:
    """End every search of an application, because its process ends."""
    service = app.extensions["ludex"]
    assert isinstance(service, Service)
    service.slots.stop()
