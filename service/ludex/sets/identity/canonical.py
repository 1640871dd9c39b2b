"""Canonical forms of positions under the symmetries that keep sets.

For v <= 2 any permutation of the deck keeps sets, so the number of cards is all. For v = 3 the symmetries are the
affine maps of AG(p, 3), for v >= 4 the permutations of the properties, and of the values of each. The form is the least
one of the orders of the cards that a search by individualisation and refinement leaves (B. McKay, "Practical graph
isomorphism", 1981): the cards as they read in the frame that their order gives.
"""

from dataclasses import dataclass

from ludex.engine.budget import Budget
from ludex.sets.deck import Deck
from ludex.sets.identity.key_bounds import require_size
from ludex.sets.position import Position


@dataclass(frozen=True, slots=True)
class CanonicalPosition:
    """A form that is equal for equivalent positions only; `order[i]` is the canonical number of card i.

    The form reads v, p and the cards of a representative in canonical order.
    """

    form: bytes
    order: tuple[int, ...]


def canonical_position(position: Position, budget: Budget | None = None) -> CanonicalPosition:
    """Return the canonical form of a position.

    Raises PositionTooLarge for more than 4,096 cards (for v = 3 fewer, where they span many dimensions), and
    BudgetExhausted. Cost: a fraction of a millisecond for the table of a game, seconds for thousands of cards or those
    with few symmetries that look alike.

    >>> deck = Deck(2, 3)
    >>> canonical_position(Position.from_codes(deck, ["21", "11", "01"])).form
    b'3 2 00 01 02'
    >>> one = canonical_position(Position.from_codes(deck, ["00", "01", "12"]))
    >>> one.form == canonical_position(Position.from_codes(deck, ["22", "10", "00"])).form
    True
    """
    deck = position.deck
    require_size(position)
    if deck.values <= 2 or not position.cards:
        return CanonicalPosition(_first_cards(deck, len(position.cards)), tuple(range(len(position.cards))))
    from ludex.sets.identity.canonical_search import CanonicalSearch

    codes, order = CanonicalSearch(position, budget or Budget()).run()
    return CanonicalPosition(f"{deck.values} {deck.properties}".encode("ascii") + codes, order)


def _first_cards(deck: Deck, number: int) -> bytes:
    return " ".join([str(deck.values), str(deck.properties), *map(deck.code, range(number))]).encode("ascii")


def representative(position: Position, budget: Budget | None = None) -> Position:
    """Return the position that stands for the class of this one, in canonical order.

    >>> representative(Position.from_codes(Deck(2, 4), ["33", "23"])).codes
    ('00', '01')
    """
    _, _, *codes = canonical_position(position, budget).form.decode("ascii").split()
    return Position.from_codes(position.deck, codes)
