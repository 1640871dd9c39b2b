"""The constraint model finds what the depth-first search finds, and ends when its budget does.

Upper bounds on the size of a swish, against brute force and whatever the dual values are.
"""

import threading
import time
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.position import Position
from ludex.games.swish.solving.placements import placements_of
from ludex.games.swish.solving.search import find_largest
from ludex.games.swish.solving.stack_model import SCALE, proved_bound, size_bound
from ludex.games.swish.swishes import Largest, Rule
from tests.games.swish.commercial import deck
from tests.games.swish.hard_tables import three_symbol_table
from tests.games.swish.random_tables import one_pair_tables, tables
from tests.games.swish.solving.test_cycle_cuts import random_cards
from tests.oracles import swishes
from tests.trials import examples


@settings(deadline=None, max_examples=examples(40))
@given(tables() | one_pair_tables(), st.sampled_from(Rule), st.none() | st.integers(0, 5))
def test_the_model_agrees_with_the_depth_first_search(position: Position, rule: Rule, max_size: int | None) -> None:
    from ludex.games.swish.solving.depth_first import DepthFirst
    from ludex.games.swish.solving.stack_model import find_stack, largest_stack

    search = DepthFirst.of(position, rule, copies_differ=False)
    outcome = search.largest(max_size, Budget())
    assert outcome.decided
    size = outcome.swish.size if outcome.swish else 0

    placements = placements_of(position, rule, copies_differ=False)
    largest = largest_stack(placements, None, max_size, Budget())
    assert (largest.size, largest.proved) == (size, True)
    if outcome.swish is not None:
        # Beginning with a largest one, the model proves that there is none with more cards.
        assert largest_stack(placements, outcome.swish, max_size, Budget()) == type(largest)(outcome.swish, True)
    found = find_stack(placements, max_size, Budget())
    assert (found is not None) == (size > 0)
    for swish in (largest.swish, found):
        if swish is not None:
            assert swishes.forms_swish(list(map(str, swish.stack)))
            assert max_size is None or swish.size <= max_size


def test_both_solvers_know_the_largest_number_of_cards() -> None:
    # The three cards are a swish, no two of them are.
    from ludex.games.swish.solving.stack_model import largest_stack

    position = Position.from_codes(["*./..", "o./o.", "../*."])
    placements = placements_of(position, Rule.SWISH, copies_differ=False)
    assert largest_stack(placements, None, 2, Budget()) == Largest(None, proved=True)
    largest = largest_stack(placements, None, 3, Budget())
    assert (largest.size, largest.proved) == (3, True)


def test_the_model_proves_twelve_for_the_commercial_deck() -> None:
    from ludex.games.swish.solving.stack_model import largest_stack

    largest = largest_stack(placements_of(deck("swish-60"), Rule.SWISH, copies_differ=False), None, None, Budget())
    assert (largest.size, largest.proved) == (12, True)


def test_the_caller_ends_the_model() -> None:
    from ludex.games.swish.solving.stack_model import find_stack

    placements = placements_of(three_symbol_table(), Rule.SWISH, copies_differ=False)
    wish = threading.Event()
    threading.Timer(0.5, wish.set).start()
    started = time.monotonic()
    with pytest.raises(BudgetExhausted, match="cancelled"):
        find_stack(placements, None, Budget(stop=wish.is_set))
    assert time.monotonic() - started < 8


def test_a_model_stopped_early_answers_with_what_was_known() -> None:
    from ludex.games.swish.solving.stack_model import largest_stack

    hard = three_symbol_table()
    rest = "." * (hard.width - 2) + "".join("/" + "." * hard.width for _ in range(hard.height - 1))
    pair = Position.from_codes([f"*o{rest}", f"o*{rest}"])
    placements = placements_of(Position((*hard.cards, *pair.cards)), Rule.SWISH, copies_differ=False)
    known = largest_stack(placements_of(pair, Rule.SWISH, copies_differ=False), None, None, Budget()).swish
    assert known is not None and known.size == 2
    stopped = largest_stack(placements, known, None, Budget(stop=lambda: True))
    assert (stopped.swish, stopped.proved) == (known, False)


def test_a_solver_that_denies_a_swish_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludex.games.swish.solving import stack_model
    from ludex.games.swish.solving.depth_first import DepthFirst

    monkeypatch.setattr(stack_model, "solve", lambda *_, **__: (None, "infeasible"))
    pairs = Position.from_codes(["*o..", "o*..", "..*o", "..o*"])
    placements = placements_of(pairs, Rule.SWISH, copies_differ=False)
    assert not stack_model.largest_stack(placements, None, None, Budget()).proved
    two = DepthFirst.of(placements.position, Rule.SWISH, copies_differ=False).first(2, Budget()).swish
    assert two is not None
    assert stack_model.largest_stack(placements, two, None, Budget()) == Largest(two, proved=False)
    apart = placements_of(Position.from_codes(["*o..", "*o.."]), Rule.SIMPLE, copies_differ=False)
    assert stack_model.largest_stack(apart, None, None, Budget()).proved


def largest_size(position: Position, rule: Rule) -> int:
    codes, symmetry = list(map(str, position.cards)), str(position.symmetry)
    return max((len(chosen) for chosen, _ in swishes.all_swishes(codes, symmetry, str(rule))), default=0)


@settings(deadline=None, max_examples=examples(40))
@given(tables() | one_pair_tables(most_cards=4), st.sampled_from(Rule), st.integers(0, 2**32))
def test_no_swish_exceeds_the_bound_of_any_dual_values(position: Position, rule: Rule, seed: int) -> None:
    most = largest_size(position, rule)
    placements = placements_of(position, rule, copies_differ=False)
    assert most <= size_bound(placements, Budget()) <= len(position.cards)
    numbers = np.random.default_rng(seed)
    for width in (1, SCALE, 2**36):
        balance, room = numbers.integers(-width, width + 1, (2, placements.cells))
        assert proved_bound(placements, balance, room) >= most


@pytest.mark.parametrize(
    ("codes", "bound"),
    [
        # Three cards of the same two cells: only two of them fit.
        (["*o", "*o", "*o"], 2),
        # A cycle of three cells.
        (["*o.", "o.*", ".*o"], 3),
        # Two copies on different cells, but only one card for the other direction.
        (["*o..", "o*..", "*o.."], 2),
    ],
)
def test_the_bound_of_a_few_cards_is_sharp(codes: list[str], bound: int) -> None:
    position = Position.from_codes(codes)
    assert largest_size(position, Rule.SWISH) == bound
    assert size_bound(placements_of(position, Rule.SWISH, copies_differ=False), Budget()) == bound


@pytest.mark.parametrize("seed", range(6))
def test_the_bound_is_close_for_cards_with_one_point_and_one_circle(seed: int) -> None:
    position = random_cards(30, 5, 4, seed)
    size = find_largest(position).size
    bound = size_bound(placements_of(position, Rule.SWISH, copies_differ=False), Budget())
    assert size <= bound <= size + 1


def test_the_values_64_bits_hold_are_not_exceeded() -> None:
    symbols = ["*" * 4095 + "o", "o" + "*" * 4095, "o" * 4095 + "*", "*" + "o" * 4095]
    cards = Position.from_codes(["/".join(row[i : i + 64] for i in range(0, 4096, 64)) for row in symbols])
    placements = placements_of(cards, Rule.SWISH, copies_differ=False)
    assert len(placements) >= 4
    assert placements.cells == 4096
    numbers = np.random.default_rng(1)
    (starts, points), (other_starts, circles) = placements.points, placements.circles
    for balance in (*(np.full(4096, sign * 2**36) for sign in (-1, 1)), numbers.choice([-(2**36), 2**36], 4096)):
        room = np.full(4096, 2**36)
        charge = [0] * len(cards.cards)
        for i, card in enumerate(placements.cards.tolist()):
            value = SCALE
            value -= sum(int(balance[cell] + room[cell]) for cell in points[starts[i] : starts[i + 1]])
            value += sum(int(balance[cell]) for cell in circles[other_starts[i] : other_starts[i + 1]])
            charge[card] = max(charge[card], value)
        assert proved_bound(placements, balance, room) == (sum(charge) + 4096 * 2**36) // SCALE


def test_a_program_that_does_not_end_proves_the_number_of_cards() -> None:
    placements = placements_of(random_cards(30, 5, 4, 0), Rule.SWISH, copies_differ=False)
    with patch("ludex.games.swish.solving.stack_model.linprog") as program:
        program.return_value.status = 1
        assert size_bound(placements, Budget()) == placements.usable_cards
    nothing = placements_of(Position.from_codes(["*o", "*o"]), Rule.SIMPLE, copies_differ=False)
    assert size_bound(nothing, Budget()) == 0


@pytest.mark.parametrize("max_size", [None, 40])
def test_a_search_that_is_stopped_states_the_bound(max_size: int | None) -> None:
    position = random_cards(300, 14, 14, 1)
    placements = placements_of(position, Rule.SWISH, copies_differ=False)
    bound = size_bound(placements, Budget())
    unknown = Largest(None, proved=False)
    with (
        patch("ludex.games.swish.solving.hard_positions.lift_circulations", return_value=[]),
        patch("ludex.games.swish.solving.hard_positions.largest_stack", return_value=unknown),
    ):
        largest = find_largest(position, max_size=max_size, budget=Budget(seconds=60))
    assert not largest.proved
    assert largest.upper_bound == (bound if max_size is None else 40)
    assert largest.at_most(300) == largest.upper_bound
    assert bound < 300


def test_the_bound_of_a_result_is_its_size_if_it_is_proved() -> None:
    assert Largest(None, proved=True).at_most(5) == 0
    assert Largest(None, proved=False).at_most(5) == 5
    assert Largest(None, proved=False, upper_bound=4).at_most(5) == 4
    assert Largest(None, proved=False, upper_bound=6).at_most(5) == 5
