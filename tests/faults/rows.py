"""The rows of `scripts/faults`: each injects a fault and returns the result, or raises AssertionError."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.lists.listing import count
from ludex.catalogue.storage.database import Database
from ludex.games.kinds import GAMES
from ludex.jobs.job import ENDED, Job
from ludex.jobs.operations import start_job
from ludex.jobs.store import store_of
from tests.disks import CannotMount, small_disk
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


def one_object_by_many(folder: Path, kills: int) -> str:
    """Store one object by many clients at once."""
    del kills
    file, answers = new_catalogue(folder), []
    with serving(file) as service:

        def store() -> None:
            answers.append(service.ask("/api/v1/swish/positions", {"cards": ["*o./...", "o*./..."]}))

        threads = [threading.Thread(target=store) for _ in range(100)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    stored = [answer for status, answer in answers if status in (200, 201)]
    assert len({str(answer["label"]) for answer in stored}) == 1
    assert sum(status == 201 for status, _ in answers) == 1
    busy = sum(status == 503 for status, _ in answers)
    assert len(stored) + busy == len(answers), "a request had another answer"
    return f"100 at once: 1 new, {len(stored) - 1} existing, {busy} got 503; one label"


def full_disk(folder: Path, kills: int) -> str:
    """Fill the disk under a running service, and make room again."""
    del kills
    with small_disk(folder, "6m") as disk:
        file = new_catalogue(disk)
        with serving(file) as service:
            assert _store(service, 2000) == 201
            filling = disk / "filling"
            with suppress(OSError):
                filling.write_bytes(b"x" * 2**23)
            told = [_store(service, number) for number in range(100)]
            assert 507 in told and set(told) <= {201, 507}, set(told)
            assert service.ask("/health")[0] == 200
            filling.unlink()
            assert _store(service, 1000) == 201, "writing does not work again"
            count = service.ask("/api/v1/swish/positions?limit=1")[1]["count"]
        assert count == told.count(201) + 2
        assert faults_of_file(file) == []
        return f"{told.count(507)} of 100 writes got 507, the others were stored; writing works again without a restart"


def read_only_disk(folder: Path, kills: int) -> str:
    """Serve a catalogue from a read-only disk."""
    del kills
    with small_disk(folder, "6m") as disk:
        file = new_catalogue(disk)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        with serving(file) as service:
            assert service.ask("/api/v1/swish/positions")[0] == 200
            status, answer = service.ask("/api/v1/swish/positions", {"cards": ["*o"]})
            assert status == 503 and "read-only" in str(answer["detail"])
    return "reads get 200, writes get 503 with the reason"


def locked(folder: Path, kills: int) -> str:
    """Let another program hold the write lock while clients write and read."""
    del kills
    file = new_catalogue(folder)
    with serving(file) as service, closing(sqlite3.connect(file, isolation_level=None)) as other:
        assert _store(service, 1) == 201
        other.execute("BEGIN IMMEDIATE")
        began, told = time.monotonic(), []
        threads = [threading.Thread(target=lambda n=n: told.append(_store(service, n))) for n in range(10, 50)]
        for thread in threads:
            thread.start()
        reads = [service.ask("/api/v1/swish/positions")[0] for _ in range(20)]
        read_in = time.monotonic() - began
        for thread in threads:
            thread.join()
        refused_in = time.monotonic() - began
        other.execute("ROLLBACK")
        time.sleep(1)
        assert set(told) == {503} and set(reads) == {200}
        assert _store(service, 2) == 201
    return f"40 writes got 503 within {refused_in:.0f} s, 20 reads took {read_in:.1f} s; writing works again"


def upgraded_twice(folder: Path, kills: int) -> str:
    """Upgrade a new catalogue from several processes at once."""
    del kills
    file = folder / "catalogue.sqlite"
    command = [sys.executable, "-m", "ludex.cli", "db", "upgrade"]
    environment = os.environ | {"LUDEX_DATABASE_URL": f"sqlite:///{file}"}
    running = [subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) for _ in range(4)]
    assert [one.wait() for one in running] == [0] * 4
    assert faults_of_file(file) == []
    return "4 processes succeed, the tables are created once"


def backed_up_while_written(folder: Path, kills: int) -> str:
    """Back up the catalogue while clients write, and verify the backup."""
    del kills
    file, copy = new_catalogue(folder), folder / "copy.sqlite"
    with serving(file) as service:
        writers = Writers(service, CLIENTS, 1)
        time.sleep(1)
        before = list(writers.acknowledged)
        database = Database(f"sqlite:///{file}", make=False)
        database.backup(copy)
        database.close()
        time.sleep(0.2)
        writers.end()
    assert faults_of_file(copy) == []
    assert missing(copy, before) == [], "the copy lacks what was acknowledged before it began"
    during = len(writers.acknowledged) - len(before)
    return f"{len(before):,} writes before the backup, {during:,} during it; {verified(copy)}"


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
    "one-object-by-many": one_object_by_many,
    "full-disk": full_disk,
    "read-only-disk": read_only_disk,
    "locked": locked,
    "upgraded-twice": upgraded_twice,
    "backed-up-while-written": backed_up_while_written,
    "written-before-acknowledged": written_before_acknowledged,
    "server-gone": server_gone,
    "workers-killed": workers_killed,
    "promoted": promoted,
    "several-hosts": several_hosts,
    "clocks-jump": attacks.clocks_jump,
    "commands-interrupted": attacks.commands_interrupted,
    "deletions-killed": attacks.deletions_killed,
    "quota-under-load": attacks.quota_under_load,
    "long-lists": attacks.long_lists,
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
        except (LeftOut, CannotMount) as reason:
            said, holds = str(reason), "skipped"
        except AssertionError as error:
            said, holds = str(error), "NO"
            failed = 1
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        about = (ROWS[name].__doc__ or "").partition("\n")[0].removesuffix(".")
        print(f"| {about} | {said} | {holds} |", flush=True)
    return failed
