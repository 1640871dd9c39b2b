"""Levels for the tests of what is stored of Swap Planarity."""

from dataclasses import dataclass
from functools import cache
from random import Random

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Entry, prepare
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.reading import value_of
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import store_many
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.kinds.level import LevelDocument
from ludex.games.planarity.level import Level
from ludex.games.planarity.study.difficulty import solve_and_grade
from tests.games.planarity.sample_drawings import sample_drawing


@dataclass(frozen=True)
class StoredLevel:
    """A stored level as the tests look at it."""

    id: int
    document: LevelDocument
    level: Level

    @property
    def label(self) -> str:
        return self.document.label

    @property
    def drawing(self) -> Drawing:
        return self.level.drawing

    @property
    def grade(self) -> int | None:
        return self.document.difficulty.grade


def level_of(drawing: Drawing, **provenance: object) -> Level:
    """Return a drawing, solved, as a level."""
    return Level(drawing, *solve_and_grade(drawing), {"source": "submitted", **provenance})


def prepared(drawing: Drawing, **provenance: object) -> Entry[Level]:
    return prepare(LEVEL, level_of(drawing, **provenance))


@cache  # the same few are stored for many tests
def _submitted(drawing: Drawing) -> Entry[Level]:
    return prepared(drawing)


def store_drawings(catalogue: Catalogue, *drawings: Drawing) -> list[Stored]:
    """Solve drawings and store them."""
    entries = [_submitted(drawing) for drawing in drawings]
    with catalogue.writing() as writer:
        return store_many(writer, entries)


def every_level(catalogue: Catalogue, **filters: object) -> list[StoredLevel]:
    """Return the stored levels, the oldest first."""
    with catalogue.reading() as reader:
        found = page(reader, LEVEL, filters, limit=1000, whole=True).items
        return [StoredLevel(one.id, one.document(), value_of(reader, one)) for one in found]  # type: ignore[arg-type]


def mixed_drawings() -> list[Drawing]:
    """Return two dozen drawings of all sorts: trees, parts, plane ones, graphs that are not planar."""
    rng = Random(20)
    listed = [sample_drawing(rng, n) for n in (1, 2, 3, 3, *[4, 5, 6] * 7)]
    k5 = tuple((u, v) for u in range(5) for v in range(u + 1, 5))
    return [*listed, Drawing(((0, 0), (9, 1), (7, 8), (1, 7), (4, 3)), k5)]
