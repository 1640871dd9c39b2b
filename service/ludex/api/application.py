"""The application: Flask's, with shorter ways past what every request would pay for and ours never have.

Most addresses are a rule's own text, or end in one label: werkzeug tries the parts of every address against the rules
one by one, and makes an adapter for each request first. No view is asynchronous, none has a session, and what is done
before and after a request is the same for all of them.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from flask import Flask, Request, Response
from flask.globals import request_ctx
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter, Rule

from ludex.catalogue.label import RESERVED_SLUGS

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

F = TypeVar("F", bound=Callable[..., Any])
Before = Callable[[Request], None]
After = Callable[[Request, Response], Response]
Mark = Callable[[Request], Sequence[tuple[str, str]]]

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


class _NeverBuilt(Rule):
    """A rule from which no address is made: :mod:`ludex.api.responses` makes them."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        # Werkzeug would compile two functions for each rule, which takes longer than all else before the first answer.
        del append_unknown
        return _no_address


def _no_address(_rule: Rule, **_values: object) -> tuple[str, str]:
    raise LookupError("no address is made from a rule")


class Application(Flask):
    """A Flask application that finds most of its rules without the help of werkzeug.

    `before` are called with each request, and may raise; `after` with the request and its response, in their order.
    `marks` tell which headers an answer has for the sake of its request alone. They stand in the place of functions
    registered with Flask, which are not called.
    """

    session_interface = _NoSessions()
    url_rule_class = _NeverBuilt
    _texts: Mapping[str, Mapping[str, Rule]] = {}
    _prefixes: Mapping[tuple[str, str, str], Rule] = {}

    def __init__(self, name: str) -> None:
        super().__init__(name, static_folder=None)
        self.before: list[Before] = []
        self.after: list[After] = []
        self.marks: list[Mark] = []

    def ensure_sync(self, func: F) -> F:
        """Return a view as it is."""
        return func

    def do_teardown_request(self, exc: BaseException | None = None) -> None:
        """Do nothing: nothing is to be done when a request ends."""

    def do_teardown_appcontext(self, exc: BaseException | None = None) -> None:
        """Do nothing, as at the end of a request."""

    def wsgi_app(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        context = self.request_context(environ)
        try:
            try:
                context.push()
                response = self.full_dispatch_request()
            except Exception as error:
                response = self.handle_exception(error)
            return self._send(context.request, response, start_response)
        finally:
            context.pop(None)

    def full_dispatch_request(self) -> Response:
        """Return the answer to the current request; nobody listens to Flask's signals."""
        request = request_ctx.request
        try:
            for step in self.before:
                step(request)
            response = self.make_response(self.dispatch_request())
        except Exception as error:
            response = self.make_response(self.handle_user_exception(error))
        return self._done(request, response)

    def process_response(self, response: Response) -> Response:
        """Do what is done after every request."""
        return self._done(request_ctx.request, response)

    def _done(self, request: Request, response: Response) -> Response:
        for step in self.after:
            response = step(request, response)
        return response

    def _send(self, request: Request, response: Response, start_response: "StartResponse") -> Iterable[bytes]:
        environ = request.environ
        if response.status_code == 200 and response.is_sequence and "Content-Length" in headers_of(response):
            # Nothing of it has to be put right.
            headers = list(response.headers)
            body: Iterable[bytes] = () if request.method == "HEAD" else response.iter_encoded()
        else:
            headers = response.get_wsgi_headers(environ).to_wsgi_list()
            body = response.get_app_iter(environ)
        for mark in self.marks:
            headers += mark(request)
        start_response(response.status, headers)
        return body

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


def headers_of(response: Response) -> dict[str, str]:
    """Return the headers of a response by name as we write it: werkzeug compares each name letter by letter."""
    return dict(iter(response.headers))


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
