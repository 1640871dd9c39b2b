"""A record of a game, checked round by round: it must say what the rules and its seed make of it."""

from collections.abc import Iterator
from itertools import islice

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.making.game_record import Finish, GameError, GameRecord, Round
from ludex.games.sets.position import is_set
from ludex.games.sets.solving.lookup import Lookup


def replay(record: GameRecord, budget: Budget | None = None) -> None:
    """Check every step of a `record`: the cards are those that the seed deals, each set is one and is on the table.

    If it says that there is no set, that is proved again, by `lookup`. Which of several sets left the table is up to
    the record. `budget` limits the check (None: no limits). Raises GameError, which names the round, and
    BudgetExhausted. Cost: no more than playing the game.

    >>> from ludex.games.sets.making.games import GameParameters, play
    >>> record = play(GameParameters(Deck(3, 3), seed=5))
    >>> replay(record)
    >>> replay(GameRecord(record.parameters, record.rounds[:-1], record.finished))
    Traceback (most recent call last):
    ...
    ludex.games.sets.making.game_record.GameError: rounds: the game goes on after 7 rounds
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
        raise GameError(f"the game goes on after {len(record.rounds)} rounds", "/rounds")
    if finish is not record.finished:
        raise GameError(f"'{record.finished}', but it is '{finish}' that ended the game", "/finished")


def _check_set(table: Lookup, played: Round, place: str, budget: Budget) -> None:
    """Check what a round says about the table before it."""
    deck, there = table.deck, set(table.cards)
    if played.table != len(there):
        raise GameError(f"{played.table} cards, the table has {len(there)}", f"{place}/table")
    if played.found is None:
        found = table.any(budget)
        if found is not None:
            raise GameError(f"no set is found, but {', '.join(map(deck.code, found))} are one", f"{place}/set")
        return
    for card in played.found:
        if card not in there:
            raise GameError(f"{deck.code(card)} is not on the table", f"{place}/set")
    if not is_set(deck, played.found):
        raise GameError(f"{', '.join(map(deck.code, played.found))} are not a set", f"{place}/set")
    if list(played.found) != sorted(played.found):
        raise GameError("the cards of a set must be in the order of their codes", f"{place}/set")


def _check_drawn(deck: Deck, played: Round, cards: Iterator[int], place: str) -> None:
    """Check that the cards that came are the next ones of the deck, in the number that the rules say."""
    drawn = tuple(islice(cards, deck.values))
    if played.drawn != drawn:
        dealt = ", ".join(map(deck.code, drawn)) or "none"
        raise GameError(f"the next cards of the deck are {dealt}", f"{place}/drawn")
