"""Functions that read an export, its seals, and the claims that its documents show.

JSON is read strictly: in UTF-8 or marked UTF-16, with each name once in an object. An export ends with its seal, which
shows whether lines were lost or changed (schema/certificates.md). A file that consists of several exports contains the
seal of each.
"""

import json
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from ludex_check_claims.verdicts import Export, Json

SEAL = b'{"seal":'
SHOWN = 100
"""The maximum number of claims that the document of an object contains."""
_OPTIONAL: Json = {
    **{"parameters": {}, "value": None, "lower": None, "upper": None, "evidence": None, "certificate": None},
    "method": "",
}


def read_export(file: str, until: float) -> tuple[Export, list[str]]:
    """Return the objects and claims of an export, and the errors in its lines."""
    export, faults = Export(until=until), []
    for number, line in enumerate(read_lines(file), start=1):
        try:
            members = parse(line)
            if "seal" in members:
                continue
            if "claim" in members:
                export.claims.append(with_optional_members(members))
            else:
                export.objects[members["label"]] = members
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            faults.append(f"line {number}: {error}")
    return export, faults


def with_optional_members(claim: Json) -> Json:
    """Return a claim with default values for the members that its line in the export omits."""
    return {**_OPTIONAL, **claim}


def summary(claim: Json) -> Json:
    """Return the summary of a claim that the document of the claim's subject contains."""
    bounds = {name: None if claim.get("proved") else claim[name] for name in ("lower", "upper")}
    named = {name: claim.get(name) for name in ("parameters", "value", "proved", "evidence", "method")}
    return {"statement": claim["claim"], **named, **bounds}


def unstated_claims(export: Export) -> tuple[list[str], int]:
    """Compare the claims that documents show with the lines of the file.

    Return an error for each shown claim that differs from its line, and the number of shown claims without a line. An
    export of some objects need not contain all claims.
    """
    faults, absent = [], 0
    for label, document in export.objects.items():
        for shown in document.get("claims") or ():
            statement, parameters = (shown.get(name) for name in ("statement", "parameters"))
            stated = [claim for claim in export.about(label, str(statement)) if claim["parameters"] == parameters]
            absent += not stated
            if stated and all(summary(claim) != shown for claim in stated):
                faults.append(f"the document of {label} shows a claim {statement} that differs from the exported one")
    return faults, absent


@dataclass(frozen=True)
class Seals:
    """What the seals of a file show: the errors, and whether they cover all lines and at least one seal exists."""

    faults: tuple[str, ...]
    complete: bool


def read_seals(file: str) -> Seals:
    """Compare each seal of an export with the lines between the previous seal and this one."""
    faults: list[str] = []
    objects = claims = total = seals = 0
    for number, line in enumerate(read_lines(file), start=1):
        text = line.encode(errors="surrogateescape").rstrip(b"\r\n")
        if text.startswith(SEAL):
            seals += 1
            stated = _members_of(text)
            found = {"objects": objects, "claims": claims, "digest": f"{total % 2**256:064x}"}
            if stated != {"seal": "ludex-export-1", **found}:
                faults.append(
                    f"the seal in line {number} states {stated.get('objects')} objects and {stated.get('claims')} "
                    f"claims; the lines before it contain {objects} and {claims}: lines were lost or changed"
                )
            objects = claims = total = 0
        elif text.strip():
            claims += "claim" in _members_of(text)
            objects += "claim" not in _members_of(text)
            total += int.from_bytes(blake2b(text, digest_size=32).digest(), "big")
    return Seals(tuple(faults), seals > 0 and objects + claims == 0)


def _members_of(text: bytes) -> dict[str, object]:
    try:
        members = json.loads(text)
    except (ValueError, RecursionError):
        members = {}
    return members if isinstance(members, dict) else {}


def read_lines(file: str) -> Iterator[str]:
    """Yield the lines of a file without a byte order mark. A byte that is not UTF-8 becomes an unpaired surrogate."""
    with Path(file).open("rb") as raw:
        marked = raw.read(2) in (BOM_UTF16_LE, BOM_UTF16_BE)
    with Path(file).open(encoding="utf-16" if marked else "utf-8-sig", errors="surrogateescape") as lines:
        yield from lines


def parse(text: str) -> Any:  # noqa: ANN401 - any JSON
    """Parse JSON. Raises ValueError for invalid JSON, and for a name that occurs twice.

    >>> parse('{"a": [{"b": 1, "b": 2}]}')
    Traceback (most recent call last):
    ...
    ValueError: the name 'b' is repeated; each name must occur once in an object
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"column {error.start + 1}: a byte is not UTF-8") from None
    return json.loads(text, object_pairs_hook=_members, parse_constant=_no_constant)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise ValueError(f"the name {name!r} is repeated; each name must occur once in an object")
        members[name] = value
    return members


def _no_constant(name: str) -> Any:  # noqa: ANN401 - never returns
    raise ValueError(f"{name} is not a number in JSON")
