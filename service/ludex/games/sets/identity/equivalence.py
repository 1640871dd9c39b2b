"""Decide whether a symmetry that preserves sets maps one position to another, and return it with a matching."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from ludex.engine.budget import Budget
from ludex.games.sets.identity.keys import canonical_position
from ludex.games.sets.identity.symmetry import Symmetry, symmetry_between
from ludex.games.sets.position import Position
from ludex.games.sets.solving.lookup import Lookup
from ludex.graphs.canonical import Difference, InvariantDifference, difference_of_forms, matching_from_orders

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
