"""Upper bounds on caps for v = 3, obtained by linear programming over hyperplane sizes, with dual solutions.

A parallel class of hyperplanes divides a cap of N cards into parts of a, b and c cards, with `a + b + c = N`. The size
of each part is at most the bound for one property less. There are `(3^p - 1) / 2` classes. Each pair of cards lies in
`(3^(p-1) - 1) / 2` hyperplanes of the classes. No three cards of a cap lie on a line, so each triple lies in `(3^(p-2)
- 1) / 2` hyperplanes. The number of classes with each division (a, b, c) is therefore a solution of a linear program
with three equations. Integers y_0, y_2, y_3 can prove that the program has no solution, and hence that there is no cap
of N cards. They do so if `y_0 + y_2 (pairs within the parts) + y_3 (triples within the parts)` is at least 0 for each
division, but the sum of this expression over all classes is negative.

The bounds of :func:`ludex.games.sets.study.closed_forms.counting_bound` are the bounds of the program in which a, b and
c need not be integers. With at most 18 cards in each hyperplane, the program gives 45 for p = 5, which is the maximum.

Sources: B. Davis and D. Maclagan, "The card game SET", The Mathematical Intelligencer 25 (2003), for these equations;
Y. Edel, S. Ferret, I. Landjev and L. Storme, "The classification of the largest caps in AG(5, 3)", Journal of
Combinatorial Theory A 99 (2002), for the maximum for p = 5.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

Multipliers = tuple[int, int, int]
"""The multipliers y_0, y_2, y_3 of the classes, the pairs and the triples."""


@dataclass(frozen=True, slots=True)
class HyperplaneBound:
    """The bound `most` for `properties`, with the bound `smaller` for one property less, and the dual solution."""

    properties: int
    smaller: int
    most: int
    multipliers: Multipliers

    @property
    def step(self) -> dict[str, int | list[int]]:
        """Return the bound as a step of a certificate."""
        return {
            "properties": self.properties,
            "smaller": self.smaller,
            "most": self.most,
            "multipliers": list(self.multipliers),
        }


def class_sizes(cards: int, smaller: int) -> Iterator[tuple[int, int, int]]:
    """Yield the sizes `a >= b >= c` of the parts into which a class can divide `cards` cards, each at most `smaller`.

    >>> list(class_sizes(10, 4))
    [(4, 4, 2), (4, 3, 3)]
    """
    for a in range(smaller, 0, -1):
        for b in range(min(a, cards - a), -1, -1):
            if 0 <= cards - a - b <= b:
                yield a, b, cards - a - b


def sums_over_classes(properties: int, cards: int) -> tuple[int, int, int]:
    """Return the number of classes, and how many pairs and triples of a cap lie within a hyperplane, over all classes.

    >>> sums_over_classes(4, 20)
    (40, 2470, 4560)
    """
    classes, of_pair, of_triple = ((3**power - 1) // 2 for power in range(properties, properties - 3, -1))
    return classes, comb(cards, 2) * of_pair, comb(cards, 3) * of_triple


def proves_bound(bound: HyperplaneBound) -> bool:
    """Return whether the multipliers prove that no cap has `most` + 1 cards. Cost: O(most^2).

    >>> proves_bound(BOUNDS[6]), proves_bound(HyperplaneBound(4, 9, 19, (1, 0, 0)))
    (True, False)
    """
    cards = bound.most + 1
    y_0, y_2, y_3 = bound.multipliers
    fits = all(
        y_0 + sum(y_2 * comb(size, 2) + y_3 * comb(size, 3) for size in sizes) >= 0
        for sizes in class_sizes(cards, bound.smaller)
    )
    sums = zip(bound.multipliers, sums_over_classes(bound.properties, cards), strict=True)
    return fits and sum(y * total for y, total in sums) < 0


BOUNDS = {
    bound.properties: bound
    for bound in (
        HyperplaneBound(6, 48, 120, (20361229240, -13112948, 356594)),
        HyperplaneBound(7, 120, 309, (352388020215, -34128205, 352653)),
        HyperplaneBound(8, 309, 813, (6463576807226, -90139677, 349681)),
    )
}
"""The bounds found by :mod:`ludex.games.sets.study.hyperplane_programs` that improve on the counting argument."""
