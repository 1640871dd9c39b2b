"""Many clients at once, most of whom read: throughput, latencies by sort, memory before and after."""

import json
import random
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.clients import Asked, Measured, asked, run
from tests.benchmarks.http import LEVELS, body_of, requests
from tests.benchmarks.services import Address, fill, own, worker

CLIENTS = 50
SHARES = (("read", 0.79), ("/health", 0.01), ("solve", 0.15), ("write", 0.05))


def main(seconds: float) -> None:
    """Let one client ask, then many, one worker; print what each had to wait and what the worker keeps."""
    folder = Path(tempfile.mkdtemp(prefix="ludex-load-"))
    try:
        fill(folder)
        with own(folder) as (address, process):
            mixture = _mixture(address)
            run(address, 4, 2, mixture)  # warm: the compiled code is loaded, the connections are open
            print(f"memory of the worker before: {_memory(process) >> 20} MB")
            for clients in (1, CLIENTS):
                took, by_sort = run(address, clients, seconds, mixture)
                _print(clients, took, by_sort)
                print(f"memory of the worker: {_memory(process) >> 20} MB, at its peak {_peak(process) >> 20} MB")
            time.sleep(5)
            print(f"memory of the worker five seconds later: {_memory(process) >> 20} MB")
    finally:
        shutil.rmtree(folder)


def _mixture(address: Address):
    rows = requests(address)
    items = json.loads(body_of(address, asked("", f"{LEVELS}?limit=200")))["items"]
    reads = [asked("read", f"{LEVELS}/{item['label']}").raw for item in items]
    reads += [asked("read", f"{LEVELS}?limit={limit}").raw for limit in (10, 20, 50)] * 20
    reads += [rows["look-up"].raw, rows["picture"].raw] * 20

    def of_client(number: int) -> Iterator[Asked]:
        numbers = random.Random(number)
        while True:
            [sort] = numbers.choices([name for name, _ in SHARES], [share for _, share in SHARES])
            if sort == "read":
                yield Asked(sort, numbers.choice(reads))
            elif sort == "/health":
                yield asked(sort, sort)
            else:
                path = "/api/v1/swish/solve" if sort == "solve" else "/api/v1/swish/positions"
                cards = ["".join(numbers.choices("*o.", k=6)) for _ in range(6)]
                shown = [f"{card[:3]}/{card[3:]}" for card in cards]
                yield asked(sort, path, json.dumps({"cards": shown}).encode())

    return of_client


def _print(clients: int, took: float, by_sort: dict[str, Measured]) -> None:
    answers = sum(len(one.seconds) for one in by_sort.values())
    print(f"{clients} clients: {answers / took:.0f} requests a second")
    for sort, one in sorted(by_sort.items()):
        times = " ".join(f"p{part:g} {one.at(part / 100) * 1000:.0f} ms" for part in (50, 95, 99))
        print(f"  {sort:8} {len(one.seconds):6} {times}  {dict(one.statuses)}", flush=True)


def _memory(process: int) -> int:
    return _of_status(process, "VmRSS")


def _peak(process: int) -> int:
    return _of_status(process, "VmHWM")


def _of_status(process: int, name: str) -> int:
    status = Path(f"/proc/{worker(process)}/status").read_text()
    return int(re.findall(rf"{name}:\s+(\d+)", status)[0]) * 1024
