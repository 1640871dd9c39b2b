"""The rows of `scripts/faults`: each injects a fault and returns the result, or raises AssertionError."""

import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.lists.listing import count
from ludex.games.kinds import GAMES
from ludex.jobs.job import ENDED, Job
from ludex.jobs.operations import start_job
from ludex.jobs.store import store_of
from tests.faults import attacks
from tests.faults.hosts import LeftOut, promoted, several_hosts
from tests.faults.postgresql import postgresql
from tests.faults.serving import (
    Writers,
    address_of,
    faults_of_file,
    missing,
    new_catalogue,
    serving,
    upgraded,
    verified,
)
from tests.faults.working import Crew, lines_of_positions, until, working
from tests.services import Forking
from tests.services import workers as children

CLIENTS = 8
WORKERS = 3
IMPORTED = 1000
"""Lines of a job in rows about jobs."""


def service_killed(folder: Path, kills: int) -> str:
    """Kill the writing service repeatedly under load."""
    file, labels, numbers, forking = new_catalogue(folder), [], random.Random(1), Forking()
    began = time.monotonic()
    for kill in range(kills):
        with serving(file, forking) as service:
            writers = Writers(service, CLIENTS, kill)
            while not writers.acknowledged:
                time.sleep(0.005)
            time.sleep(numbers.uniform(0.0, 0.6))
        writers.end()
        labels += writers.acknowledged
        assert faults_of_file(file) == [], f"after kill {kill + 1}"
        lost = missing(file, labels)
        assert not lost, f"{len(lost)} acknowledged writes lost after kill {kill + 1}"
    each = (time.monotonic() - began) / kills
    forking.close()
    return f"{kills} kills, {each:.1f} s apart, {len(labels):,} acknowledged writes, none lost; {verified(file)}"


def written_before_acknowledged(folder: Path, kills: int) -> str:
    """Trace the system calls: each write is flushed to disk before its response is sent."""
    del kills
    if shutil.which("strace") is None:
        raise LeftOut("needs strace")
    file, trace = new_catalogue(folder), folder / "trace"
    with serving(file) as service:
        assert _store(service, 0) == 201
        [worker] = children(service.pid)
        calls = "trace=fdatasync,fsync,sendto,sendmsg,write,writev"
        traced = subprocess.Popen(
            ["strace", "-f", "-qq", "-e", calls, "-o", trace, "-p", str(worker)], stderr=subprocess.DEVNULL
        )
        time.sleep(1)
        assert [_store(service, number) for number in range(1, 21)] == [201] * 20
        traced.terminate()
        traced.wait()
    synced = answered = 0
    for line in trace.read_text(errors="replace").splitlines():
        if "fdatasync(" in line or "fsync(" in line:
            synced += 1
        elif "HTTP/1.1 201" in line:
            answered += 1
            assert synced >= answered, "a response was sent before its write was flushed"
    assert answered == 20
    return f"20 writes: {synced} flushes, each before its response (synchronous = FULL)"


def server_gone(folder: Path, kills: int) -> str:
    """Stop and crash PostgreSQL, and use up its connections, while clients store and a job runs."""
    times, few = max(1, min(kills, 100) // 10), {"LUDEX_DATABASE_CONNECTIONS": "8", "LUDEX_THREADS": "16"}
    with postgresql(folder) as server:
        upgraded(server.address)
        store = store_of(server.address)
        job = start_job(store, "import", {"kind": "swish-position", "lines": lines_of_positions(IMPORTED)})
        with serving(server.address, **few) as service, working(server.address, **few):
            writers = Writers(service, CLIENTS, 1)
            for number in range(times):
                time.sleep(1)
                server.stop("fast" if number % 2 else "immediate")
                assert service.ask("/api/v1/swish/positions")[0] == 503
                time.sleep(1)
                server.start()
                with server.crowded():
                    time.sleep(1)
            began = time.monotonic()
            done = len(writers.acknowledged)
            while len(writers.acknowledged) == done:
                assert time.monotonic() - began < 10, "writing does not work again"
                time.sleep(0.05)
            again = time.monotonic() - began
            whole = until(store, job, lambda one: one.state in ENDED, 300.0)
            writers.end()
        assert set(writers.told) <= {200, 201, 503}, dict(writers.told)
        assert not missing(server.address, writers.acknowledged), "acknowledged writes are lost"
        assert str(whole.state) == "succeeded" and whole.progress.done == IMPORTED, whole
        store.close()
        said = verified(server.address)
    return (
        f"{times} times: {len(writers.acknowledged):,} writes acknowledged, none lost, {writers.told[503]:,} got 503, "
        f"writing works again after {again:.1f} s, the job succeeded; {said}"
    )


def workers_killed(folder: Path, kills: int) -> str:
    """Kill one of three workers repeatedly while they run jobs and clients store."""
    file, numbers, forking = new_catalogue(folder), random.Random(1), Forking()
    store = store_of(address_of(file))
    jobs: list[Job] = []

    def begin() -> None:
        lines = lines_of_positions(IMPORTED, len(jobs) * IMPORTED)
        jobs.append(start_job(store, "import", {"kind": "swish-position", "lines": lines}))

    with serving(file, forking) as service:
        writers, crew = Writers(service, 1, 1), Crew(forking, file, WORKERS)
        began = time.monotonic()
        for killed in range(kills):
            while sum(store.counts()[state] for state in ("queued", "running")) < WORKERS:
                begin()
            time.sleep(numbers.uniform(0.2, 2.0))
            crew.replace(numbers.randrange(WORKERS))
            assert faults_of_file(file) == [], f"after kill {killed + 1}"
        each = (time.monotonic() - began) / kills
        whole = [until(store, one, lambda found: found.state in ENDED, 300.0) for one in jobs]
        crew.end()
        writers.end()
    store.close()
    forking.close()
    for one in whole:
        assert str(one.state) == "succeeded" and one.progress.done == IMPORTED and one.attempt == 1, one
    taken = sum("taken over" in line.line for one in whole for line in one.log)
    assert faults_of_file(file) == []
    catalogue = Catalogue(address_of(file), GAMES)
    with catalogue.reading() as reader:
        stored = count(reader, catalogue.registry.kind["swish-position"], {}).count
    catalogue.close()
    results = len(jobs) * IMPORTED
    assert stored == results + len(set(writers.acknowledged)), "a result is missing or stored twice"
    assert not missing(file, writers.acknowledged), "acknowledged writes are lost"
    return (
        f"{kills} kills, {each:.1f} s apart, {len(jobs)} jobs, taken over {taken} times, all succeeded in "
        f"their first attempt; {results:,} results, each once; {verified(file)}"
    )


def _store(service: object, number: int) -> int:
    cards = [f"{number:012b}".replace("0", ".").replace("1", "o"), "*...........", "*oooooo....."]
    body = {"cards": [card if set(card) != {"."} else "o" * 12 for card in cards]}
    return int(service.ask("/api/v1/swish/positions", body)[0])  # type: ignore[attr-defined]


ROWS: dict[str, Callable[[Path, int], str]] = {
    "service-killed": service_killed,
    "written-before-acknowledged": written_before_acknowledged,
    "server-gone": server_gone,
    "workers-killed": workers_killed,
    "promoted": promoted,
    "several-hosts": several_hosts,
    "clocks-jump": attacks.clocks_jump,
    "commands-interrupted": attacks.commands_interrupted,
    "deletions-killed": attacks.deletions_killed,
    "leaks": attacks.leaks,
}


def table(names: Sequence[str], kills: int) -> int:
    """Try some rows and print a table; return 1 if one does not hold."""
    print("| fault | result | passed |\n|---|---|---|", flush=True)
    failed = 0
    for name in names:
        folder = Path(tempfile.mkdtemp(prefix="ludex-faults-"))
        try:
            said, holds = ROWS[name](folder, kills), "yes"
        except LeftOut as reason:
            said, holds = str(reason), "skipped"
        except AssertionError as error:
            said, holds = str(error), "NO"
            failed = 1
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        about = (ROWS[name].__doc__ or "").partition("\n")[0].removesuffix(".")
        print(f"| {about} | {said} | {holds} |", flush=True)
    return failed
