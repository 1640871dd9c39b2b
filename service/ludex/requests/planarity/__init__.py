"""What can be asked of Swap Planarity beside what every kind has, one module a subject."""

from ludex.requests.planarity import comparing, drawing, levels, packs, points, solving, swaps, variants
from ludex.requests.request import Request

REQUESTS: tuple[Request, ...] = (
    solving.SOLVE,
    solving.INVARIANTS,
    drawing.DRAW,
    drawing.PICTURE,
    drawing.READ,
    drawing.READ_SEVERAL,
    drawing.WRITE,
    *variants.VARIANTS,
    solving.EXCHANGES,
    comparing.COMPARE,
    levels.ADD,
    comparing.LOOKUP,
    comparing.DEDUP,
    levels.GENERATE,
    levels.ADD_PACK,
    packs.EDIT,
    packs.EXPORT,
    points.FIND,
    points.CHECK,
    points.DRAW,
    points.IDENTIFY,
    swaps.LOOKUP_CLASS,
    swaps.ONE_SWAP_LEVELS,
)
