"""Relations: the links that two objects may have, with a name for each direction.

The functions return the relations that several games share.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Json = Any
Detail = Json
Check = Callable[[Any, Any, int, Detail], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Relation:
    """A kind of link, from objects of `sources` to objects of `targets`.

    The source owns the link, or the target if `owned_by_target`. An object is deleted with the links that it owns, and
    cannot be deleted while other objects link to it. A link that `goes_with_target` does not prevent that: it is
    deleted with its target.

    `column`: each source has exactly one target, whose id is among its facts under this name; lists of sources filter
    by it and by the target's facts. `derived`: the links follow from the source's document. Other links are stated, and
    `check` takes the values of source and target, the place and the detail, and yields what is wrong. `counted`: a
    target shows how many sources it has.

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
    """Return the relation between objects of different kinds of a game that are the same class."""
    return Relation(
        name="same-class",
        inverse="same-class",
        sources=kinds,
        targets=kinds,
        about="An object of another kind that is the same class; the detail is the matching of cards or vertices.",
    )


def holds(card: str, *holders: str) -> Relation:
    """Return the relation of objects of some kinds to the cards in them."""
    return Relation(
        name="holds",
        inverse="held-by",
        sources=holders,
        targets=(card,),
        about="A card of an object. The place is its index, the detail its code if the object writes it differently.",
    )


def lies_in(found: str, position: str, check: Check) -> Relation:
    """Return the relation of a set of cards to the positions that contain it."""
    return Relation(
        name="lies-in",
        inverse="contains",
        sources=(found,),
        targets=(position,),
        about="A position in which this was found: the indices of its cards there, and any configurations.",
        derived=False,
        check=check,
    )


def witnesses(shown_by: tuple[str, ...], shown_of: tuple[str, ...], check: Check) -> Relation:
    """Return the relation of an optimum to the deck or position whose maximum it attains."""
    return Relation(
        name="witnesses",
        inverse="witnessed-by",
        sources=shown_by,
        targets=shown_of,
        about="The deck or position whose maximum this attains, as a claim states; its cards by their indices.",
        derived=False,
        goes_with_target=True,
        check=check,
    )
