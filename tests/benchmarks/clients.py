"""Clients over HTTP in one thread: each sends a request, waits for its answer, and sends the next, for some seconds."""

import selectors
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it is sent, and of what sort it is."""

    sort: str
    raw: bytes


@dataclass(slots=True)
class Measured:
    """How long the answers of one sort took, in seconds, how often they had which status, and one of them."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    answer: bytes = b""

    def at(self, part: float) -> float:
        """Return the time within which this part of the answers came."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


class _Client:
    def __init__(self, address: tuple[str, int], requests: Iterator[Asked]) -> None:
        self.connection = socket.create_connection(address)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.requests = requests
        self.ask()

    def ask(self) -> None:
        self.asked = next(self.requests)
        self.received = b""
        self.length: int | None = None
        self.began = time.perf_counter()
        self.connection.sendall(self.asked.raw)

    def take(self) -> bool:
        """Receive what there is, and tell whether the answer is whole."""
        piece = self.connection.recv(1 << 18)
        if not piece:
            raise ConnectionError(f"the service closed the connection at {self.asked.raw[:80]!r}")
        self.received += piece
        if self.length is None:
            head = self.received.find(b"\r\n\r\n")
            if head < 0:
                return False
            _, _, value = self.received[:head].lower().partition(b"content-length:")
            self.length = head + 4 + int(value.partition(b"\r\n")[0] or b"0")
        return len(self.received) >= self.length


def run(
    address: tuple[str, int], clients: int, seconds: float, requests_of: Callable[[int], Iterator[Asked]]
) -> tuple[float, dict[str, Measured]]:
    """Let so many clients ask for so many seconds; return how long it took in all, and what was measured by sort.

    `requests_of` is given the number of a client. Raises ConnectionError where the service closes a connection.
    """
    measured: dict[str, Measured] = {}
    began = time.perf_counter()
    with selectors.DefaultSelector() as selector:
        for number in range(clients):
            client = _Client(address, requests_of(number))
            selector.register(client.connection, selectors.EVENT_READ, client)
        waiting = clients
        while waiting:
            for key, _ in selector.select(timeout=60):
                client = key.data
                if not client.take():
                    continue
                now = time.perf_counter()
                of_sort = measured.setdefault(client.asked.sort, Measured())
                of_sort.seconds.append(now - client.began)
                of_sort.statuses[int(client.received[9:12])] += 1
                of_sort.answer = client.received
                if now - began < seconds:
                    client.ask()
                else:
                    selector.unregister(client.connection)
                    client.connection.close()
                    waiting -= 1
    return time.perf_counter() - began, measured


def asked(sort: str, path: str, body: bytes | None = None, *headers: str) -> Asked:
    """Return a request: a GET, or a POST of JSON where there is a body."""
    lines = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", "Host: localhost", *headers]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return Asked(sort, "\r\n".join([*lines, "", ""]).encode() + (body or b""))
