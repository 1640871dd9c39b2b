"""The transports of the Model Context Protocol: standard input and output, and streamable HTTP without sessions."""

import asyncio
import logging
from collections.abc import Mapping
from threading import Event
from typing import Any

import anyio
from anyio import to_thread
from flask import Flask
from mcp import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from ludex.api.mcp.resources import texts
from ludex.api.mcp.server import Answer, ask, make_server
from ludex.api.mcp.tools import HttpRequest, tools_of
from ludex.api.middleware.concurrency_limits import GONE
from ludex.api.routing.routes import Routes
from ludex.api.service import service_of
from ludex.requests.bounds import BODY_BYTES

_LOCAL = {"REMOTE_ADDR": "127.0.0.1"}
# The SDK logs several lines for each message; the requests that messages make are logged anyway.
logging.getLogger("mcp").setLevel(logging.WARNING)


def serve_stdio(app: Flask, subjects: tuple[Routes, ...]) -> None:
    """Answer the messages on standard input until it ends. Tool calls run in threads, and end if they are cancelled."""
    registry = service_of(app).catalogue.registry

    async def send(request: HttpRequest) -> Answer:
        gone = Event()
        environ = {**_LOCAL, GONE: gone.is_set}
        try:
            return await to_thread.run_sync(ask, app, environ, request, abandon_on_cancel=True)
        finally:
            gone.set()

    async def run() -> None:
        server = make_server(tools_of(registry, subjects), texts(registry), send)
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    anyio.run(run)


def respond(
    app: Flask, subjects: tuple[Routes, ...], environ: Mapping[str, Any], headers: Mapping[str, str], body: bytes
) -> tuple[int, dict[str, str], bytes]:
    """Return the status, the headers and the body of the response to a message that was posted.

    The SDK's own HTTP transport answers it, in an event loop of this thread. The message is answered as a whole and
    nothing is kept for the next one, so that any worker process can answer that.
    """
    registry = service_of(app).catalogue.registry

    async def send(request: HttpRequest) -> Answer:
        # Nothing else runs in this event loop.
        return ask(app, environ, request)

    messages: list[dict[str, Any]] = []
    server = make_server(tools_of(registry, subjects), texts(registry), send)
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": environ["wsgi.url_scheme"],
        "path": environ["PATH_INFO"],
        "raw_path": environ["PATH_INFO"].encode("latin-1"),
        "query_string": b"",
        "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()],
    }
    pending = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not pending:
            await asyncio.Event().wait()  # until the response is made; the client is watched elsewhere
        return pending.pop()

    async def collect(message: Any) -> None:  # noqa: ANN401 - a message of ASGI
        messages.append(message)

    async def run() -> None:
        manager = StreamableHTTPSessionManager(
            server, json_response=True, stateless=True, max_request_body_size=BODY_BYTES
        )
        async with manager.run():
            await manager.handle_request(scope, receive, collect)

    asyncio.run(run())
    start, *pieces = messages
    sent = {name.decode("latin-1"): value.decode("latin-1") for name, value in start["headers"]}
    return int(start["status"]), sent, b"".join(piece.get("body", b"") for piece in pieces)
