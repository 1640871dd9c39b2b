"""The symmetries that preserve sets, as maps of the deck, and the equivalence of positions under them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.identity.keys import canonical_position
from ludex.games.sets.position import Position
from ludex.games.sets.solving.lookup import Lookup
from ludex.graphs.canonical import Difference, InvariantDifference, difference_of_forms, matching_from_orders


@dataclass(frozen=True, slots=True)
class AffineMap:
    """A symmetry for v = 3: an affine map of AG(p, 3). The image of card x is `matrix x + shift`, modulo 3.

    >>> swap = AffineMap(Deck(2, 3), ((0, 1), (1, 0)), (0, 2))
    >>> Deck(2, 3).code(swap(Deck(2, 3).number("12")))
    '20'
    """

    deck: Deck
    matrix: tuple[tuple[int, ...], ...]
    shift: tuple[int, ...]

    def __call__(self, card: int) -> int:
        """Return the image of a `card`."""
        values = self.deck.digits(card)
        rows = zip(self.matrix, self.shift, strict=True)
        return self.deck.card(
            tuple((sum(a * x for a, x in zip(row, values, strict=True)) + shift) % 3 for row, shift in rows)
        )

    def as_document(self) -> dict[str, Any]:
        """Return the map as JSON data."""
        return {"kind": "affine", "matrix": [list(row) for row in self.matrix], "shift": list(self.shift)}


@dataclass(frozen=True, slots=True)
class PropertyMap:
    """A symmetry for v >= 4: a permutation of the properties, and a permutation of the values of each property.

    Property k of a card becomes property `properties[k]` of its image, and value a of property k becomes
    `values[k][a]`.

    >>> turned = PropertyMap(Deck(2, 4), (1, 0), ((0, 1, 2, 3), (3, 2, 1, 0)))
    >>> Deck(2, 4).code(turned(Deck(2, 4).number("13")))
    '01'
    """

    deck: Deck
    properties: tuple[int, ...]
    values: tuple[tuple[int, ...], ...]

    def __call__(self, card: int) -> int:
        """Return the image of a `card`."""
        image = [0] * self.deck.properties
        for k, value in enumerate(self.deck.digits(card)):
            image[self.properties[k]] = self.values[k][value]
        return self.deck.card(tuple(image))

    def as_document(self) -> dict[str, Any]:
        """Return the map as JSON data."""
        return {
            "kind": "properties-and-values",
            "properties": list(self.properties),
            "values": [list(each) for each in self.values],
        }


@dataclass(frozen=True, slots=True)
class CardMap:
    """A permutation of the deck that maps `cards` to `images`. For v <= 2, every permutation preserves sets.

    >>> CardMap(Deck(2, 2), (0, 1), (1, 2))(2)
    0
    """

    deck: Deck
    cards: tuple[int, ...]
    images: tuple[int, ...]

    def __call__(self, card: int) -> int:
        """Return the image of a `card`.

        If `cards` does not contain the card, go from the card to the card whose image it is, and so on, until a card is
        reached that is not an image. Return that card. This choice makes the map a permutation.
        """
        image_of = dict(zip(self.cards, self.images, strict=True))
        if card in image_of:
            return image_of[card]
        card_of = dict(zip(self.images, self.cards, strict=True))
        while card in card_of:
            card = card_of[card]
        return card

    def as_document(self) -> dict[str, Any]:
        """Return the map as JSON data."""
        pairs = zip(self.cards, self.images, strict=True)
        return {"kind": "cards", "cards": [[self.deck.code(card), self.deck.code(image)] for card, image in pairs]}


Symmetry = AffineMap | PropertyMap | CardMap


def symmetry_between(deck: Deck, cards: Sequence[int], images: Sequence[int]) -> Symmetry:
    """Return a symmetry of a `deck` that maps each of the `cards` to its image in `images`.

    Raises ValueError if there is no such symmetry.

    >>> deck = Deck(2, 3)
    >>> symmetry_between(deck, [0, 1, 2], [0, 4, 8]).as_document()
    {'kind': 'affine', 'matrix': [[1, 1], [0, 1]], 'shift': [0, 0]}
    """
    if deck.values <= 2 and len(set(cards)) == len(cards) == len(images) == len(set(images)):
        return CardMap(deck, tuple(cards), tuple(images))
    if deck.values <= 2:
        raise ValueError("no symmetry maps each card to its image")
    if deck.values == 3:
        found: Symmetry = _affine(deck, cards, images)
    else:
        found = _by_properties(deck, cards, images)
    if len(cards) != len(images) or any(found(a) != b for a, b in zip(cards, images, strict=True)):
        raise ValueError("no symmetry maps each card to its image")
    return found


def _affine(deck: Deck, cards: Sequence[int], images: Sequence[int]) -> AffineMap:
    """Return the affine map from the frame of the first independent cards to the frame of their images.

    Unit vectors complete each of the two frames to a basis.
    """
    import numpy as np

    from ludex.games.sets.identity.canonical_search import completed, inverse, reduced

    p = deck.properties
    if not cards:
        return AffineMap(deck, tuple(tuple(int(i == j) for j in range(p)) for i in range(p)), (0,) * p)
    source, target = (np.array([deck.digits(card) for card in side], np.int64) for side in (cards, images))
    vectors, onto = (source - source[0]) % 3, (target - target[0]) % 3
    _, independent = reduced(vectors.T)
    matrix = completed(onto[independent]).T @ inverse(completed(vectors[independent]).T) % 3
    shift = (target[0] - matrix @ source[0]) % 3
    return AffineMap(deck, tuple(map(tuple, matrix.tolist())), tuple(shift.tolist()))


def _by_properties(deck: Deck, cards: Sequence[int], images: Sequence[int]) -> PropertyMap:
    """Match each property with one that partitions the images in the same way, and then match their values.

    Values that no card has are matched in ascending order.
    """
    columns = [_values_of(deck, side) for side in (cards, images)]
    free = list(range(deck.properties))
    properties, values = [], []
    for column in columns[0]:
        match = next((k for k in free if _alike(column, columns[1][k])), None)
        if match is None:
            raise ValueError("no symmetry maps each card to its image")
        free.remove(match)
        properties.append(match)
        values.append(_extended(dict(zip(column, columns[1][match], strict=True)), deck.values))
    return PropertyMap(deck, tuple(properties), tuple(values))


def _values_of(deck: Deck, cards: Sequence[int]) -> list[tuple[int, ...]]:
    digits = [deck.digits(card) for card in cards]
    return [tuple(each[k] for each in digits) for k in range(deck.properties)]


def _alike(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    """Return whether two sequences have equal entries at exactly the same pairs of indices."""
    pairs = set(zip(a, b, strict=True))
    return len(pairs) == len(set(a)) == len(set(b))


def _extended(image_of: dict[int, int], values: int) -> tuple[int, ...]:
    free = iter(sorted(set(range(values)) - set(image_of.values())))
    return tuple(image_of[value] if value in image_of else next(free) for value in range(values))


_FEW_SETS = 100_000
"""If a position has more sets than this, the sets are not counted as an invariant, and the canonical forms decide."""

EQUIVALENT = "a symmetry of the deck takes a to b"


@dataclass(frozen=True, slots=True)
class Equivalence:
    """The result of comparing two positions a and b.

    `matching[i]` is the index in b of the image of card i of a. `symmetry` is a map of the deck that maps each card to
    its image. If the positions are not equivalent, `matching` and `symmetry` are None. In this case, `difference` is an
    invariant in which the positions differ, or it consists of their canonical forms and the first offset at which the
    forms differ. `reason` describes the result in words.
    """

    equivalent: bool
    matching: tuple[int, ...] | None
    reason: str
    symmetry: Symmetry | None = None
    difference: Difference | None = None

    @property
    def as_response(self) -> "PositionComparison":
        """Return the comparison as a response."""
        symmetry = None if self.symmetry is None else self.symmetry.as_document()
        return PositionComparison(self.equivalent, self.matching, self.reason, symmetry, self.difference)


@dataclass(frozen=True, slots=True)
class PositionComparison:
    """Whether two positions are equivalent, and why. Entry i of `matching` is the card of b that matches card i of a.

    `symmetry` is the map of the deck that maps a to b. It has one of three kinds. `affine` (three values) maps the
    digits x of a card to `matrix x + shift`, modulo 3. `properties-and-values` (four or more values) maps property i
    to property `properties[i]`, and value x of property i to `values[i][x]`. `cards` (one or two values) lists pairs
    of cards, since any map preserves sets. If the positions are not equivalent, `difference` is either an invariant in
    which they differ, or their canonical forms and the offset at which the forms differ.
    """

    equivalent: bool
    matching: tuple[int, ...] | None
    reason: str
    symmetry: dict[str, Any] | None
    difference: Difference | None


def compare(a: Position, b: Position, budget: Budget | None = None) -> Equivalence:
    """Decide whether a symmetry that preserves sets maps one position to the other.

    Parameters
    ----------
    a, b : Position
        Positions of at most 4,096 cards. For v = 3, the maximum is lower if the cards span many dimensions.
    budget : Budget, optional
        The limits of the search. The default has no limits.

    Returns
    -------
    Equivalence
        Whether the positions are equivalent. If they are, the result has a matching and the symmetry; if not, it has an
        invariant in which they differ.

    Raises
    ------
    PositionTooLarge
        If there are too many cards.
    BudgetExhausted
        If the budget is exhausted before the result is known.

    Notes
    -----
    Cost: at most two canonical forms.

    References
    ----------
    B. McKay, "Practical graph isomorphism" (1981), for the search for canonical forms.

    Examples
    --------
    >>> from ludex.games.sets.deck import Deck
    >>> deck = Deck(2, 3)
    >>> found = compare(Position.from_codes(deck, ["00", "01"]), Position.from_codes(deck, ["21", "12"]))
    >>> found.equivalent, found.matching, found.symmetry.as_document()["kind"]
    (True, (0, 1), 'affine')
    >>> compare(Position.from_codes(deck, ["00", "01"]), Position.from_codes(deck, ["21"])).reason
    'cards: 2 in a, 1 in b'
    """
    Position.require(a, "a")
    Position.require(b, "b")
    budget = Budget.require(budget)
    differing = _difference(a, b, budget)
    if differing is not None:
        text = f"cards that are in {differing.parameters['sets']} sets" if differing.parameters else None
        return Equivalence(False, None, differing.describe(text), difference=differing)
    first, second = canonical_position(a, budget), canonical_position(b, budget)
    if first.form != second.form:
        forms = difference_of_forms("position", first.form, second.form)
        return Equivalence(False, None, f"the cards are in equally many sets; {forms.describe()}", difference=forms)
    matching = matching_from_orders(first.order, second.order)
    symmetry = symmetry_between(a.deck, a.cards, [b.cards[index] for index in matching])
    return Equivalence(True, matching, EQUIVALENT, symmetry)


def _difference(a: Position, b: Position, budget: Budget) -> InvariantDifference | None:
    """Return an invariant that has different values for two positions, or None if no such invariant is found."""
    for name, in_a, in_b in (
        ("values", a.deck.values, b.deck.values),
        ("properties", a.deck.properties, b.deck.properties),
        ("cards", len(a.cards), len(b.cards)),
    ):
        if in_a != in_b:
            return InvariantDifference(name, in_a, in_b)
    if a.deck.values <= 2:
        return None
    return _set_difference(a, b, budget)


def _set_difference(a: Position, b: Position, budget: Budget) -> InvariantDifference | None:
    """Compare the numbers of sets. If they are equal, compare, for each k, the numbers of cards that are in k sets."""
    sets = [Lookup(each.deck, each.cards).all(budget, limit=_FEW_SETS) for each in (a, b)]
    if not all(each.complete for each in sets):
        return None
    if len(sets[0]) != len(sets[1]):
        return InvariantDifference("sets", len(sets[0]), len(sets[1]))
    profiles = []
    for position, found in zip((a, b), sets, strict=True):
        inside = Counter(found.cards.ravel().tolist())
        profiles.append(Counter(inside[card] for card in position.cards))
    for number in sorted(profiles[0] | profiles[1]):
        in_a, in_b = (profile[number] for profile in profiles)
        if in_a != in_b:
            return InvariantDifference("cards in so many sets", in_a, in_b, {"sets": number})
    return None
