"""The requests of Swap Planarity beyond those that every kind has, in one module per subject."""

from ludex.games.planarity.requests import (
    comparing,
    drawing,
    known_levels,
    levels,
    pack_files,
    packs,
    points,
    reductions,
    solving,
    variants,
)
from ludex.games.planarity.requests.lookup import LOOKUPS
from ludex.requests.request import Request

REQUESTS: tuple[Request, ...] = (
    solving.SOLVE,
    solving.INVARIANTS,
    solving.HINT,
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
    levels.ONE_SWAP_LEVELS,
    known_levels.CYCLE,
    known_levels.GADGET,
    *reductions.REQUESTS,
    known_levels.STORE,
    *(request for lookup in LOOKUPS for request in lookup.requests()),
)
