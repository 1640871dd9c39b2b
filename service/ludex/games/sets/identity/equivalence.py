"""Equivalence of positions under the symmetries that keep sets, with the symmetry and the matching as witness."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from ludex.engine.budget import Budget
from ludex.games.sets.identity.canonical import canonical_position
from ludex.games.sets.identity.symmetry import Symmetry, symmetry_between
from ludex.games.sets.position import Position
from ludex.games.sets.solving.lookup import Lookup
from ludex.graphs.difference import Difference, InvariantDifference, difference_of_forms
from ludex.graphs.isomorphism import through

_FEW_SETS = 100_000
"""The most sets of positions whose sets are compared; beyond it, only the canonical forms are."""

EQUIVALENT = "a symmetry of the deck takes a to b"


@dataclass(frozen=True, slots=True)
class Equivalence:
    """Whether two positions a and b are equivalent, and why.

    `matching[i]` is the card of b, by index, for card i of a; `symmetry` is a map of the deck that takes each to the
    other. Both are None if the positions are not equivalent. `difference` is then an invariant in which they differ, or
    their canonical forms and where these part; `reason` says it in words.
    """

    equivalent: bool
    matching: tuple[int, ...] | None
    reason: str
    symmetry: Symmetry | None = None
    difference: Difference | None = None

    @property
    def written(self) -> "PositionComparison":
        """Return it in the form of an answer."""
        symmetry = None if self.symmetry is None else self.symmetry.as_document()
        return PositionComparison(self.equivalent, self.matching, self.reason, symmetry, self.difference)


@dataclass(frozen=True, slots=True)
class PositionComparison:
    """Whether two positions are equivalent, and why. `matching` lists for card i of a its card of b.

    `symmetry` is the map of the deck that takes a to b. `affine` (three values): the digits x of a card become `matrix`
    x + `shift`, modulo 3. `properties-and-values` (four values and more): property i becomes property `properties[i]`,
    its value x becomes `values[i][x]`. `cards` (one or two values): pairs of cards, since any map keeps sets. If the
    positions are not equivalent, `difference` is an invariant that differs, or the canonical forms and where they part.
    """

    equivalent: bool
    matching: tuple[int, ...] | None
    reason: str
    symmetry: dict[str, Any] | None
    difference: Difference | None


def compare(a: Position, b: Position, budget: Budget | None = None) -> Equivalence:
    """Decide whether a symmetry that keeps sets takes one position to the other.

    Parameters
    ----------
    a, b : Position
        Cards of decks, at most 4,096 (for v = 3 fewer, if they span many dimensions).
    budget : Budget, optional
        The limits of the search; without it there are none.

    Returns
    -------
    Equivalence
        Whether they are equivalent. If so, with a matching and the symmetry; if not, with an invariant that differs.

    Raises
    ------
    PositionTooLarge
        If there are too many cards.
    BudgetExhausted
        If the budget ended before it was decided.

    Notes
    -----
    Cost: two canonical forms at most.

    References
    ----------
    B. McKay, "Practical graph isomorphism" (1981), for the search for canonical forms.

    >>> from ludex.games.sets.deck import Deck
    >>> deck = Deck(2, 3)
    >>> found = compare(Position.from_codes(deck, ["00", "01"]), Position.from_codes(deck, ["21", "12"]))
    >>> found.equivalent, found.matching, found.symmetry.as_document()["kind"]
    (True, (0, 1), 'affine')
    >>> compare(Position.from_codes(deck, ["00", "01"]), Position.from_codes(deck, ["21"])).reason
    'cards: 2 in a, 1 in b'
    """
    budget = budget or Budget()
    differing = _difference(a, b, budget)
    if differing is not None:
        said = f"cards that are in {differing.parameters['sets']} sets" if differing.parameters else None
        return Equivalence(False, None, differing.said(said), difference=differing)
    first, second = canonical_position(a, budget), canonical_position(b, budget)
    if first.form != second.form:
        forms = difference_of_forms("position", first.form, second.form)
        return Equivalence(False, None, f"the cards are in equally many sets; {forms.said()}", difference=forms)
    matching = through(first.order, second.order)
    symmetry = symmetry_between(a.deck, a.cards, [b.cards[index] for index in matching])
    return Equivalence(True, matching, EQUIVALENT, symmetry)


def _difference(a: Position, b: Position, budget: Budget) -> InvariantDifference | None:
    """Return an invariant in which two positions differ, or None."""
    for name, one, other in (
        ("values", a.deck.values, b.deck.values),
        ("properties", a.deck.properties, b.deck.properties),
        ("cards", len(a.cards), len(b.cards)),
    ):
        if one != other:
            return InvariantDifference(name, one, other)
    if a.deck.values <= 2:
        return None
    return _set_difference(a, b, budget)


def _set_difference(a: Position, b: Position, budget: Budget) -> InvariantDifference | None:
    """Compare the numbers of sets, then for each number how many cards are in that many sets."""
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
        one, other = (profile[number] for profile in profiles)
        if one != other:
            return InvariantDifference("cards in so many sets", one, other, {"sets": number})
    return None
