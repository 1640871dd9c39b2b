"""The proof that a cap of five properties with three values has at most 45 cards, by duality of linear programs.

A cap of 46 cards would have the following properties.

1. Some hyperplane contains at least 19 of its cards. To prove this, consider the 121 classes of parallel hyperplanes.
   Each class divides the cap into three parts. Each pair of cards lies in 40 hyperplanes. Each triple of cards lies in
   13 hyperplanes, because no three cards of a cap lie on a line. This gives three equations for the sizes of the parts.
   If all parts had at most 18 cards, the equations would have no solution (:data:`SMALL_PARTS`).
2. Let H be a hyperplane with the most cards, 19 or 20. Some hyperplane that is not parallel to H also contains at least
   19 cards, and its intersection with H, a space of three dimensions, contains 8 or 9 cards. To prove this, let H and
   the two hyperplanes parallel to H contain r, a and b cards. Each of the 40 classes of parallel spaces of three
   dimensions divides these cards into parts of r_i, a_i and b_i cards. Each part has at most 9 cards. A hyperplane that
   is not parallel to H consists of three such spaces, whose indices i add up to a multiple of 3. Counting the classes,
   the pairs and the triples within each of the three hyperplanes, and the triples with one card in each of them, gives
   eight equations. If no hyperplane were as described, these equations would have no solution (:data:`DIVISIONS`).
3. A cap with two such hyperplanes has at most 40 cards, as a search of all these caps shows
   (:mod:`ludex.games.sets.solving.joined_caps`).

Sources: B. Davis and D. Maclagan, "The card game SET", The Mathematical Intelligencer 25 (2003), for the equations of
the first step; Y. Edel, S. Ferret, I. Landjev and L. Storme, "The classification of the largest caps in AG(5, 3)",
Journal of Combinatorial Theory A 99 (2002), for the maximum. The second and the third step are new.

The proof that caps of three properties with 5, 6 or 7 values are small, by linear programs over the sizes of planes.

A plane consists of the cards with one value of a property, or of the cards whose values y and x of two properties
satisfy `y = f(x)` for a permutation f. Its sets are the rows, the columns and the transversals of a square.

1. A plane has at most (v-1)^2 cards of a cap. A plane without an empty line has at most v^2 - 3v + 4 cards if v is 5, 6
   or 7: some rows and columns, v - 1 in total and at least one of each, cover its cards, and none of them is full.
2. Suppose that a cap has N cards; if it has more, omit some of them. Consider the lines of one direction, that is, the
   cards that differ only in the third property. Their numbers of cards form a matrix of v rows and v columns, whose
   entries add up to N. Each row, column and transversal of the matrix is a plane. No entry exceeds v - 1.
3. A transversal without a 0 has more than v^2 - 3v + 4 cards only if a line of the other kind is empty: a diagonal of
   one of the v planes with a given value of the third property. The cards of the cap in such a plane have no
   transversal, and no line is full. Few diagonals of a plane with many cards are therefore empty (Bregman's bound).
4. For every pattern of zeros of the matrix, the sum of the entries is bounded by a linear program. A dual solution has
   a multiplier for the transversals without a 0, one for the rows without a 0, and one for the columns without a 0.
   It excludes the pattern, and its transpose, if the bound is less than N.
5. If only patterns with few zeros remain, few parallel planes have an empty line, and the diagonals are fewer. Repeat
   the fourth step with the smaller number, until no pattern remains.

Sources: D. König (1916), for covers of a square by lines; L. M. Bregman, "Some properties of nonnegative matrices and
their permanents", Soviet Mathematics Doklady 14 (1973). The other steps are new.
"""

from dataclasses import dataclass
from typing import Any

PROPERTIES, MOST = 5, 45
"""The number of properties, and the upper bound that is proved for caps with this number of properties."""
LARGE = 19
"""A hyperplane is called large if it contains at least this number of cards."""
LARGEST = 20
"""The maximum number of cards of a hyperplane."""
SHARED = (8, 9)
"""The numbers of cards that two large hyperplanes can share."""

SMALL_PARTS = (1051201560, -4766667, 354965)
"""The multipliers of the equations for the classes, the pairs and the triples. They prove the first step."""


@dataclass(frozen=True, slots=True)
class Division:
    """The numbers of cards of a hyperplane with the most cards and of its parallel hyperplanes, and a dual solution.

    The `multipliers` belong to eight equations. They count the classes, the pairs and the triples within each of the
    three hyperplanes, and the triples with one card in each hyperplane.
    """

    sizes: tuple[int, int, int]
    multipliers: tuple[int, ...]


DIVISIONS = (
    Division((20, 20, 6), (192, -91, 19, -126, 27, 14, 30, 10)),
    Division((20, 19, 7), (-2015, -117, 25, -77, 19, 10, 26, 10)),
    Division((20, 18, 8), (-1768, -152, 31, -69, 18, 5, 23, 10)),
    Division((20, 17, 9), (-2013, -161, 33, -75, 22, -17, 25, 10)),
    Division((20, 16, 10), (-2807, -154, 32, -75, 24, -40, 33, 10)),
    Division((20, 15, 11), (-2576, -174, 36, -68, 23, -42, 29, 10)),
    Division((20, 14, 12), (-3083, -177, 36, -55, 23, -35, 22, 10)),
    Division((20, 13, 13), (-2159, -178, 37, -79, 34, -79, 33, 10)),
    Division((19, 19, 8), (983, -169, 37, -145, 34, 8, 15, 10)),
    Division((19, 18, 9), (-5871, -44, 10, -96, 24, -6, 27, 10)),
    Division((19, 17, 10), (-2585, -189, 41, -63, 19, -12, 19, 10)),
    Division((19, 16, 11), (-3140, -196, 43, -51, 19, -25, 19, 10)),
    Division((19, 15, 12), (-2763, -186, 42, -116, 39, -3, 6, 10)),
    Division((19, 14, 13), (-3540, -202, 44, -41, 18, -30, 18, 10)),
)
"""All divisions of 46 cards with at most 20 cards in each hyperplane and at least 19 in the first."""


def hyperplane_step() -> dict[str, Any]:
    """Return the bound for five properties as a step of a certificate."""
    divisions = [{"sizes": list(each.sizes), "multipliers": list(each.multipliers)} for each in DIVISIONS]
    return {
        "properties": PROPERTIES,
        "smaller": LARGEST,
        "most": MOST,
        "multipliers": list(SMALL_PARTS),
        "divisions": divisions,
        "recompute": {"large": LARGE, "shared": list(SHARED)},
    }


@dataclass(frozen=True, slots=True, order=True)
class Multipliers:
    """A dual solution: the multipliers, divided by `scale`, of transversals, rows and columns without a 0."""

    scale: int
    transversals: int
    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class PlaneBound:
    """The upper bound `most` on caps of three properties. The `multipliers` exclude every pattern of most + 1 cards."""

    most: int
    multipliers: tuple[Multipliers, ...]


PLANES = {
    5: PlaneBound(
        72,
        (
            Multipliers(100, 5, 18, 18),
            Multipliers(100, 3, 40, 20),
            Multipliers(1000, 33, 200, 200),
            Multipliers(1000, 42, 0, 0),
        ),
    ),
    6: PlaneBound(
        134,
        (
            Multipliers(100, 1, 28, 33),
            Multipliers(100, 1, 17, 53),
            Multipliers(100, 1, 18, 14),
            Multipliers(720, 6, 114, 114),
            Multipliers(1000, 7, 304, 304),
            Multipliers(1000, 7, 500, 167),
            Multipliers(720, 6, 0, 0),
            Multipliers(1000, 7, 333, 167),
            Multipliers(1000, 7, 167, 167),
        ),
    ),
    7: PlaneBound(
        228,
        (
            Multipliers(5040, 8, 2053, 1307),
            Multipliers(5040, 8, 1613, 605),
            Multipliers(5040, 7, 1390, 695),
            Multipliers(5040, 6, 1334, 1334),
            Multipliers(5040, 6, 2160, 720),
            Multipliers(5040, 6, 2880, 720),
            Multipliers(5040, 7, 695, 695),
            Multipliers(5040, 6, 720, 720),
            Multipliers(5040, 6, 1440, 720),
            Multipliers(5040, 7, 0, 0),
        ),
    ),
}
"""The bounds, keyed by the number of values."""

LARGE_CAP, LARGE_LAYER = 27, 9
"""A cap of 27 cards of three properties with four values has 9 cards with one value of some property.

The search for all these caps proves this (:func:`ludex.games.sets.solving.cap_layers.caps_in_layers`).
"""


def flat_bound(values: int, smaller: int, large: tuple[int, int] = (0, 0)) -> int:
    """Return an upper bound on caps for v = `values`, given the bound `smaller` for one property less.

    Let F be the m cards of a cap of N cards with given values of two properties. Each of these values defines a
    hyperplane that contains F. So does each permutation f that maps the first value to the second: the hyperplane of
    `y = f(x)`. A card that has neither of the two values lies in a fraction 1/(v-1) of the latter. All hyperplanes have
    at most C = `smaller` cards, so `N <= m + 2(C - m) + (v - 1)(C - m) = (v + 1)C - vm`. Some value of a property
    occurs in N/v cards, and some value of a second property in N/v^2 of them, rounded up both times. `large` are two
    numbers such that each cap of one property less that has the first number of cards contains the second number of
    cards with one value of some property.

    >>> flat_bound(5, 72), flat_bound(4, 28, (27, 9)), flat_bound(4, 104)
    (357, 104, 416)
    """

    def shared(cards: int) -> int:
        of_value = -(-cards // values)
        return max(-(-of_value // values), large[1] if of_value >= large[0] else 0)

    most = values * smaller
    while most > (values + 1) * smaller - values * shared(most):
        most -= 1
    return most


def plane_step(values: int) -> dict[str, Any]:
    """Return the bound for three properties as a step of a certificate."""
    bound = PLANES[values]
    multipliers = [[each.scale, each.transversals, each.rows, each.columns] for each in bound.multipliers]
    return {"properties": 3, "smaller": (values - 1) ** 2, "most": bound.most, "multipliers": multipliers}
