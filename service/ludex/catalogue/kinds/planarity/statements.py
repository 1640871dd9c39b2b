"""What is claimed of the objects of Swap Planarity."""

from ludex.catalogue.claim import Sense, Statement

MINIMUM_SWAPS = Statement(
    name="planarity.minimum-swaps",
    number=41,
    about="The least number of swaps after which no edges cross, with swaps that meet it; null and proved where none "
    "suffice.",
    sense=Sense.LEAST,
    second="the swaps are done, and the minimum is searched for anew",
)
"""It is checked with the level whose document shows it."""

STATEMENTS = (MINIMUM_SWAPS,)
