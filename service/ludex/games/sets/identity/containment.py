"""Test whether a position contains an image of given cards under a symmetry that preserves sets.

The search chooses an image among the cards of the position for one given card after another. It keeps a choice only if
some symmetry maps all cards that have images to these images.

- For v = 3, symmetries are affine maps, so the images must have the same affine dependencies as the cards.
- For v >= 4, symmetries permute the properties and the values of each property. Each pattern of values
  must therefore occur in as many properties of the images as of the cards.
- For v <= 2, any permutation of the deck preserves sets.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from ludex.games.sets.position import Position
from ludex.graphs.embedding import MAX_STEPS, EmbeddingTooHard

Vector = tuple[int, ...]


def holds_image(position: Position, pattern: Sequence[Vector]) -> bool:
    """Return whether a `position` contains an image of a `pattern`. The pattern lists the values of each of its cards.

    Raises EmbeddingTooHard if the search would take more steps than its limit. Cost: at most about 30,000 choices.

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
    left = iter(range(MAX_STEPS))
    if deck.values == 3:
        return _affine(_dependencies(pattern), cards, [], left)
    return _by_properties(pattern, cards, [], left)


def _step(left: Iterator[int]) -> None:
    if next(left, None) is None:
        raise EmbeddingTooHard("the search limit is too low to decide whether the cards contain the pattern")


class _Span:
    """The span of vectors over the field of three elements.

    A 1 is prepended to each vector, so that affine maps become linear.
    """

    def __init__(self) -> None:
        self.size = 0
        self._rows: list[tuple[int, list[int], dict[int, int]]] = []

    def combination(self, vector: Sequence[int]) -> dict[int, int] | None:
        """Return the coefficients with which the added vectors sum up to a `vector`, or None if there are none."""
        rest, coefficients = self._reduced(vector)
        return (
            None
            if any(rest)
            else {number: -coefficient % 3 for number, coefficient in coefficients.items() if coefficient % 3}
        )

    def add(self, vector: Sequence[int]) -> None:
        """Add a vector that is not in the span."""
        rest, coefficients = self._reduced(vector)
        pivot = next(place for place, entry in enumerate(rest) if entry)
        scale = rest[pivot]  # each non-zero element is its own inverse
        coefficients[self.size] = 1
        row = [entry * scale % 3 for entry in rest]
        self._rows.append(
            (pivot, row, {number: coefficient * scale % 3 for number, coefficient in coefficients.items()})
        )
        self.size += 1

    def _reduced(self, vector: Sequence[int]) -> tuple[list[int], dict[int, int]]:
        """Reduce a vector by a combination of the vectors of the span. Return the remainder and the combination."""
        rest, coefficients = [1, *vector], dict[int, int]()
        for pivot, row, of in self._rows:
            factor = -rest[pivot] % 3
            if factor:
                rest = [(entry + factor * other) % 3 for entry, other in zip(rest, row, strict=True)]
                for number, coefficient in of.items():
                    coefficients[number] = (coefficients.get(number, 0) + factor * coefficient) % 3
        return rest, coefficients


def _dependencies(pattern: Sequence[Vector]) -> list[dict[int, int] | None]:
    """Express each card as a combination of the independent cards before it. None stands for an independent card."""
    span, found = _Span(), list[dict[int, int] | None]()
    for card in pattern:
        found.append(span.combination(card))
        if found[-1] is None:
            span.add(card)
    return found


def _affine(
    needed: Sequence[dict[int, int] | None], cards: Sequence[Vector], images: list[Vector], left: Iterator[int]
) -> bool:
    """Return whether images can be chosen for the remaining cards."""
    if len(images) == len(needed):
        return True
    basis = [image for image, combination in zip(images, needed, strict=False) if combination is None]
    combination = needed[len(images)]
    if combination is not None:
        _step(left)
        image = tuple(
            sum(factor * basis[number][place] for number, factor in combination.items()) % 3
            for place in range(len(cards[0]))
        )
        return image in cards and image not in images and _affine(needed, cards, [*images, image], left)
    span = _Span()
    for image in basis:
        span.add(image)
    for image in cards:
        _step(left)
        if image not in images and span.combination(image) is None and _affine(needed, cards, [*images, image], left):
            return True
    return False


def _by_properties(
    pattern: Sequence[Vector], cards: Sequence[Vector], images: list[Vector], left: Iterator[int]
) -> bool:
    """Return whether images can be chosen for the remaining cards."""
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
    """Count the patterns of the properties.

    The pattern of a property lists the values of the cards, renumbered in the order of their first appearance.
    """
    found: Counter[tuple[int, ...]] = Counter()
    for column in zip(*cards, strict=True):
        names: dict[int, int] = {}
        found[tuple(names.setdefault(value, len(names)) for value in column)] += 1
    return found
