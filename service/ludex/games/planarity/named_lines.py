"""A drawing of a file of drawings, with what it is called there."""

from dataclasses import dataclass
from typing import Any

from ludex.games.planarity.drawing import Drawing


@dataclass(frozen=True, slots=True)
class NamedLine:
    """A drawing, and its name and id where it comes from; None if it has none."""

    drawing: Drawing
    name: str | None = None
    id: int | str | None = None

    @property
    def own(self) -> dict[str, Any]:
        """Return name and id as provenance has them.

        >>> NamedLine(Drawing(((0, 0), (1, 0)), ((0, 1),)), "first").own
        {'name': 'first'}
        """
        return {name: value for name, value in (("name", self.name), ("id", self.id)) if value is not None}
