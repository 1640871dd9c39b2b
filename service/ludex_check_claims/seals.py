"""The seals of an export, which show whether lines were lost or changed. schema/certificates.md defines them.

An export ends with its seal. A file that consists of several exports contains the seal of each.
"""

import json
from dataclasses import dataclass
from hashlib import blake2b

from ludex_check_claims.strict_json import read_lines

SEAL = b'{"seal":'


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
            stated = _members(text)
            found = {"objects": objects, "claims": claims, "digest": f"{total % 2**256:064x}"}
            if stated != {"seal": "ludex-export-1", **found}:
                faults.append(
                    f"the seal in line {number} states {stated.get('objects')} objects and {stated.get('claims')} "
                    f"claims; the lines before it contain {objects} and {claims}: lines were lost or changed"
                )
            objects = claims = total = 0
        elif text.strip():
            claims += "claim" in _members(text)
            objects += "claim" not in _members(text)
            total += int.from_bytes(blake2b(text, digest_size=32).digest(), "big")
    return Seals(tuple(faults), seals > 0 and objects + claims == 0)


def _members(text: bytes) -> dict[str, object]:
    try:
        members = json.loads(text)
    except (ValueError, RecursionError):
        members = {}
    return members if isinstance(members, dict) else {}
