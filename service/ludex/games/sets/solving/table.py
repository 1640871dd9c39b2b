"""The cards on the table while a game goes on: which ones, and in which order they came."""

from collections.abc import Iterable

from ludex.games.sets.deck import Deck
from ludex.games.sets.position import PositionError


class Table:
    """Different `cards` of a `deck`, in the order in which they came.

    >>> table = Table(Deck(2, 3), [4, 1])
    >>> table.add([2])
    >>> table.remove([4])
    >>> table.cards
    (1, 2)
    """

    __slots__ = ("_cards", "deck")

    def __init__(self, deck: Deck, cards: Iterable[int] = ()) -> None:
        self.deck = deck
        self._cards: dict[int, None] = {}
        self.add(cards)

    @property
    def cards(self) -> tuple[int, ...]:
        """Return the cards, in the order in which they came."""
        return tuple(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __contains__(self, card: int) -> bool:
        return card in self._cards

    def add(self, cards: Iterable[int]) -> None:
        """Lay `cards` down, all or none. Raises PositionError for one that is there already or is not of the deck."""
        laid = tuple(cards)
        new = dict.fromkeys(laid)
        # Whole decks have a million cards: each one is looked at only to tell what is wrong.
        beyond = bool(laid) and (min(new) < 0 or max(new) >= self.deck.size)
        if beyond or len(new) < len(laid) or not new.keys().isdisjoint(self._cards):
            raise self._refusal(laid)
        self._cards |= new

    def _refusal(self, laid: tuple[int, ...]) -> PositionError:
        """Return what is wrong with cards that cannot be laid down together."""
        seen = set(self._cards)
        for card in laid:
            if not 0 <= card < self.deck.size:
                return PositionError(f"number {card} is not a card of the deck")
            if card in seen:
                return PositionError(f"{self.deck.code(card)} is on the table already")
            seen.add(card)
        raise AssertionError("the cards can be laid down")

    def remove(self, cards: Iterable[int]) -> None:
        """Take `cards` away, all or none. Raises PositionError for one that is not on the table."""
        gone: set[int] = set()
        for card in cards:
            if card not in self._cards or card in gone:
                raise PositionError(f"number {card} is not on the table")
            gone.add(card)
        for card in gone:
            del self._cards[card]
