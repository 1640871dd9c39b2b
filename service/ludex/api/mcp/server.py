"""The server of the Model Context Protocol, made with the official SDK: it answers tool calls by requests to the API.

A tool call is a request to the service like any other: with its bounds, its computing slots, the API key and the rate
limits of the caller. A problem document is the result of a call that fails.
"""

import base64
import json
from collections.abc import Awaitable, Callable, Mapping
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import quote

import mcp_types as types
from flask import Flask
from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from werkzeug.test import EnvironBuilder, run_wsgi_app

from ludex.api.mcp.resources import OBJECTS, TextResource, label_of
from ludex.api.mcp.tools import HttpRequest, Tool
from ludex.api.middleware.problems import MEDIA_TYPE, ProblemError
from ludex.api.routing.responses import PREFIX
from ludex.version import __version__

INSTRUCTIONS = (
    "Ludex is an index of game positions, solved exactly. Every stored object has a permanent label, which the tools "
    "take. getSearch finds objects by names and phrases, getGraph has the kinds and relations, listObjects lists "
    "objects by their facts, and getObject returns one. Optima with `proved` true are proved. The resource "
    "ludex://glossary explains all facts, and ludex://documentation/reference/notation how positions are written."
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
"""The beginnings of the keys of a WSGI environ that belong to the message, not to the client or its connection."""

Caller = ServerRequestContext[Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """The response of the API to a request."""

    status: int
    media_type: str
    body: bytes


Send = Callable[[HttpRequest], Awaitable[Answer]]


def ask(app: Flask, environ: Mapping[str, Any], request: HttpRequest) -> Answer:
    """Send a request to the API in this thread, from the client and over the connection of a WSGI environ."""
    client = {name: value for name, value in environ.items() if not name.startswith(_OF_MESSAGE)}
    builder = EnvironBuilder(request.address, method=request.method, json=request.body, environ_overrides=client)
    # Not `app.wsgi_app`: what is wrapped around the application has read the environ before. In an empty context,
    # because this request has its own `flask.g`.
    application = partial(Flask.wsgi_app, app)
    pieces, status, headers = Context().run(run_wsgi_app, application, builder.get_environ(), buffered=True)
    return Answer(int(status[:3]), headers.get("Content-Type", "").partition(";")[0], b"".join(pieces))


def make_server(tools: Mapping[str, Tool], texts: Mapping[str, TextResource], send: Send) -> Server[Any]:
    """Return a server with some tools and resources, which sends requests to the API by `send`."""

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
        about = "A stored object of any kind, by its label or slug: its document as JSON."
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
    # A request never changes or deletes what is stored, and the same input is stored once.
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
    """Return a response as the result of a tool: text, a picture, or structured content beside its text."""
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
