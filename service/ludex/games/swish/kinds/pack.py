"""Packs of positions of SWISH, which are tables to play."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from ludex.card_games.pack_pictures import tables_svg
from ludex.catalogue.kinds import pack
from ludex.games.swish.kinds.deck import draw_cards
from ludex.games.swish.known_results import KnownPosition


class PackDocument(pack.PackDocument):
    """A pack without its positions. To list them, filter the positions by `pack` and sort by grade."""

    UNGRADED: ClassVar[str] = (
        "it has no swish, more than 24 cards or cards that can be turned by a quarter, or its largest swishes have not "
        "been counted; store it with `find` `largest`"
    )

    kind: Literal["swish-pack"] = "swish-pack"


def _draw_pack(found: PackDocument, description: str, positions: Sequence[Any]) -> str:
    tables = [(draw_cards(position), f"grade {position.difficulty.grade}") for position in positions]
    return tables_svg(f"The pack {found.title}", description, tables)


PACK = pack.pack_kind("swish-pack", "swish/packs", PackDocument, _draw_pack, "swishpack")
IN_PACK = pack.in_pack("swish-position", "swish-pack", KnownPosition, lambda known: known.grade)
