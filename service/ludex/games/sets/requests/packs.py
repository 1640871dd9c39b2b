"""Packs of positions of SET, and the form of a position in the file of a pack."""

from pydantic import Field

from ludex.games.sets import pictures as rendering
from ludex.games.sets import solving
from ludex.games.sets.known_results import KnownPosition
from ludex.requests.packs import GamePacks, PackFileLevel


class SetPackLevel(PackFileLevel):
    """A table with all its sets."""

    properties: int = Field(description="Number of properties of a card.")
    values: int = Field(description="Number of values of each property.")
    cards: list[str] = Field(description="The cards on the table.")
    sets: list[list[str]] = Field(description="All sets, each as the notation of its cards.")
    picture: str | None = Field(default=None, description="An SVG document, if pictures are requested.")


def _write(label: str, grade: int, known: KnownPosition, pictures: bool) -> SetPackLevel:
    position = known.position
    return SetPackLevel(
        label=label,
        grade=grade,
        properties=position.deck.properties,
        values=position.deck.values,
        cards=list(position.codes),
        sets=[[position.deck.code(card) for card in found] for found in solving.search.find_all(position)],
        picture=rendering.tables.set_table_svg(position) if pictures else None,
    )


PACKS = GamePacks(
    kind="set-pack",
    level="set-position",
    levels="positions",
    file=SetPackLevel,
    write=_write,
    columns=("label", "size", "sets", "grade"),
)
"""The packs of the game."""
