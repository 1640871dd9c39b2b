"""The format of an export: JSON Lines, with one object or claim per line.

The line of an object contains its document, its slugs and its explicit links. The lines of the claims about it follow.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from pydantic_core import from_json

from ludex.catalogue.claims.claim import Claim, StoredClaim
from ludex.catalogue.kinds.document import Document, joined, member
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.links import OwnLink
from ludex.engine.compact_json import compact_json
from ludex.engine.keys import KEY_BYTES

_OTHER = "not a line of `ludex export`, which is a JSON object with `kind` or `claim`"


_ANSWERED = frozenset({"starting", "url", "duplicate_of"})


class OtherLine(ValueError):
    """A line that does not have the format of an export."""


KEY_PATTERN = rf"^01[0-9a-f]{{{2 * KEY_BYTES - 2}}}$"


class LinkLine(BaseModel):
    """A link in the line of an object."""

    model_config = ConfigDict(extra="forbid")

    relation: str
    target: str
    place: int = 0
    detail: Any = None


class ObjectLine(BaseModel):
    """The members of an object's line in addition to its document.

    `links` are the explicit links of the object. A line with a key contains everything that is slow to compute: the
    keys of the `kin`, and the derived links, including those to stored kin.
    """

    model_config = ConfigDict(extra="forbid")

    slugs: list[str] = Field(default_factory=list)
    links: list[LinkLine] = Field(default_factory=list)
    key: str | None = Field(default=None, pattern=KEY_PATTERN)
    kin: list[Annotated[str, Field(pattern=KEY_PATTERN)]] = Field(default_factory=list)
    follows: list[LinkLine] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Derived:
    """The key of an object, the keys of its kin, and its derived links, all of which are slow to compute."""

    key: bytes
    kin: Sequence[bytes]
    links: Sequence[OwnLink]


def object_line(
    document: str, slugs: Iterable[str] = (), links: Iterable[OwnLink] = (), derived: Derived | None = None
) -> str:
    """Return the line of an object: its document, its slugs and explicit links, and the derived data if given."""
    extra: dict[str, Any] = {"slugs": list(slugs), "links": list(map(_shown, links))}
    if derived is not None:
        extra["key"] = derived.key.hex()
        extra["kin"] = [one.hex() for one in derived.kin]
        extra["follows"] = list(map(_shown, derived.links))
    extra = {name: value for name, value in extra.items() if value}
    return joined(document, member(extra) if extra else None)


def _shown(one: OwnLink) -> dict[str, Any]:
    shown: dict[str, Any] = {"relation": one.relation, "target": one.target}
    if one.place:
        shown["place"] = one.place
    if one.detail is not None:
        shown["detail"] = one.detail
    return shown


def claim_line(subject: str, claim: Claim) -> str:
    """Return the line of a claim about the object with a label. Null members are omitted."""
    members = {"claim": claim.statement, "subject": subject} | claim.members()
    del members["statement"]
    if not claim.parameters:
        del members["parameters"]
    return compact_json({name: value for name, value in members.items() if value is not None})


@cache
def _stored_claim() -> TypeAdapter[StoredClaim]:
    return TypeAdapter(StoredClaim)


def claim_of_line(line: dict[str, Any]) -> StoredClaim:
    """Parse the line of a claim. Raises ValidationError of pydantic."""
    members = {"statement" if name == "claim" else name: value for name, value in line.items()}
    return _stored_claim().validate_python(members)


def is_claim_line(line: str | bytes) -> bool:
    """Return whether a line is the line of a claim.

    Lines in the exact form of an export are recognized without parsing.

    >>> [is_claim_line(line) for line in ('{"claim":"x"}', '{"subject": "y", "claim": "x"}', '{"kind":"claim"}')]
    [True, True, False]
    """
    text = line if isinstance(line, bytes) else line.encode()
    if text.startswith(b'{"claim":'):
        return True
    if b'"claim"' not in text:
        return False
    try:
        found = from_json(text)
    except ValueError:
        return False
    return isinstance(found, dict) and "claim" in found


def group_lines(lines: Iterable[tuple[int, str | bytes]]) -> Iterator[Sequence[tuple[int, str | bytes]]]:
    """Group numbered lines, so that each group has the line of an object and the lines of the claims about it."""
    group: list[tuple[int, str | bytes]] = []
    for number, line in lines:
        if group and not is_claim_line(line):
            yield group
            group = []
        group.append((number, line))
    if group:
        yield group


def read_line(registry: Registry, line: str | bytes) -> StoredClaim | tuple[Document, ObjectLine]:
    """Parse a line of an export. Raises ValueError, of which ValidationError of pydantic is a subclass."""
    try:
        read = from_json(line if isinstance(line, bytes) else line.encode())
    except ValueError:
        raise OtherLine(_OTHER) from None
    if not isinstance(read, dict):
        raise OtherLine(_OTHER)
    if "claim" in read:
        claim = claim_of_line(read)
        if claim.statement not in registry.statement:
            raise ValueError(f"unknown claim {claim.statement!r}; its game may not be installed")
        return claim
    kind = registry.kind.get(str(read.get("kind")))
    if "kind" not in read:
        raise OtherLine(_OTHER)
    if not _ANSWERED.isdisjoint(read):
        raise OtherLine("an object from the response of a request or a list, not a line of `ludex export`")
    if kind is None:
        raise ValueError(f"unknown kind {read.get('kind')!r}; give lines that `ludex export` has written")
    more = ObjectLine.model_validate({name: read.pop(name) for name in ObjectLine.model_fields if name in read})
    return kind.model.model_validate(read), more
