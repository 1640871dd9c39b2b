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


def test_short_calls_run_one_after_the_other_in_their_order() -> None:
    order: list[int] = []
    running, most = [0], [0]

    def call(number: int) -> None:
        running[0] += 1
        most[0] = max(most[0], running[0])
        order.append(number)
        time.sleep(0)
        running[0] -= 1

    run(ThreadPool("test", 8, 10.0), [lambda number=number: call(number) for number in range(100)])  # type: ignore[misc]
    assert order == list(range(100)) and most[0] == 1


def test_results_of_queued_calls_arrive_together() -> None:
    arrived: list[int] = []

    async def measure() -> list[list[int]]:
        pool, queued = ThreadPool("test", 1, 10.0), threading.Event()

        def call() -> list[int]:
            queued.wait(10)
            time.sleep(0.002)  # the event loop could take a result meanwhile
            return list(arrived)

        async def one(number: int) -> list[int]:
            seen = await pool.run(call)
            arrived.append(number)
            return seen

        tasks = [asyncio.create_task(one(number)) for number in range(20)]
        while pool.waiting != 19:
            await asyncio.sleep(0.01)
        queued.set()
        return await asyncio.gather(*tasks)

    assert asyncio.run(measure()) == [[]] * 20 and arrived == list(range(20))


def test_a_result_waits_for_a_long_call_only_for_a_moment() -> None:
    async def measure() -> bool:
        pool, release = ThreadPool("test", 1, 0.01), threading.Event()
        short, long = asyncio.create_task(pool.run(int)), asyncio.create_task(pool.run(release.wait, 10))
        await asyncio.wait_for(short, 5)
        ended = long.done()
        release.set()
        return ended or not await long

    assert not asyncio.run(measure())


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
