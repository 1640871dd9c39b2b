"""What a page says: its links, its texts."""

import csv
import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

from flask.testing import FlaskClient


class Read(HTMLParser):
    """The links of a page by their texts, and the ids that are in it; raises AssertionError if a tag is not closed."""

    _EMPTY = frozenset({"meta", "link", "img", "input", "br", "hr"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: dict[str, str] = {}
        self.ids: list[str] = []
        self._open: list[str] = []
        self._link: str | None = None
        self._said = ""
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [given["id"] or ""] if "id" in given else []
        if tag == "a":
            self._link, self._said = given.get("href"), ""
        if tag not in self._EMPTY:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        if tag == "a" and self._link is not None:
            self.links[" ".join(self._said.split())] = self._link
            self._link = None

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Pass over an element that is closed at once."""

    def handle_data(self, data: str) -> None:
        self._said += data


def texts_of(page: str, tag: str, kind: str = "") -> list[str]:
    """Return the texts of the elements of a page with a tag and a class, without what is marked up within."""
    found = re.findall(rf"<{tag}\b([^>]*)>(.*?)</{tag}>", page, re.DOTALL)
    return [" ".join(unescape(re.sub("<[^>]+>", "", text)).split()) for given, text in found if kind in given]


def csv_rows(visitor: FlaskClient, path: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file to be saved."""
    answer = visitor.get(path)
    assert answer.headers["Content-Disposition"].startswith("attachment")
    return list(csv.DictReader(answer.text.splitlines()))


def table_of(text: str) -> dict[str, Any]:
    """Return the table of a page of cards to play with."""
    found: dict[str, Any] = json.loads(unescape(re.findall('data-table="(.*?)"', text)[0]))
    return found
