"""Relations: types of links between two objects, with a name for each direction."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Json = Any
Detail = Json
Check = Callable[[Any, Any, int, Detail], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Relation:
    """A type of link from objects of the kinds `sources` to objects of the kinds `targets`.

    The source owns the link, unless `owned_by_target` is true. When an object is deleted, the links that it owns are
    deleted too. An object cannot be deleted while other objects link to it. `goes_with_target` makes an exception: the
    link does not prevent the deletion of its target, but is deleted together with the target.

    - `column`: each source has exactly one target. The id of the target is stored under this name among the facts of
      the source. Lists of sources can be filtered by the target and by the facts of the target.
    - `derived`: the links follow from the document of the source. The links of all other relations are stated
      explicitly.
    - `check` is called with the values of source and target, and with the place and the detail of an explicit link. It
      yields the errors in the link.
    - `counted`: each target is shown with the number of its sources.

    A relation that is its own inverse is stored in both directions. The link in each direction has its own detail.
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
    """Return a game's relation between objects of different kinds that represent the same equivalence class."""
    return Relation(
        name="same-class",
        inverse="same-class",
        sources=kinds,
        targets=kinds,
        about="An object of another kind that represents the same class. The detail is the matching of cards or "
        "vertices.",
    )
