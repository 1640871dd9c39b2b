"""The verdicts on a claim, and the tools that all checks use."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any

Json = Any

CHECKED, RECOMPUTED, NOT_CHECKED, WRONG = "checked", "recomputed", "not checked", "wrong"
UNPROVED, SEARCH = "unproved", "search"
"""The verdicts on claims of which no proof can be checked: they state only bounds, or they rest on a search."""
VERDICTS = (CHECKED, RECOMPUTED, UNPROVED, SEARCH, NOT_CHECKED, WRONG)
TIME_LIMIT = "the time limit was reached"
"""The reason that is stated if there was no time to check a claim or a label."""


class Wrong(Exception):
    """A claim or a part of its certificate is false."""


class NotChecked(Exception):
    """A claim was not checked; the message states the reason."""


@dataclass(frozen=True)
class Export:
    """The claims of an export, and its objects by label. `until` is the time by which the checker must end."""

    objects: dict[str, Json] = field(default_factory=dict)
    claims: list[Json] = field(default_factory=list)
    until: float = float("inf")

    def about(self, label: str, statement: str) -> list[Json]:
        """Return the claims with a given statement about an object."""
        return self._index.get((label, statement), [])

    @cached_property
    def _index(self) -> dict[tuple[str, str], list[Json]]:
        index: dict[tuple[str, str], list[Json]] = {}
        for claim in self.claims:
            index.setdefault((str(claim.get("subject")), str(claim.get("claim"))), []).append(claim)
        return index


Check = Callable[[Json, Json, Export], str]
"""The check of a claim. Its arguments are the claim, the document of the claim's subject, and the export.

It returns CHECKED or RECOMPUTED, or raises Wrong or NotChecked.
"""


def verdict_of(check: Callable[[], tuple[str, str]], form: str) -> tuple[str, str]:
    """Return the verdict of a check and its reason. If what is checked does not have its `form`, it is wrong."""
    try:
        return check()
    except Wrong as wrong:
        return WRONG, str(wrong)
    except NotChecked as reason:
        return NOT_CHECKED, str(reason)
    except RecursionError:
        return NOT_CHECKED, "the computation takes too many steps"
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, ZeroDivisionError) as error:
        return WRONG, f"{form}: {type(error).__name__} {error}"


def require(fact: object, said: str) -> None:
    """Raise Wrong unless the condition holds."""
    if not fact:
        raise Wrong(said)


def require_numbers(members: Json, flags: frozenset[str], name: str = "") -> None:
    """Raise Wrong if a truth value or a fraction is in the place of a whole number, to which Python compares it equal.

    `flags` are the names of the members that may be truth values.
    """
    if isinstance(members, dict):
        for inner, value in members.items():
            require_numbers(value, flags, inner)
    elif isinstance(members, list):
        for value in members:
            require_numbers(value, flags)
    else:
        require(type(members) is not float, f"{name or 'a list'} has {members}, which is not a whole number")
        require(type(members) is not bool or name in flags, f"{name or 'a list'} has a truth value")


def require_digest(bound: Json) -> None:
    """Require that the member `digest` of a part of a certificate is the digest of its other members."""
    others = {name: value for name, value in bound.items() if name != "digest"}
    text = json.dumps(others, sort_keys=True, separators=(",", ":"))
    digest = blake2b(text.encode(), digest_size=4).hexdigest()
    require(bound.get("digest") == digest, "the digest does not fit: the certificate was changed")


def each_bit(bits: int) -> Iterator[int]:
    """Yield the powers of two that add up to a number, in ascending order."""
    while bits:
        yield bits & -bits
        bits &= bits - 1


class Clock:
    """The limit of a recomputation: seconds of the processor, which do not depend on the load, and steps, if any.

    The time left for the whole check is a limit too.
    """

    def __init__(self, export: Export, seconds: float, most_steps: float = float("inf")) -> None:
        self.export, self.until = export, time.process_time() + seconds
        self.most_steps = most_steps
        self.steps = 0

    def tick(self) -> None:
        """Count a step. Raises NotChecked if a limit is exceeded."""
        self.steps += 1
        late = self.steps % 1024 == 0 and (time.process_time() > self.until or time.monotonic() > self.export.until)
        if late or self.steps > self.most_steps:
            raise NotChecked("recomputing would take too long")
