"""Packs: named lists of levels that a game can include. By default, the levels are sorted by grade."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import (
    CompositePicture,
    Identity,
    Kind,
    LabelledIdentity,
    Matching,
    Naming,
    ObjectContent,
    View,
)
from ludex.catalogue.kinds.label import is_slug, is_storable
from ludex.engine.budget import Budget
from ludex.engine.fact import Fact
from ludex.engine.keys import content_key
from ludex.games.planarity import pictures
from ludex.games.planarity.level import Level

TAG = "pack"
MOST_DRAWN = 24
"""Maximum number of levels in the picture of a pack. The picture shows the first levels."""


@dataclass(frozen=True, slots=True)
class PackSummary:
    """A pack without its levels: slug, title, description, number of levels, and the range of their grades."""

    slug: str
    title: str
    description: str
    size: int
    least_grade: int | None
    greatest_grade: int | None


class OtherPack(ValueError):
    """An error for a slug that another pack has."""


class PackDocument(Document):
    """A pack without its levels. To list them, filter the levels by `pack` and sort by grade."""

    kind: Literal["planarity-pack"] = "planarity-pack"
    slug: Annotated[str, Fact()] = Field(description="Name of the pack in addresses.")
    title: Annotated[str, Fact()] = Field(description="Title of the pack.")
    description: str
    size: Annotated[int, Fact(synonyms=("levels",))] = Field(description="Number of levels.")
    least_grade: Annotated[int | None, Fact()] = Field(description="Grade of the easiest level of the pack.")
    greatest_grade: Annotated[int | None, Fact()] = Field(description="Grade of the hardest level of the pack.")


def _identify(pack: PackSummary, _budget: Budget) -> Identity:
    return Identity(content_key(TAG, pack.slug.encode()), ())


def _write(pack: PackSummary, named: LabelledIdentity) -> ObjectContent[PackDocument]:
    return ObjectContent(PackDocument(label=named.label, **asdict(pack)))


def _read(document: PackDocument, _claims: Sequence[Claim]) -> PackSummary:
    return PackSummary(**document.model_dump(exclude={"label", "kind", "claims"}))


def _check(pack: PackSummary, _budget: Budget) -> Iterator[str]:
    if not is_slug(pack.slug):
        yield f"{pack.slug!r} is not a slug"
    if not (is_storable(pack.title) and is_storable(pack.description)):
        yield "the title or the description contains a character that cannot be stored"


def _merge(stored: PackSummary, new: PackSummary, _matching: Matching) -> None:
    """Keep the stored pack. Raises OtherPack if the new pack differs from the stored one."""
    if stored != new:
        raise OtherPack(f"another pack has the slug {new.slug}; choose a different slug")


def _reserved(slug: str, pack: PackSummary) -> str | None:
    return None if slug == pack.slug else f"the pack {pack.slug} cannot have a second slug"


def check_place(level: Level, pack: PackSummary, place: int, detail: object) -> Iterator[str]:
    """Yield the reasons why a level cannot be the level of a pack with the index `place`."""
    grade = None if level.difficulty is None else level.difficulty.grade
    if grade is None:
        yield "a level without a grade cannot be in a pack"
    elif pack.least_grade is None or pack.greatest_grade is None:
        yield f"the pack {pack.slug} has no levels"
    elif not pack.least_grade <= grade <= pack.greatest_grade:
        yield f"the grade {grade} is outside the grades of the pack, {pack.least_grade} to {pack.greatest_grade}"
    if not 0 <= place < pack.size:
        yield f"there is no place {place} in a pack of {pack.size} levels"
    if detail is not None:
        yield "a place in a pack has no detail"


def _draw(pack: PackDocument, levels: Sequence[Any]) -> str:
    left_out = f"; the first {len(levels)} are drawn" if len(levels) < pack.size else ""
    description = f"{pack.size} levels, in playing order{left_out}."
    drawings = [(level.drawing.drawing(), f"{level.label[-16:]}, grade {level.difficulty.grade}") for level in levels]
    return pictures.drawings.drawings_svg(f"The pack {pack.title}", description, drawings)


PACK = Kind(
    name="planarity-pack",
    address="planarity/packs",
    model=PackDocument,
    identify=_identify,
    write=_write,
    read=_read,
    view=View(
        about="Named lists of levels in playing order.",
        duplicate_relation="same-levels",
        picture=CompositePicture("has-level", MOST_DRAWN, _draw),
    ),
    check=_check,
    merge=_merge,
    naming=Naming(reserved=_reserved),
)
