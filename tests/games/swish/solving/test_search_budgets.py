"""Searches of hard tables end at their limit, whatever ends them."""

import threading
from collections.abc import Callable

import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.card import Card, Symmetry
from ludex.games.swish.position import Position
from ludex.games.swish.solving.independent_sets import minimal_swishes
from ludex.games.swish.solving.no_swish import largest_no_swish_set
from ludex.games.swish.solving.search import count_by_size, find_all, find_any, find_largest
from ludex.games.swish.study.statistics import no_swish_deal_counts, sample_largest, sample_no_swish
from ludex.games.swish.swishes import Rule, is_swish
from tests.games.swish.commercial import deck
from tests.games.swish.hard_tables import random_table, three_symbol_table

Search = Callable[[Position, Budget], object]

SEARCHES: dict[str, Search] = {
    "any": lambda position, budget: find_any(position, budget=budget),
    "largest": lambda position, budget: find_largest(position, budget=budget),
    "all": lambda position, budget: find_all(position, budget=budget, limit=10**9),
    "count": lambda position, budget: count_by_size(position, budget=budget),
    "no-swish": largest_no_swish_set,
}
TABLES: dict[str, Callable[[], Position]] = {
    "30x30, one symbol": lambda: random_table(30, 1000, 1),
    "30x30, one symbol, square": lambda: random_table(30, 1000, 1, Symmetry.SQUARE),
    "5x5, one symbol": lambda: random_table(5, 1000, 1),
    "16x16, one symbol": lambda: random_table(16, 1000, 1),
    "30x30, two symbols": lambda: random_table(30, 1000, 2),
    "10x10, three symbols": three_symbol_table,
    "copies": lambda: Position((Card.from_code("*..o/..../...."),) * 1000),
}


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """Compile the kernels and load the solvers, which is no part of a search."""
    small = Position.from_codes(["*o./...", "o*./...", "*../.o."])
    for search in SEARCHES.values():
        search(small, Budget())
    from ludex.games.swish.solving.placements import placements_of
    from ludex.games.swish.solving.stack_model import find_stack

    find_stack(placements_of(small, Rule.SWISH, copies_differ=False), None, Budget())
    minimal_swishes(small)
    no_swish_deal_counts(small)


def search_briefly(search: Search, position: Position) -> None:
    """Search with a time limit: a search that does not consult its budget would take minutes."""
    try:
        search(position, Budget(seconds=0.1))
    except BudgetExhausted as ended:
        assert ended.reason == "time"


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("table", TABLES)
def test_a_search_ends_at_its_limit(table: str, search: str) -> None:
    search_briefly(SEARCHES[search], TABLES[table]())


@pytest.mark.parametrize(
    "search",
    [
        minimal_swishes,
        no_swish_deal_counts,
        lambda position, budget: sample_no_swish(position, 16, 1_000_000, 1, budget),
        lambda position, budget: sample_largest(position, 16, 1_000_000, 1, budget),
    ],
    ids=["minimal swishes", "deal counts", "samples", "samples of the largest"],
)
def test_work_on_a_deck_ends_at_its_limit(search: Search) -> None:
    search_briefly(search, deck("swish-60"))


@pytest.mark.parametrize("search", ["largest", "all", "count", "no-swish"])
def test_the_caller_ends_a_search(search: str) -> None:
    wish = threading.Event()
    threading.Timer(0.1, wish.set).start()
    try:
        SEARCHES[search](random_table(16, 300, 2), Budget(stop=wish.is_set))
    except BudgetExhausted as ended:
        assert ended.reason == "cancelled"


def test_what_was_met_before_the_limit_is_shown_and_not_called_proved() -> None:
    assert not find_largest(three_symbol_table(), budget=Budget(seconds=0.3)).proved
    met = find_largest(random_table(16, 1000, 1), budget=Budget(seconds=0.5)).swish
    assert met is not None and is_swish(met.stack)
    maximum = largest_no_swish_set(random_table(10, 300, 3), Budget(seconds=0.1))
    assert not maximum.proved
    assert len(maximum.indices) <= maximum.upper_bound <= 300
    listing = find_all(deck("swish-60"), limit=10**9, budget=Budget(seconds=0.5))
    assert listing.items
    assert not listing.complete
