"""Packs of positions of SET, which are tables to play."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from ludex.card_games.pack_pictures import tables_svg
from ludex.catalogue.kinds import pack
from ludex.games.sets.known_results import KnownPosition
from ludex.games.sets.pictures.tables import set_table_svg


class PackDocument(pack.PackDocument):
    """A pack without its positions. To list them, filter the positions by `pack` and sort by grade."""

    UNGRADED: ClassVar[str] = (
        "it has no set or more than 24 cards, its properties have not three values, or its sets have not been counted; "
        "store it with `find` `all`"
    )
    ALIKE: ClassVar[tuple[str, ...]] = ("properties", "values")

    kind: Literal["set-pack"] = "set-pack"


def _draw_pack(found: PackDocument, description: str, positions: Sequence[Any]) -> str:
    tables = [(set_table_svg(table.position), f"grade {table.difficulty.grade}") for table in positions]
    return tables_svg(f"The pack {found.title}", description, tables)


PACK = pack.pack_kind("set-pack", "sets/packs", PackDocument, _draw_pack, "setpack")
IN_PACK = pack.in_pack("set-position", "set-pack", KnownPosition, lambda known: known.grade)
