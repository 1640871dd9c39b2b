"""The service as a process of its own: how every test and benchmark starts one, asks it, and ends it."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy.exc import SQLAlchemyError

from ludex.catalogue.machine_key import read_key
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.settings import data_folder
from tests.machine import key_for_address

ROOT = Path(__file__).parents[1]
SERVE = "from ludex.settings import read_settings; from ludex.server import serve; serve(read_settings())"
Address = tuple[str, int]

_LISTENS = re.compile(r"Ludex listens on (http://\S+)\n")
_FORKING = """
import json, os, signal, sys
import dbos, ludex.app, ludex.server, ludex.jobs.executor, ludex.jobs.operations, ludex.jobs.worker
from ludex.settings import read_settings
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    program, environment = json.loads(line)
    if os.fork() == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        os.environ |= environment
        print(os.getpid(), flush=True)
        exec(program)
        os._exit(0)
"""


class Service:
    """A server process on a catalogue, at a port of its own. It runs `program`; `log` has what it writes."""

    def __init__(self, catalogue: str, program: str = SERVE, **environment: str) -> None:
        self.began = time.monotonic()
        # No pipe: one that nobody reads is full at some time, and whoever writes into it stands still.
        self.log = tempfile.NamedTemporaryFile("w")  # noqa: SIM115 - closed in `end`
        self.process = subprocess.Popen(
            [sys.executable, "-c", program],
            env=os.environ | own_settings(catalogue) | environment,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            cwd=ROOT,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = _LISTENS.fullmatch(said)
        assert found, said + self.logged()
        self.url = found[1]

    @property
    def address(self) -> Address:
        """Return where it listens."""
        return address_of_url(self.url)

    def ask(self, path: str, body: object = None, seconds: float = 60.0) -> tuple[int, bytes]:
        """Return the status and the answer; OSError if there is none."""
        return ask(self.url + path, body, seconds)

    def logged(self) -> str:
        """Return what it has written into its log."""
        return Path(self.log.name).read_text()

    def kill(self) -> None:
        """Kill every process of it, as a loss of power would."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self._ended()
        self.log.close()

    def end(self) -> tuple[int, float, str]:
        """Tell it to end; return its exit code, how many seconds it took, and its log."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self) -> tuple[int, float, str]:
        """Wait until it has ended; return its exit code, how many seconds that took, and its log."""
        begin = time.monotonic()
        self._ended()
        seconds, log = time.monotonic() - begin, self.logged()
        self.log.close()
        return self.process.returncode, seconds, log

    def _ended(self) -> None:
        self.process.communicate(timeout=30)


class Forking:
    """A process that has loaded what services and workers need: those that it forks run at once."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _FORKING],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
        )

    def fork(self, catalogue: str, program: str, **environment: str) -> int:
        """Let a new process run a program, and return its number, which is that of its group."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([program, own_settings(catalogue) | environment]) + "\n")
        self._process.stdin.flush()
        return int(self.line())

    def line(self) -> str:
        """Return the next line that a process has printed."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        """End it; what it has forked goes on."""
        self._process.communicate("")


class Forked:
    """A service that was forked, to be killed at any moment."""

    def __init__(self, forking: Forking, catalogue: str, **environment: str) -> None:
        self.pid = forking.fork(catalogue, SERVE, **environment)
        found = _LISTENS.fullmatch(forking.line() + "\n")
        assert found, "the service did not start"
        self.url = found[1]

    def ask(self, path: str, body: object = None, seconds: float = 60.0) -> tuple[int, bytes]:
        """Return the status and the answer; OSError if there is none."""
        return ask(self.url + path, body, seconds)

    def kill(self) -> None:
        """Kill every process of it, as a loss of power would."""
        kill_group(self.pid)


def kill_group(group: int) -> None:
    """Kill the processes of a group, and wait until the first of them is gone."""
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
    while Path(f"/proc/{group}").exists():
        time.sleep(0.002)


def own_settings(catalogue: str) -> dict[str, str]:
    """Return the settings of a service on a catalogue, at a port that is free.

    The catalogue knows the key of this machine, if it can be reached.
    """
    with suppress(SQLAlchemyError, DatabaseError):
        key_for_address(catalogue)
    own = {"LUDEX_DATABASE_URL": catalogue, "LUDEX_PORT": "0", "LUDEX_LOG_FORMAT": "json"}
    return own | {"LUDEX_WORKERS": "1", "LUDEX_JOB_WORKERS": "0"}


def address_of_url(url: str) -> Address:
    """Return host and port."""
    parts = urlsplit(url)
    return str(parts.hostname), int(parts.port or 0)


def ask(url: str, body: object = None, seconds: float = 60.0) -> tuple[int, bytes]:
    """Return the status and the answer of a request, which has a body in JSON; OSError if there is none.

    It is sent with the key of this machine.
    """
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {read_key(data_folder())}"}
    request = urllib.request.Request(url, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=seconds) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()
    except HTTPException as error:
        raise ConnectionError("the answer broke off") from error


def workers(process: int) -> list[int]:
    """Return the worker processes of a service."""
    return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
