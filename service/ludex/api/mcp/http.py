"""`POST /mcp`: the Model Context Protocol over streamable HTTP, for clients that call the requests as tools."""

from importlib.util import find_spec

from flask import Flask, Response, request

from ludex.api import mcp
from ludex.api.middleware.authorization import MESSAGES, asker
from ludex.api.middleware.problems import ProblemError
from ludex.api.routing.request_data import read_json
from ludex.api.routing.routes import Routes
from ludex.api.service import service

ADDRESS = "/mcp"

INSTALL = "python -m pip install 'ludex[mcp]'"
"""The command that installs the SDK."""


def is_installed() -> bool:
    """Return whether the protocol's SDK is installed."""
    return find_spec("mcp") is not None


def register(app: Flask, subjects: tuple[Routes, ...]) -> None:
    """Add the address `/mcp` to an application.

    The SDK is loaded when the first message arrives.
    """

    def answer() -> Response:
        if not is_installed():
            raise ProblemError(501, f"The tool server is not installed; `{INSTALL}` installs it.")
        asker()  # refuses an unknown key at once
        body = request.get_data()
        with service().slots.reading(len(body)):
            read_json(body)  # refuses input that takes long to parse
        status, headers, text = mcp.server.respond(app, subjects, request.environ, dict(request.headers), body)
        headers.pop("content-length", None)
        return Response(text, status=status, headers=headers)

    app.add_url_rule(ADDRESS, endpoint=MESSAGES, view_func=answer, methods=["POST"])
