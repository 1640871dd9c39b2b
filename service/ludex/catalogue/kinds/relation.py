"""Relations: how two objects may be linked, declared once, with the name by which the link is asked for backwards."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Json = Any
Detail = Json
Check = Callable[[Any, Any, int, Detail], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Relation:
    """A kind of link, from objects of `sources` to objects of `targets`.

    The source owns the link, or the target if `owned_by_target`: who is deleted takes its own links along, and
    whoever others link to stays. But if the link `goes_with_target`, it only tells something of its target, which may
    be deleted with it.

    `column`: each source has exactly one, whose id stands among its facts under this name; lists of sources filter by
    it and by the target's facts. `derived`: the links follow from the source's document. Else they are stated, and
    `check` is given the values of source and target, the place and the detail, and yields what is wrong. `counted`: an
    object that is a target shows how many sources it has.

    A relation that is its own inverse is stored in both directions, each with its own detail.
    """

    name: str
    number: int
    inverse: str
    sources: tuple[str, ...]
    targets: tuple[str, ...]
    about: str
    column: str | None = None
    derived: bool = True
    counted: bool = False
    owned_by_target: bool = False
    goes_with_target: bool = False
    check: Check | None = None

    @property
    def mutual(self) -> bool:
        """Tell whether it is its own inverse."""
        return self.name == self.inverse

    def named(self, backwards: bool) -> str:
        """Return the name by which a link of it is followed in a direction."""
        return self.inverse if backwards else self.name


def same_class(*kinds: str) -> Relation:
    """Return the relation between objects of some kinds of a game that are the same class; all games share it."""
    return Relation(
        name="same-class",
        number=11,
        inverse="same-class",
        sources=kinds,
        targets=kinds,
        about="An object of another kind that is the same class; the detail is the matching of cards or vertices.",
    )
