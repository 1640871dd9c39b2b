"""Results of the literature, declared by games. Ludex cites them without a proof, and never stores them as claims."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedClaim:
    """A value or bounds that a publication states. Ludex has neither proved nor checked them."""

    statement: Annotated[str, Field(description="Name of the statement.")]
    about: Annotated[str, Field(description="What the value is.")]
    subject: Annotated[
        str | None, Field(description="Label of the object that the claim is about; null if it is about no object.")
    ] = None
    parameters: Annotated[Mapping[str, int], Field(description="Parameters, such as the number of points.")] = field(
        default_factory=dict, hash=False
    )
    value: Annotated[int | None, Field(description="The value; null if the reference only has bounds.")] = None
    lower: Annotated[int | None, Field(description="Lower bound on the value; null if the value is given.")] = None
    upper: Annotated[int | None, Field(description="Upper bound on the value; null if unknown.")] = None
    reference: Annotated[str, Field(description="The publication.")]
    doi: Annotated[str | None, Field(description="DOI of the publication.")] = None
    oeis: Annotated[str | None, Field(description="The sequence in the OEIS that contains the value.")] = None
    cited: Literal[True] = True
    proved: Literal[False] = False


def select_cited(
    cited: Iterable[CitedClaim], *, statement: str | None = None, subject: str | None = None
) -> list[CitedClaim]:
    """Return the cited claims with a statement and about an object. None selects all statements or all objects."""
    return [claim for claim in cited if statement in (None, claim.statement) and subject in (None, claim.subject)]
