"""Searches take slots: a few run, a few wait, further ones get 503; reads continue."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from ludex.api.middleware.problems import ProblemError
from ludex.api.service import GONE, LONG_BODY, Slots, client_gone
from ludex.engine.budget import Budget, BudgetExhausted

HARD = {"deck": "swish-36", "find": "count"}


def run(slots: Slots, seconds: float, kind: str = "test") -> str:
    try:
        with slots.search(kind, seconds) as budget:
            while budget.exhausted() is None:
                time.sleep(0.01)
            return budget.exhausted() or ""
    except ProblemError as error:
        return str(error.problem.status)


def test_beyond_the_running_and_the_waiting_searches_are_refused() -> None:
    slots = Slots(running=2, waiting=1)
    with ThreadPoolExecutor(5) as pool:
        ends = [one.result() for one in [pool.submit(run, slots, 0.3) for _ in range(5)]]
    assert sorted(ends) == ["503", "503", "time", "time", "time"]


def test_a_refusal_says_when_to_come_again() -> None:
    slots = Slots(running=1, waiting=0)
    with slots.search("test", 1), pytest.raises(ProblemError) as refusal, slots.search("test", 1):
        pass
    assert refusal.value.problem.status == 503
    assert int(refusal.value.headers["Retry-After"]) > 0


def test_nobody_waits_for_ever() -> None:
    slots = Slots(running=1, waiting=1, timeout=0.1)
    with slots.search("test", 1), pytest.raises(ProblemError), slots.search("test", 1):
        pass


def test_queries_leave_half_of_the_slots_to_others_and_do_not_wait() -> None:
    slots = Slots(running=4, waiting=9, long=("query",))
    with slots.search("query", 1), slots.search("query", 1), slots.search("test", 1), slots.search("test", 1):
        assert run(slots, 0.0, "query") == "503"
    with slots.search("query", 1), slots.search("query", 1):
        assert run(slots, 0.0) == "time"
    alone = Slots(running=1, waiting=0, long=("query",))
    with alone.search("query", 1):
        assert run(alone, 0.0) == "time" and run(alone, 0.0, "query") == "503"


def test_the_end_of_the_service_ends_searches_at_once() -> None:
    slots = Slots(running=1, waiting=1)
    with ThreadPoolExecutor(2) as pool:
        ends = [pool.submit(run, slots, 30) for _ in range(2)]
        time.sleep(0.1)
        slots.stop()
        assert sorted(one.result(timeout=10) for one in ends) == ["503", "cancelled"]
    assert run(slots, 1) == "503"


def test_a_slot_comes_free_however_a_search_ends() -> None:
    slots = Slots(running=1, waiting=0)
    for error in (BudgetExhausted("time"), ValueError("x"), RuntimeError("x")):
        with pytest.raises(type(error)), slots.search("test", 1):
            raise error
    assert run(slots, 0.0) == "time"


def test_a_client_that_has_gone_ends_its_search() -> None:
    left: list[bool] = []
    gone = client_gone({GONE: lambda: bool(left)})
    budget = Budget(stop=gone)
    assert budget.exhausted() is None
    left.append(True)
    assert budget.exhausted() == "cancelled"
    assert not client_gone({})()


def test_those_who_wait_come_in_their_order() -> None:
    slots = Slots(running=1, waiting=8)
    order: list[int] = []

    def one(number: int) -> None:
        with slots.search("test", 5):
            order.append(number)

    with ThreadPoolExecutor(8) as pool, slots.search("test", 5):
        for number in range(8):
            pool.submit(one, number)
            time.sleep(0.02)
    assert order == list(range(8))


def test_long_bodies_are_read_one_at_a_time_and_few_wait() -> None:
    slots = Slots(running=1, waiting=0, timeout=0.1)
    with slots.reading(LONG_BODY):
        with slots.reading(LONG_BODY - 1):
            pass
        with pytest.raises(ProblemError) as refusal, slots.reading(LONG_BODY):
            pass
    assert refusal.value.problem.status == 503
    with slots.reading(LONG_BODY):
        pass


def test_a_hard_search_stops_in_time_while_health_answers(app: Flask) -> None:
    """The counts of all sizes take minutes; two such searches get a second each."""
    answers: list[int] = []
    app.test_client().post("/api/v1/swish/solve", json=HARD | {"max_size": 2})  # compiles

    def search() -> None:
        answers.append(app.test_client().post("/api/v1/swish/solve", json=HARD | {"time_limit": 1}).status_code)

    threads = [threading.Thread(target=search) for _ in range(2)]
    for thread in threads:
        thread.start()
    healthy = 0
    while any(thread.is_alive() for thread in threads):
        assert app.test_client().get("/health").status_code == 200
        healthy += 1
        time.sleep(0.02)
    assert answers == [422, 422]
    assert healthy


def test_searches_are_counted_by_kind_and_end(app: Flask) -> None:
    client = app.test_client()
    client.post("/api/v1/swish/solve", json={"cards": ["*o"]})
    client.post("/api/v1/swish/solve", json=HARD | {"time_limit": 0.1})
    text = client.get("/metrics").text
    assert 'ludex_searches_total{end="answered",kind="swish-solve"}' in text
    assert 'ludex_searches_total{end="time",kind="swish-solve"}' in text
    assert 'ludex_requests_total{method="POST",route="/api/v1/swish/solve",status="422"}' in text
    assert "ludex_request_seconds_bucket" in text
    client.get("/anything")
    assert 'route="unmatched"' in client.get("/metrics").text
