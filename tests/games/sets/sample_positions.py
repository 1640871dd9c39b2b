"""Random positions of SET, and random symmetries written out by hand."""

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st

from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position

_SIZES = ((1, 3), (2, 3), (3, 1), (3, 2), (3, 3), (3, 4), (3, 7), (4, 1), (4, 2), (4, 4), (5, 3), (7, 2), (36, 2))
DECKS = [Deck(p, v) for v, p in _SIZES]


@st.composite
def positions(draw: st.DrawFn, decks: list[Deck] = DECKS, most_cards: int = 24) -> Position:
    deck = draw(st.sampled_from(decks))
    cards = st.lists(st.integers(0, deck.size - 1), unique=True, max_size=min(most_cards, deck.size))
    return Position(deck, tuple(draw(cards)))


def random_symmetry(deck: Deck, rng: Random) -> Callable[[int], int]:
    """Return a random map of the deck that keeps sets."""
    v, p = deck.values, deck.properties
    if v <= 2:
        images = rng.sample(range(deck.size), deck.size)
        return lambda card: images[card]
    if v == 3:
        steps = [(*rng.sample(range(p), 2), rng.randrange(1, 3)) for _ in range(4 * p)] if p > 1 else []
        signs = [rng.randrange(1, 3) for _ in range(p)]
        shift = [rng.randrange(3) for _ in range(p)]

        def affine(card: int) -> int:
            x = list(deck.digits(card))
            for i, j, factor in steps:
                x[i] += factor * x[j]
            return deck.card(tuple((s * a + t) % 3 for s, a, t in zip(signs, x, shift, strict=True)))

        return affine
    order = rng.sample(range(p), p)
    names = [rng.sample(range(v), v) for _ in range(p)]
    return lambda card: deck.card(tuple(names[k][deck.digits(card)[order[k]]] for k in range(p)))


def moved(position: Position, rng: Random) -> Position:
    """Return an equivalent position, its cards in another order."""
    images = list(map(random_symmetry(position.deck, rng), position.cards))
    return Position(position.deck, tuple(rng.sample(images, len(images))))
