"""Lanes make calls in turn; who takes long is joined by another thread; beyond the bound calls are refused."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable

import pytest

from ludex.bridge.lanes import Lane, LaneFull


def within(scenario: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(scenario(), 20))  # type: ignore[arg-type]


def test_quick_calls_come_in_their_order_and_one_thread_makes_them() -> None:
    async def scenario() -> None:
        lane = Lane("quick", threads=4, waiting=200, pace=5.0)
        made: list[tuple[int, str]] = []
        calls = [
            lane.run(lambda number=number: made.append((number, threading.current_thread().name)))  # type: ignore[misc]
            for number in range(200)
        ]
        await asyncio.gather(*calls)
        assert made == [(number, "quick-1") for number in range(200)]

    within(scenario)


def test_what_waits_behind_a_long_call_is_made_beside_it() -> None:
    async def scenario() -> None:
        lane, ended = Lane("mixed", threads=3, waiting=10, pace=0.005), threading.Event()
        long = [lane.run(ended.wait) for _ in range(2)]
        assert await lane.run(lambda: "beside them") == "beside them"
        assert not any(one.done() for one in long)
        ended.set()
        assert await asyncio.gather(*long) == [True, True]

    within(scenario)


def test_without_a_pace_all_threads_begin_at_once() -> None:
    async def scenario() -> None:
        lane, together = Lane("wide", threads=4, waiting=0), threading.Barrier(4)
        await asyncio.gather(*(lane.run(lambda: together.wait(10)) for _ in range(4)))

    within(scenario)


def test_calls_beyond_the_bound_are_refused_until_one_is_done() -> None:
    async def scenario() -> None:
        lane, ended = Lane("narrow", threads=1, waiting=2, pace=0.005), threading.Event()
        calls = [lane.run(ended.wait) for _ in range(3)]
        with pytest.raises(LaneFull):
            lane.run(ended.wait)
        ended.set()
        await asyncio.gather(*calls)
        assert await lane.run(lambda: 1) == 1

    within(scenario)


def test_what_a_call_raises_is_raised_and_the_thread_goes_on() -> None:
    def fails() -> None:
        raise ValueError("no")

    async def scenario() -> None:
        lane = Lane("failing", threads=1, waiting=10, pace=0.005)
        with pytest.raises(ValueError, match="no"):
            await lane.run(fails)
        assert await lane.run(lambda: 1) == 1

    within(scenario)


def test_thousands_of_calls_of_every_length_are_all_made_once() -> None:
    async def scenario() -> None:
        lane = Lane("busy", threads=5, waiting=5000, pace=0.001)
        lengths = [0.02 if number % 97 == 0 else 0.002 if number % 13 == 0 else 0.0 for number in range(2000)]

        def call(number: int) -> int:
            time.sleep(lengths[number]) if lengths[number] else None
            return number

        made = []
        for start in range(0, 2000, 50):
            made += [lane.run(lambda number=number: call(number)) for number in range(start, start + 50)]  # type: ignore[misc]
            await asyncio.sleep(0.001)
        assert await asyncio.gather(*made) == list(range(2000))

    within(scenario)
