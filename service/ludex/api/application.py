"""The application: Flask's, with shorter ways past what every request would pay for and ours never have.

Most addresses are a rule's own text, or end in one label: werkzeug tries the parts of every address against the rules
one by one, and makes an adapter for each request first. No view is asynchronous, none has a session, and what is done
before and after a request is the same for all of them.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from flask import Flask, Request, Response
from flask.globals import request_ctx
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter, Rule

from ludex.catalogue.label import RESERVED_SLUGS

F = TypeVar("F", bound=Callable[..., Any])
Before = Callable[[Request], None]
After = Callable[[Request, Response], Response]

_LABEL = re.compile(r"[a-z0-9-]{1,128}")
_ENDS_IN_LABEL = re.compile(r"([^<>]*/)<label:label>(\.[a-z]+)?")
_METHODS = ("GET", "HEAD", "POST", "DELETE")


class _NoSessions(SessionInterface):
    """Nobody has a session."""

    _none = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """Return the session that is none."""
        del app, request
        return self._none


class Application(Flask):
    """A Flask application that finds most of its rules without the help of werkzeug.

    `before` are called with each request, and may raise; `after` with the request and its response, in their order.
    They stand in the place of functions registered with Flask, which are not called.
    """

    session_interface = _NoSessions()
    _texts: Mapping[str, Mapping[str, Rule]] = {}
    _prefixes: Mapping[tuple[str, str, str], Rule] = {}

    def __init__(self, name: str) -> None:
        super().__init__(name, static_folder=None)
        self.before: list[Before] = []
        self.after: list[After] = []

    def ensure_sync(self, func: F) -> F:
        """Return a view as it is."""
        return func

    def do_teardown_request(self, exc: BaseException | None = None) -> None:
        """Do nothing: nothing is to be done when a request ends."""

    def do_teardown_appcontext(self, exc: BaseException | None = None) -> None:
        """Do nothing, as at the end of a request."""

    def preprocess_request(self) -> None:
        """Do what is done before every request."""
        request = request_ctx.request
        for step in self.before:
            step(request)

    def process_response(self, response: Response) -> Response:
        """Do what is done after every request."""
        request = request_ctx.request
        for step in self.after:
            response = step(request, response)
        return response

    def learn_rules(self) -> None:
        """Take the rules that there are; call it when all are registered."""
        texts: dict[str, dict[str, Rule]] = {}
        prefixes: dict[tuple[str, str, str], Rule] = {}
        for rule in self.url_map.iter_rules():
            methods = [method for method in _METHODS if method in (rule.methods or ())]
            if "<" not in rule.rule:
                texts.setdefault(rule.rule, {}).update((method, rule) for method in methods)
            elif ends := _ENDS_IN_LABEL.fullmatch(rule.rule):
                prefixes.update(((method, ends[1], ends[2] or ""), rule) for method in methods)
        self._texts, self._prefixes = texts, prefixes

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Return what tells the rule of a request; whatever has no short way goes werkzeug's."""
        if request is None:
            return None
        if (found := self._found(request.method, request.environ["PATH_INFO"])) is not None:
            return _Found(self, request, found)  # type: ignore[return-value]
        return super().create_url_adapter(request)

    def full_url_adapter(self, request: Request) -> MapAdapter | None:
        """Return werkzeug's own adapter."""
        return super().create_url_adapter(request)

    def _found(self, method: str, path: str) -> tuple[Rule, dict[str, Any]] | None:
        by_method = self._texts.get(path)
        if by_method is not None:
            rule = by_method.get(method)
            return None if rule is None else (rule, {})
        start = path.rfind("/") + 1
        label, dot, form = path[start:].partition(".")
        rule = self._prefixes.get((method, path[:start], dot + form))
        if rule is None or _LABEL.fullmatch(label) is None or label in RESERVED_SLUGS:
            return None
        return rule, {"label": label}


class _Found:
    """A rule that is found, in the place of an adapter; for all else there is the adapter."""

    def __init__(self, app: Application, request: Request, found: tuple[Rule, dict[str, Any]]) -> None:
        self._app = app
        self._request = request
        self._found = found

    def match(self, return_rule: bool = True) -> tuple[Rule, dict[str, Any]]:
        assert return_rule
        return self._found

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the adapter has
        return getattr(self._app.full_url_adapter(self._request), name)
