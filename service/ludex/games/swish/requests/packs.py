"""Packs of positions of SWISH, and the form of a position in the file of a pack."""

from pydantic import Field

from ludex.games.swish import pictures as rendering
from ludex.games.swish.known_results import KnownPosition
from ludex.requests.packs import GamePacks, PackFileLevel


class SwishPackLevel(PackFileLevel):
    """A table with a largest swish."""

    cards: list[str] = Field(description="The cards on the table.")
    largest: int = Field(description="Number of cards of a largest swish.")
    swish: list[str] = Field(description="A largest swish: its placed cards.")
    picture: str | None = Field(default=None, description="An SVG document, if pictures are requested.")


def _write(label: str, grade: int, known: KnownPosition, pictures: bool) -> SwishPackLevel:
    assert known.largest is not None and known.largest.swish is not None
    return SwishPackLevel(
        label=label,
        grade=grade,
        cards=[str(card) for card in known.position.cards],
        largest=known.largest.size,
        swish=[str(card) for card in known.largest.swish.stack],
        picture=rendering.cards.svg_position(known.position) if pictures else None,
    )


PACKS = GamePacks(
    kind="swish-pack",
    level="swish-position",
    levels="positions",
    file=SwishPackLevel,
    write=_write,
    columns=("label", "size", "largest_size", "grade"),
)
"""The packs of the game."""
