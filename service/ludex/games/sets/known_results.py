"""Positions and caps with known results, and checks of the stored results on positions, caps, games and decks.

Each check yields a message for each fault. For a result that could not be checked in time, it yields an
:class:`ludex.engine.budget.Unchecked`. Every check respects its budget.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ludex.card_games.deals import DealStatistic
from ludex.engine.budget import Budget, Unchecked, unchecked_without_time
from ludex.games.sets import solving, study
from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import GameError, GameRecord
from ludex.games.sets.named_decks import NamedDeck
from ludex.games.sets.position import Position, PositionError


@dataclass(frozen=True, slots=True)
class KnownPosition:
    """A position, the number of sets among its cards, and whether it has a set. A result that is not known is None."""

    position: Position
    sets: int | None = None
    has_set: bool | None = None

    @property
    def grade(self) -> int | None:
        """Return the grade of the position, or None if it has no set, if that is unknown, or if it is too large."""
        return study.difficulty.grade_of(self.position) if self.sets else None


@dataclass(frozen=True, slots=True)
class KnownCap:
    """A cap. It is `complete` if every other card of the deck forms a set with cards of the cap.

    `largest` is true if no larger cap of the whole deck is known. In this case, `proved` states whether it is proved
    that there is no larger cap. Otherwise, `proved` is None.
    """

    cards: Position
    complete: bool
    largest: bool = False
    proved: bool | None = None


def known_cap(cards: Position, budget: Budget | None = None) -> KnownCap:
    """Return the known results of a cap, given by its `cards`.

    `budget` limits the search (None for no limits). Raises PositionError if the cards contain a set, and
    BudgetExhausted. Cost: see `is_complete`.

    >>> known_cap(Position(Deck(2, 3), (0, 1, 3, 4))).complete
    True
    """
    if not solving.caps.is_cap(cards, budget):
        raise PositionError("the cards contain a set")
    return KnownCap(cards, solving.caps.is_complete(cards, budget))


def cards_in(value: object) -> Position | Deck | None:
    """Return the cards of a `value` of SET, or None if it has none. For a game, return the cards on the final table.

    >>> cards_in(KnownPosition(Position(Deck(1, 3), (0, 1)))).codes
    ('0', '1')
    """
    match value:
        case Position():
            return value
        case NamedDeck() | KnownCap():
            return value.cards
        case KnownPosition():
            return value.position
        case GameRecord():
            return Position(value.deck, value.final_table)
    return None


def position_faults(known: KnownPosition, budget: Budget) -> Iterator[str]:
    """Yield the faults in the results of a `known` position. Raises BudgetExhausted.

    `budget` limits the check.

    >>> from ludex.games.sets.deck import Deck
    >>> list(position_faults(KnownPosition(Position(Deck(1, 3), (0, 1, 2)), 2, True), Budget()))
    ['sets is 2, but must be 1']
    """
    if known.sets is not None:
        if known.has_set is not (known.sets > 0):
            yield f"has_set is {known.has_set}, but sets is {known.sets}"
        elif (counted := solving.search.count_sets(known.position, budget=budget)) != known.sets:
            yield f"sets is {known.sets}, but must be {counted}"
    elif known.has_set is not None and known.has_set is not (
        solving.search.find_any(known.position, budget=budget) is not None
    ):
        yield f"has_set is {known.has_set}, but must be {not known.has_set}"


def cap_faults(cap: KnownCap, budget: Budget) -> Iterator[str]:
    """Check that a cap has no set, and check whether it is complete and whether it is a largest cap. Yield the faults.

    `budget` limits the check. Raises BudgetExhausted.
    """
    if not solving.caps.is_cap(cap.cards, budget):
        yield "the cards contain a set"
        return
    if solving.caps.is_complete(cap.cards, budget) is not cap.complete:
        yield f"complete is {cap.complete}, but must be {not cap.complete}"
    if cap.largest is (cap.proved is None):
        yield f"largest is {cap.largest}, but proved is {cap.proved}"
    if cap.largest:
        statement = "the cap is claimed to be the largest"
        yield from _bound_faults(cap.cards.deck, len(cap.cards.cards), statement, budget, proved=bool(cap.proved))


def maximum_faults(named: NamedDeck, cap: "solving.caps.Cap", budget: Budget) -> Iterator[str]:
    """Yield the faults in a `cap` that is claimed to be the largest of the whole deck `named`, within the `budget`.

    A bound that is proved by a different method is also valid.
    """
    if not solving.caps.is_cap(Position(named.deck, cap.cards), budget):
        yield "the cards contain a set"
    yield from _bound_faults(named.deck, cap.upper_bound, f"upper_bound is {cap.upper_bound}", budget)


def _bound_faults(deck: Deck, limit: int, statement: str, budget: Budget, *, proved: bool = True) -> Iterator[str]:
    """Yield the faults in the `statement` that no cap has more than `limit` cards."""
    again = solving.caps.largest_cap(deck, budget)
    if again.size > limit:
        yield f"{statement}, but there are caps of {again.size} cards"
    elif proved and again.upper_bound > limit:
        late = Unchecked(f"{statement}, which could not be proved again in time")
        yield late if budget.exhausted() else f"{statement}, but the proved bound is {again.upper_bound}"


def cap_count_faults(named: NamedDeck, counts: "study.cap_counts.CapCounts", budget: Budget) -> Iterator[str]:
    """Yield the faults in the numbers of caps, `counts`, of the whole deck `named`, within the `budget`.

    If `counts` lists the classes, the caps with one marked card are counted in two ways. Otherwise, the caps are
    counted again for as many sizes as the budget allows.
    """
    if counts.representatives is not None:
        check = unchecked_without_time("the classes of caps could not be counted again in time")
        yield from check(study.cap_counts.class_faults)(counts, budget)
        return
    again = study.cap_counts.count_caps(named.deck, budget, up_to=len(counts.by_size))
    for size in range(min(counts.largest, again.largest) + 1):
        caps, classes = counts.by_size[size], counts.classes[size]
        if (caps, classes) != (again.by_size[size], again.classes[size]):
            must = f"must be {again.by_size[size]} in {again.classes[size]} classes"
            yield f"{caps} caps of {size} cards in {classes} classes, but {must}"
            return
    if again.complete and again.largest < counts.largest:
        yield f"there are no caps of {again.largest + 1} cards"
    elif counts.complete and again.largest > counts.largest:
        yield f"there are caps of {counts.largest + 1} cards"
    elif not again.complete and again.largest <= counts.largest:
        yield Unchecked(f"the caps of more than {again.largest} cards could not be counted again in time")


def no_set_faults(named: NamedDeck, statistic: DealStatistic, budget: Budget) -> Iterator[str]:
    """Yield the faults in the `statistic` of how many draws from the whole deck `named` contain no set.

    An exact statistic is computed again from the numbers of caps. These numbers are stored with the deck, or they are
    counted within the `budget`. For an estimate, no samples are drawn again.
    """
    if not statistic.exact:
        return
    deck, n = named.deck, statistic.n
    known = study.no_set_probability.known_no_set(deck, n, named.cap_counts) or study.no_set_probability.known_no_set(
        deck, n, study.cap_counts.count_caps(deck, budget, up_to=n)
    )
    if known is None:
        yield Unchecked(f"the caps of {n} cards could not be counted in time")
    elif known.probability != statistic.probability:
        caps = known.probability * statistic.denominator
        yield f"numerator is {statistic.numerator}, but the caps of {n} cards are {caps}"


def game_faults(record: GameRecord, budget: Budget) -> Iterator[str]:
    """Yield the fault in the first step of a `record` that violates the rules, if any. Raises BudgetExhausted."""
    try:
        solving.playing.replay(record, budget)
    except GameError as error:
        yield str(error)


def place_faults(found: object, known: object, place: int, detail: object) -> Iterator[str]:
    """Yield the faults in the link from a set to a position.

    `found` is the set, and `known` is the position. `detail` must list, for each card of the set, the index of the card
    in the position. `place` is the place of the link and must be 0. Links between objects of other games are ignored,
    because other games also have links named `lies-in`.
    """
    if not (isinstance(found, Position) and isinstance(known, KnownPosition)):
        return
    cards = known.position.cards
    listed = [cards.index(card) for card in found.cards if card in cards]
    if found.deck != known.position.deck or len(listed) < len(found.cards):
        yield "the set has a card that is not in the position"
    elif place != 0 or detail != {"indices": listed}:
        yield f"the indices of the set in the position are {listed}"


def witness_faults(cap: object, named: object, _place: int, _detail: object) -> Iterator[str]:
    """Yield the faults in a `cap` that is the witness of the claim about the largest cap of the deck `named`.

    `_place` and `_detail` are not used.
    """
    if not (isinstance(cap, KnownCap) and isinstance(named, NamedDeck)):
        return
    known = named.largest_cap
    if known is None or cap.cards.deck != named.deck:
        yield "the deck has no claim about its largest cap"
    elif known.size != len(cap.cards.cards):
        yield f"the largest cap claimed for the deck has {known.size} cards"
    elif (cap.largest, cap.proved) != (True, known.proved):
        yield f"it is the largest cap of its deck, but proved is {known.proved} in the claim of the deck"
