"""The experiments time every solver on the same boards, say what was not finished, and are never wrong."""

import time
from collections.abc import Callable
from itertools import count

import pytest

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck, DeckError
from ludex.games.sets.solving.lookup import Lookup
from ludex.games.sets.solving.solver import SetCards, SolverName
from ludex.games.sets.study import experiments
from ludex.games.sets.study.experiments import ALL_SOLVERS, SPANS, SolversDisagree, Vary, board_times, solver_times

FAST = (SolverName.LOOKUP, SolverName.BRUTE_FORCE, SolverName.DYNAMIC)


def ticks() -> Callable[[], float]:
    """Return a clock that goes on by one second at each look."""
    seconds = count()
    return lambda: float(next(seconds))


class Stopped:
    """A solver that never ends before its budget, and one that lies."""

    def __init__(
        self, deck: Deck, cards: tuple[int, ...], answer: SetCards | None = None, *, lies: bool = False
    ) -> None:
        self.inner = Lookup(deck, cards)
        self.answer, self.lies = answer, lies

    def add(self, cards: tuple[int, ...], budget: Budget) -> None:
        self.inner.add(cards, budget)

    def remove(self, cards: tuple[int, ...], budget: Budget) -> None:
        self.inner.remove(cards, budget)

    def any(self, budget: Budget) -> SetCards | None:
        if self.lies or self.inner.deck.size < 81:
            return self.answer
        while True:
            budget.check()
            time.sleep(0.01)


def replace_solver(
    monkeypatch: pytest.MonkeyPatch, replaced: SolverName, *, lies: bool = False, answer: SetCards | None = None
) -> None:
    real = experiments.make_solver

    def made(name: SolverName, deck: Deck, cards: tuple[int, ...] = ()) -> object:
        return Stopped(deck, cards, answer, lies=lies) if name is replaced else real(name, deck, cards)

    monkeypatch.setattr(experiments, "make_solver", made)


def test_all_solvers_go_through_the_same_games() -> None:
    found = solver_times(Vary.SETS, [1, 3], clock=time.process_time, trials=2, seed=5)
    assert found.ended is None
    assert [(row.sets, row.solver) for row in found.rows] == [(n, name.value) for n in (1, 3) for name in ALL_SOLVERS]
    for row in found.rows:
        assert (row.values, row.properties, row.trials, row.finished, row.note) == (3, 4, 2, 2, "")
        assert (row.found, row.cards >= 12) == (2 * row.sets, True)
        assert row.mean_seconds is not None and row.median_seconds is not None
    assert len({(row.sets, row.found, row.cards) for row in found.rows}) == 2


@pytest.mark.parametrize(
    ("vary", "span", "field"), [(Vary.VALUES, [3, 4], "values"), (Vary.PROPERTIES, [2, 3], "properties")]
)
def test_values_and_properties_vary_while_the_rest_is_held(vary: Vary, span: list[int], field: str) -> None:
    rows = solver_times(vary, span, clock=ticks(), solvers=FAST, trials=2, sets=2).rows
    assert [getattr(row, field) for row in rows] == [number for number in span for _ in FAST]
    assert {row.sets for row in rows} == {2}
    # From one look at the clock to the next: the checks of the answers are not timed.
    assert {row.mean_seconds for row in rows} == {1.0}


def test_a_game_of_few_cards_may_end_before_it_has_as_many_sets() -> None:
    (row,) = solver_times(Vary.PROPERTIES, [1], clock=ticks(), solvers=FAST[:1], sets=5, trials=3).rows
    assert (row.sets, row.found, row.finished) == (5, 3, 3)


def test_a_solver_that_is_too_slow_is_left_out_of_larger_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_solver(monkeypatch, SolverName.SMT)
    names = [SolverName.LOOKUP, SolverName.SMT]
    found = solver_times(Vary.SETS, [1, 2], clock=ticks(), solvers=names, trials=4, share=0.05)
    assert found.ended is None
    slow = [row for row in found.rows if row.solver == "smt"]
    # One second of the clock passed in the first of four games.
    assert (slow[0].finished, slow[0].mean_seconds, slow[0].median_seconds) == (0, 0.25, None)
    assert slow[0].note == "not finished: 0.05 s are over"
    assert (slow[1].finished, slow[1].mean_seconds) == (0, None)
    assert slow[1].note == "left out: not finished at 1 sets"
    assert all(row.finished == 4 for row in found.rows if row.solver == "lookup")


def test_tables_that_a_solver_does_not_take_are_said() -> None:
    deck = Deck(9, 4)
    rows = board_times(deck, [6000], clock=ticks(), solvers=[SolverName.SMT, SolverName.LOOKUP], trials=1).rows
    assert rows[0].mean_seconds is None
    assert rows[0].note.startswith("not taken: 6000 cards")
    assert rows[1].finished == 1


@pytest.mark.parametrize("answer", [None, (0, 1, 3)])
def test_a_solver_that_is_wrong_ends_the_experiment(monkeypatch: pytest.MonkeyPatch, answer: SetCards | None) -> None:
    replace_solver(monkeypatch, SolverName.DYNAMIC, lies=True, answer=answer)
    for run in (
        lambda: solver_times(Vary.SETS, [3], clock=ticks(), solvers=[SolverName.DYNAMIC], trials=1),
        lambda: board_times(Deck(4, 3), [21], clock=ticks(), solvers=[SolverName.DYNAMIC], trials=1),
    ):
        with pytest.raises(SolversDisagree):
            run()


def test_a_set_that_is_not_on_the_table_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_solver(monkeypatch, SolverName.DYNAMIC, lies=True, answer=(0, 1, 2))
    with pytest.raises(SolversDisagree, match="not on the table"):
        board_times(Deck(4, 3), [21], clock=ticks(), solvers=[SolverName.DYNAMIC], trials=1)


def test_twenty_one_cards_of_the_game_always_have_a_set_and_two_never() -> None:
    rows = board_times(Deck(4, 3), [21, 2, 21], clock=ticks(), solvers=FAST, trials=5).rows
    assert [(row.cards, row.with_set) for row in rows] == [(2, 0)] * 3 + [(21, 5)] * 3
    assert {row.mean_seconds for row in rows} == {1.0}


def test_rows_end_with_the_budget() -> None:
    found = solver_times(Vary.SETS, clock=ticks(), budget=Budget(seconds=0.0))
    assert (found.rows, found.ended) == ((), "time")
    answers = iter([False] * 60 + [True] * 1000)
    found = solver_times(
        Vary.SETS, clock=ticks(), solvers=FAST[:1], trials=2, budget=Budget(stop=lambda: next(answers))
    )
    assert found.ended == "cancelled"
    assert len(found.rows) < len(SPANS[Vary.SETS])


def test_numbers_out_of_range_are_refused() -> None:
    with pytest.raises(DeckError):
        solver_times(Vary.VALUES, [3, 37], clock=ticks())
    with pytest.raises(DeckError):
        solver_times(Vary.PROPERTIES, [13], clock=ticks())
    for wrong in ({"trials": 0}, {"trials": 10_001}, {"share": 0.0}, {"sets": 0}):
        with pytest.raises(ValueError, match=r"trials|share|set"):
            solver_times(Vary.VALUES, [3], clock=ticks(), **wrong)
    with pytest.raises(ValueError, match="82 cards"):
        board_times(Deck(4, 3), [82], clock=ticks())
