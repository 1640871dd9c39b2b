"""The thesis's game (section 2.1): sets leave the table, cards come, until the wanted sets are found or the deck ends.

v * p cards are on the table at first (the whole deck, if it has fewer). In each round a set leaves and v cards come; if
there is no set, v cards come all the same. The deck has v^p - v * p cards at first, not v^p - v as the thesis says. v *
p is a multiple of v, so v cards come or, at the end of the deck, none. If no set is left then, the game has ended.
"""

from itertools import islice

from ludex.engine.budget import Budget
from ludex.games.sets.identity.keys import game_key
from ludex.games.sets.making.game_record import (
    Finish,
    GameError,
    GameParameters,
    GameRecord,
    Round,
    TableCount,
    from_document,
    rounds_by_table,
)
from ludex.games.sets.making.replay import replay
from ludex.games.sets.solving.search import solver

__all__ = [
    "Finish",
    "GameError",
    "GameParameters",
    "GameRecord",
    "Round",
    "TableCount",
    "from_document",
    "game_key",
    "play",
    "replay",
    "rounds_by_table",
]


def play(parameters: GameParameters, budget: Budget | None = None) -> GameRecord:
    """Play a game and return its record. The same parameters give the same game.

    Parameters
    ----------
    parameters : GameParameters
        The deck, the seed, how many sets are wanted, and the solver.
    budget : Budget, optional
        The limits of the game; without it there are none.

    Returns
    -------
    GameRecord
        The rounds, with the sets found and the cards that came, and why the game ended.

    Raises
    ------
    BudgetExhausted
        If the budget ended first.
    PositionError
        If the solver does not take the number of cards on the table.

    Notes
    -----
    Cost: one search in each round. `lookup` and `dynamic` play the 81 cards of the commercial game in milliseconds.

    References
    ----------
    S. Takeshita, "Solving the Generalized Form of the Game of Set Efficiently", section 2.1.

    >>> from ludex.games.sets.deck import Deck
    >>> record = play(GameParameters(Deck(4, 3), seed=1, sets=3))
    >>> record.finished.value, [played.table for played in record.rounds], len(record.final_table)
    ('sets', [12, 12, 12], 9)
    """
    budget = budget or Budget()
    deck, inner = parameters.deck, budget.quiet()
    cards = deck.shuffled(parameters.seed)
    size = parameters.first_cards
    table = solver(parameters.solver, deck, tuple(islice(cards, size)))
    rounds: list[Round] = []
    sets, came = 0, size
    while True:
        budget.report(came, deck.size, f"cards dealt; {sets} sets found")
        budget.check()
        found = table.any(inner)
        if found is not None:
            table.remove(found, inner)
            sets += 1
        wanted = sets == parameters.sets
        drawn = () if wanted else tuple(islice(cards, deck.values))
        table.add(drawn, inner)
        rounds.append(Round(size, found, drawn))
        if wanted:
            return GameRecord(parameters, tuple(rounds), Finish.SETS)
        if found is None and not drawn:
            return GameRecord(parameters, tuple(rounds), Finish.DECK)
        size += len(drawn) - len(found or ())
        came += len(drawn)
