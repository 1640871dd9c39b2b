"""Packs of levels of Swap Planarity."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from ludex.catalogue.kinds import pack
from ludex.engine.fact import Fact
from ludex.games.planarity import pictures


class PackDocument(pack.PackDocument):
    """A pack without its levels. To list them, filter the levels by `pack` and sort by grade."""

    UNGRADED: ClassVar[str] = "its minimum is not proved, or no plane drawing can be reached"

    kind: Literal["planarity-pack"] = "planarity-pack"
    size: Annotated[int, Fact(synonyms=("levels",))] = Field(description="Number of levels.")

    @classmethod
    def is_solved(cls, level: Mapping[str, Any]) -> bool:
        """Return whether no edges of a level cross."""
        return bool(level["crossings"] == 0)


def _draw_pack(found: PackDocument, description: str, levels: Sequence[Any]) -> str:
    drawings = [(level.drawing.drawing(), f"{level.label[-16:]}, grade {level.difficulty.grade}") for level in levels]
    return pictures.drawings.drawings_svg(f"The pack {found.title}", description, drawings)


PACK = pack.pack_kind("planarity-pack", "planarity/packs", PackDocument, _draw_pack, "pack")
