"""What a proved result rests on: a certificate, a recomputation, or a search."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field


class Evidence(StrEnum):
    """Whether and how the program `ludex-check-claims` verifies a proved result.

    - `certificate`: the program verifies a certificate.
    - `recomputed`: the program repeats the computation by an obvious method, within a stated bound.
    - `search`: an exhaustive search or a solver proved the result, and the program does not repeat it.
    """

    CERTIFICATE = "certificate"
    RECOMPUTED = "recomputed"
    SEARCH = "search"


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
