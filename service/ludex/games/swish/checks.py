"""Checks of the links between objects of SWISH. Each fault is yielded as a separate message.

Values of other games are ignored, because their links may have the same names.
"""

from collections.abc import Iterator
from typing import Any

from ludex.games.swish.dealing import MAX_SEED, deal
from ludex.games.swish.deck import Deck
from ludex.games.swish.identity.card_matching import place_from_detail
from ludex.games.swish.known_position import KnownPosition
from ludex.games.swish.position import Position
from ludex.games.swish.swishes import Stack


def place_faults(stack: object, known: object, _place: int, detail: object) -> Iterator[str]:
    """Yield the faults in the placement of a swish in a position.

    `stack` is the swish, and `known` is the position. `detail` has the indices and configurations of the cards.
    `_place` is not used.
    """
    if isinstance(stack, Stack) and isinstance(known, KnownPosition):
        try:
            place_from_detail(stack, known.position, detail)
        except ValueError as error:
            yield f"placement: {error}"


def witness_faults(found: object, known: object, _place: int, detail: object) -> Iterator[str]:
    """Yield the faults of a largest swish of a position, or of a set without a swish selected from a listing.

    `found` is the swish or the set, and `known` is the position or deck. `detail` has the indices of the selected
    cards, in canonical order. `_place` is not used.
    """
    if isinstance(found, Stack) and isinstance(known, KnownPosition):
        if known.largest is None or known.largest.size < len(found.cards):
            yield "it is not a largest swish of the position"
    elif isinstance(found, Position) and isinstance(known, Deck | KnownPosition):
        try:
            kept = known.position.canonical().part(_member(detail, "indices"))
        except ValueError as error:
            yield f"kept cards: {error}"
            return
        if kept.canonical() != found.canonical():
            yield "the indices are not those of its cards"


def deal_faults(known: object, deck: object, seed: int, detail: object) -> Iterator[str]:
    """Yield the faults of the position `known` as the deal of a `deck` with a `seed`.

    `detail` has the number of cards, n.

    >>> from ludex.games.swish.deck import built_in_deck
    >>> deck = built_in_deck("swish-60")
    >>> dealt = KnownPosition(deck.position.part(deal(deck.position, 5, seed=1)))
    >>> list(deal_faults(dealt, deck, 1, {"n": 5})), list(deal_faults(dealt, deck, 2, {"n": 5}))
    ([], ['the deal of 5 cards with seed 2 is another position'])
    """
    if not (isinstance(known, KnownPosition) and isinstance(deck, Deck)):
        return
    n = _member(detail, "n")
    if type(n) is not int or not 0 <= seed <= MAX_SEED:
        yield f"a deal has n cards and a seed from 0 to {MAX_SEED}"
    elif deck.position.part(deal(deck.position, n, seed)).canonical() != known.position.canonical():
        yield f"the deal of {n} cards with seed {seed} is another position"


def _member(detail: object, name: str) -> Any:  # noqa: ANN401 - as JSON holds it
    return detail.get(name) if isinstance(detail, dict) else None
