"""Canonical forms of positions under the symmetries that preserve sets.

For v <= 2, any permutation of the deck preserves sets, so only the number of cards matters. For v = 3, the symmetries
are the affine maps of AG(p, 3). For v >= 4, they are the permutations of the properties and of the values of each
property. A search by individualisation and refinement (B. McKay, "Practical graph isomorphism", 1981) yields a few
orders of the cards. Each order defines a frame in which the cards are written, and the least result is the canonical
form.
"""

from dataclasses import dataclass

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position, require_size


@dataclass(frozen=True, slots=True)
class CanonicalPosition:
    """A form that two positions share exactly if they are equivalent. `order[i]` is the canonical number of card i.

    The form consists of v, p and the cards of a representative in canonical order.
    """

    form: bytes
    order: tuple[int, ...]


def canonical_position(position: Position, budget: Budget | None = None) -> CanonicalPosition:
    """Return the canonical form of a `position`.

    `budget` limits the search (None for no limits). Raises PositionTooLarge for more than 4,096 cards (for v = 3 fewer,
    if they span many dimensions), and BudgetExhausted. Cost: a fraction of a millisecond for the table of a game;
    seconds for thousands of cards, or for similar cards with few symmetries.

    >>> deck = Deck(2, 3)
    >>> canonical_position(Position.from_codes(deck, ["21", "11", "01"])).form
    b'3 2 00 01 02'
    >>> canonical = canonical_position(Position.from_codes(deck, ["00", "01", "12"]))
    >>> canonical.form == canonical_position(Position.from_codes(deck, ["22", "10", "00"])).form
    True
    """
    deck = position.deck
    require_size(position)
    if deck.values <= 2 or not position.cards:
        return CanonicalPosition(_first_cards(deck, len(position.cards)), tuple(range(len(position.cards))))
    from ludex.games.sets.identity.canonical_search import CanonicalSearch

    codes, order = CanonicalSearch(position, budget or Budget()).run()
    return CanonicalPosition(f"{deck.values} {deck.properties}".encode("ascii") + codes, order)


def _first_cards(deck: Deck, number: int) -> bytes:
    return " ".join([str(deck.values), str(deck.properties), *map(deck.code, range(number))]).encode("ascii")


def representative(position: Position, budget: Budget | None = None) -> Position:
    """Return the representative of the equivalence class of a `position`, in canonical order.

    The `budget` and the exceptions are those of :func:`canonical_position`.

    >>> representative(Position.from_codes(Deck(2, 4), ["33", "23"])).codes
    ('00', '01')
    """
    _, _, *codes = canonical_position(position, budget).form.decode("ascii").split()
    return Position.from_codes(position.deck, codes)
