"""What is wrong with what is said of positions, caps, games and decks: each fault is yielded as a text of its own.

What there was no time to check is yielded as :class:`ludex.engine.budget.Unchecked`. Every check ends with its budget.
"""

from collections.abc import Iterator

from ludex.engine.budget import Budget, BudgetExhausted, Unchecked
from ludex.engine.deal_statistics import DealStatistic
from ludex.games.sets import making, solving, study
from ludex.games.sets.deck import Deck
from ludex.games.sets.known import KnownCap, KnownPosition
from ludex.games.sets.making.game_record import GameError, GameRecord
from ludex.games.sets.named_decks import NamedDeck
from ludex.games.sets.position import Position


def position_faults(known: KnownPosition, budget: Budget) -> Iterator[str]:
    """Yield what is wrong with the number of sets that is `known` of a position. Raises BudgetExhausted.

    `budget` limits the check.

    >>> from ludex.games.sets.deck import Deck
    >>> list(position_faults(KnownPosition(Position(Deck(1, 3), (0, 1, 2)), 2, True), Budget()))
    ['sets is 2, but must be 1']
    """
    if known.sets is not None:
        if known.has_set is not (known.sets > 0):
            yield f"has_set is {known.has_set} with {known.sets} sets"
        elif (counted := solving.search.count_sets(known.position, budget=budget)) != known.sets:
            yield f"sets is {known.sets}, but must be {counted}"
    elif known.has_set is not None and known.has_set is not (
        solving.search.find_any(known.position, budget=budget) is not None
    ):
        yield f"has_set is {known.has_set}, but must be {not known.has_set}"


def cap_faults(cap: KnownCap, budget: Budget) -> Iterator[str]:
    """Yield what is wrong with a `cap`: with its cards, whether it is complete, and whether it is the largest one.

    `budget` limits the check. Raises BudgetExhausted.
    """
    if not solving.caps.is_cap(cap.cards, budget):
        yield "a set is among the cards"
        return
    if solving.complete_caps.is_complete(cap.cards, budget) is not cap.complete:
        yield f"complete is {cap.complete}, but must be {not cap.complete}"
    if cap.largest is (cap.proved is None):
        yield f"largest is {cap.largest}, but proved is {cap.proved}"
    if cap.largest:
        said = "it is said to be the largest"
        yield from _bound_faults(cap.cards.deck, len(cap.cards.cards), said, budget, proved=bool(cap.proved))


def maximum_faults(named: NamedDeck, cap: "solving.caps.Cap", budget: Budget) -> Iterator[str]:
    """Yield what is wrong with the largest `cap` of the whole deck `named`, within the `budget`.

    A bound that another method proves is right too.
    """
    if not solving.caps.is_cap(Position(named.deck, cap.cards), budget):
        yield "a set is among the cards"
    yield from _bound_faults(named.deck, cap.upper_bound, f"upper_bound is {cap.upper_bound}", budget)


def _bound_faults(deck: Deck, most: int, said: str, budget: Budget, *, proved: bool = True) -> Iterator[str]:
    """Yield what is wrong with the claim `said`: that there are no caps of more cards, and whether that is proved."""
    again = solving.caps.largest_cap(deck, budget)
    if again.size > most:
        yield f"{said}, but there are caps of {again.size} cards"
    elif proved and again.upper_bound > most:
        late = Unchecked(f"{said}, which was not proved again in time")
        yield late if budget.exhausted() else f"{said}, but the bound that is proved is {again.upper_bound}"


def cap_count_faults(named: NamedDeck, counts: "study.cap_counts.CapCounts", budget: Budget) -> Iterator[str]:
    """Yield what is wrong with the numbers of caps `counts` of the whole deck `named`, within the `budget`.

    If their classes are listed, the caps with one marked card are counted in two ways. Otherwise they are counted again
    as far as time allows.
    """
    if counts.representatives is not None:
        try:
            yield from study.cap_counts.class_faults(counts, budget)
        except BudgetExhausted as exhausted:
            if exhausted.reason == "cancelled":
                raise
            yield Unchecked("the classes of caps were not counted again in time")
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
        yield Unchecked(f"the caps of more than {again.largest} cards were not counted again in time")


def no_set_faults(named: NamedDeck, statistic: DealStatistic, budget: Budget) -> Iterator[str]:
    """Yield what is wrong with the `statistic` of how many draws of the whole deck `named` have no set.

    An exact number follows from the numbers of caps. These are known of the deck, or they are counted within the
    `budget`. Samples are not drawn again.
    """
    if not statistic.exact:
        return
    deck, n = named.deck, statistic.n
    known = study.no_set.known_no_set(deck, n, named.cap_counts) or study.no_set.known_no_set(
        deck, n, study.cap_counts.count_caps(deck, budget, up_to=n)
    )
    if known is None:
        yield Unchecked(f"the caps of {n} cards are not counted, and were not in time")
    elif known.probability != statistic.probability:
        caps = known.probability * statistic.denominator
        yield f"numerator is {statistic.numerator}, but the caps of {n} cards are {caps}"


def game_faults(record: GameRecord, budget: Budget) -> Iterator[str]:
    """Yield the first step of a `record` that is against the rules. Raises BudgetExhausted when the `budget` ends."""
    try:
        making.replay.replay(record, budget)
    except GameError as error:
        yield str(error)


def place_faults(found: object, known: object, place: int, detail: object) -> Iterator[str]:
    """Yield what is wrong with where a set is said to lie in a position.

    `found` is the set, `known` the position. `detail` has the indices of its cards there. `place` is the number of the
    link, which must be 0. Values that are not of SET are passed over, as in :func:`witness_faults`: links of other
    games are called `lies-in` too.
    """
    if not (isinstance(found, Position) and isinstance(known, KnownPosition)):
        return
    cards = known.position.cards
    listed = [cards.index(card) for card in found.cards if card in cards]
    if found.deck != known.position.deck or len(listed) < len(found.cards):
        yield "the set has a card that the position does not show"
    elif place != 0 or detail != {"indices": listed}:
        yield f"the indices of the set in the position are {listed}"


def witness_faults(cap: object, named: object, _place: int, _detail: object) -> Iterator[str]:
    """Yield what is wrong with a `cap` as the witness of the largest cap of the deck `named`.

    `_place` and `_detail` are not used.
    """
    if not (isinstance(cap, KnownCap) and isinstance(named, NamedDeck)):
        return
    known = named.largest_cap
    if known is None or cap.cards.deck != named.deck:
        yield "nothing is stated of the largest cap of the deck"
    elif known.size != len(cap.cards.cards):
        yield f"the largest cap of the deck is said to have {known.size} cards"
    elif (cap.largest, cap.proved) != (True, known.proved):
        yield f"it is the largest cap of its deck, and proved is {known.proved} there"
