"""Searches of hard tables end at their limits, and tables that are too large are refused."""

import threading
from itertools import count

import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import PositionError
from ludex.games.sets.solving.dynamic import Dynamic
from ludex.games.sets.solving.integer_program import IntegerProgram
from ludex.games.sets.solving.lookup import Lookup
from ludex.games.sets.solving.smt import Smt
from tests.games.sets.every_solver import SOLVERS

HARD = Deck(6, 6)


def hard_table(cards: int) -> list[int]:
    dealt = HARD.shuffled(3)
    return [next(dealt) for _ in range(cards)]


# Each of them would take a minute or more.
SIZES = {"lookup": 8000, "dynamic": 8000, "brute-force": 200, "smt": 150, "cp-sat": 240, "highs": 240}


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """Compile the kernels and load the solvers, which is no part of a search."""
    for make in SOLVERS.values():
        make(Deck(2, 4), range(8)).count(Budget())


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("reason", ["time", "cancelled"])
def test_a_search_ends_when_its_budget_ends(name: str, reason: str) -> None:
    looks = count(1)
    if reason == "time":
        budget = Budget(seconds=3, clock=lambda: float(next(looks)))
    else:
        budget = Budget(stop=lambda: next(looks) > 3)
    with pytest.raises(BudgetExhausted) as ended:
        SOLVERS[name](HARD, hard_table(SIZES[name])).count(budget)
    assert ended.value.reason == reason


@pytest.mark.parametrize("name", SIZES)
def test_a_listing_that_ends_early_says_so(name: str) -> None:
    listed = SOLVERS[name](HARD, hard_table(SIZES[name])).all(Budget(seconds=0.1))
    assert not listed.complete
    assert len(set(listed)) == len(listed)


@pytest.mark.parametrize("name", SOLVERS)
def test_a_solver_answers_after_a_search_that_ended_early(name: str) -> None:
    solver = SOLVERS[name](Deck(4, 3), [0, 16, 40, 23])
    with pytest.raises(BudgetExhausted):
        solver.count(Budget(seconds=0))
    assert not solver.all(Budget(seconds=0)).complete
    assert solver.any(Budget()) == (0, 16, 23)


@pytest.mark.parametrize(
    "budget",
    [Budget(seconds=0), Budget(stop=lambda: True), Budget(memory_bytes=1_000_000)],
    ids=["time", "cancelled", "memory"],
)
def test_a_listing_of_pairs_ends_with_its_budget(budget: Budget) -> None:
    """For two values any two cards are a set: 130,816 of 512 cards."""
    listed = Lookup(Deck(9, 2), range(512)).all(budget)
    assert not listed.complete
    assert len(listed) < 100_000


def test_the_kept_sets_obey_the_memory() -> None:
    deck = Deck(5, 4)
    solver = Dynamic(deck, range(100))
    count = solver.count(Budget())
    little = Budget(memory_bytes=2_000_000)
    with pytest.raises(BudgetExhausted) as ended:
        solver.add(range(100, deck.size), little)
    assert ended.value.reason == "memory"
    assert len(solver.cards) == deck.size
    some = solver.all(Budget(memory_bytes=2_000_000))
    assert not some.complete
    assert count < len(some) < 717_056
    solver.remove(range(100, deck.size), Budget())
    assert solver.count(Budget()) == count


def test_the_search_for_kept_sets_goes_on_where_it_ended() -> None:
    deck = Deck(5, 4)
    solver = Dynamic(deck, range(deck.size))
    for _ in range(10_000):
        try:
            assert solver.count(Budget(seconds=0.02)) == 717_056
        except BudgetExhausted:
            continue
        break
    assert solver.count(Budget(seconds=0.02)) == 717_056


def test_a_callback_that_fails_does_not_lose_cards() -> None:
    def fail() -> bool:
        raise KeyboardInterrupt

    solver = Dynamic(Deck(4, 3), [0, 16])
    solver.count(Budget())
    with pytest.raises(KeyboardInterrupt):
        solver.add([23, 40], Budget(stop=fail))
    assert solver.cards == (0, 16, 23, 40)
    assert solver.all(Budget()).cards.tolist() == [[0, 16, 23]]


def test_tables_beyond_a_solvers_bound_are_refused_before_work() -> None:
    deck = Deck(3, 20)
    with pytest.raises(PositionError, match=r"8000 cards \* 20 values \* 3 properties are 480,000 equations"):
        Smt(deck, range(deck.size))
    solver = Smt(deck, range(3000))
    with pytest.raises(PositionError):
        solver.add(range(3000, 4000), Budget())
    assert len(solver.cards) == 3000
    with pytest.raises(PositionError, match=r"100000 cards in 6 equations each make 600,000 entries"):
        IntegerProgram(Deck(5, 10), range(100_000))


def test_solvers_by_z3_work_side_by_side() -> None:
    """Each has a context of its own, so that threads do not meet in one."""
    deck = Deck(3, 3)
    counts: dict[int, int] = {}

    def work(number: int) -> None:
        counts[number] = Smt(deck, range(number, number + 12)).count(Budget())

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == {number: Dynamic(deck, range(number, number + 12)).count(Budget()) for number in range(4)}
