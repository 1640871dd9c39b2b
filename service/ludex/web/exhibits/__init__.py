"""What the pages show of each game before anything is stored: pictures, solved positions and exact numbers."""

from ludex.web.exhibits import planarity, sets, swish

EXHIBITS = {
    "planarity": planarity.EXHIBITS,
    "swish": swish.EXHIBITS,
    "sets": sets.EXHIBITS,
}
"""By the game, as addresses name it."""
