"""Tables that change, on which every answer of a solver is that of trying all choices of cards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.solving.solver import Solver
from tests.oracles import set_brute_force as oracle

DECKS = [Deck(p, v) for v in range(1, 7) for p in range(1, 6)]
SMALL_DECKS = [Deck(p, v) for v in range(1, 6) for p in range(1, 4)]


@dataclass(frozen=True)
class Changes:
    """A first table, and then the cards that come and the cards that go, step by step."""

    deck: Deck
    first: list[int]
    steps: list[tuple[list[int], list[int]]]


@st.composite
def changes(draw: st.DrawFn, decks: list[Deck] = DECKS, most_cards: int = 12, most_steps: int = 3) -> Changes:
    """Draw changes of a table; a card that has gone may come again."""
    deck = draw(st.sampled_from(decks))
    cards = st.lists(st.integers(0, deck.size - 1), unique=True, max_size=most_cards)
    table = first = draw(cards)
    steps = []
    for _ in range(draw(st.integers(0, most_steps))):
        gone = draw(st.lists(st.sampled_from(table), unique=True, max_size=6)) if table else []
        left = [card for card in table if card not in gone]
        come = [card for card in draw(cards) if card not in left][: most_cards - len(left)]
        table = left + come
        steps.append((come, gone))
    return Changes(deck, first, steps)


def agrees_with_brute_force(solver: Solver) -> None:
    """Check every answer about the present table."""
    deck, budget = solver.deck, Budget()
    codes = [deck.code(card) for card in solver.cards]
    expected = {tuple(map(deck.number, found)) for found in oracle.all_sets(codes, deck.values)}
    listed = solver.all(budget)
    assert sorted(listed) == sorted(expected)
    assert listed.complete
    assert listed.cards.shape == (len(expected), deck.values)
    assert solver.count(budget) == len(expected)
    found = solver.any(budget)
    assert found in expected if expected else found is None
    some = solver.all(budget, limit=2)
    assert len(set(some)) == min(2, len(expected))
    assert set(some) <= expected
    assert some.complete == (len(expected) <= 2)


def agrees_all_the_way(make: Callable[[Deck, Sequence[int]], Solver], changed: Changes) -> None:
    """Check every answer after each change of the table."""
    solver = make(changed.deck, changed.first)
    agrees_with_brute_force(solver)
    table = changed.first
    for come, gone in changed.steps:
        solver.remove(gone, Budget())
        solver.add(come, Budget())
        table = [card for card in table if card not in gone] + come
        assert solver.cards == tuple(table)
        agrees_with_brute_force(solver)
