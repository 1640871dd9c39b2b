"""Cards of SET, and the sets among them."""

from collections.abc import Iterator, Sequence

from ludex_check_claims.verdicts import Clock, require

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
Card = tuple[int, ...]


def read_cards(codes: Sequence[str], properties: int, values: int) -> list[Card]:
    """Return the values of each card of a deck, and require that the cards are distinct."""
    cards = [tuple(DIGITS.index(digit) for digit in code) for code in codes]
    fits = all(len(card) == properties and max(card) < values for card in cards) and len(set(cards)) == len(cards)
    require(fits, "the cards are not distinct cards of the deck")
    return cards


def sets_among(cards: list[Card], values: int, clock: Clock) -> Iterator[tuple[Card, ...]]:
    """Yield each set among the cards once, with its cards in ascending order.

    For any v - 1 cards, there is at most one card that completes them to a set.
    """
    ordered, there = sorted(cards), set(cards)

    def extend(chosen: tuple[Card, ...], start: int) -> Iterator[tuple[Card, ...]]:
        clock.tick()
        if len(chosen) == max(values - 1, 1):
            if values == 1:
                yield chosen
                return
            last = last_card(chosen, values)
            if last is not None and last in there and last > chosen[-1]:
                yield (*chosen, last)
            return
        for place in range(start, len(ordered)):
            more = (*chosen, ordered[place])
            if all(len(set(column)) in (1, len(more)) for column in zip(*more, strict=True)):
                yield from extend(more, place + 1)

    if values == 2:
        yield from ((a, b) for i, a in enumerate(ordered) for b in ordered[i + 1 :])
    else:
        yield from extend((), 0)


def last_card(cards: tuple[Card, ...], values: int) -> Card | None:
    """Return the card that completes v - 1 > 1 cards to a set, or None if there is none.

    In each property, the cards of a set either agree or all differ.
    """
    last = []
    for of_property in zip(*cards, strict=True):
        different = set(of_property)
        if len(different) == 1:
            last.append(of_property[0])
        elif len(different) == values - 1:
            last.append(values * (values - 1) // 2 - sum(different))
        else:
            return None
    return tuple(last)
