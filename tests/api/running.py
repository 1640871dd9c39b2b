"""A service for tests of the API with few slots, and clients that send it raw bytes."""

import json
import re
import socket
from pathlib import Path

from ludex.settings import Settings
from tests.services import SERVE, Service

SOLVE = "/api/v1/swish/solve"
HARD = {"deck": "swish-36", "find": "count", "time_limit": 30}


class Running(Service):
    """A server process with few slots. It runs a line of Python `before` it serves."""

    def __init__(self, settings: Settings, before: str = "", **environment: str) -> None:
        own = {"LUDEX_COMPUTING_SLOTS": "2", "LUDEX_WAITING_SLOTS": "4"}
        super().__init__(settings.database_url, f"{before}\n{SERVE}", **(own | environment))

    def send(self, raw: bytes) -> socket.socket:
        connection = socket.create_connection(self.address, timeout=30)
        connection.sendall(raw)
        return connection


def memory_bytes(pid: int) -> int:
    return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[0]) * 1024


def request_bytes(path: str, body: bytes, *headers: str) -> bytes:
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def answer_of(connection: socket.socket) -> bytes:
    received = b""
    while chunk := connection.recv(65536):
        received += chunk
    connection.close()
    return received


def problem_of(connection: socket.socket) -> int:
    """Return the status of the one answer that a connection receives, which must be a problem document."""
    received = answer_of(connection)
    head, _, body = received.partition(b"\r\n\r\n")
    status = int(head.split()[1])
    assert received.count(b"HTTP/1.1 ") == 1 and b"content-type: application/problem+json" in head
    assert json.loads(body)["status"] == status
    return status
