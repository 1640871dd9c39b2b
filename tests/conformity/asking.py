"""Random requests, generated from the examples in schema/examples and sent to an application without a network."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any
from urllib.parse import quote

from flask import Flask
from werkzeug.test import Client

from ludex.api.routing.openapi import read_examples
from ludex.api.service import Service, Slots
from ludex.app import create_app
from ludex.engine.budget import Budget
from ludex.settings import Settings
from ludex.version import shipped
from tests.conformity.mutations import json_like, query_like, text_like
from tests.machine import key_for

SEARCH_SECONDS = 0.05
"""The time limit of each search, because the subject of the test is the handling of requests, not the search."""
_PIECES_READ = 1000
_EVENTS_READ = 2
_BUSY = (503, 507)
_OF_API = 0.75
"""The share of API requests. The other requests are for pages."""
_TYPES = {"form": "application/x-www-form-urlencoded", "lines": "application/x-ndjson", "body": "application/json"}
_METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "TRACE")
_HEADERS = {
    "If-Match": '"ab", W/"c"',
    "If-None-Match": "*",
    "Accept": "text/html;q=0.5, */*",
    "Last-Event-ID": "7",
    "Authorization": "Bearer ludex_a_b",
    "Host": "localhost",
}
_LABEL = re.compile(r"[a-z]+(?:-[0-9a-z]+)+-[a-z2-7]{16}")
_PLACEHOLDER = re.compile(r"<[^>]+>")
_NAMES = ("easy", "swish-36", "set-3-4", "svg", "json", "notation", "minimum-swaps")
_FORMS = (
    *("view=table&sort=-created&after=[3,7]", "state=running&after=4", "q=swish", "a=*o&b=o*", "text=*o./... o../.*."),
    *("text=[[0,0],[2,1],[1,5]]&do=store", "text=0121,0000,1202&solve=1&with=a&relation=holds", "card=*o&card=o*"),
    *("from=easy&to=swish-36&to_kind=swish-deck&relation=holds", "deck=swish-60&n=12&seed=3&unsolved=1", "step=2"),
    *("height=4&width=3&symmetry=square&format=csv&table=boards", "scale=log", "table=counts&again=1&do=cancel"),
    *("slug=mine&title=Mine&description=&levels=&do=add", "do=all&into=easy&remove=a", "do=name&title=a", "do=grade"),
    *("vertices=6&edges=8&swaps=2&delta=0.02&count=2&seed=1&flips=3", "properties=4&values=3", "text=4:0-1,2-3"),
    *("symmetry=square&height=3&width=3&time_limit=1", "label=easy&n=5&limit=5", "min_swaps=2&pack=easy&view=pictures"),
)
"""What forms of pages hold, of all of them together."""


class _Short(Slots):
    """Computing slots whose searches are short."""

    @contextmanager
    def search(self, kind: str, seconds: float, *given: Any, **named: Any) -> Iterator[Budget]:
        with super().search(kind, min(seconds, SEARCH_SECONDS), *given, **named) as budget:
            yield budget


def application(address: str) -> Flask:
    """Return the application on the catalogue at an address; its searches are short, and it writes no log."""
    app = create_app(Settings(database_url=address))
    service = app.extensions["ludex"]
    assert isinstance(service, Service)
    replace(service, slots=_Short(2, 8)).install(app.extensions)
    return app


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: `body` is what is sent as it is."""

    method: str
    path: str
    body: bytes | None
    headers: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        """Return it as one would say it."""
        return f"{self.method} {self.path[:300]} {dict(self.headers)} {(self.body or b'')[:1500]!r}"


class Requests:
    """Requests like those of the examples, with the key of this machine."""

    def __init__(self, app: Flask) -> None:
        self.client = Client(app.wsgi_app)
        self._key = ("Authorization", f"Bearer {key_for(app.extensions['ludex'].catalogue)}")
        self.jobs = app.extensions["ludex"].jobs
        folder = shipped("examples")
        assert folder is not None
        shown = [one["request"] for file in sorted(folder.glob("*.json")) for one in read_examples(file)]
        self._shown: list[dict[str, Any]] = shown
        self._pages = _pages(app, shown)
        self._bodies = [one["body"] for one in shown if "body" in one]
        self._queries = [one["path"].partition("?")[2] for one in shown if "?" in one["path"]]
        self._paths = [one["path"] for one in shown]

    def __len__(self) -> int:
        """Return how many examples there are."""
        return len(self._shown)

    def ask_examples(self) -> None:
        """Ask the examples as they are, so that there is what they name."""
        for shown in self._shown:
            kind = next((_TYPES[name] for name in _TYPES if name in shown), "")
            self.ask(Asked(shown["method"], shown["path"], _body(shown), (("Content-Type", kind),) if kind else ()))

    def made(self, numbers: Random) -> Asked:
        """Return a request like one of the examples."""
        shown = numbers.choice(self._shown if numbers.random() < _OF_API else self._pages)
        path, headers = shown["path"], [("Accept-Encoding", numbers.choice(("gzip", "identity", "br;q=0, *;q=0.5")))]
        body = _body(shown)
        address, _, query = path.partition("?")
        if body is None and numbers.random() < 0.6:
            path = f"{address}?{query_like(numbers, query, self._queries if path in self._paths else _FORMS)}"
        elif body is None or numbers.random() < 0.1:
            path = quote(text_like(numbers, [path, path, path, *self._paths]), "/?&=%", errors="replace")
            path = path if path.startswith("/") else f"/{path}"
        elif "form" in shown:
            body = query_like(numbers, shown["form"], _FORMS).encode()
        elif "body" in shown and numbers.random() < 0.8:
            body = json.dumps(json_like(numbers, [shown["body"]] * 8 + self._bodies)).encode()
        else:
            body = text_like(numbers, [body.decode()]).encode("utf-8", "surrogatepass")
        if body is not None:
            headers.append(("Content-Type", next(_TYPES[name] for name in _TYPES if name in shown)))
        if numbers.random() < 0.05:
            name = numbers.choice(list(_HEADERS))
            value = text_like(
                numbers, ['"ab", W/"c"', "*", "text/html;q=0.5, */*", "7", "Bearer ludex_a_b", "localhost"]
            )
            headers.append((name, value.encode("latin-1", "ignore").decode("latin-1").translate(_NO_CONTROLS)))
        method = (
            shown["method"] if numbers.random() < 0.97 else numbers.choice(("GET", "POST", "DELETE", "HEAD", "PUT"))
        )
        return Asked(method, path, body, tuple(headers))

    def ask(self, asked: Asked) -> int:
        """Return the status of the answer, all of which is made. Raises AssertionError if it is none for any input."""
        headers = list(asked.headers)
        if all(name != "Authorization" for name, _ in headers):
            headers.append(self._key)
        response = self.client.open(
            asked.path, method=asked.method, data=asked.body, headers=headers, base_url="http://localhost"
        )
        events = response.mimetype == "text/event-stream"
        answer = b"".join(islice(response.iter_encoded(), _EVENTS_READ if events else _PIECES_READ))
        response.close()
        status = response.status_code
        if status == 202:
            # Nobody works here, and only so many may wait.
            self.jobs.cancel(json.loads(answer)["id"])
        assert status < 500 or status in _BUSY, f"{status}: {answer[:500]!r}"
        if status >= 400 and asked.method != "HEAD" and asked.path.startswith("/api/"):
            assert response.mimetype == "application/problem+json", (status, response.mimetype)
        return status


_NO_CONTROLS = dict.fromkeys((*range(32), 127))


def _pages(app: Flask, shown: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return requests for the pages of the site, about objects that the examples name."""
    labels = sorted({*_LABEL.findall(json.dumps([one["path"] for one in shown])), *_NAMES})
    numbers = Random(1)
    found: list[dict[str, Any]] = []
    for rule in app.url_map.iter_rules():
        blueprint = rule.endpoint.rpartition(".")[0]
        if rule.endpoint in ("static", "worker", "icon") or blueprint not in ("", "documentation"):
            for label in numbers.sample(labels, 8) if "<" in rule.rule else labels[:1]:
                path = _PLACEHOLDER.sub(label, rule.rule)
                found.append({"method": "GET", "path": path})
                if "POST" in (rule.methods or ()):
                    found += [{"method": "POST", "path": path, "form": form} for form in numbers.sample(_FORMS, 4)]
    return found


def _body(shown: dict[str, Any]) -> bytes | None:
    if "form" in shown:
        return b""
    if "lines" in shown:
        return "\n".join(json.dumps(line) for line in shown["lines"]).encode()
    return json.dumps(shown["body"]).encode() if "body" in shown else None
