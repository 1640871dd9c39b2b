"""Packs: named lists of levels that a game can include. By default, the levels are sorted by grade.

Any kind whose documents have a difficulty with a grade, `difficulty.grade`, can be the kind of the levels of packs. In
card games, a level is a position.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, ClassVar, TypeVar

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
from ludex.catalogue.kinds.relation import Relation
from ludex.engine.budget import Budget
from ludex.engine.fact import Fact
from ludex.engine.keys import content_key

HAS_LEVEL, IN_PACK = "has-level", "in-pack"
"""The names of the relation between packs and levels, in both directions."""
_MOST_DRAWN = 24


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

    UNGRADED: ClassVar[str] = "its solution is not proved"
    """The reason why a level may have no grade."""
    ALIKE: ClassVar[tuple[str, ...]] = ()
    """Members of levels. A level is not replaced by one with another value if all levels of its pack have one value."""

    slug: Annotated[str, Fact()] = Field(description="Name of the pack in addresses.")
    title: Annotated[str, Fact()] = Field(description="Title of the pack.")
    description: str
    size: Annotated[int, Fact()] = Field(description="Number of levels.")
    least_grade: Annotated[int | None, Fact()] = Field(description="Grade of the easiest level of the pack.")
    greatest_grade: Annotated[int | None, Fact()] = Field(description="Grade of the hardest level of the pack.")

    @classmethod
    def is_solved(cls, level: Mapping[str, Any]) -> bool:
        """Return whether the members of a level show that there is nothing to solve."""
        return False


P = TypeVar("P", bound=PackDocument)
V = TypeVar("V")


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


def pack_kind(
    name: str, address: str, model: type[P], draw: Callable[[P, str, Sequence[Any]], str], tag: str
) -> Kind[PackSummary, P]:
    """Return the kind of the packs of a game, whose keys have a `tag` of their own.

    `draw(pack, description, levels)` draws the documents of the first levels as SVG.
    """

    def identify(pack: PackSummary, _budget: Budget) -> Identity:
        return Identity(content_key(tag, pack.slug.encode()), ())

    def write(pack: PackSummary, named: LabelledIdentity) -> ObjectContent[P]:
        return ObjectContent(model(label=named.label, **asdict(pack)))

    def draw_first(pack: P, levels: Sequence[Any]) -> str:
        left_out = f"; the first {len(levels)} are drawn" if len(levels) < pack.size else ""
        return draw(pack, f"{pack.size} levels, in playing order{left_out}.", levels)

    return Kind(
        name=name,
        address=address,
        model=model,
        identify=identify,
        write=write,
        read=_read,
        view=View(
            about="Named lists of levels in playing order.",
            duplicate_relation="same-levels",
            picture=CompositePicture(HAS_LEVEL, _MOST_DRAWN, draw_first),
        ),
        check=_check,
        merge=_merge,
        naming=Naming(reserved=_reserved),
    )


def in_pack(level: str, pack: str, values: type[V], grade_of: Callable[[V], int | None]) -> Relation:
    """Return the relation from levels to packs of a game.

    `values` is the type of the domain values of levels, and `grade_of(value)` returns the grade of a level, if any.
    """

    def check(value: Any, summary: Any, place: int, detail: object) -> Iterator[str]:  # noqa: ANN401 - domain values
        return _place_faults(grade_of(value), summary, place, detail) if isinstance(value, values) else iter(())

    return Relation(
        name=IN_PACK,
        inverse=HAS_LEVEL,
        sources=(level,),
        targets=(pack,),
        about="The pack of a level. The place is the index of the level in the order of the pack, counted from 0.",
        derived=False,
        owned_by_target=True,
        check=check,
    )


def _place_faults(grade: int | None, pack: PackSummary, place: int, detail: object) -> Iterator[str]:
    """Yield the reasons why a level with this grade cannot be the level of a pack with the index `place`."""
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
