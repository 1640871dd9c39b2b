"""Requests that are declared as functions, as values of :class:`ludex.requests.request.Request`.

With this adapter, both forms of declaration work beside each other until all requests are functions.
"""

from collections.abc import Callable, Iterable
from typing import Any

from ludex.catalogue.catalogue import Catalogue as Store
from ludex.requests.declaration import declaration_of
from ludex.requests.fields import RequestModel
from ludex.requests.request import ExecutionContext, Request, Stores, Subject
from ludex.requests.session import Session


class _ContextSession(Session):
    """The session of a request that runs in a context. A command opens the catalogue on first use."""

    def __init__(self, context: ExecutionContext) -> None:
        self._context = context
        self._values = ()
        self._search = lambda _seconds: context.search()

    @property
    def _store(self) -> Store:  # type: ignore[override]
        return self._context.catalogue


def as_request(function: Callable[..., Any], subject: str | Subject, stores: Stores = Stores.NEVER) -> Request:
    """Return the declaration of a function as a value."""
    declared = declaration_of(function)

    def run(request: RequestModel, context: ExecutionContext) -> Any:  # noqa: ANN401 - the result of the function
        return declared.function(_ContextSession(context), **declared.arguments(request, context))

    def said(result: Any, _request: RequestModel) -> Iterable[str]:  # noqa: ANN401
        return declared.text(result) if declared.text is not None else [declared.json(result).decode()]

    run.__annotations__["request"] = declared.model
    run.__doc__ = declared.about
    words = " ".join(word for word in declared.command.split() if word.islower())
    [route] = declared.routes
    return Request(
        route, words, run, said, subject, stores, answers=lambda _registry: declared.result, tool=declared.tool
    )
