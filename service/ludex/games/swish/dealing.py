"""Random positions: seeded deals of a deck, and random cards with a given number of symbols.

Random cards are either drawn cell by cell or cut from a swish that covers the board.
"""

from dataclasses import dataclass
from itertools import islice

from ludex.engine.faults import Fault
from ludex.engine.random_numbers import RandomNumbers, random_numbers
from ludex.games.swish.card import Card, Cell, Symmetry
from ludex.games.swish.position import Position, PositionError

DEAL_SIZE = 16


@dataclass(frozen=True, slots=True)
class DealOrigin:
    """The origin of a dealt position: the deck slug, the number of cards n, the seed, and the card indices."""

    deck: str
    n: int
    seed: int
    indices: tuple[int, ...]


def deal(deck: Position, n: int = DEAL_SIZE, seed: int | RandomNumbers = 0) -> tuple[int, ...]:
    """Return the indices, in ascending order, of `n` cards dealt at random from a `deck`.

    `seed` is an integer seed or a stream of random numbers. The cards are the first n of the deck as shuffled by
    :meth:`ludex.engine.random_numbers.RandomNumbers.shuffled`. All choices of n cards are equally likely. Raises
    PositionError if the deck has fewer than n cards, or n is not positive.

    >>> from ludex.games.swish.deck import built_in_deck
    >>> deal(built_in_deck("swish-60").position, 5, seed=1)
    (24, 25, 33, 44, 56)
    """
    require_deal(deck, n)
    return tuple(sorted(islice(random_numbers(seed).shuffled(len(deck.cards)), n)))


def require_deal(deck: Position, n: int) -> None:
    """Raise PositionError if `n` cards cannot be dealt from a `deck`."""
    if not 1 <= n <= len(deck.cards):
        raise PositionError(f"cannot deal {n} cards from a deck of {len(deck.cards)}")


MAX_CUTS = 1000
"""The maximum number of attempts to cut a board."""


def random_cards(cards: int, height: int, width: int, symbols: int, seed: int) -> Position:
    """Return `cards` random cards of a `height` x `width` board, each with `symbols` points and circles, from a seed.

    Raises Fault if there are more symbols than cells.

    >>> str(random_cards(1, 2, 2, 3, 0).cards[0])
    'oo/.o'
    """
    if not 1 <= symbols <= height * width:
        raise Fault(f"a card of {height}x{width} must have 1 to {height * width} symbols, not {symbols}")
    numbers = RandomNumbers(seed)
    return Position(tuple(_random_card(height, width, symbols, numbers) for _ in range(cards)))


def planted_cards(height: int, width: int, symbols: int, further: int, seed: int, *, flipped: bool = True) -> Position:
    """Return the cards of a random swish that covers the board, together with `further` random cards, in random order.

    Parameters
    ----------
    height, width : int
        The board. `symbols` must divide twice the number of cells.
    symbols : int
        The number of points and circles of each card.
    further : int
        The number of additional random cards, with the same number of symbols each.
    seed : int
        The seed of the random numbers.
    flipped : bool
        Whether each card is flipped at random. If False, the planted swish is a swish under the rule `simple`.

    Returns
    -------
    Position
        The cards. The planted swish is a largest swish and has `2 * cells / symbols` cards. No swish has more cards,
        because a cell of a swish has at most two symbols.

    Raises
    ------
    Fault
        If `symbols` does not divide twice the number of cells, or if no way to cut the swish is found.

    Examples
    --------
    >>> len(planted_cards(3, 2, 3, 2, 0).cards)
    6
    """
    places = 2 * height * width
    if not 1 <= symbols <= height * width or places % symbols:
        raise Fault(
            f"cards of {symbols} symbols do not exactly fill the {places} places, which are a point and a circle on "
            "each cell"
        )
    numbers = RandomNumbers(seed)
    cards = [*_cut(height, width, symbols, numbers)]
    cards += [_random_card(height, width, symbols, numbers) for _ in range(further)]
    if flipped:
        cards = [card.configured(numbers.choice(Symmetry.RECTANGLE.configurations)) for card in cards]
    return Position(tuple(cards[place] for place in numbers.shuffled(len(cards))))


def _random_card(height: int, width: int, symbols: int, numbers: RandomNumbers) -> Card:
    chosen = [place for place, _ in zip(numbers.shuffled(height * width), range(symbols), strict=False)]
    cells = [(1 + place // width, 1 + place % width) for place in chosen]
    points = [cell for cell in cells if numbers.below(2)]
    return _card(height, width, points, [cell for cell in cells if cell not in points])


def _cut(height: int, width: int, symbols: int, numbers: RandomNumbers) -> list[Card]:
    """Cut a stack with a point and a circle on each cell into cards. No card has two symbols on the same cell."""
    places = 2 * height * width
    for _ in range(MAX_CUTS):
        order = [(1 + place // 2 // width, 1 + place // 2 % width, place % 2) for place in numbers.shuffled(places)]
        hands = [order[start : start + symbols] for start in range(0, places, symbols)]
        if _mended(hands, numbers):
            return [
                _card(
                    height,
                    width,
                    [(a, b) for a, b, is_circle in hand if not is_circle],
                    [(a, b) for a, b, c in hand if c],
                )
                for hand in hands
            ]
    raise Fault(f"no way was found to cut a swish of {height}x{width} into cards of {symbols} symbols")


def _mended(hands: list[list[tuple[int, int, int]]], numbers: RandomNumbers) -> bool:
    """Exchange symbols between hands until no hand has two symbols on the same cell. Return whether this succeeded."""
    for _ in range(100 * len(hands)):
        wrong = [hand for hand in hands if len({(a, b) for a, b, _ in hand}) < len(hand)]
        if not wrong:
            return True
        hand, other = wrong[0], numbers.choice(hands)
        i, j = numbers.below(len(hand)), numbers.below(len(other))
        hand[i], other[j] = other[j], hand[i]
    return False


def _card(height: int, width: int, points: list[Cell], circles: list[Cell]) -> Card:
    return Card(height, width, tuple(sorted(points)), tuple(sorted(circles)))
