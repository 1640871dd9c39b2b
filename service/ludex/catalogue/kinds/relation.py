"""Relations: types of links between two objects, with a name for each direction."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Json = Any
Detail = Json
Check = Callable[[Any, Any, int, Detail], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Relation:
    """A kind of link, from objects of `sources` to objects of `targets`.

    The source owns the link, unless `owned_by_target` is true. Deleting an object also deletes the links that it owns;
    the deletion fails while other objects link to the object. If `goes_with_target` is true, a link does not prevent
    the deletion of its target, and is deleted together with the target.

    - `column`: each source has exactly one target. The target's id is stored under this name with the facts of the
      source, and lists of sources can be filtered by the target and the target's facts.
    - `derived`: the links follow from the source's document. The links of relations that are not derived are stated
      explicitly.
    - `check` is called with the values of source and target and the place and detail of an explicit link, and yields
      the errors in the link.
    - `counted`: the number of its sources is shown with each target.

    A relation that is its own inverse is stored in both directions, each with its own detail.
    """

    name: str
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
        """Whether the relation is its own inverse."""
        return self.name == self.inverse

    def named(self, backwards: bool) -> str:
        """Return the name of the relation in a direction."""
        return self.inverse if backwards else self.name


def same_class(*kinds: str) -> Relation:
    """Return a game's relation between objects of different kinds that represent the same class."""
    return Relation(
        name="same-class",
        inverse="same-class",
        sources=kinds,
        targets=kinds,
        about="An object of another kind that represents the same class. The detail is the matching of cards or "
        "vertices.",
    )
