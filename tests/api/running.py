"""The service as a process of its own, and clients that ask it as they like."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

from ludex.settings import Settings

SERVE = "from ludex.settings import read_settings; from ludex.server import serve; serve(read_settings())"
SOLVE = "/api/v1/swish/solve"
HARD = {"deck": "swish-36", "find": "count", "time_limit": 30}


class Running:
    """A server process: its address, and how to ask it. It runs a line of Python `before` it serves."""

    def __init__(self, settings: Settings, before: str = "", **environment: str) -> None:
        own = {
            "LUDEX_DATABASE_URL": settings.database_url,
            "LUDEX_PORT": "0",
            "LUDEX_LOG_FORMAT": "json",
            "LUDEX_COMPUTING_SLOTS": "2",
            "LUDEX_WAITING_SLOTS": "4",
        }
        self.began = time.monotonic()
        # No pipe: one that nobody reads is full at some time, and whoever writes into it stands still.
        self.log = tempfile.NamedTemporaryFile("w")  # noqa: SIM115 - closed in `end`
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"{before}\n{SERVE}"],
            env=os.environ | own | environment,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.fullmatch(r"Ludex listens on (http://\S+)\n", said)
        assert found, said + self.logged()
        self.url = found[1]
        self.address = (str(urlsplit(self.url).hostname), int(urlsplit(self.url).port or 0))

    def ask(self, path: str, body: object = None) -> tuple[int, bytes]:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()

    def send(self, raw: bytes) -> socket.socket:
        connection = socket.create_connection(self.address, timeout=30)
        connection.sendall(raw)
        return connection

    def end(self) -> tuple[int, float, str]:
        begin = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=30)
        seconds, log = time.monotonic() - begin, self.logged()
        self.log.close()
        return self.process.returncode, seconds, log

    def logged(self) -> str:
        return Path(self.log.name).read_text()


def memory_bytes(pid: int) -> int:
    return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[0]) * 1024


def workers(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def request_bytes(path: str, body: bytes, *headers: str) -> bytes:
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def answer_of(connection: socket.socket) -> bytes:
    received = b""
    while chunk := connection.recv(65536):
        received += chunk
    connection.close()
    return received
