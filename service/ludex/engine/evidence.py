"""What a proved result rests on: a certificate, a recomputation, or a search."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from hashlib import blake2b
from typing import Annotated, Any

from pydantic import Field

from ludex.engine.exact_json import sorted_json


class Evidence(StrEnum):
    """Whether and how the program `ludex-check-claims` verifies a proved result.

    - `certificate`: the program verifies a certificate.
    - `recomputed`: the program repeats the computation by an obvious method, within a stated bound.
    - `search`: an exhaustive search or a solver proved the result, and the program does not repeat it.
    """

    CERTIFICATE = "certificate"
    RECOMPUTED = "recomputed"
    SEARCH = "search"


def weakest(evidence: Iterable[Evidence | None]) -> Evidence | None:
    """Return the weakest of several kinds of evidence, or None if there are none or if one result is not proved.

    >>> weakest([Evidence.RECOMPUTED, Evidence.CERTIFICATE]).value, weakest([Evidence.SEARCH, None]), weakest([])
    ('recomputed', None, None)
    """
    order = (None, Evidence.SEARCH, Evidence.RECOMPUTED, Evidence.CERTIFICATE)
    return min(evidence, key=order.index, default=None)


StatedEvidence = Annotated[
    Evidence | None,
    Field(
        description=(
            "What the proof rests on: `certificate` if `ludex-check-claims` verifies a certificate, `recomputed` if "
            "it repeats the computation by an obvious method, and `search` if it does not repeat an exhaustive search "
            "or a solver. Null if the result is not proved."
        )
    ),
]


def with_digest(bound: Mapping[str, Any]) -> dict[str, Any]:
    """Return a part of a certificate with a digest of its members, so that a change of any number is noticed.

    Without a digest, some changes leave a certificate that is valid too.

    >>> with_digest({"by": "cards"})["digest"]
    '2f9ae7bd'
    """
    return {**bound, "digest": blake2b(sorted_json(dict(bound)).encode(), digest_size=4).hexdigest()}


def has_digest(bound: Mapping[str, Any]) -> bool:
    """Return whether a part of a certificate has the digest of its members. Parts with one member need none.

    >>> has_digest({"by": "cards"}), has_digest({"by": "weights", "cells": [], "digest": "2f9ae7bd"})
    (True, False)
    """
    members = {name: value for name, value in bound.items() if name != "digest"}
    return len(bound) == 1 or bound == with_digest(members)
