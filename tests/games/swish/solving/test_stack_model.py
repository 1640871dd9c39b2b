"""The constraint model finds what the depth-first search finds, and ends when its budget does."""

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.position import Position
from ludex.games.swish.solving.placements import placements_of
from ludex.games.swish.swishes import Largest, Rule
from tests.games.swish.commercial import deck
from tests.games.swish.hard_tables import three_symbol_table
from tests.games.swish.random_tables import one_pair_tables, tables
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


def test_the_model_proves_twelve_for_the_commercial_deck() -> None:
    from ludex.games.swish.solving.stack_model import largest_stack

    largest = largest_stack(placements_of(deck("swish-60"), Rule.SWISH, copies_differ=False), None, None, Budget())
    assert (largest.size, largest.proved) == (12, True)


def test_the_caller_ends_the_model() -> None:
    from ludex.games.swish.solving.stack_model import find_stack

    placements = placements_of(three_symbol_table(), Rule.SWISH, copies_differ=False)
    wish = threading.Event()
    threading.Timer(0.5, wish.set).start()
    with pytest.raises(BudgetExhausted, match="cancelled"):
        find_stack(placements, None, Budget(stop=wish.is_set))


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
