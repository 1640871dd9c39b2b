"""A service on a loopback address behind a real nginx, with frequent configurations and the one of the how-to."""

import http.client
import json
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.ownership import Scope
from ludex.games.kinds import GAMES
from tests.applications import secret_of
from tests.conftest import Lend
from tests.services import ROOT, Service

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
OPENSSL = shutil.which("openssl")
HOST = "puzzles.example.org"
DECKS = "/api/v1/swish/decks"
DECK = {"slug": "mine", "title": "Mine", "cards": ["*o/..", "o*/.."]}
SOLVE = ("/api/v1/swish/solve", {"cards": ["*o/..", "o*/.."]})
SERVERS = ("plain", "current", "host", "documented", "outer", "plain_outer", "silent_outer")
"""The default of nginx before and since 1.29.7, with the name of the host, the how-to's, and proxies before these."""
REMOTE, OTHER, LOCAL = "203.0.113.9", "203.0.113.10", "127.0.0.1"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None or OPENSSL is None, reason="needs nginx and openssl"),
]

# The clients of the tests are on this machine, so they tell nginx the address from which they would come.
_CONFIGURATION = """
master_process off; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder}; uwsgi_temp_path {folder};
    scgi_temp_path {folder};
    set_real_ip_from 127.0.0.1;
    real_ip_header X-Test-Client;
    server {{ listen 127.0.0.1:{plain}; location / {{ proxy_pass {service}; }} }}
    server {{
        listen 127.0.0.1:{current};
        location / {{ proxy_pass {service}; proxy_http_version 1.1; proxy_set_header Connection ""; }}
    }}
    server {{ listen 127.0.0.1:{host}; location / {{ proxy_pass {service}; proxy_set_header Host $host; }} }}
    server {{
        listen 127.0.0.1:{outer};
        location / {{
            proxy_pass https://127.0.0.1:{documented};
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        }}
    }}
    server {{
        listen 127.0.0.1:{plain_outer};
        location / {{ proxy_pass http://127.0.0.1:{current}; proxy_http_version 1.1; proxy_set_header Connection ""; }}
    }}
    server {{ listen 127.0.0.1:{silent_outer}; location / {{ proxy_pass https://127.0.0.1:{documented}; }} }}
    server {{
        listen 127.0.0.1:{documented} ssl;
        ssl_certificate {folder}/certificate.pem;
        ssl_certificate_key {folder}/key.pem;
        {locations}
    }}
}}
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """A response: its status, headers and body."""

    status: int
    headers: Message
    text: str

    def __post_init__(self) -> None:
        assert self.status < 500, self.text


@dataclass(frozen=True, slots=True)
class Proxy:
    """A server of nginx at a port, with the certificate of HTTPS, if it has one, and a key of the service."""

    port: int
    key: str
    certificate: Path | None = None

    def ask(self, path: str, body: object = None, client: str = REMOTE, **headers: str) -> Answer:
        """Return the response to a request, which is a POST if it has a body."""
        if self.certificate is None:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        else:
            context = ssl.create_default_context(cafile=self.certificate)
            connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=30, context=context)
        sent = {"Host": HOST, "X-Test-Client": client} | {
            name.replace("_", "-"): text for name, text in headers.items()
        }
        form = isinstance(body, str)
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded" if form else "application/json"
        data = body if form or body is None else json.dumps(body)
        connection.request("GET" if body is None else "POST", path, data, sent)  # type: ignore[arg-type]
        with closing(connection), connection.getresponse() as response:
            return Answer(response.status, response.headers, response.read().decode(errors="replace"))


@pytest.fixture(scope="module")
def catalogue(lend_starting: Lend) -> Iterator[str]:
    with lend_starting() as address:
        yield address


@pytest.fixture(scope="module")
def key(catalogue: str) -> str:
    opened = Catalogue(catalogue, GAMES)
    secret = secret_of(opened, "ada", Scope.STORE)
    opened.close()
    return secret


@pytest.fixture(scope="module")
def unaware(catalogue: str, key: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Proxy]]:
    """Give the servers of an nginx of which the service has not been told."""
    yield from _proxies(catalogue, key, tmp_path_factory.mktemp("nginx"))


@pytest.fixture(scope="module")
def trusting(catalogue: str, key: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Proxy]]:
    """Give the servers of an nginx that the service trusts, with a rate limit."""
    settings = {"LUDEX_TRUSTED_PROXIES": "127.0.0.1", "LUDEX_RATE_LIMIT": "3/day"}
    yield from _proxies(catalogue, key, tmp_path_factory.mktemp("nginx"), **settings)


@pytest.fixture(scope="module")
def unlimited(catalogue: str, key: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Proxy]]:
    """Give the servers of an nginx that the service trusts, without a rate limit."""
    settings = {"LUDEX_TRUSTED_PROXIES": "127.0.0.1", "LUDEX_RATE_LIMIT": "none"}
    yield from _proxies(catalogue, key, tmp_path_factory.mktemp("nginx"), **settings)


def _proxies(catalogue: str, key: str, folder: Path, **settings: str) -> Iterator[dict[str, Proxy]]:
    """Run a service and an nginx in front of it."""
    assert NGINX is not None and OPENSSL is not None
    certificate = folder / "certificate.pem"
    names = f"subjectAltName=DNS:{HOST},IP:127.0.0.1"
    new = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN={HOST} -addext {names}"
    files = ["-keyout", str(folder / "key.pem"), "-out", str(certificate)]
    subprocess.run([OPENSSL, *new.split(), *files], check=True, capture_output=True)
    service = Service(catalogue, **settings)
    ports = dict(zip(SERVERS, _free_ports(len(SERVERS)), strict=True))
    (folder / "nginx.conf").write_text(
        _CONFIGURATION.format(folder=folder, service=service.url, locations=_documented(service.url), **ports)
    )
    nginx = subprocess.Popen(
        [NGINX, "-p", str(folder), "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"], stderr=subprocess.DEVNULL
    )
    try:
        _await_ports(ports.values(), nginx, folder / "error.log")
        yield {name: Proxy(port, key, certificate if name == "documented" else None) for name, port in ports.items()}
    finally:
        nginx.terminate()
        nginx.wait(10)
        service.end()


def _documented(service: str) -> str:
    """Return the locations in the how-to: the one for a whole host, and the one below a path."""
    text = (ROOT / "schema/documentation/how-to/deploy.md").read_text()
    whole, below, _robots = re.findall(r"```nginx\n(.*?)```", text, re.DOTALL)
    lines = "".join(line for line in whole.splitlines(keepends=True)[1:-1] if "proxy_pass" not in line)
    below = re.sub(r" *# .*\n", lines, below)
    assert "$proxy_add_x_forwarded_for" in below
    locations: str = whole + below
    return locations.replace("http://127.0.0.1:8000", service)


def _free_ports(number: int) -> list[int]:
    listening = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [one.getsockname()[1] for one in listening]
    for one in listening:
        one.close()
    return ports


def _await_ports(ports: Iterable[int], nginx: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 20
    for port in ports:
        while True:
            assert nginx.poll() is None and time.monotonic() < end, log.read_text()
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                time.sleep(0.02)


@pytest.mark.parametrize("name", SERVERS)
@pytest.mark.parametrize("client", [REMOTE, LOCAL])
@pytest.mark.parametrize("arrangement", ["unaware", "unlimited"])
def test_nobody_writes_without_a_key_through_any_proxy(
    request: pytest.FixtureRequest, arrangement: str, name: str, client: str
) -> None:
    proxy = request.getfixturevalue(arrangement)[name]
    forged = {"X_Forwarded_For": LOCAL, "X_Real_IP": LOCAL, "Forwarded": f"for={LOCAL}"}
    for headers in ({}, forged, {"Host": "localhost"}):
        assert proxy.ask(DECKS, DECK, client, **headers).status in (401, 421), headers


@pytest.mark.parametrize("name", ["plain", "current", "plain_outer"])
def test_without_the_setting_everyone_reads_through_a_proxy_with_the_name_of_the_service(
    unaware: dict[str, Proxy], name: str
) -> None:
    proxy = unaware[name]
    assert proxy.ask("/").status == 200
    assert proxy.ask(f"{DECKS}?limit=1").status == 200
    assert proxy.ask(SOLVE[0], SOLVE[1]).status == 200
    deck = DECK | {"slug": name.replace("_", "-"), "title": name}
    assert proxy.ask(DECKS, deck, Authorization=f"Bearer {proxy.key}").status in (200, 201)


@pytest.mark.parametrize("name", ["documented", "outer"])
def test_with_the_setting_a_key_writes_through_one_proxy_or_two(unlimited: dict[str, Proxy], name: str) -> None:
    deck = DECK | {"slug": f"by-{name}", "title": name}
    assert unlimited[name].ask(DECKS, deck, Authorization=f"Bearer {unlimited[name].key}").status in (200, 201)


def test_rate_limits_count_the_clients_of_an_outer_proxy(trusting: dict[str, Proxy]) -> None:
    proxy = trusting["outer"]
    assert [proxy.ask(*SOLVE, "203.0.113.20").status for _ in range(4)] == [200, 200, 200, 429]
    assert proxy.ask(*SOLVE, "203.0.113.20", X_Forwarded_For="203.0.113.22").status == 429
    assert proxy.ask(*SOLVE, "203.0.113.21").status == 200
