"""Faults from outside: clocks that jump, interrupted commands, deletions, and leaks."""

import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path

from ludex.api.routing.openapi import read_examples
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.machine_key import read_key
from ludex.catalogue.starting import fill
from ludex.catalogue.transfer.export import export_lines, sealed
from ludex.games.kinds import GAMES
from ludex.jobs.job import ENDED
from ludex.jobs.operations import start_job
from ludex.jobs.store import store_of
from ludex.settings import data_folder
from ludex.version import shipped
from tests.faults.hosts import LeftOut
from tests.faults.postgresql import postgresql
from tests.faults.serving import (
    Served,
    address_of,
    faults_of_file,
    missing,
    new_catalogue,
    serving,
    upgraded,
    verified,
)
from tests.faults.working import lines_of_positions, until, working
from tests.services import Forking
from tests.services import workers as children

POSITIONS = "/api/v1/swish/positions"
OBJECTS = "/api/v1/objects/"


def clocks_jump(folder: Path, kills: int) -> str:
    """Let the clock jump forwards and backwards under a service and a worker."""
    del kills
    library = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
    if library is None:
        raise LeftOut("needs libfaketime")
    file, clock = new_catalogue(folder), folder / "clock"
    clock.write_text("+0")
    # `time.sleep` waits for a moment of the monotonic clock, which libfaketime refuses at times as an invalid argument.
    (folder / "sitecustomize.py").write_text(
        "import select, time\ntime.sleep = lambda seconds: select.select((), (), (), seconds)\n"
    )
    faked = {"LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": str(clock), "FAKETIME_NO_CACHE": "1"}
    faked |= {"PYTHONPATH": str(folder)}
    faked |= {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "LUDEX_RATE_LIMIT": "100000/hour", "LUDEX_STORING_QUOTA": "1000/day"}
    store, labels, numbers = store_of(address_of(file)), [], iter(range(10**6))
    jumps = ("+0", "+2h", "+400d", "-30d", "-1h", "+0")
    with serving(file, **faked) as service, working(file, **faked):
        for jump in jumps:
            clock.write_text(jump)
            time.sleep(0.3)
            for _ in range(5):
                status, answer = service.ask(POSITIONS, _cards(0, next(numbers)))
                assert status == 201, f"at {jump} a write got {status}: {answer}"
                labels.append(str(answer["label"]))
            assert service.ask("/health")[0] == 200 and service.ask(f"{OBJECTS}{labels[0]}")[0] == 200, jump
            lines = lines_of_positions(20, 20 * len(labels))
            job = start_job(store, "import", {"kind": "swish-position", "lines": lines})
            ended = until(store, job, lambda one: one.state in ENDED, 60.0)
            assert str(ended.state) == "succeeded", f"at {jump}: {ended}"
    store.close()
    assert missing(file, labels) == [] and faults_of_file(file) == []
    return f"{len(jumps)} jumps between -30 and +400 days: reads, writes and jobs go on; {verified(file)}"


COMMANDS = (
    [
        "planarity",
        "generate",
        "--vertices",
        "24",
        "--edges",
        "45",
        "--swaps",
        "9",
        "--delta",
        "0.005",
        "--count",
        "50",
        "--seed",
        "1",
        "--method",
        "repair",
        "--store",
    ],
    ["swish", "solve", "--deck", "swish-60", "--find", "count"],
    ["export", "-o", "OUT"],
    ["db", "backup", "OUT"],
    ["db", "verify"],
    ["import", "lines.ndjson"],
)


def commands_interrupted(folder: Path, kills: int) -> str:
    """Interrupt long commands with Ctrl-C at random times."""
    file, numbers, ended = new_catalogue(folder), random.Random(1), Counter[int]()
    catalogue = Catalogue(address_of(file), GAMES)
    fill(catalogue)
    (folder / "lines.ndjson").write_text("".join(f"{line}\n" for line in sealed(export_lines(catalogue))))
    catalogue.close()
    for number in range(max(kills, len(COMMANDS))):
        out = folder / f"out-{number}"
        words = [str(out) if word == "OUT" else word for word in COMMANDS[number % len(COMMANDS)]]
        process = subprocess.Popen(
            [sys.executable, "-m", "ludex.cli", *words],
            env=os.environ | {"LUDEX_DATABASE_URL": address_of(file)},
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        time.sleep(numbers.uniform(0.6, 6.0))
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        _, said = process.communicate(timeout=60)
        took, about = time.monotonic() - began, " ".join(words[:2])
        # The signal itself ends the process before the interpreter has started, and after an interrupt in a text that
        # `exec` runs, such as the methods of a dataclass. For a shell, both are 130.
        ended_by_signal = process.returncode == -signal.SIGINT and said in ("", "ludex: interrupted\n")
        code = 130 if ended_by_signal else process.returncode
        ended[code] += 1
        assert code in (0, 130), f"{about}: exit code {code}: {said[-300:]}"
        assert "Traceback" not in said, f"{about}: {said[-600:]}"
        assert took < 10, f"{about} took {took:.0f} s to end"
        assert code == 0 or not list(folder.glob(f"out-{number}*")), f"{about} left a partial file"
    assert faults_of_file(file) == []
    return f"{dict(sorted(ended.items()))} by exit code, no traceback, no partial file; {verified(file)}"


def deletions_killed(folder: Path, kills: int) -> str:
    """Kill the service while each client stores, replaces and deletes objects of its own, on SQLite and PostgreSQL."""
    on_sqlite = _curation_killed(new_catalogue(folder), kills)
    with postgresql(folder) as server:
        upgraded(server.address)
        return f"SQLite: {on_sqlite}; PostgreSQL: {_curation_killed(server.address, kills)}"


def _curation_killed(catalogue: Path | str, kills: int) -> str:
    numbers, forking = random.Random(1), Forking()
    kept: set[str] = set()
    gone: set[str] = set()
    replaced: dict[str, str] = {}
    unknown: set[str] = set()
    places = [iter(range(10**6)) for _ in range(8)]
    for kill in range(kills):
        with serving(catalogue, forking) as service:

            def work(writer: int, service: Served = service) -> None:
                before = ""
                for place in places[writer]:
                    try:
                        status, answer = service.ask(POSITIONS, _cards(writer, place), 10.0)
                        if status != 201:
                            assert status == 503, f"a write of a new object got {status}"
                            continue
                        label = str(answer["label"])
                        if place % 3 == 0:
                            unknown.add(label)
                            status = _send(service, "DELETE", f"{OBJECTS}{label}", None)
                            assert status in (204, 503), f"a deletion got {status}"
                            if status == 204:
                                unknown.discard(label)
                                gone.add(label)
                            continue
                        kept.add(label)
                        if place % 3 == 2 and before in kept:
                            kept.discard(before)
                            unknown.add(before)
                            status = _send(service, "POST", f"{OBJECTS}{before}/replace", {"by": label})
                            assert status in (200, 503), f"a replacement got {status}"
                            if status == 200:
                                unknown.discard(before)
                                replaced[before] = label
                        before = label
                    except (OSError, ValueError):
                        return

            threads = [threading.Thread(target=work, args=(writer,)) for writer in range(8)]
            for thread in threads:
                thread.start()
            time.sleep(numbers.uniform(0.5, 2.0))
        for thread in threads:
            thread.join()
        assert isinstance(catalogue, str) or faults_of_file(catalogue) == [], f"after kill {kill + 1}"
        lost = missing(catalogue, sorted(kept))
        assert not lost, f"{len(lost)} acknowledged writes lost after kill {kill + 1}: {lost[0]}"
        ended = gone | replaced.keys()
        again = ended - set(missing(catalogue, sorted(ended)))
        assert not again, f"{len(again)} acknowledged deletions undone after kill {kill + 1}: {min(again)}"
        with serving(catalogue, forking) as service:
            led = {label: service.ask(f"{OBJECTS}{label}")[1]["label"] for label in replaced}
        assert led == replaced, f"redirects of acknowledged replacements lost after kill {kill + 1}"
    forking.close()
    return (
        f"{kills} kills: {len(kept):,} objects kept, {len(gone):,} deletions and {len(replaced):,} replacements "
        f"acknowledged, none lost or undone, {len(unknown)} unanswered; {verified(catalogue)}"
    )


def leaks(folder: Path, kills: int) -> str:
    """Send 1,000 recorded requests for each kill that other rows make: none is answered by 500, no memory is lost."""
    file, number, clients = new_catalogue(folder), 1000 * kills, 4
    catalogue = Catalogue(address_of(file), GAMES)
    fill(catalogue)
    catalogue.close()
    examples = shipped("examples")
    assert examples is not None
    recorded = [one["request"] for path in sorted(examples.glob("*.json")) for one in read_examples(path)]
    mix = [one for one in recorded if one["method"] == "GET" or "body" in one]
    told: Counter[int] = Counter()
    with serving(file) as service:
        [worker] = children(service.pid)

        def send(part: int, requests: int) -> None:
            numbers, connection = random.Random(part), http.client.HTTPConnection(*service.service.address, timeout=60)
            key = read_key(data_folder())
            for _ in range(requests):
                one = numbers.choice(mix)
                body = None if "body" not in one else json.dumps(one["body"])
                headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
                connection.request(one["method"], one["path"], body, headers)
                answer = connection.getresponse()
                text = answer.read()
                told[answer.status] += 1
                if answer.status == 500:
                    print(f"leaks: {one} has the answer {text.decode()}", file=sys.stderr, flush=True)

        sizes = []
        for share in (0.05, *[0.095] * 10):
            threads = [
                threading.Thread(target=send, args=(len(sizes) * clients + part, int(number * share / clients)))
                for part in range(clients)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            sizes.append(_resident(worker))
            print(f"leaks: {sum(told.values()):,} requests, {sizes[-1]} MB", file=sys.stderr, flush=True)
        log = service.service.logged()
    assert told[500] == 0, f"{log}\n{told[500]} answers are 500; the requests are above"
    assert sizes[-1] <= 1.2 * sizes[0], f"resident memory grew from {sizes[0]} to {sizes[-1]} MB: {sizes}"
    return f"{sum(told.values()):,} requests ({dict(sorted(told.items()))}): {', '.join(map(str, sizes))} MB"


def _resident(process: int) -> int:
    """Return the resident memory of a process in megabytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) // 1024


def _cards(writer: int, place: int) -> dict[str, list[str]]:
    """Return two cards of which no other writer and no other place has an equivalent pair."""
    width = 64
    row = "*" + "." * writer + "o" + "." * (width - writer - 2)
    number = "".join("o" if place >> bit & 1 else "." for bit in range(width - 2))
    return {"cards": [f"{row}/{'.' * width}", f"{'.' * width}/**{number}"]}


def _send(service: Served, method: str, path: str, body: object) -> int:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {read_key(data_folder())}"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(service.service.url + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
