"""A service on a loopback address, asked through reverse proxies that are trusted and others."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from ipaddress import ip_network
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from ludex.catalogue.ownership import Scope
from ludex.settings import Settings
from tests.applications import close, new_application, secret_of
from tests.conftest import Lend

DECKS = "/api/v1/swish/decks"
PROXY = "10.0.0.6"
NUMBERS = count(1)
FORWARDED = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "puzzles.example.org"}
HEADERS = (
    *("X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port", "X-Forwarded-Server"),
    *("X-Forwarded-Prefix", "Forwarded", "Via", "X-Real-IP", "X-Client-IP", "True-Client-IP", "X-Cluster-Client-IP"),
    *("CF-Connecting-IP", "CF-Ray", "CDN-Loop", "Fastly-Client-IP", "Fly-Client-IP", "X-Original-Host", "X-Test"),
)
Header = dict[str, str]


@pytest.fixture
def make_app(settings: Settings, lend: Lend) -> Iterator[Callable[..., Flask]]:
    made: list[Flask] = []
    with lend() as address:

        def make(**changes: Any) -> Flask:
            made.append(new_application(settings.model_copy(update={"database_url": address, **changes})))
            return made[-1]

        yield make
        for app in made:
            close(app)


def status(app: Flask, headers: Header, peer: str = "127.0.0.1", protocol: str = "HTTP/1.1") -> int:
    """Return the status of a request without a key that stores another deck."""
    number = next(NUMBERS)
    body = {"slug": f"mine-{number}", "title": "Mine", "cards": ["*o/.."] * (number % 100 + 1)}
    environ = {"REMOTE_ADDR": peer, "SERVER_PROTOCOL": protocol}
    return FlaskClient(app).post(DECKS, json=body, headers=headers, environ_overrides=environ).status_code


@pytest.mark.parametrize("trusted", [[], ["127.0.0.1"], ["0.0.0.0/0"]])
@pytest.mark.parametrize("protocol", ["HTTP/1.0", "HTTP/1.1"])
def test_writing_needs_a_key_whatever_is_known_of_the_client(
    make_app: Callable[..., Flask], trusted: list[str], protocol: str
) -> None:
    app = make_app(trusted_proxies=[ip_network(network) for network in trusted], rate_limit=None)
    for name in HEADERS:
        for value in ("127.0.0.1", "203.0.113.9", "::1", "localhost", '"127.0.0.1, 203.0.113.9', "", ","):
            assert status(app, {name: value}, protocol=protocol) in (401, 421), (name, value)
    assert status(app, {}, protocol=protocol) == 401


def test_a_proxy_may_serve_another_host_name_but_a_direct_client_may_not(make_app: Callable[..., Flask]) -> None:
    trusting, other = make_app(trusted_proxies=[ip_network(PROXY)]), make_app()
    for app, headers, expected in (
        (trusting, FORWARDED, 200),
        (trusting, {}, 421),
        (other, FORWARDED, 421),
        (other, {"Via": "1.1 cache"}, 421),
        (other, {}, 421),
    ):
        answer = app.test_client().get(
            "/health", headers={**headers, "Host": "puzzles.example.org"}, environ_overrides={"REMOTE_ADDR": PROXY}
        )
        assert answer.status_code == expected


def test_rates_are_counted_by_the_last_client_that_is_not_a_trusted_proxy(make_app: Callable[..., Flask]) -> None:
    app = make_app(trusted_proxies=[ip_network(PROXY), ip_network("10.0.1.0/24")], rate_limit="1/day")

    def search(clients: str) -> int:
        return (
            app.test_client()
            .post(
                "/api/v1/swish/solve",
                json={"cards": ["*o/..", "o*/.."]},
                headers={"X-Forwarded-For": clients},
                environ_overrides={"REMOTE_ADDR": PROXY},
            )
            .status_code
        )

    assert [search("203.0.113.1"), search("203.0.113.2"), search("203.0.113.1")] == [200, 200, 429]
    assert search("203.0.113.3, 203.0.113.1") == 429  # the client invented the first address
    assert search("203.0.113.1, 10.0.1.7, 10.0.1.8") == 429  # an outer proxy and an inner one
    assert [search('"203.0.113.1, 203.0.113.4'), search("203.0.113.4")] == [200, 429]  # an open quote hides nothing
    assert [search("10.0.1.9, 10.0.1.8"), search("10.0.1.9")] == [200, 429]
    assert [search("garbage"), search(""), search(",")] == [200, 200, 429]


PREFIX = "/games/ludex"


def below(app: Flask, address: str, peer: str = PROXY, method: str = "GET", **request: Any) -> TestResponse:
    """Return the response to a request that a proxy has forwarded from below a path prefix."""
    headers = {**FORWARDED, "X-Forwarded-Prefix": f"{PREFIX}/", **request.pop("headers", {})}
    environ = {"REMOTE_ADDR": peer}
    return app.test_client().open(address, method=method, headers=headers, environ_overrides=environ, **request)


def test_every_address_in_a_page_has_the_prefix_and_leads_somewhere(make_app: Callable[..., Flask]) -> None:
    app = make_app(trusted_proxies=[ip_network(PROXY)])
    rules = app.url_map.bind("localhost")
    visited: Counter[str] = Counter()
    pending, known = ["/"], {"/"}
    while pending:
        page = pending.pop()
        endpoint, _ = rules.match(urlsplit(page).path, method="GET")
        visited[endpoint] += 1
        # Lists have the same template, and the documentation is built for releases only.
        if visited[endpoint.partition(".")[0] if endpoint.startswith(("lists.", "random.")) else endpoint] > 3:
            continue
        if endpoint == "learn.send_file" or page.startswith("/api/"):
            continue
        answer = below(app, page)
        # A page that computes may reach its time limit on a busy machine; its problem page has addresses as well.
        assert answer.status_code < 400 or answer.status_code in (422, 503), page
        if answer.status_code in (301, 302, 303, 307, 308):
            assert answer.headers["Location"].startswith(f"{PREFIX}/"), page
            links = [answer.headers["Location"]]
        elif answer.mimetype == "text/html":
            # Addresses are in attributes, and in JSON in attributes.
            links = re.findall(r'\b(?:href|src|action)="([^"#]+)', answer.text)
            rest = re.findall(
                rf'="(/(?!{PREFIX[1:]}(?:[/"]|$))[^" ]*)"|&#34;(/(?!{PREFIX[1:]}/)[a-z][^" ]*?)&#34;', answer.text
            )
            assert rest == [], page
        else:
            links = []
        for link in links:
            address = link.replace("&amp;", "&").partition("#")[0].removeprefix(PREFIX)
            if address.startswith("/") and address not in known and visited[rules.match(urlsplit(address).path)[0]] < 3:
                known.add(address)
                pending.append(address)
    assert len(visited) > 60


def test_addresses_of_the_api_have_the_prefix(make_app: Callable[..., Flask]) -> None:
    app = make_app(trusted_proxies=[ip_network(PROXY)])
    for slug, cards in (("one", ["*o/.."]), ("two", ["*o/..", "o*/.."])):
        app.test_client().post(DECKS, json={"slug": slug, "title": slug, "cards": cards})
    page = below(app, "/api/v1/swish/decks?limit=1")
    [deck] = page.get_json()["items"]
    assert deck["url"].startswith(f"{PREFIX}/api/v1/swish/decks/")
    assert page.headers["Link"].startswith(f"<{PREFIX}/api/v1/swish/decks?")
    assert below(app, page.get_json()["next"].removeprefix(PREFIX)).status_code == 200
    for form in ("ndjson", "csv"):
        lines = below(app, f"/api/v1/swish/decks?format={form}").text
        assert lines.count(f"{PREFIX}/api/v1/swish/decks/") > 1
        assert lines.count("/api/v1/") == lines.count(f"{PREFIX}/api/v1/")
    servers = below(app, "/api/v1/openapi.json").get_json()["servers"]
    assert servers[0]["url"] == PREFIX
    missing = below(app, "/api/v1/swish/decks/nothing").get_json()
    assert missing["type"].startswith(f"{PREFIX}/docs/")


def test_every_address_in_json_has_the_prefix(make_app: Callable[..., Flask]) -> None:
    app = make_app(trusted_proxies=[ip_network(PROXY)])
    label = app.test_client().get("/api/v1/swish/decks/swish-36").get_json()["label"]
    for address in (
        *("/manifest.webmanifest", "/offline/pages.json", "/api/v1", "/api/v1/search?q=swish", "/api/v1/nothing"),
        *(f"/api/v1/objects/{label}", f"/api/v1/objects/{label}/neighbours", "/api/v1/daily/2026-01-01"),
        *("/api/v1/sequences", "/api/v1/claims?limit=1", "/api/v1/jobs/operations", "/api/v1/planarity/packs"),
    ):
        answer = below(app, address)
        assert "json" in answer.content_type, address
        assert re.findall(rf'"(/(?!/|{PREFIX[1:]})[^"]*)"', answer.text) == [], address


def test_the_prefix_does_not_change_the_etag(make_app: Callable[..., Flask]) -> None:
    app = make_app(trusted_proxies=[ip_network(PROXY)])
    address = "/api/v1/swish/decks/swish-36"
    tag = app.test_client().get(address).headers["ETag"]
    assert below(app, address).headers["ETag"] == tag
    assert below(app, address, headers={"If-None-Match": tag}).status_code == 304


def test_a_cookie_below_a_prefix_is_sent_there_only(make_app: Callable[..., Flask]) -> None:
    app = make_app(trusted_proxies=[ip_network(PROXY)])
    secret = secret_of(app.extensions["ludex"].catalogue, "ada", Scope.STORE)
    answer = below(app, "/key", method="POST", data={"key": secret})
    assert answer.headers["Location"] == f"{PREFIX}/key"
    assert f"Path={PREFIX}" in answer.headers["Set-Cookie"] and "; Secure;" in answer.headers["Set-Cookie"]


def test_what_is_no_prefix_is_left_out(make_app: Callable[..., Flask]) -> None:
    app = make_app(trusted_proxies=[ip_network(PROXY)])
    for prefix in ('/"onload="x', "//evil.example", "ludex", "/a b", "/<x>", "/evil/..", "/./evil", "/evil" * 1000):
        answer = below(app, "/", headers={"X-Forwarded-Prefix": prefix})
        assert answer.status_code == 200, prefix
        assert 'data-root="/"' in answer.text and "evil" not in answer.text, prefix


def test_the_prefix_of_another_peer_is_not_believed(make_app: Callable[..., Flask]) -> None:
    answer = below(make_app(trusted_proxies=[ip_network(PROXY)], host="0.0.0.0"), "/", peer="10.0.0.8")
    assert PREFIX not in answer.text
