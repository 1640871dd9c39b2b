"""Checks of answers about the equivalence of positions of SET, as defined in schema/equivalence.md."""

from collections import Counter
from collections.abc import Callable
from itertools import chain

from ludex_check_claims.answers import check_difference, is_matching, is_permutation
from ludex_check_claims.sets.cards import DIGITS, sets_among
from ludex_check_claims.sets.labels import position_form, rank_modulo_3
from ludex_check_claims.verdicts import CHECKED, Clock, Export, Json, require


def tables(example: Json) -> str:
    """Check an answer about two positions, a and b, which are given as `values`, `properties` and `cards`."""
    a, b, answer = example["a"], example["b"], example["answer"]
    both = (a, b)
    cards = [[tuple(DIGITS.index(digit) for digit in code) for code in position["cards"]] for position in both]
    if not is_matching(answer, len(cards[0]), len(cards[1])):

        def value(which: int, of: Json) -> Json:
            named = answer["difference"]["invariant"]
            if named in ("values", "properties"):
                return both[which][named]
            sets = list(sets_among(cards[which], both[which]["values"], Clock(Export(), 60)))
            inside = Counter(chain.from_iterable(sets))
            return {
                "cards": len(cards[which]),
                "sets": len(sets),
                "cards in so many sets": sum(inside[card] == of.get("sets") for card in cards[which]),
            }[named]

        def form(name: str, position: Json) -> bytes:
            require(name == "position", "the canonical form is of another kind")
            return position_form(position["values"], position["properties"], position["cards"], Clock(Export(), 60))[0]

        return check_difference(answer, value, both, form)
    require((a["values"], a["properties"]) == (b["values"], b["properties"]), "a and b have different decks")
    image = _symmetry(a["values"], a["properties"], answer["symmetry"])
    for card, other in zip(cards[0], answer["matching"], strict=True):
        require(image(card) == cards[1][other], "the symmetry does not map the cards of a to the cards of b")
    return CHECKED


def _symmetry(values: int, properties: int, given: Json) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """Return the mapping of cards that the answer states. Raises Wrong if the mapping does not preserve sets."""
    if given["kind"] == "affine":
        matrix, shift = given["matrix"], given["shift"]
        require(values == 3 and len(matrix) == len(shift) == properties, "the symmetry is not a map of this deck")
        require(rank_modulo_3(matrix) == properties, "the matrix has no inverse")
        return lambda x: tuple(
            (sum(m * y for m, y in zip(row, x, strict=True)) + s) % 3 for row, s in zip(matrix, shift, strict=True)
        )
    if given["kind"] == "properties-and-values":
        places, names = given["properties"], given["values"]
        fits = is_permutation(places, list(range(properties))) and len(names) == properties
        require(
            fits and all(is_permutation(numbering, list(range(values))) for numbering in names),
            "the symmetry is not a map of this deck",
        )
        return lambda x: tuple(names[k][x[k]] for k in sorted(range(properties), key=places.__getitem__))
    require(given["kind"] == "cards" and values < 3, "the symmetry is not a map of this deck")
    pairs = [(tuple(map(DIGITS.index, a)), tuple(map(DIGITS.index, b))) for a, b in given["cards"]]
    require(len(dict(pairs)) == len(pairs) == len({image for _, image in pairs}), "the symmetry is no map of the deck")
    return dict(pairs).__getitem__
