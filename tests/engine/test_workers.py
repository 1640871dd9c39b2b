import gc
import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from operator import mul
from pathlib import Path

import pytest

from ludex.engine import workers
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.workers import spread, worker_budget

PARENT = """
import os, sys, time
from ludex.engine.workers import spread
if __name__ == "__main__":
    with spread(1) as apply:
        print(*apply(eval, ["__import__('os').getpid()"]), flush=True)
        list(apply(time.sleep, [60]))
"""


def test_answers_come_in_order_some_ahead_and_faults_where_they_belong():
    given = []

    def numbers():
        for number in range(20):
            given.append(number)
            yield number

    with spread(1) as apply:
        answers = apply(partial(mul, 2), numbers())
        assert next(answers) == 0
        assert len(given) == 3  # the first, and two ahead of it
        assert list(answers) == [2 * number for number in range(1, 20)]
        faulty = apply(int, ["1", "no number", "3"])
        assert next(faulty) == 1
        with pytest.raises(ValueError, match="no number"):
            next(faulty)
        waiting = apply(time.sleep, [30])
        with pytest.raises(BudgetExhausted), spread(1, Budget(seconds=0.1)) as other:
            list(other(time.sleep, [1]))
        del waiting


def test_workers_end_with_a_process_that_is_killed(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        if "Z" in _state(worker):
            return
        time.sleep(0.05)
    raise AssertionError("the worker lives on")


def _state(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def seldom(_item: object) -> bool:
    return gc.get_threshold() == (100_000, 50, 50)


def test_the_garbage_collector_looks_seldom_while_there_are_workers() -> None:
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    try:
        with spread(1) as apply:
            assert list(apply(seldom, [1])) == [seldom(1)] == [True]
        assert gc.get_threshold() == (700, 10, 10)
    finally:
        gc.set_threshold(*before)


def test_without_processes_this_one_does_the_work() -> None:
    with spread(0) as apply:
        assert list(apply(lambda _: os.getpid(), [1])) == [os.getpid()]


def test_the_processors_are_those_of_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", {0: {0, 2, 5}}.__getitem__)
    assert workers.processors() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    for counted, expected in ((4, 4), (None, 1)):
        monkeypatch.setattr(os, "cpu_count", lambda counted=counted: counted)
        assert workers.processors() == expected


def test_a_worker_stops_when_its_pool_shuts_down(monkeypatch: pytest.MonkeyPatch) -> None:
    assert worker_budget(None).exhausted() is None
    event = threading.Event()
    monkeypatch.setattr(workers, "_stop_event", event)
    assert worker_budget(60.0).exhausted() is None
    event.set()
    assert worker_budget(60.0).exhausted() == "cancelled"
