"""What requests and answers have in common: strict models and the fields that many of them share."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ludex.api import bounds


class Request(BaseModel):
    """A request's body: strict types, no unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class Parameters(Request):
    """Parameters of a query or of a path."""


class Answer(BaseModel):
    """A response's body. It is made by our own code, so fields are checked by type only."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Timed(Request):
    """A request that computes."""

    time_limit: float = Field(
        default=bounds.TIME_LIMIT_DEFAULT,
        ge=bounds.TIME_LIMIT_LEAST,
        le=bounds.TIME_LIMIT,
        description="Seconds that the computation may take.",
    )


Label = Annotated[str, Field(min_length=1, max_length=bounds.LABEL_CHARACTERS)]
Seed = Annotated[
    int, Field(ge=0, le=bounds.SEED, description="Decides the random numbers: the same seed, the same answer.")
]
Limit = Annotated[int, Field(ge=1, le=bounds.LIST_LIMIT)]
Cursor = Annotated[str, Field(max_length=bounds.CURSOR_CHARACTERS)]
Matching = Annotated[list[int], Field(description="For card, vertex or point i of the first, that of the second.")]


class LabelPath(Parameters):
    """The object asked for."""

    label: Label = Field(description="The object's label, or its slug.")


class PageQuery(Parameters):
    """Which page of a list."""

    limit: Limit = Field(default=bounds.LIST_LIMIT_DEFAULT, description="At most so many.")
    cursor: Cursor | None = Field(default=None, description="What `next` holds: continues a list.")


class Labels(Request):
    """The labels that a batch asks for."""

    labels: list[Label] = Field(min_length=1, max_length=bounds.BATCH_LABELS)
