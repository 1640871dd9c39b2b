"""Nothing says that it is proved without the sort of its evidence: no page, no answer of the API, no schema of one."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

ROOT = Path(__file__).parents[2]
EVIDENCE = {"certificate", "recomputed", "search"}
ALIKE = 2
"""So many pages are read whose addresses have the same view and kind of object."""


def unfounded(value: Any) -> Iterator[Any]:
    """Yield the parts of a document that are proved and do not say how."""
    if isinstance(value, dict):
        if value.get("proved") is True and value.get("evidence") not in EVIDENCE:
            yield value
        if value.get("proved") is False and value.get("evidence") is not None:
            yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from unfounded(part)


def faults(text: str) -> Iterator[str]:
    """Yield the marks of a page, and the data of its modules, that say proved without evidence."""
    for tag, classes, mark in re.findall(r'<(\w+)[^>]* class="([^"]*\bproved\b[^"]*)"[^>]*>([^<]*)', text):
        if len(EVIDENCE.intersection(classes.split())) != 1 or tag != "a" or not mark.startswith("proved: "):
            yield f"{classes}: {mark}"
    for data in re.findall(r'data-[a-z]+="([{\[].*?)"', text):
        try:
            document = json.loads(unescape(data))
        except ValueError:
            continue
        yield from map(str, unfounded(document))


def sort_of(client: FlaskClient, address: str) -> Any:
    """Return what addresses of pages of one sort have in common, or None if no page has the address."""
    parts = urlsplit(address)
    try:
        view, names = client.application.url_map.bind("localhost").match(parts.path, method="GET")
    except (HTTPException, RequestRedirect):
        return None
    label = re.match("(?:[a-z]+-)*", str(names.get("label", names.get("name", ""))))
    return view, label and label[0]


def addresses(text: str) -> Iterator[str]:
    """Yield where the links of a page lead, without documentation, files and pictures."""
    for address in re.findall(r'(?:href|action)="(/[^"#]*)', text):
        if not re.match("/(docs|static)/", address) and not re.search(r"[.][a-z0-9.]+$|format=|graph6$", address):
            yield unescape(address)


def walk(visitor: FlaskClient, queue: list[str], alike: int) -> Counter[str]:
    """Read the given addresses and all to which they lead, so many of a sort, and return how often each mark is met."""
    seen: set[str] = set()
    sorts: Counter[Any] = Counter()
    marks: Counter[str] = Counter()
    while queue:
        address = queue.pop(0)
        sort = sort_of(visitor, address)
        if address in seen or sort is None or sorts[sort] >= alike:
            continue
        seen.add(address)
        sorts[sort] += 1
        with visitor.get(address) as answer:
            if answer.mimetype == "application/json":
                assert not [*unfounded(answer.get_json())], address
            if answer.mimetype == "text/html":
                text = re.sub(r'<span class="evidence">([^<]*)</span>', r"\1", answer.text)
                assert not [*faults(text)], address
                marks.update(["page", *re.findall(">proved: ([a-z]+)<", text)])
                queue += [*addresses(text), *([answer.location] if answer.location else [])] if alike > 1 else []
    return marks


@pytest.mark.parametrize(
    "address",
    [
        "/results/deals",
        "/results/boards",
        "/results/census",
        "/results/caps",
        "/play/swish?seed=2",
        "/play/sets?seed=2",
    ],
)
def test_a_page_of_results_states_the_sort_of_its_evidence(visitor: FlaskClient, address: str) -> None:
    marks = walk(visitor, [address], 1)
    assert marks["certificate"] + marks["recomputed"] > 0 == marks["search"]


@pytest.mark.slow
def test_no_page_says_proved_without_the_sort_of_its_evidence(visitor: FlaskClient) -> None:
    marks = walk(visitor, ["/", "/play", "/results", "/explore", "/records", "/sequences"], ALIKE)
    assert marks["page"] > 150
    assert marks["certificate"] > 20 and marks["recomputed"] > 5


@pytest.mark.parametrize(
    "text",
    ['<span class="badge proved">proved</span>', '<p data-board="{&quot;proved&quot;: true}">'],
)
def test_the_walk_notices_a_mark_without_evidence(text: str) -> None:
    assert [*faults(text)]


def test_no_example_of_an_answer_is_proved_without_evidence() -> None:
    answers = [json.loads(file.read_text("utf-8")) for file in sorted((ROOT / "schema" / "examples").glob("*.json"))]
    assert not [*unfounded(answers)]
    assert json.dumps(answers).count('"proved": true') > 30


def test_every_schema_of_an_answer_with_a_proof_has_evidence() -> None:
    schemas = json.loads((ROOT / "schema" / "openapi.json").read_text("utf-8"))["components"]["schemas"]
    proving = {name: found["properties"] for name, found in schemas.items() if "proved" in found.get("properties", {})}
    # What is cited is never proved here.
    assert {name for name, members in proving.items() if "evidence" not in members} == {"CitedClaim"}
    assert proving["CitedClaim"]["proved"]["const"] is False
    assert len(proving) > 15
