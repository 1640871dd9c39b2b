"""Whether a position holds an image of some cards under a symmetry that keeps sets.

The cards are laid onto those of the position one after another. Each choice is kept only while some symmetry takes the
cards so far to their images. For v = 3 that is an affine map: the images depend on each other in the same way as the
cards. For v >= 4 it is a permutation of the properties and of the values of each: in some order, the properties of the
images have the same pattern as those of the cards. For v <= 2 any permutation of the deck keeps sets.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from ludex.games.sets.position import Position
from ludex.graphs.embedding import MOST_STEPS, EmbeddingTooHard

Vector = tuple[int, ...]


def holds_image(position: Position, pattern: Sequence[Vector]) -> bool:
    """Tell whether some cards of a `position` are the image of a `pattern`: other cards of its deck, by their values.

    Raises EmbeddingTooHard. Cost: at most some 30,000 choices.

    >>> from ludex.games.sets.deck import Deck
    >>> table = Position.from_codes(Deck(2, 3), ["00", "11", "22", "01"])
    >>> holds_image(table, [(0, 0), (0, 1), (0, 2)]), holds_image(table, [(0, 0), (0, 1), (1, 0), (1, 1)])
    (True, False)
    """
    deck = position.deck
    if len(pattern) > len(position.cards):
        return False
    if any(not 0 <= value < deck.values for card in pattern for value in card):
        return False
    if deck.values <= 2:
        return True
    cards = [deck.digits(card) for card in position.cards]
    left = iter(range(MOST_STEPS))
    if deck.values == 3:
        return _affine(_dependencies(pattern), cards, [], left)
    return _by_properties(pattern, cards, [], left)


def _step(left: Iterator[int]) -> None:
    if next(left, None) is None:
        raise EmbeddingTooHard("the steps allowed do not suffice to decide whether the cards hold the pattern")


class _Span:
    """The span over the field of three elements of vectors, each with a 1 before it: this makes affine maps linear."""

    def __init__(self) -> None:
        self.size = 0
        self._rows: list[tuple[int, list[int], dict[int, int]]] = []

    def combination(self, vector: Sequence[int]) -> dict[int, int] | None:
        """Return the combination of the vectors added that makes a `vector`, or None if there is none."""
        rest, made = self._reduced(vector)
        return None if any(rest) else {number: -one % 3 for number, one in made.items() if one % 3}

    def add(self, vector: Sequence[int]) -> None:
        """Add a vector that is not in the span yet."""
        rest, made = self._reduced(vector)
        pivot = next(place for place, one in enumerate(rest) if one)
        scale = rest[pivot]  # its own inverse
        made[self.size] = 1
        row = [one * scale % 3 for one in rest]
        self._rows.append((pivot, row, {number: one * scale % 3 for number, one in made.items()}))
        self.size += 1

    def _reduced(self, vector: Sequence[int]) -> tuple[list[int], dict[int, int]]:
        """Return what is left of a vector, and the combination of the vectors added that was added to it."""
        rest, made = [1, *vector], dict[int, int]()
        for pivot, row, of in self._rows:
            factor = -rest[pivot] % 3
            if factor:
                rest = [(one + factor * other) % 3 for one, other in zip(rest, row, strict=True)]
                for number, one in of.items():
                    made[number] = (made.get(number, 0) + factor * one) % 3
        return rest, made


def _dependencies(pattern: Sequence[Vector]) -> list[dict[int, int] | None]:
    """Return for each card the combination of independent ones before it that makes it, or None if there is none."""
    span, found = _Span(), list[dict[int, int] | None]()
    for card in pattern:
        found.append(span.combination(card))
        if found[-1] is None:
            span.add(card)
    return found


def _affine(
    needed: Sequence[dict[int, int] | None], cards: Sequence[Vector], images: list[Vector], left: Iterator[int]
) -> bool:
    """Tell whether images can be chosen for the cards that have none yet."""
    if len(images) == len(needed):
        return True
    basis = [image for image, one in zip(images, needed, strict=False) if one is None]
    combination = needed[len(images)]
    if combination is not None:
        _step(left)
        image = tuple(
            sum(factor * basis[number][place] for number, factor in combination.items()) % 3
            for place in range(len(cards[0]))
        )
        return image in cards and image not in images and _affine(needed, cards, [*images, image], left)
    span = _Span()
    for one in basis:
        span.add(one)
    for image in cards:
        _step(left)
        if image not in images and span.combination(image) is None and _affine(needed, cards, [*images, image], left):
            return True
    return False


def _by_properties(
    pattern: Sequence[Vector], cards: Sequence[Vector], images: list[Vector], left: Iterator[int]
) -> bool:
    """Tell whether images can be chosen for the cards that have none yet."""
    if len(images) == len(pattern):
        return True
    wanted = _read(pattern[: len(images) + 1])
    for image in cards:
        _step(left)
        chosen = [*images, image]
        if image not in images and _read(chosen) == wanted and _by_properties(pattern, cards, chosen, left):
            return True
    return False


def _read(cards: Sequence[Vector]) -> Counter[tuple[int, ...]]:
    """Return the patterns of the properties of cards: the values of each, named in the order in which they appear."""
    found: Counter[tuple[int, ...]] = Counter()
    for column in zip(*cards, strict=True):
        names: dict[int, int] = {}
        found[tuple(names.setdefault(value, len(names)) for value in column)] += 1
    return found
