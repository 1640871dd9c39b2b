"""What can be asked of Swap Planarity beside what every kind has, one module a subject."""

from ludex.requests.planarity import (
    comparing,
    drawing,
    hints,
    levels,
    pack_files,
    packs,
    points,
    solving,
    swaps,
    variants,
)
from ludex.requests.planarity.sought import SOUGHT
from ludex.requests.request import Request

REQUESTS: tuple[Request, ...] = (
    solving.SOLVE,
    solving.INVARIANTS,
    hints.HINT,
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
    packs.ADD_PACK,
    packs.LOOKUP_PACK,
    packs.DEDUP_PACKS,
    pack_files.EDIT,
    pack_files.EXPORT,
    points.FIND,
    points.CHECK,
    points.DRAW,
    points.IDENTIFY,
    swaps.ONE_SWAP_LEVELS,
    *(request for one in SOUGHT for request in one.requests()),
)
