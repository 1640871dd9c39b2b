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
