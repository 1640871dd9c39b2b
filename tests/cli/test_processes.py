"""Commands as processes: pipes that close, Ctrl-C, and a service that is killed and started again."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from ludex import server
from ludex.catalogue.machine_key import read_key, redeem
from ludex.settings import Settings, data_folder

Start = Callable[..., "subprocess.Popen[str]"]


def _wait(process: "subprocess.Popen[str]") -> tuple[str, str]:
    try:
        return process.communicate(timeout=60)
    finally:
        process.kill()


def _address(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("Ludex listens on http://"), line + (process.stderr.read() if process.stderr else "")
    return line.split()[-1]


def _ask(address: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {read_key(data_folder())}"}
    request = urllib.request.Request(address + path, data, headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        answer: dict[str, Any] = json.load(response)
    return answer


def _end(process: "subprocess.Popen[str]", sig: int) -> int:
    os.kill(process.pid, sig)
    _wait(process)
    return process.returncode


def test_help_and_errors_load_little() -> None:
    # In one process, each may only load what those after it may load too.
    commands = [
        ([], 2, ["pydantic", "rich"]),
        (["--help"], 0, ["pydantic", "rich"]),
        (["bogus"], 2, ["rich"]),
        (["swish", "--help"], 0, []),
        (["sets", "solve", "00x0"], 2, []),
        (["planarity", "solve", "--bogus"], 2, []),
    ]
    heavy = ["numba", "numpy", "flask", "sqlalchemy", "networkx", "scipy", "ortools", "z3", "dbos", "igraph"]
    program = (
        "import sys; from ludex.cli.main import run; from ludex.games import games\n"
        f"for arguments, _, unneeded in {commands!r}:\n"
        "    code = run(arguments, games())\n"
        f"    print('>', code, [one for one in [*{heavy!r}, *unneeded] if one in sys.modules], file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    found = [line for line in ran.stderr.splitlines() if line.startswith("> ")]
    assert found == [f"> {code} []" for _, code, _ in commands], ran.stderr


def test_serve_passes_on_the_address_that_it_is_told(
    ludex: Any, catalogue: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[Settings] = []
    objects = dict(line.split(maxsplit=1) for line in ludex("db", "status").lines)["objects"]

    def serve(settings: Settings, listening: Callable[[str], None], **_given: object) -> None:
        served.append(settings)
        listening("http://127.0.0.1:4711")

    monkeypatch.setattr(server, "serve", serve)
    monkeypatch.setattr("ludex.cli.commands.service.require_free", lambda _settings: None)  # no port is opened
    monkeypatch.setenv("LUDEX_PORT", "8123")
    for arguments in ([], ["--port", "0"], ["--host", "127.0.0.2", "--port", "8124"]):
        listens, held, *_ = ludex("serve", *arguments).lines
        assert listens == "Ludex listens on http://127.0.0.1:4711"
        day = datetime.fromtimestamp(catalogue.stat().st_mtime, tz=UTC).date()
        size = f"{round(catalogue.stat().st_size / 1e6)} MB"
        assert (
            held == f"The catalogue sqlite:///{catalogue} has {objects} objects in {size} and was last changed on {day}"
        )
    places = [(settings.host, settings.port) for settings in served]
    assert places == [("127.0.0.1", 8123), ("127.0.0.1", 0), ("127.0.0.2", 8124)]


def test_serve_hands_the_key_of_this_machine_to_browsers_and_programs(
    ludex: Any, catalogue: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def serve(_settings: Settings, listening: Callable[[str], None], **_given: object) -> None:
        listening("http://127.0.0.1:4711")

    monkeypatch.setattr(server, "serve", serve)
    monkeypatch.setattr("ludex.cli.commands.service.require_free", lambda _settings: None)  # no port is opened
    found = json.loads(ludex("serve", "--json").out)
    secret = Path(found["key_file"]).read_text().strip()
    assert ludex("keys", "machine").lines == [secret]
    links = [found["link"], *ludex("keys", "link", "http://127.0.0.1:4711/").lines]
    assert all(link.startswith("http://127.0.0.1:4711/key/") for link in links)
    for link in links:
        assert redeem(data_folder(), link.rpartition("/")[2]) == secret
        assert redeem(data_folder(), link.rpartition("/")[2]) is None
    assert "/key/" not in ludex("serve", "--host", "0.0.0.0").out


@pytest.mark.slow
def test_serve_listens_where_it_is_told(start_ludex: Start, catalogue: Path) -> None:
    process = start_ludex("serve", "--port", "0", LUDEX_PORT="8000")
    try:
        address = _address(process)
        assert address.rpartition(":")[2] not in ("0", "8000") and _ask(address, "/health")
    finally:
        _end(process, signal.SIGTERM)


def test_a_pipe_that_closes_is_no_error(start_ludex: Start) -> None:
    process = start_ludex("swish", "solve", "--find", "all", "--deck", "swish-36")
    assert process.stdout is not None and process.stderr is not None
    assert process.stdout.readline().startswith("2: ")
    process.stdout.close()
    try:
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == ""
    finally:
        process.kill()
        process.stderr.close()


def test_ctrl_c_ends_a_listing_with_what_was_found(start_ludex: Start) -> None:
    process = start_ludex("swish", "solve", "--find", "all", "--deck", "swish-36", "--json")
    assert process.stdout is not None and process.stderr is not None
    try:
        begin = process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        found = json.loads(begin + process.stdout.read())
        assert process.wait(timeout=60) == 130
        assert process.stderr.read() == ""
    finally:
        process.kill()
        process.stdout.close()
        process.stderr.close()
    assert found["items"] and found["complete"] is False


@pytest.mark.slow
def test_a_killed_service_loses_nothing_that_it_has_answered(start_ludex: Start, catalogue: Path) -> None:
    process = start_ludex("serve", LUDEX_PORT="0")
    cards = [f"{'.' * at}*o{'.' * (9 - at)}" for at in range(10)]
    try:
        address = _address(process)
        labels = [
            _ask(address, "/api/v1/swish/positions", {"cards": cards[: n + 1], "find": "largest"})["label"]
            for n in range(10)
        ]
    finally:
        # The worker is a child of the process that was started; both are killed.
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for pid in [process.pid, *map(int, children)]:
            os.kill(pid, signal.SIGKILL)
        _wait(process)
    process = start_ludex("serve", LUDEX_PORT="0")
    try:
        address = _address(process)
        for n, label in enumerate(labels):
            stored = _ask(address, f"/api/v1/swish/positions/{label}")
            assert stored["size"] == n + 1 and stored["largest_swish"]["proved"]
        assert _ask(address, "/health")
    finally:
        assert _end(process, signal.SIGTERM) == 0


def test_a_taken_port_is_said_in_one_line(ludex: Any, catalogue: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        monkeypatch.setenv("LUDEX_PORT", port)
        ran = ludex("serve")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"ludex: cannot listen on 127.0.0.1 port {port}") and ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [[], ["swish"], ["swish", "--help"], ["sets", "--help"], ["planarity", "--help"], ["db", "verify", "--help"]],
)
def test_help_is_shown(ludex: Any, arguments: list[str]) -> None:
    shown = ludex(*arguments)
    assert shown.code in (0, 2)
    assert "Usage: ludex" in shown.out + shown.err
