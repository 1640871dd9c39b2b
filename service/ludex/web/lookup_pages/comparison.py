"""The comparison of two things of one game: every relation with its matching drawn, or the difference drawn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.graphs.difference import InvariantDifference
from ludex.requests.request import ExecutionContext

Matching = Sequence[int]


@dataclass(frozen=True, slots=True)
class PicturePair:
    """Two pictures side by side, and the meaning of the numbers in them."""

    a: str
    b: str
    caption: str = ""


@dataclass(frozen=True, slots=True)
class ComparedRelation:
    """One relation between two things: its name and meaning, whether it holds, and why.

    `rows` are the matching, or an invariant with its two values; `pair` shows them. Both are empty if a relation
    further up has them already.
    """

    name: str
    about: str
    holds: bool
    reason: str
    rows: tuple[tuple[str, str, str], ...] = ()
    pair: PicturePair | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """How things of a game are compared.

    `noun` and `plural` name two of them in texts, `command` is the equivalent command, `kinds` are those whose objects
    can be compared. `compare(a, b, context)` returns the relations, the strongest first, and raises Fault; `picture`
    draws one thing, empty if it is too large. `examples` are pairs of texts, each with a name.
    """

    noun: str
    plural: str
    command: str
    kinds: tuple[str, ...]
    compare: Callable[[Any, Any, ExecutionContext], Sequence[ComparedRelation]]
    picture: Callable[[Any], str]
    examples: tuple[tuple[str, str, str], ...] = ()


def compared_relation(
    name: str,
    about: str,
    found: Any,  # noqa: ANN401 - each game has a class of its own for them
    matched: Callable[[Matching], PicturePair | None],
    differing: Callable[[InvariantDifference], PicturePair | None],
    note: str = "",
) -> ComparedRelation:
    """Return one relation, from a result with `matching`, `reason` and `difference`, and the pictures of either."""
    if found.matching is not None:
        rows = tuple((str(part), str(part), str(image)) for part, image in enumerate(found.matching))
        return ComparedRelation(name, about, True, found.reason + note, rows, matched(found.matching))
    differs = found.difference
    if not isinstance(differs, InvariantDifference):
        return ComparedRelation(name, about, False, found.reason)
    a, b = (str(one) if isinstance(one, int) else ", ".join(map(str, one)) for one in (differs.a, differs.b))
    return ComparedRelation(name, about, False, found.reason, ((differs.invariant, a, b),), differing(differs))


def matching_pair(a: Any, b: Any, matching: Matching, picture: Callable[[Any, Sequence[int]], str]) -> PicturePair:  # noqa: ANN401
    """Return pictures of two things; parts that match have the same number and colour."""
    numbers = [0] * len(matching)
    for part, image in enumerate(matching):
        numbers[image] = part
    caption = "Parts that match bear one number in one colour."
    return PicturePair(picture(a, range(len(numbers))), picture(b, numbers), caption)
