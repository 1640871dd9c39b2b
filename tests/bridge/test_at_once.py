"""Quick reads are answered in the thread of the event loop; a sort of which one was slow gets threads for a while."""

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ludex.bridge.application
from ludex.app import quick_requests
from ludex.bridge.application import Bridge, Quick
from ludex.settings import Settings
from tests.applications import application

LEVEL = "planarity-level-9-12-ksfrvvaet5q3yjvl"


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Quick]:
    file = tmp_path_factory.mktemp("quick") / "catalogue.sqlite"
    with application(Settings(database_url=f"sqlite:///{file}")) as app:
        yield quick_requests(app)


@pytest.mark.parametrize(
    ("path", "query", "sort"),
    [
        ("/health", "", "/health"),
        (f"/api/v1/objects/{LEVEL}", "", "objects"),
        (f"/api/v1/planarity/levels/{LEVEL}", "", "planarity/levels"),
        ("/api/v1/planarity/levels", "", "planarity/levels"),
        ("/api/v1/planarity/levels", "limit=50", "planarity/levels"),
        ("/api/v1/planarity/levels", "limit=1000", None),
        ("/api/v1/planarity/levels", "vertices=9", None),
        ("/api/v1/planarity/levels/random", "", None),
        ("/api/v1/planarity/levels/facets", "", None),
        (f"/api/v1/planarity/levels/{LEVEL}.svg", "", None),
        (f"/api/v1/objects/{LEVEL}/neighbours", "", None),
        ("/api/v1/paths", f"from={LEVEL}&to=easy", None),
        ("/", "", None),
    ],
)
def test_objects_and_first_objects_of_lists_are_quick(quick: Quick, path: str, query: str, sort: str | None) -> None:
    assert quick("GET", path, query, b"") == quick("HEAD", path, query, b"") == sort
    assert quick("POST", path, query, b"{}") is None


@pytest.mark.parametrize(
    ("path", "body", "is_quick"),
    [
        ("planarity/levels", b'{"drawing": {}}', True),
        ("planarity/levels", b'{"drawing": {}, "relation": "graph"}', False),
        ("planarity/levels", b'{"drawing": {}}' + b" " * 700, False),
        ("planarity/graphs", b"{}", False),
        ("swish/positions", b"{}", False),
    ],
)
def test_short_look_ups_of_levels_are_quick(quick: Quick, path: str, body: bytes, is_quick: bool) -> None:
    address = f"/api/v1/{path}/lookup"
    assert quick("POST", address, "", body) == (address if is_quick else None)


def test_nothing_is_quick_that_may_wait_for_others(tmp_path: Path) -> None:
    here = f"sqlite:///{tmp_path}/catalogue.sqlite"
    elsewhere = Settings(database_url="postgresql://nobody@localhost/none")
    for settings in (elsewhere, Settings(database_url=here, rate_limit="9/second")):
        with application(settings) as app:
            assert quick_requests(app)("GET", "/api/v1/planarity/levels", "", b"") is None


def test_a_sort_is_answered_at_once_when_one_was_quick_unless_one_was_slow_lately(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ludex.bridge.application, "SLOW_SECONDS", 0.3)
    threads: list[str] = []

    def answers(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        threads.append(threading.current_thread().name)
        time.sleep(0.1 if environ["QUERY_STRING"] == "slow" else 0.0)
        start_response("200 OK", [("Content-Length", "0")])
        return []

    bridge = Bridge(answers, threads=2, quick=lambda *_asked: "all")

    async def ask(query: bytes) -> None:
        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(_message: Any) -> None:
            pass

        asked = {"method": "GET", "path": "/", "raw_path": b"/", "query_string": query, "headers": [(b"host", b"here")]}
        addresses = {"server": ("127.0.0.1", 1), "client": ("127.0.0.1", 2), "scheme": "http", "http_version": "1.1"}
        await bridge({"type": "http", **asked, **addresses}, receive, send)

    async def scenario() -> None:
        for query in (b"", b"slow", b"", b""):
            await ask(query)
        await asyncio.sleep(0.35)
        await ask(b"")

    asyncio.run(scenario())
    here = threading.current_thread().name
    assert threads == ["reads-1", here, "reads-1", "reads-1", here]
