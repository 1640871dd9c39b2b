"""The short way from an address to its rule: most addresses are a rule's own text, or end in one label.

werkzeug tries the parts of every address against the rules one by one, and makes an adapter for each request first.
"""

import re
from collections.abc import Mapping
from typing import Any

from flask import Flask, Request
from werkzeug.routing import MapAdapter, Rule

from ludex.catalogue.label import RESERVED_SLUGS

_LABEL = re.compile(r"[a-z0-9-]{1,128}")
_ENDS_IN_LABEL = re.compile(r"([^<>]*/)<label:label>(\.[a-z]+)?")
_METHODS = ("GET", "HEAD", "POST", "DELETE")


class Application(Flask):
    """A Flask application that finds most of its rules without the help of werkzeug."""

    _texts: Mapping[str, Mapping[str, Rule]] = {}
    _prefixes: Mapping[tuple[str, str, str], Rule] = {}

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
        if request is not None and (found := self._found(request.method, request.environ["PATH_INFO"])) is not None:
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
