"""Play the game that the thesis defines (section 2.1), and check the record of a game round by round.

The game starts with `v * p` cards on the table, or with the whole deck if it has fewer cards. In each round, a set is
removed and v cards are dealt. If there is no set, v cards are dealt and no card is removed.

After the first deal, `v^p - v * p` cards remain in the deck. (The thesis states `v^p - v`, which is an error.) Since
`v * p` is a multiple of v, every deal has v cards until the deck is empty. The game ends when the requested number of
sets is found, or when the deck is empty and no set is left.
"""

from collections.abc import Iterator
from itertools import islice

from ludex.engine.arguments import require_type
from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import (
    Finish,
    GameError,
    GameParameters,
    GameRecord,
    Round,
    TableCount,
    from_document,
    rounds_by_table,
)
from ludex.games.sets.identity.keys import game_key
from ludex.games.sets.position import explain_no_set
from ludex.games.sets.solving.lookup import Lookup
from ludex.games.sets.solving.search import make_solver


def replay(record: GameRecord, budget: Budget | None = None) -> None:
    """Check every round of a `record`: the cards must be those that the seed deals, and each set must be on the table.

    If a round has no set, `lookup` proves again that the table contains none. If a table has several sets, any of them
    may be removed. `budget` limits the check (None for no limits). Raises GameError, which names the round, and
    BudgetExhausted. Cost: at most the cost of playing the game.

    >>> from ludex.games.sets.solving.playing import GameParameters, play
    >>> record = play(GameParameters(Deck(3, 3), seed=5))
    >>> replay(record)
    >>> replay(GameRecord(record.parameters, record.rounds[:-1], record.finished))
    Traceback (most recent call last):
    ...
    ludex.games.sets.game_record.GameError: rounds: the game is not over after 7 rounds
    """
    budget = budget or Budget()
    inner = budget.quiet()
    deck, wanted = record.deck, record.parameters.sets
    cards = deck.shuffled(record.parameters.seed)
    table = Lookup(deck, islice(cards, record.parameters.first_cards))
    finish, sets = None, 0
    for number, played in enumerate(record.rounds):
        place = f"/rounds/{number}"
        if finish is not None:
            raise GameError(f"the game has ended after {number} rounds", place)
        budget.report(number, len(record.rounds), "rounds")
        budget.check()
        _check_set(table, played, place, inner)
        table.remove(played.found or (), inner)
        sets += played.found is not None
        if sets == wanted:
            finish = Finish.SETS
        _check_drawn(deck, played, iter(()) if finish else cards, place)
        table.add(played.drawn, inner)
        if played.found is None and not played.drawn:
            finish = Finish.DECK
    if finish is None:
        raise GameError(f"the game is not over after {len(record.rounds)} rounds", "/rounds")
    if finish is not record.finished:
        raise GameError(f"is '{record.finished}', but must be '{finish}'", "/finished")


def _check_set(table: Lookup, played: Round, place: str, budget: Budget) -> None:
    """Check the set of a round against the table."""
    deck, there = table.deck, set(table.cards)
    if played.table != len(there):
        raise GameError(f"{played.table} cards, but the table has {len(there)}", f"{place}/table")
    if played.found is None:
        found = table.any(budget)
        if found is not None:
            raise GameError(f"no set is recorded, but {', '.join(map(deck.code, found))} form a set", f"{place}/set")
        return
    for card in played.found:
        if card not in there:
            raise GameError(f"{deck.code(card)} is not on the table", f"{place}/set")
    if (reasons := explain_no_set(deck, played.found)) is not None:
        raise GameError(reasons, f"{place}/set")
    if list(played.found) != sorted(played.found):
        raise GameError("the cards of a set must be in the order of their codes", f"{place}/set")


def _check_drawn(deck: Deck, played: Round, cards: Iterator[int], place: str) -> None:
    """Check that the dealt cards are the next cards of the deck, and that the rules require this number of cards."""
    drawn = tuple(islice(cards, deck.values))
    if played.drawn != drawn:
        dealt = ", ".join(map(deck.code, drawn)) or "none"
        raise GameError(f"the next cards of the deck are {dealt}", f"{place}/drawn")


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
    """Play a game and return its record. The same parameters always give the same game.

    Parameters
    ----------
    parameters : GameParameters
        The deck, the seed, the number of sets to find, and the solver.
    budget : Budget, optional
        The limits of the game. The default has no limits.

    Returns
    -------
    GameRecord
        The rounds, each with the set found and the cards dealt, and the reason why the game ended.

    Raises
    ------
    BudgetExhausted
        If the budget is exhausted first.
    PositionError
        If the solver does not support the number of cards on the table.

    Notes
    -----
    Cost: one search in each round. `lookup` and `dynamic` play the 81 cards of the commercial game in milliseconds.

    References
    ----------
    S. Takeshita, "Solving the Generalized Form of the Game of Set Efficiently", section 2.1.

    Examples
    --------
    >>> from ludex.games.sets.deck import Deck
    >>> record = play(GameParameters(Deck(4, 3), seed=1, sets=3))
    >>> record.finished.value, [played.table for played in record.rounds], len(record.final_table)
    ('sets', [12, 12, 12], 9)
    """
    require_type(parameters, GameParameters, "parameters", "GameParameters(deck) creates GameParameters")
    budget = Budget.require(budget)
    deck, inner = parameters.deck, budget.quiet()
    cards = deck.shuffled(parameters.seed)
    size = parameters.first_cards
    table = make_solver(parameters.solver, deck, tuple(islice(cards, size)))
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
