"""The Model Context Protocol server, built on the official SDK.

It answers tool calls by sending requests to the API.

A tool call is treated like every other request to the service: the same bounds, computing slots, API keys and rate
limits apply. If a call fails, its result is a problem document.

The resources are the stored objects, the glossary and the documentation pages. The server supports two transports:
standard input and output, and streamable HTTP without sessions.
"""

import asyncio
import base64
import json
import logging
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextvars import Context
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import quote, unquote

import anyio
import mcp_types as types
from anyio import to_thread
from flask import Flask
from mcp import MCPError, stdio_server
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from werkzeug.test import EnvironBuilder, run_wsgi_app

from ludex.api.mcp.tools import HttpRequest, Tool, tools_of
from ludex.api.middleware.authorization import ADMINISTRATOR
from ludex.api.middleware.problems import MEDIA_TYPE, ProblemError
from ludex.api.routing.responses import PREFIX
from ludex.api.routing.routes import Routes
from ludex.api.service import GONE, service
from ludex.catalogue.kinds.registry import Registry
from ludex.requests.bounds import BODY_BYTES
from ludex.version import __version__, shipped

INSTRUCTIONS = (
    "Ludex is an index of game positions, solved exactly. Every stored object has a permanent label, which the tools "
    "accept. getSearch finds objects by names and phrases, getGraph returns the kinds and relations, listObjects "
    "lists the objects of a kind by their facts, and getObject returns an object. Optima with `proved` true are "
    "proved. The resource "
    "ludex://glossary explains all facts, and ludex://documentation/reference/notation explains how positions are "
    "written."
)

_OF_MESSAGE = (
    *(
        "CONTENT_",
        "HTTP_ACCEPT",
        "HTTP_CONTENT_",
        "HTTP_COOKIE",
        "HTTP_IF_",
        "HTTP_MCP_",
        "HTTP_RANGE",
        "HTTP_TRANSFER_",
    ),
    *("PATH_INFO", "QUERY_STRING", "RAW_URI", "REQUEST_METHOD", "REQUEST_URI", "flask.", "werkzeug.", "wsgi.input"),
)
"""Prefixes of the WSGI environ keys that describe the message rather than the client or the connection."""

Caller = ServerRequestContext[Any]


OBJECTS = "ludex://objects/"
"""The beginning of the URI of a stored object; its label or slug follows."""

_GLOSSARY = "ludex://glossary"
_DOCUMENTATION = "ludex://documentation/"
_INCLUDED = re.compile(r"^```\{include\} (\S+)\n.*?^```$", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r"^# +(.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TextResource:
    """A text in Markdown with its URI, title and description."""

    uri: str
    title: str
    about: str
    text: str


@lru_cache(maxsize=4)
def texts(registry: Registry) -> dict[str, TextResource]:
    """Return the glossary and the documentation pages, keyed by URI."""
    about = "The facts of each kind of objects, the relations of the graph, and the statements of claims."
    glossary = TextResource(_GLOSSARY, "Glossary", about, "\n".join(_glossary(registry)))
    return {resource.uri: resource for resource in (glossary, *_pages())}


def label_of(uri: str) -> str | None:
    """Return the label or slug in the URI of an object.

    Return None if the URI does not identify an object.

    >>> label_of("ludex://objects/swish-36"), label_of("ludex://glossary")
    ('swish-36', None)
    """
    return unquote(uri.removeprefix(OBJECTS)) if uri.startswith(OBJECTS) else None


def _pages() -> Iterator[TextResource]:
    folder: Path | None = shipped("documentation")
    for file in sorted(folder.rglob("*.md")) if folder is not None else ():
        name = file.relative_to(folder).with_suffix("").as_posix() if folder is not None else ""
        text = _INCLUDED.sub(partial(_included, file.parent), file.read_text(encoding="utf-8"))
        title = _TITLE.search(text)
        yield TextResource(f"{_DOCUMENTATION}{name}", title[1] if title else name, f"Documentation: {name}.", text)


def _included(folder: Path, directive: re.Match[str]) -> str:
    return (folder / directive[1]).read_text(encoding="utf-8")


def _glossary(registry: Registry) -> Iterator[str]:
    """Yield the lines of the glossary as Markdown."""
    yield "# Glossary"
    for kind in registry.kinds:
        yield f"\n## {kind.name}\n\n{kind.view.about}\n"
        yield from (f"- `{fact.name}`: {fact.about}" for fact in kind.facts)
    yield "\n## Relations\n"
    yield from (f"- `{item.name}`, inverse `{item.inverse}`: {item.about}" for item in registry.relations)
    yield "\n## Statements\n"
    yield from (f"- `{item.name}`: {item.about}" for item in registry.statements)


@dataclass(frozen=True, slots=True)
class Answer:
    """The response of the API to a request."""

    status: int
    media_type: str
    body: bytes


Send = Callable[[HttpRequest], Awaitable[Answer]]


def ask(app: Flask, environ: Mapping[str, Any], request: HttpRequest) -> Answer:
    """Send a request to the API in this thread.

    A WSGI environ describes the client and the connection.
    """
    client = {name: value for name, value in environ.items() if not name.startswith(_OF_MESSAGE)}
    builder = EnvironBuilder(request.address, method=request.method, json=request.body, environ_overrides=client)
    # Do not use `app.wsgi_app` here, because the middleware around the application has already processed the environ.
    # The context is empty, because this request has its own `flask.g`.
    application = partial(Flask.wsgi_app, app)
    pieces, status, headers = Context().run(run_wsgi_app, application, builder.get_environ(), buffered=True)
    return Answer(int(status[:3]), headers.get("Content-Type", "").partition(";")[0], b"".join(pieces))


def make_server(tools: Mapping[str, Tool], texts: Mapping[str, TextResource], send: Send) -> Server[Any]:
    """Return a server that offers the given tools and resources, and calls `send` to send requests to the API."""

    async def list_tools(_caller: Caller, _params: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=list(map(_described, tools.values())))

    async def call_tool(_caller: Caller, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in tools:
            raise MCPError(types.INVALID_PARAMS, f"There is no tool {params.name!r}.")
        try:
            answer = await send(tools[params.name].request(params.arguments or {}))
        except ProblemError as error:
            answer = Answer(error.problem.status, MEDIA_TYPE, error.problem.text().encode())
        return _result(answer)

    async def list_resources(_caller: Caller, _params: object) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=list(map(_listed, texts.values())))

    async def list_templates(_caller: Caller, _params: object) -> types.ListResourceTemplatesResult:
        about = "The document of a stored object of any kind as JSON, by its label or slug."
        template = types.ResourceTemplate(
            name="object", title="Object", uri_template=f"{OBJECTS}{{label}}", description=about, mime_type=_JSON
        )
        return types.ListResourceTemplatesResult(resource_templates=[template])

    async def read_resource(_caller: Caller, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = params.uri
        if uri in texts:
            contents = types.TextResourceContents(uri=uri, mime_type=_MARKDOWN, text=texts[uri].text)
            return types.ReadResourceResult(contents=[contents])
        label = label_of(uri)
        if label is None:
            raise MCPError(types.INVALID_PARAMS, f"There is no resource {uri!r}.")
        answer = await send(HttpRequest("GET", f"{PREFIX}/objects/{quote(label, safe='')}"))
        text = answer.body.decode()
        if answer.status >= 400:
            problem = json.loads(text)
            raise MCPError(types.INVALID_PARAMS, problem["detail"], problem)
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, mime_type=_JSON, text=text)])

    return Server(
        "ludex",
        version=__version__,
        title="Ludex",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


_JSON, _MARKDOWN = "application/json", "text/markdown"


def _described(tool: Tool) -> types.Tool:
    # A request never changes or deletes stored objects, and if the same input is sent again, nothing more is stored.
    annotations = types.ToolAnnotations(
        read_only_hint=not tool.stores, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    return types.Tool(
        name=tool.name, title=tool.title, description=tool.about, input_schema=tool.schema, annotations=annotations
    )


def _listed(resource: TextResource) -> types.Resource:
    return types.Resource(
        name=resource.uri.partition("://")[2],
        title=resource.title,
        uri=resource.uri,
        description=resource.about,
        mime_type=_MARKDOWN,
        size=len(resource.text.encode()),
    )


def _result(answer: Answer) -> types.CallToolResult:
    """Convert a response to a tool result.

    The result is text, a picture, or structured content. Structured content is also included as text.
    """
    if answer.media_type == "image/png":
        data = base64.b64encode(answer.body).decode()
        return types.CallToolResult(content=[types.ImageContent(data=data, mime_type=answer.media_type)])
    text = answer.body.decode()
    value = json.loads(text) if answer.media_type in (_JSON, MEDIA_TYPE) else None
    return types.CallToolResult(
        content=[types.TextContent(text=text)],
        structured_content=value if isinstance(value, dict) else None,
        is_error=answer.status >= 400,
    )


_LOCAL = {"REMOTE_ADDR": "127.0.0.1", ADMINISTRATOR: True}
# The SDK logs several lines for each message. They are not needed, because the requests that result from the message
# are logged.
logging.getLogger("mcp").setLevel(logging.WARNING)


def serve_stdio(app: Flask, subjects: tuple[Routes, ...]) -> None:
    """Answer messages from standard input until end of file.

    Tool calls run in threads, and stop when they are cancelled.
    """
    registry = service(app).catalogue.registry

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
    """Return the status, headers and body of the response to a posted message.

    The HTTP transport of the SDK answers the message in an event loop in this thread. The message is answered
    completely and no state is kept, so any worker process can answer the next message.
    """
    registry = service(app).catalogue.registry

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
            await asyncio.Event().wait()  # until the response is ready; a disconnect is noticed elsewhere
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
