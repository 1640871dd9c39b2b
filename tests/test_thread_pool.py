"""Threads that join one another only while calls take long."""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from ludex.thread_pool import ThreadPool


def run(pool: ThreadPool, calls: list[Callable[[], Any]]) -> list[Any]:
    async def gather() -> list[Any]:
        return await asyncio.gather(*(pool.run(call) for call in calls), return_exceptions=True)

    return asyncio.run(gather())


def test_calls_return_their_results_and_raise_their_errors() -> None:
    results = run(ThreadPool("test", 2, 0.005), [lambda: 1, lambda: 1 // 0, lambda: 3])
    assert (results[0], results[2]) == (1, 3) and isinstance(results[1], ZeroDivisionError)


def test_arguments_are_those_of_the_call() -> None:
    assert asyncio.run(ThreadPool("test", 1, 0.0).run(divmod, 7, 2)) == (3, 1)


def test_short_calls_run_in_one_thread_in_their_order() -> None:
    order: list[int] = []
    threads: set[int] = set()

    def call(number: int) -> None:
        order.append(number)
        threads.add(threading.get_ident())

    run(ThreadPool("test", 8, 10.0), [lambda number=number: call(number) for number in range(100)])  # type: ignore[misc]
    assert order == list(range(100)) and len(threads) == 1


@pytest.mark.parametrize("pace", [0.0, 0.01])
def test_further_threads_join_while_calls_take_long(pace: float) -> None:
    together = threading.Barrier(4, timeout=10)
    assert sorted(run(ThreadPool("test", 4, pace), [together.wait] * 4)) == [0, 1, 2, 3]


def test_no_more_calls_run_at_once_than_there_are_threads() -> None:
    running, most = [0], [0]
    lock = threading.Lock()

    def call() -> None:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        time.sleep(0.02)
        with lock:
            running[0] -= 1

    run(ThreadPool("test", 3, 0.001), [call] * 12)
    assert most[0] == 3


def test_the_calls_that_wait_are_counted() -> None:
    async def measure() -> tuple[int, int]:
        pool, release = ThreadPool("test", 1, 0.0), threading.Event()
        tasks = [asyncio.create_task(pool.run(release.wait, 10)) for _ in range(4)]
        while pool.waiting != 3:
            await asyncio.sleep(0.01)
        waiting = pool.waiting
        release.set()
        await asyncio.gather(*tasks)
        return waiting, pool.waiting

    assert asyncio.run(measure()) == (3, 0)
