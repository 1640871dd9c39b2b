"""A service on a loopback address, asked through reverse proxies that are trusted and others."""

from collections.abc import Callable, Iterator
from ipaddress import ip_network
from typing import Any

import pytest
from flask import Flask

from ludex.app import create_app
from ludex.catalogue.access.api_keys import Scope, create
from ludex.settings import Settings
from tests.applications import close
from tests.conftest import Lend

DECKS = "/api/v1/swish/decks"
PROXY = "10.0.0.6"
FORWARDED = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "puzzles.example.org"}
Header = dict[str, str]


@pytest.fixture
def make_app(settings: Settings, lend: Lend) -> Iterator[Callable[..., Flask]]:
    made: list[Flask] = []
    with lend() as address:

        def make(**changes: Any) -> Flask:
            made.append(create_app(settings.model_copy(update={"database_url": address, **changes})))
            return made[-1]

        yield make
        for app in made:
            close(app)


def status(app: Flask, headers: Header, peer: str = "127.0.0.1", protocol: str = "HTTP/1.1") -> int:
    """Return the status of a request without a key that stores a deck."""
    body = {"slug": "mine", "title": "Mine", "cards": ["*o/..", "o*/.."]}
    environ = {"REMOTE_ADDR": peer, "SERVER_PROTOCOL": protocol}
    return app.test_client().post(DECKS, json=body, headers=headers, environ_overrides=environ).status_code


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "203.0.113.9"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"Forwarded": "for=203.0.113.9"},
        {"Via": "1.1 cache"},
        {"X-Real-IP": "203.0.113.9"},
        {"X-Forwarded-Proto": "https"},
    ],
)
def test_a_forwarded_request_needs_a_key_although_its_peer_is_on_this_machine(
    make_app: Callable[..., Flask], headers: Header
) -> None:
    assert status(make_app(), headers) == 401


def test_a_request_in_the_protocol_version_of_proxies_needs_a_key(make_app: Callable[..., Flask]) -> None:
    assert status(make_app(), {}, protocol="HTTP/1.0") == 401


def test_a_direct_request_needs_no_key(make_app: Callable[..., Flask]) -> None:
    assert status(make_app(trusted_proxies=[ip_network("127.0.0.1")]), {}) == 201


def test_a_forwarded_request_with_a_key_is_stored(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    with app.extensions["ludex"].catalogue.writing() as writer:
        _, secret = create(writer, "ada", (Scope.STORE,), "2026-01-01T00:00:00+00:00")
    assert status(app, {"Via": "1.1 cache", "Authorization": f"Bearer {secret}"}) == 201


@pytest.mark.parametrize(
    ("forwarded_for", "expected"),
    [
        ("127.0.0.1", 201),
        ("::1", 201),
        ("203.0.113.9", 401),
        ("127.0.0.1, 203.0.113.9", 401),  # the client invented the first address, the proxy added the second
        ("unknown", 401),
    ],
)
def test_a_trusted_proxy_reports_which_clients_are_on_this_machine(
    make_app: Callable[..., Flask], forwarded_for: str, expected: int
) -> None:
    app = make_app(trusted_proxies=[ip_network("127.0.0.1"), ip_network(f"{PROXY}/31")])
    assert status(app, {"X-Forwarded-For": forwarded_for}, PROXY, "HTTP/1.0") == expected


def test_the_report_of_another_peer_is_not_believed(make_app: Callable[..., Flask]) -> None:
    app = make_app(trusted_proxies=[ip_network(PROXY)])
    assert status(app, {"X-Forwarded-For": "127.0.0.1"}, "10.0.0.8") == 401


def test_a_trusted_proxy_may_serve_another_host_name(make_app: Callable[..., Flask]) -> None:
    trusting, other = make_app(trusted_proxies=[ip_network(PROXY)]), make_app()
    for app, expected in ((trusting, 200), (other, 421)):
        answer = app.test_client().get(
            "/health", headers={**FORWARDED, "Host": "puzzles.example.org"}, environ_overrides={"REMOTE_ADDR": PROXY}
        )
        assert answer.status_code == expected


def test_a_cookie_behind_https_is_secure(make_app: Callable[..., Flask]) -> None:
    app = make_app(trusted_proxies=[ip_network(PROXY)])
    with app.extensions["ludex"].catalogue.writing() as writer:
        _, secret = create(writer, "ada", (Scope.STORE,), "2026-01-01T00:00:00+00:00")
    answer = app.test_client().post(
        "/key", data={"key": secret}, headers=FORWARDED, environ_overrides={"REMOTE_ADDR": PROXY}
    )
    assert answer.status_code == 303
    assert "; Secure;" in answer.headers["Set-Cookie"]


def test_rates_are_counted_by_the_real_client(make_app: Callable[..., Flask]) -> None:
    app = make_app(trusted_proxies=[ip_network(PROXY)], rate_limit="1/day")

    def search(client: str) -> int:
        body = {"cards": ["*o/..", "o*/.."]}
        return (
            app.test_client()
            .post(
                "/api/v1/swish/solve",
                json=body,
                headers={"X-Forwarded-For": client},
                environ_overrides={"REMOTE_ADDR": PROXY},
            )
            .status_code
        )

    assert [search("203.0.113.1"), search("203.0.113.2"), search("203.0.113.1")] == [200, 200, 429]
