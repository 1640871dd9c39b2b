"""The content of the pages for look-ups and comparisons: stored objects by relation, and pictures of matchings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludex.catalogue.objects.reading import ObjectView, plain_value
from ludex.graphs.canonical import InvariantDifference
from ludex.requests.inputs import SearchContext
from ludex.web.site.addresses import object_address

MOST_SHOWN = 6
"""The maximum number of stored objects shown for each relation."""

CAPTION = "Matching parts have the same number and colour."

Matching = Sequence[int]


@dataclass(frozen=True, slots=True)
class PicturePair:
    """Two pictures to show side by side, and the meaning of the numbers in the pictures."""

    a: str
    b: str
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """A stored object that is equivalent to the visitor's input, with the matching of their parts."""

    stored: ObjectView
    relation: str
    matching: Matching

    @property
    def label(self) -> str:
        """Return the label of the object."""
        return self.stored.label

    @property
    def address(self) -> str:
        """Return the address of the object's page."""
        return object_address(self.label)

    @property
    def value(self) -> Any:  # noqa: ANN401 - of any kind
        """Return the value of the object."""
        return plain_value(self.stored.kind, self.stored)


@dataclass(frozen=True, slots=True)
class RelationMatches:
    """The stored objects that are related to the visitor's input by one relation.

    `identical` is true if the catalogue treats objects with this relation as the same object. `kept` states what the
    matching preserves, if it preserves more than the relation requires.
    """

    name: str
    about: str
    matches: tuple[Match, ...]
    identical: bool = False
    kept: str = ""

    def without(self, match: Match | None) -> "RelationMatches":
        """Return these matches without those of the object of a match."""
        return replace(self, matches=tuple(own for own in self.matches if match is None or own.label != match.label))

    @property
    def shown(self) -> tuple[Match, ...]:
        """Return the matches that the page shows."""
        return self.matches[:MOST_SHOWN]


@dataclass(frozen=True, slots=True)
class NamedClass:
    """A stored class to which the visitor's input belongs."""

    name: str
    label: str
    address: str


@dataclass(frozen=True, slots=True)
class ComparedRelation:
    """A relation between two things.

    It has a name and a meaning. `holds` states whether the relation holds, and `reason` states why.

    `rows` contains the pairs of the matching, or else an invariant with its two values. `pair` contains the pictures
    for these rows. Both members are empty if a stronger relation already shows the same content.
    """

    name: str
    about: str
    holds: bool
    reason: str
    rows: tuple[tuple[str, str, str], ...] = ()
    pair: PicturePair | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of two things of a game.

    `noun` and `plural` are the words for the things in sentences. `command` is the equivalent command. `kinds` lists
    the kinds of objects that can be compared. `compare(a, b, context)` returns the relations, strongest first. It may
    raise Fault. `picture` draws a thing, or returns an empty string if the thing is too large. `examples` contains
    pairs of texts with names.
    """

    noun: str
    plural: str
    command: str
    kinds: tuple[str, ...]
    compare: Callable[[Any, Any, SearchContext], Sequence[ComparedRelation]]
    picture: Callable[[Any], str]
    examples: tuple[tuple[str, str, str], ...] = ()


def compared_relation(
    name: str,
    about: str,
    found: Any,  # noqa: ANN401 - each game has its own class
    matched: Callable[[Matching], PicturePair | None],
    differing: Callable[[InvariantDifference], PicturePair | None],
    note: str = "",
) -> ComparedRelation:
    """Convert a result with the members `matching`, `reason` and `difference` to a relation with pictures."""
    if found.matching is not None:
        rows = tuple((str(part), str(part), str(image)) for part, image in enumerate(found.matching))
        return ComparedRelation(name, about, True, found.reason + note, rows, matched(found.matching))
    difference = found.difference
    if not isinstance(difference, InvariantDifference):
        return ComparedRelation(name, about, False, found.reason)
    values = (difference.a, difference.b)
    a, b = (str(value) if isinstance(value, int) else ", ".join(map(str, value)) for value in values)
    return ComparedRelation(name, about, False, found.reason, ((difference.invariant, a, b),), differing(difference))


def matching_pair(a: Any, b: Any, matching: Matching, picture: Callable[[Any, Sequence[int]], str]) -> PicturePair:  # noqa: ANN401
    """Return pictures of two things in which matching parts have the same number and colour."""
    numbers = [0] * len(matching)
    for part, image in enumerate(matching):
        numbers[image] = part
    return PicturePair(picture(a, range(len(numbers))), picture(b, numbers), CAPTION)
