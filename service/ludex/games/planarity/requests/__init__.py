"""The requests of Swap Planarity, except those that exist for every kind. There is one module per subject."""

from typing import Any

from ludex.games.planarity.requests import (
    census,
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

REQUESTS: tuple[Any, ...] = (
    solving.SOLVE,
    solving.INVARIANTS,
    solving.hint,
    drawing.draw,
    drawing.PICTURE,
    drawing.READ,
    drawing.READ_SEVERAL,
    drawing.WRITE,
    *variants.VARIANTS,
    solving.exchanges,
    comparing.compare,
    levels.add,
    comparing.lookup,
    comparing.dedup,
    levels.generate,
    packs.ADD_PACK,
    packs.LOOKUP_PACK,
    packs.DEDUP_PACKS,
    pack_files.EDIT,
    pack_files.export,
    points.FIND,
    points.CHECK,
    points.DRAW,
    points.IDENTIFY,
    levels.ONE_SWAP_LEVELS,
    known_levels.CYCLE,
    known_levels.GADGET,
    *reductions.REQUESTS,
    known_levels.STORE,
    census.TOTALS,
    *(request for lookup in LOOKUPS for request in lookup.requests()),
)
